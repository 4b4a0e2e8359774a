#include "render/convert.hpp"

#include "render/json.hpp"

namespace crowfly {

std::string conversion_json(const Conversion& conversion, const Diagnostics& diagnostics, const Sources& sources) {
    const bool inlined = conversion.done && conversion.written_to.empty();
    Json json = document("crowfly-convert/1");
    json["file"] = text_or_null(conversion.file);
    json["format"] = text_or_null(conversion.format);
    json["output"] = inlined ? Json(conversion.output) : Json(nullptr);
    json["written_to"] = text_or_null(conversion.done ? conversion.written_to : "");
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace crowfly
