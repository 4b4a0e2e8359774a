#include "render/page/page.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

#include "render/page/viewer.hpp"
#include "render/results/schedule.hpp"
#include "render/results/statistics.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_plain_bytes = 1'000'000;
constexpr std::size_t most_cells_offered = 3'000'000;  // of all states of a trace
constexpr std::size_t most_bytes_offered = 200'000;    // of one compressed file
constexpr std::string_view empty_data = R"(<script id="crowfly-data" type="application/json">null</script>)";

std::string digits(const Annotation::Truth& truth) {
    std::string text;
    for (const bool holds : truth) text += holds ? '1' : '0';
    return text;
}

// A query about a planning task is one formula; its facts are its parts.
Json facts_json(const TraceReport& report) {
    Json atoms = Json::array();
    if (report.origin.problem == nullptr) return atoms;
    for (const OutputWave& fact : report.origin.problem->facts_along(report.query, slots_along(report.trace)))
        atoms.push_back({{"text", fact.name}, {"truth", fact.values}});
    return atoms;
}

Json query_json(const TraceReport& report) {
    const Annotation* annotation = report.origin.annotation;
    const Answer* answer = report.origin.answer;
    Json atoms = Json::array();
    if (annotation != nullptr) {
        for (const Annotation::Atom& atom : annotation->atoms)
            atoms.push_back({{"text", atom.text}, {"truth", digits(atom.truth)}});
    }
    if (atoms.empty()) atoms = facts_json(report);
    return {
        {"text", text_or_null(report.query)},
        {"verdict", to_string(report.verdict)},
        {"expected", answer != nullptr && answer->expected ? Json(*answer->expected) : Json(nullptr)},
        {"atoms", std::move(atoms)},
        {"premise", annotation != nullptr && annotation->premise ? Json(digits(*annotation->premise)) : Json(nullptr)},
        {"truth", annotation != nullptr ? digits(annotation->truth) : std::string(report.trace.steps.size() + 1, '?')}};
}

Json estimates_json(const std::vector<Estimate>& estimates) {
    Json list = Json::array();
    for (const Estimate estimate : estimates) list.push_back(estimate == dead_end ? Json(nullptr) : Json(estimate));
    return list;
}

// The sets that a search over decision diagrams expanded: number, nodes, states.
Json layers_json(const Answer* answer) {
    Json list = Json::array();
    if (answer == nullptr || !answer->symbolic) return list;
    const Answer::Symbolic& use = *answer->symbolic;
    for (std::size_t i = 0; i < use.layers.size(); ++i)
        list.push_back({i * use.sets_per_layer, use.layers[i].nodes, use.layers[i].states});
    return list;
}

Json search_json(const TraceReport& report) {
    const TraceOrigin& origin = report.origin;
    const bool told = origin.answer != nullptr && !origin.answer->strategies.empty();
    const bool estimated = origin.annotation != nullptr && origin.annotation->estimates;
    return {{"search", told ? Json(fmt::format("{}", fmt::join(origin.answer->strategies, "; "))) : Json(nullptr)},
            {"heuristic", estimated ? Json(origin.annotation->heuristic) : Json(nullptr)},
            {"estimates", estimated ? estimates_json(*origin.annotation->estimates) : Json(nullptr)},
            {"samples", origin.answer == nullptr ? Json::array() : samples_json(origin.answer->samples)},
            {"schedule", origin.answer == nullptr ? Json::array() : schedule_json(origin.answer->schedule)},
            {"layers", layers_json(origin.answer)}};
}

Json statistics_rows(const Answer* answer) {
    Json rows = Json::array();
    if (answer == nullptr || !answer->statistics) return rows;
    const Statistics& s = *answer->statistics;
    rows.push_back({"explored", grouped(s.explored)});
    rows.push_back({"generated", grouped(s.generated)});
    rows.push_back({"stored", grouped(s.stored)});
    if (s.deferred_explored > 0) rows.push_back({"put off, then explored", grouped(s.deferred_explored)});
    if (s.heuristic_evaluations > 0) rows.push_back({"estimates", grouped(s.heuristic_evaluations)});
    rows.push_back({"time", seconds(s.seconds)});
    rows.push_back({"memory", mebibytes(s.peak_bytes)});
    if (!answer->engine.empty()) rows.push_back({"engine", answer->engine});
    if (!answer->abstraction.empty()) rows.push_back({"abstraction", answer->abstraction});
    return rows;
}

std::string compressed(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string result(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
                  text.size(), Z_BEST_COMPRESSION) != Z_OK) {
        throw std::runtime_error("zlib cannot compress the data of a page");
    }
    result.resize(size);
    return result;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k <= bytes.size() ? alphabet[group >> (18U - 6U * k) & 63U] : '=';
    }
    return text;
}

// The languages of files that other programs read; a trace of any model is offered as JSON.
bool is_for(std::string_view format, const TraceReport& report) {
    const std::string language = report.origin.problem == nullptr ? "" : report.origin.problem->origin().language;
    if (format == "xtr") return language.starts_with("UPPAAL");
    return format != "aigwit" || language.starts_with("AIGER");
}

// The trace as files to save from the page. A large file is left out: `crowfly trace` writes it.
Json files_json(const TraceReport& report) {
    Json files = Json::array();
    const std::size_t cells = report.trace.initial.slots.size() + report.trace.initial.clocks.size();
    if ((report.trace.steps.size() + 1) * cells > most_cells_offered) return files;
    for (const std::string_view name : {"json", "xtr", "aigwit"}) {
        std::string problem;
        if (!is_for(name, report)) continue;
        const std::optional<std::string> text = written_as(*trace_formats().find(name), report, problem);
        if (!text) continue;
        std::string data = base64(compressed(*text));
        if (data.size() <= most_bytes_offered) files.push_back({{"suffix", name}, {"data", std::move(data)}});
    }
    return files;
}

// Escapes `<`, so that the data cannot end its element or open a comment.
std::string harmless(std::string_view json) {
    std::string text;
    text.reserve(json.size());
    for (const char c : json) {
        if (c == '<')
            text += "\\u003c";
        else
            text += c;
    }
    return text;
}

}  // namespace

Json page_query_json(const TraceReport& report) { return query_json(report); }

Json page_json(const TraceReport& report) {
    const TraceOrigin& origin = report.origin;
    Json page = document("crowfly-page/1");
    page["command"] = text_or_null(origin.command);
    page["model"] = page_model_json(report.network, origin.drawing, report.model, report.sha256);
    page["query"] = query_json(report);
    page["trace"] = page_trace_json(report.network, report.trace, report.sources, origin.gantt);
    page["trace"]["outputs"] = page_outputs_json(origin.problem, report.trace);
    page["search"] = search_json(report);
    page["statistics"] = statistics_rows(origin.answer);
    page["files"] = files_json(report);
    page["live"] = nullptr;
    page["structure"] = nullptr;
    return page;
}

Json page_json(const Network& network, const model::Drawing* drawing, const std::string& path,
               const std::string& sha256, const std::string& command) {
    Json page = document("crowfly-page/1");
    page["command"] = text_or_null(command);
    page["model"] = page_model_json(network, drawing, path, sha256);
    page["query"] = nullptr;
    page["trace"] = nullptr;
    page["search"] = {{"search", nullptr},        {"heuristic", nullptr},      {"estimates", nullptr},
                      {"samples", Json::array()}, {"schedule", Json::array()}, {"layers", Json::array()}};
    page["statistics"] = Json::array();
    page["files"] = Json::array();
    page["live"] = nullptr;
    page["structure"] = page_structure_json(network);
    return page;
}

std::string page_html(const Json& data) {
    const std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::string_view viewer = viewer_page();
    const std::size_t at = viewer.find(empty_data);
    if (at == std::string_view::npos) throw std::logic_error("the viewer has no place for data");
    const std::string filled =
        text.size() <= most_plain_bytes
            ? fmt::format(R"(<script id="crowfly-data" type="application/json">{}</script>)", harmless(text))
            : fmt::format(R"(<script id="crowfly-data" type="text/plain" data-encoding="zlib-base64">{}</script>)",
                          base64(compressed(text)));
    return fmt::format("{}{}{}", viewer.substr(0, at), filled, viewer.substr(at + empty_data.size()));
}

}  // namespace crowfly
