#include <nlohmann/json.hpp>

#include "render/diagnostics.hpp"
#include "render/page/page.hpp"

namespace crowfly {
namespace {

std::string_view role_of(const Network& network, const Firing& firing, const Participant& participant) {
    if (!firing.channel) return "internal";
    switch (network.edges[participant.edge].sync) {
        case Sync::send: return "send";
        case Sync::receive: return "receive";
        case Sync::join: return "join";
        case Sync::none: return "internal";
    }
    return "";
}

Json edge_json(const Network& network, const Firing& firing, const Participant& participant, const Sources& sources) {
    const Edge& edge = network.edges[participant.edge];
    Json selects = Json::array();
    for (std::size_t i = 0; i < participant.selects.size(); ++i)
        selects.push_back(network.selects[edge.selects.first + i].name + " = " +
                          std::to_string(participant.selects[i]));
    const Place place = place_of(edge.span, sources);
    return {{"process", edge.process},
            {"edge", edge.arrow},
            {"branch", edge.branch_arrow < 0 ? Json(nullptr) : Json(edge.branch_arrow)},
            {"role", role_of(network, firing, participant)},
            {"selects", std::move(selects)},
            {"line", place.position ? Json(place.position->line) : Json(nullptr)}};
}

// The slots from `first` to `end` that differ, numbered from `first`.
Json changes_json(const ConcreteState& before, const ConcreteState& after, std::size_t first, std::size_t end) {
    Json list = Json::array();
    for (std::size_t slot = first; slot < end; ++slot) {
        if (before.slots[slot] != after.slots[slot]) list.push_back({slot - first, after.slots[slot]});
    }
    return list;
}

Json step_json(const Network& network, const Step& step, const ConcreteState& before, const Sources& sources) {
    Json clocks = Json::array();
    for (std::size_t c = 1; c < step.state.clocks.size(); ++c) {
        if (step.state.clocks[c] != before.clocks[c] + step.move.delay)
            clocks.push_back({c - 1, to_string(step.state.clocks[c])});
    }
    const std::size_t processes = network.processes.size();
    Json json{{"delay", to_string(step.move.delay)}};
    json.update(page_firing_json(network, step.move.firing, sources));
    json["locations"] = changes_json(before, step.state, 0, processes);
    json["variables"] = changes_json(before, step.state, processes, network.slots.size());
    json["clocks"] = std::move(clocks);
    return json;
}

Json shown_state(const Network& network, const ConcreteState& state) {
    Json clocks = Json::array();
    for (std::size_t c = 1; c < state.clocks.size(); ++c) clocks.push_back(to_string(state.clocks[c]));
    const auto middle = state.slots.begin() + static_cast<std::ptrdiff_t>(network.processes.size());
    return {{"locations", std::vector<std::int32_t>(state.slots.begin(), middle)},
            {"variables", std::vector<std::int32_t>(middle, state.slots.end())},
            {"clocks", std::move(clocks)}};
}

}  // namespace

Json page_firing_json(const Network& network, const Firing& firing, const Sources& sources) {
    Json edges = Json::array();
    for (const Participant& participant : firing.participants)
        edges.push_back(edge_json(network, firing, participant, sources));
    return {{"channel", firing.channel ? Json(network.channels[*firing.channel].name) : Json(nullptr)},
            {"broadcast", firing.channel && network.channels[*firing.channel].broadcast},
            {"edges", std::move(edges)}};
}

std::vector<std::vector<std::int32_t>> slots_along(const Trace& trace) {
    std::vector<std::vector<std::int32_t>> states;
    for (std::size_t i = 0; i <= trace.steps.size(); ++i) states.push_back(trace.state(i).slots);
    return states;
}

Json page_outputs_json(const Problem* problem, const Trace& trace) {
    Json list = Json::array();
    if (problem == nullptr) return list;
    for (const OutputWave& wave : problem->outputs_along(slots_along(trace)))
        list.push_back({{"name", wave.name}, {"kind", wave.kind}, {"values", wave.values}});
    return list;
}

Json page_trace_json(const Network& network, const Trace& trace, const Sources& sources, const GanttChart* chart) {
    Json steps = Json::array();
    for (std::size_t i = 0; i < trace.steps.size(); ++i)
        steps.push_back(step_json(network, trace.steps[i], trace.state(i), sources));
    if (trace.costs) {
        for (std::size_t i = 0; i < trace.steps.size(); ++i)
            steps[i]["cost"] = {
                {"of", trace.costs->of}, {"step", trace.costs->steps[i]}, {"so_far", trace.costs->sums[i]}};
    }
    return {{"ending", to_string(trace.ending)},
            {"loop", trace.ending == Trace::Ending::lasso ? Json(trace.loop) : Json(nullptr)},
            {"rest", to_string(trace.rest)},
            {"duration", to_string(trace.duration())},
            {"why_stuck", trace.why_stuck},
            {"error", trace.error.empty() ? Json(nullptr) : Json(trace.error)},
            {"gantt", page_gantt_json(network, trace, chart)},
            {"initial", shown_state(network, trace.initial)},
            {"steps", std::move(steps)}};
}

}  // namespace crowfly
