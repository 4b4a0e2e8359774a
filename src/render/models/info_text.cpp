#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/models/info.hpp"

namespace crowfly {
namespace {

constexpr std::size_t shown_rows = 12;
constexpr std::size_t widest_cell = 40;

using Row = std::array<std::string, 3>;

// A titled list in aligned columns; long ones are cut unless everything was asked for.
std::string section(std::string_view title, const std::vector<Row>& rows, const TextStyle& style) {
    if (rows.empty()) return {};
    const std::size_t shown = style.everything ? rows.size() : std::min(rows.size(), shown_rows);
    std::array<std::size_t, 2> widths{};
    for (std::size_t i = 0; i < shown; ++i) {
        for (std::size_t c = 0; c < widths.size(); ++c) {
            widths[c] = std::max(widths[c], std::min(widest_cell, columns(rows[i][c])));
        }
    }
    std::string text = fmt::format("\n{}\n", painted(style, Ink::bold, title));
    for (std::size_t i = 0; i < shown; ++i) {
        std::string line = "  " + padded(rows[i][0], widths[0]);
        if (widths[1] > 0) line += "  " + padded(rows[i][1], widths[1]);
        line += "  " + printable(rows[i][2]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    if (shown < rows.size()) text += fmt::format("  … and {} more (--all shows them)\n", rows.size() - shown);
    return text;
}

std::string joined(const std::vector<std::string_view>& words) {
    return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

std::string transitions(const Summary& summary) {
    const std::string vectors = summary.vector == 0 ? "" : fmt::format(", {} vector", summary.vector);
    return fmt::format("{} ({} internal, {} binary, {} broadcast{})", summary.transitions(), summary.internal,
                       summary.binary, summary.broadcast, vectors);
}

std::string variable_count(const Summary& summary) {
    if (summary.variables.size() == summary.integers) return fmt::format("{}", summary.integers);
    return fmt::format("{} in {} cells", summary.variables.size(), summary.integers);
}

std::string overview(const Summary& summary) {
    const std::array<std::pair<std::string_view, std::string>, 9> lines{{
        {"processes", fmt::format("{}", summary.processes.size())},
        {"locations", fmt::format("{}", summary.locations)},
        {"edges", fmt::format("{}", summary.edges)},
        {"transitions", transitions(summary)},
        {"variables", variable_count(summary)},
        {"clocks", fmt::format("{}", summary.clocks.size())},
        {"channels", fmt::format("{}", summary.channel_cells)},
        {"state vector", counted(summary.state_bits, "bit")},
        {"features", joined(summary.features)},
    }};
    std::string text;
    for (const auto& [name, value] : lines) text += fmt::format("  {:<12}  {}\n", name, value);
    return text;
}

std::vector<Row> process_rows(const Summary& summary) {
    std::vector<Row> rows;
    for (const Summary::Process& process : summary.processes) {
        rows.push_back({process.name, process.template_name == process.name ? "" : process.template_name,
                        counted(process.locations, "location") + ", " + counted(process.edges, "edge")});
    }
    return rows;
}

std::string range(const Summary::Variable& variable) {
    if (variable.kind == "boolean") return "bool";
    if (variable.kind == "scalar")
        return fmt::format("scalar[{}]", std::int64_t{variable.greatest} - variable.least + 1);
    return fmt::format("{}[{},{}]", variable.kind == "record" ? "record " : "int", variable.least, variable.greatest);
}

std::vector<Row> variable_rows(const Summary& summary) {
    std::vector<Row> rows;
    for (const Summary::Variable& variable : summary.variables) {
        rows.push_back({name_with_cells(variable.name, variable.cells),
                        (variable.meta ? "meta " : "") + range(variable), "= " + initial_text(variable)});
    }
    return rows;
}

std::vector<Row> clock_rows(const Summary& summary) {
    std::vector<Row> rows;
    for (const std::string& clock : summary.clocks) rows.push_back({clock, "", ""});
    return rows;
}

std::vector<Row> channel_rows(const Summary& summary) {
    std::vector<Row> rows;
    for (const Summary::Channel& channel : summary.channels) {
        const std::string kind = channel.event ? "event" : channel.broadcast ? "broadcast" : "binary";
        rows.push_back({name_with_cells(channel.name, channel.cells), channel.urgent ? "urgent " + kind : kind, ""});
    }
    return rows;
}

std::vector<Row> query_rows(const Info& info) {
    std::vector<Row> rows;
    for (const Info::Query& query : info.queries) {
        std::string text = query.text;
        if (query.expected) text += *query.expected ? "   (expected to hold)" : "   (expected not to hold)";
        rows.push_back({fmt::format("{}", rows.size() + 1), "", std::move(text)});
    }
    return rows;
}

std::vector<Row> option_rows(const Info& info) {
    std::vector<Row> rows;
    for (const Info::Option& option : info.options) rows.push_back({option.key, option.value, ""});
    return rows;
}

}  // namespace

std::string info_text(const Info& info, const TextStyle& style) {
    std::string text = fmt::format("{} ({})\n", painted(style, Ink::bold, shown_path(info.file)), info.language);
    if (!info.summary) return text;
    const Summary& summary = *info.summary;
    text += overview(summary);
    text += section("processes", process_rows(summary), style);
    text += section("variables", variable_rows(summary), style);
    text += section("clocks", clock_rows(summary), style);
    text += section("channels", channel_rows(summary), style);
    text += section("queries", query_rows(info), style);
    text += section("options stored in the file (not obeyed)", option_rows(info), style);
    return text;
}

}  // namespace crowfly
