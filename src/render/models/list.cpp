#include "render/models/list.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "render/json.hpp"

namespace crowfly {
namespace {

// "complete: yes; shortest: no", then a line for each option
std::vector<std::string> notes(const List::Entry& entry) {
    std::vector<std::string> properties, lines;
    for (const Declaration::Note& note : entry.declaration.properties)
        properties.push_back(fmt::format("{}: {}", note.name, note.text));
    if (!entry.engines.empty()) properties.push_back(fmt::format("engines: {}", fmt::join(entry.engines, ", ")));
    if (!properties.empty()) lines.push_back(fmt::format("{}", fmt::join(properties, "; ")));
    for (const PluginOption& option : entry.declaration.options)
        lines.push_back(fmt::format("{}: {}", option.name, option.text));
    return lines;
}

template <class Note>
Json notes_json(const std::vector<Note>& notes) {
    Json json = Json::array();
    for (const Note& note : notes) json.push_back({{"name", note.name}, {"text", note.text}});
    return json;
}

}  // namespace

std::string list_text(const List& list, const TextStyle& style) {
    if (list.entries.empty()) return fmt::format("there are no {} in this version\n", list.what);
    std::size_t width = 0;
    for (const List::Entry& entry : list.entries) width = std::max(width, columns(entry.declaration.name));
    std::string text;
    for (const List::Entry& entry : list.entries) {
        text += fmt::format("{}  {}\n", painted(style, Ink::bold, padded(entry.declaration.name, width)),
                            entry.declaration.description);
        for (const std::string& note : notes(entry))
            text += fmt::format("{:{}}  {}\n", "", width, painted(style, Ink::faint, note));
    }
    return text;
}

std::string list_json(const List& list, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-list/1");
    json["what"] = text_or_null(list.what);
    json["entries"] = Json::array();
    for (const List::Entry& entry : list.entries) {
        json["entries"].push_back({{"name", entry.declaration.name},
                                   {"description", entry.declaration.description},
                                   {"options", notes_json(entry.declaration.options)},
                                   {"properties", notes_json(entry.declaration.properties)},
                                   {"engines", entry.engines}});
    }
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace crowfly
