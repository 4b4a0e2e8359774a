// Schema crowfly-trace/1: names instead of numbers, fractions as text, one line per step, so that a trace stays valid
// under unrelated changes of the model, and two traces can be compared line by line. trace/formats/saved.hpp reads it.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "render/steps/moves_json.hpp"
#include "render/trace.hpp"

namespace crowfly {
namespace {

std::string constraint(const Network& network, std::size_t i, std::size_t j, zone::WideBound b) {
    const std::int64_t value = zone::value_of(b);
    const std::string& left = network.clocks[i].name;
    const std::string& right = network.clocks[j].name;
    if (i == 0) return fmt::format("{} {} {}", right, zone::is_strict(b) ? ">" : ">=", -value);
    const std::string_view relation = zone::is_strict(b) ? "<" : "<=";
    return j == 0 ? fmt::format("{} {} {}", left, relation, value)
                  : fmt::format("{} - {} {} {}", left, right, relation, value);
}

// A minimal set of constraints, without those that clocks are not negative.
Json zone_json(const Network& network, const zone::WideZone& z) {
    const std::size_t n = network.clocks.size();
    std::vector<bool> keep;
    zone::minimal_form(z.data(), n, keep);
    Json list = Json::array();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (!keep[i * n + j] || z[i * n + j] == zone::infinity<zone::WideBound> || (i == 0 && z[j] == zone::zero))
                continue;
            list.push_back(constraint(network, i, j, z[i * n + j]));
        }
    }
    return list;
}

std::string line(std::string_view key, const Json& value) {
    return fmt::format("  \"{}\": {},\n", key, value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string steps(const TraceReport& report) {
    std::string text = "  \"steps\": [";
    for (std::size_t i = 0; i < report.trace.steps.size(); ++i) {
        Json step = step_json(report.network, report.trace.steps[i], report.trace.state(i), &report.sources);
        if (const std::optional<TraceCosts>& costs = report.trace.costs)
            step["cost"] = {{"step", costs->steps[i]}, {"so_far", costs->sums[i]}};
        if (const std::optional<TracePrices>& prices = report.trace.prices)
            step["price"] = {{"delay", to_string(prices->steps[i].delay)}, {"transition", prices->steps[i].transition}};
        if (!report.trace.zones.empty()) step["zone"] = zone_json(report.network, report.trace.zones[i + 1]);
        text += fmt::format("{}\n    {}", i == 0 ? "" : ",", step.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    return text + (report.trace.steps.empty() ? "]" : "\n  ]");
}

std::string write_json(const TraceReport& report) {
    const Trace& trace = report.trace;
    Json head = document("crowfly-trace/1");
    Json initial = state_json(report.network, trace.initial);
    if (!trace.zones.empty()) initial["zone"] = zone_json(report.network, trace.zones[0]);
    std::string text = "{\n" + line("schema", head["schema"]) + line("tool", head["tool"]);
    text += line("model", {{"path", report.model}, {"sha256", text_or_null(report.sha256)}});
    text += line("query", {{"text", text_or_null(report.query)}, {"verdict", to_string(report.verdict)}});
    text += line("ending", to_string(trace.ending));
    text += line("loop", trace.ending == Trace::Ending::lasso ? Json(trace.loop) : Json(nullptr));
    text += line("length", trace.steps.size()) + line("duration", to_string(trace.duration()));
    if (const std::optional<std::int64_t> cost = cost_of(report.network, trace)) text += line("cost", *cost);
    if (trace.costs) text += line("minimised", {{"of", trace.costs->of}, {"total", trace.costs->total}});
    if (trace.prices) text += line("price_of_rest", to_string(trace.prices->rest));
    if (!trace.error.empty()) text += line("error", trace.error);
    text += line("why_stuck", trace.why_stuck) + line("rest", to_string(trace.rest)) + line("initial", initial);
    return text + steps(report) + "\n}\n";
}

const Registered<TraceFormat> registered_json(
    trace_formats(), {{.name = "json",
                       .description = "every step with names, exact delays, source lines and zones (crowfly-trace/1)",
                       .options = {},
                       .properties = {}},
                      write_json,
                      true});

}  // namespace
}  // namespace crowfly
