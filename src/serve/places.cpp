#include "serve/places.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

#include "base/messages/source_text.hpp"
#include "render/excerpt.hpp"

namespace crowfly {
namespace {

constexpr std::uint32_t lines_around = 3;
constexpr std::uint32_t most_marked = 40;
constexpr std::size_t widest = 200;

std::string_view mark_of(Sync sync) { return sync == Sync::send ? "!" : sync == Sync::receive ? "?" : ""; }

// "guard x >= 3, sync go[id]?, update x = 0"
std::string labels_of(const Sources& sources, const Edge& edge) {
    std::string text;
    const auto add = [&](std::string_view kind, Span span, std::string_view mark) {
        std::string said = source_text(sources, span);
        if (said.empty()) return;
        if (!said.ends_with(mark)) said += mark;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind, said);
    };
    add("guard", edge.guard_span, "");
    add("sync", edge.sync_span, mark_of(edge.sync));
    add("update", edge.update_span, "");
    return text;
}

std::uint32_t line_at(const Sources& sources, FileId file, std::uint32_t offset) {
    return sources.position(file, offset).line;
}

// The part of a long line in which the span begins, or the beginning of the line.
std::string shown_line(const Sources& sources, Span span, std::uint32_t number, bool begins_here) {
    const std::string_view line = sources.line(span.file, number);
    if (line.size() <= widest) return std::string(line);
    const std::size_t from =
        begins_here ? span.begin - static_cast<std::size_t>(line.data() - sources.text(span.file).data()) : 0;
    return excerpt(line, from, from + 1, widest).line;
}

void set_place(Json& arrows, std::size_t arrow, Json place, std::string source) {
    while (arrows.size() <= arrow) arrows.push_back(nullptr);
    if (!arrows[arrow].is_null() || place.is_null()) return;
    place["source"] = std::move(source);
    arrows[arrow] = std::move(place);
}

}  // namespace

Json place_json(const Sources& sources, Span span) {
    if (span.empty() || sources.name(span.file).empty()) return nullptr;
    return {{"file", sources.name(span.file)},
            {"id", static_cast<std::uint32_t>(span.file)},
            {"begin", span.begin},
            {"end", span.end},
            {"line", line_at(sources, span.file, span.begin)},
            {"last", line_at(sources, span.file, span.end - 1)}};
}

Json arrow_places_json(const Network& network, const Sources& sources, const std::vector<std::string>& names) {
    Json templates = Json::array();
    for (std::size_t i = 0; i < names.size(); ++i) templates.push_back(Json::array());
    std::vector<bool> seen(names.size(), false);
    for (const Process& process : network.processes) {
        const std::string& name = process.template_name.empty() ? process.name : process.template_name;
        const auto of = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        if (of == names.size() || seen[of]) continue;
        seen[of] = true;
        for (const std::uint32_t e : process.edges) {
            const Edge& edge = network.edges[e];
            set_place(templates[of], edge.arrow, place_json(sources, edge.span), labels_of(sources, edge));
            if (edge.branch_arrow < 0 || edge.branch_spans.empty()) continue;
            set_place(templates[of], static_cast<std::size_t>(edge.branch_arrow),
                      place_json(sources, edge.branch_spans.front()), "");
        }
    }
    return templates;
}

Json excerpt_json(const Sources& sources, Span span) {
    const std::string& text = sources.text(span.file);
    if (span.begin >= span.end || span.end > text.size()) return nullptr;
    const std::uint32_t begin = line_at(sources, span.file, span.begin);
    const std::uint32_t end = std::min(line_at(sources, span.file, span.end - 1), begin + most_marked - 1);
    const std::uint32_t last =
        std::min(end + lines_around, line_at(sources, span.file, static_cast<std::uint32_t>(text.size())));
    const std::uint32_t first = begin > lines_around ? begin - lines_around : 1;
    Json lines = Json::array();
    for (std::uint32_t number = first; number <= last; ++number)
        lines.push_back(shown_line(sources, span, number, number == begin));
    return {{"file", sources.name(span.file)}, {"first", first}, {"lines", std::move(lines)}, {"marked", {begin, end}}};
}

}  // namespace crowfly
