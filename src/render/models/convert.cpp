#include "render/models/convert.hpp"

#include <nlohmann/json.hpp>

#include "render/json.hpp"

namespace crowfly {
namespace {

std::string finished(Json json, const WrittenModel& model, const Diagnostics& diagnostics, const Sources& sources) {
    const bool inlined = model.done && model.written_to.empty();
    json["format"] = text_or_null(model.format);
    json["output"] = inlined ? Json(model.output) : Json(nullptr);
    json["written_to"] = text_or_null(model.done ? model.written_to : "");
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace

std::string conversion_json(const Conversion& conversion, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-convert/1");
    json["file"] = text_or_null(conversion.file);
    return finished(std::move(json), conversion, diagnostics, sources);
}

std::string generation_json(const Generation& generation, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-generate/1");
    json["family"] = text_or_null(generation.family);
    json["parameters"] = Json::object();
    for (const auto& [name, value] : generation.parameters) json["parameters"][name] = value;
    return finished(std::move(json), generation, diagnostics, sources);
}

}  // namespace crowfly
