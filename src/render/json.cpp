#include "render/json.hpp"

#include <nlohmann/json.hpp>

#include "base/commit.hpp"
#include "base/version.hpp"
#include "render/diagnostics.hpp"
#include "render/text.hpp"

namespace crowfly {

Json document(std::string_view schema) {
    Json json;
    json["schema"] = schema;
    json["tool"] = {{"name", "crowfly"}, {"version", version}, {"commit", text_or_null(commit())}};
    return json;
}

Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

Json diagnostics_json(const Diagnostics& diagnostics, const Sources& sources) {
    Json list = Json::array();
    for (const Diagnostic* diagnostic : distinct(diagnostics)) {
        const Place place = place_of(diagnostic->span, sources);
        Json& item = list.emplace_back();
        item["code"] = describe(diagnostic->code).id;
        item["severity"] = diagnostic->severity == Severity::error ? "error" : "warning";
        item["file"] = text_or_null(place.file);
        item["line"] = place.position ? Json(place.position->line) : Json(nullptr);
        item["column"] = place.position ? Json(place.position->column) : Json(nullptr);
        item["element"] = text_or_null(place.element);
        item["message"] = shortened(diagnostic->message, longest_message);
        item["hint"] = text_or_null(diagnostic->hint);
    }
    return list;
}

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string error_document(const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-error/1");
    json["queries"] = Json::array();
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

std::string text_document(std::string_view schema, std::string_view text, const Diagnostics& diagnostics,
                          const Sources& sources) {
    Json json = document(schema);
    json["text"] = text_or_null(text);
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace crowfly
