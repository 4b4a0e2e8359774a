#include "render/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "render/excerpt.hpp"

namespace crowfly {
namespace {

constexpr std::size_t shown_warnings = 10;
constexpr std::size_t shown_alike = 3;  // of one code

std::string headline(const Diagnostic& diagnostic, const Place& place, const TextStyle& style) {
    std::string where = place.file.empty() ? "crowfly" : printable(place.file);
    if (place.position) where += fmt::format(":{}:{}", place.position->line, place.position->column);
    const bool error = diagnostic.severity == Severity::error;
    const std::string label = fmt::format("{}[{}]", error ? "error" : "warning", describe(diagnostic.code).id);
    return fmt::format("{}: {}: {}\n", painted(style, Ink::bold, where),
                       painted(style, error ? Ink::red : Ink::yellow, label),
                       shortened(diagnostic.message, longest_message));
}

std::string source_lines(Span span, Position position, const Sources& sources, const TextStyle& style) {
    const std::string_view line = sources.line(span.file, position.line);
    const std::string& text = sources.text(span.file);
    const auto line_begin = static_cast<std::size_t>(line.data() - text.data());
    const std::size_t begin = std::min<std::size_t>(span.begin, text.size()) - line_begin;
    const std::size_t length = span.end > span.begin ? span.end - span.begin : 0;
    const Excerpt shown = excerpt(line, begin, begin + length, style.width);
    const std::string number = fmt::format("{}", position.line);
    const std::string bar = painted(style, Ink::faint, "|");
    return fmt::format("  {} {} {}\n  {} {} {}\n", painted(style, Ink::faint, number), bar, shown.line,
                       std::string(number.size(), ' '), bar, painted(style, Ink::green, shown.carets));
}

std::string summary(std::size_t errors, std::size_t warnings) {
    if (errors == 0) return counted(warnings, "warning");
    if (warnings == 0) return counted(errors, "error");
    return counted(errors, "error") + ", " + counted(warnings, "warning");
}

// Messages of one code are grouped; the first few of them are shown in full.
std::string warnings_text(const std::vector<const Diagnostic*>& warnings, const Sources& sources,
                          const TextStyle& style) {
    std::vector<std::pair<Code, std::vector<const Diagnostic*>>> kinds;
    for (const Diagnostic* warning : warnings) {
        const auto same = [&](const auto& kind) { return kind.first == warning->code; };
        auto kind = std::find_if(kinds.begin(), kinds.end(), same);
        if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {warning->code, {}});
        kind->second.push_back(warning);
    }
    std::string text;
    std::size_t shown = 0;
    std::size_t told = 0;
    for (const auto& [code, alike] : kinds) {
        if (shown >= shown_warnings && !style.all_warnings) break;
        const std::size_t most =
            style.all_warnings ? alike.size() : std::min({alike.size(), shown_alike, shown_warnings - shown});
        for (std::size_t i = 0; i < most; ++i) text += diagnostic_text(*alike[i], sources, style);
        if (most < alike.size())
            text += fmt::format("… and {} more like this: {} (--all-warnings shows all)\n", alike.size() - most,
                                describe(code).id);
        shown += most;
        told += alike.size();
    }
    if (told < warnings.size())
        text += fmt::format("… and {} (--all-warnings shows all)\n", counted(warnings.size() - told, "more warning"));
    return text;
}

}  // namespace

Place place_of(Span span, const Sources& sources) {
    Place place{sources.name(span.file), {}, {}};
    if (sources.text(span.file).empty()) return place;
    place.position = sources.position(span.file, span.begin);
    place.element = sources.element(span);
    return place;
}

std::vector<const Diagnostic*> distinct(const Diagnostics& diagnostics) {
    std::vector<const Diagnostic*> result;
    std::set<std::tuple<Code, FileId, std::uint32_t, std::uint32_t, std::string_view>> seen;
    for (const Diagnostic& d : diagnostics.all()) {
        if (seen.emplace(d.code, d.span.file, d.span.begin, d.span.end, d.message).second) result.push_back(&d);
    }
    return result;
}

std::string diagnostic_text(const Diagnostic& diagnostic, const Sources& sources, const TextStyle& style) {
    const Place place = place_of(diagnostic.span, sources);
    std::string text = headline(diagnostic, place, style);
    if (!place.element.empty()) text += fmt::format("  in {}\n", printable(place.element));
    if (place.position) text += source_lines(diagnostic.span, *place.position, sources, style);
    if (!diagnostic.hint.empty())
        text += fmt::format("  {}: {}\n", painted(style, Ink::cyan, "hint"), printable(diagnostic.hint));
    return text;
}

std::string diagnostics_text(const Diagnostics& diagnostics, const Sources& sources, const TextStyle& style) {
    std::vector<const Diagnostic*> warnings;
    std::string error_text;
    std::size_t errors = 0;
    for (const Diagnostic* diagnostic : distinct(diagnostics)) {
        if (diagnostic->severity == Severity::warning) {
            warnings.push_back(diagnostic);
        } else {
            ++errors;
            error_text += diagnostic_text(*diagnostic, sources, style);
        }
    }
    if (warnings.empty() && errors == 0) return {};
    std::string text = warnings_text(warnings, sources, style) + error_text;
    if (diagnostics.suppressed() > 0)
        text += fmt::format("… and {} more that are not shown\n", diagnostics.suppressed());
    return text + summary(errors, warnings.size()) + "\n";
}

}  // namespace crowfly
