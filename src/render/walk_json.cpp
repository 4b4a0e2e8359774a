#include "render/json.hpp"
#include "render/moves.hpp"
#include "render/walk.hpp"

namespace crowfly {
namespace {

Json clocks(const Network& network, const ConcreteState& state) {
    Json list = Json::array();
    for (std::size_t i = 1; i < state.clocks.size(); ++i) {
        list.push_back({{"name", network.clocks[i].name}, {"value", to_string(state.clocks[i])}});
    }
    return list;
}

Json initial_json(const Network& network, const ConcreteState& state) {
    Json locations = Json::array();
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        locations.push_back({{"process", network.processes[p].name}, {"location", location_name(network, p, state.slots)}});
    }
    Json variables = Json::array();
    for (std::size_t slot = 0; slot < network.slots.size(); ++slot) {
        if (network.slots[slot].kind == Slot::Kind::location) continue;
        variables.push_back({{"name", network.slots[slot].name}, {"value", state.slots[slot]}});
    }
    return {{"locations", std::move(locations)}, {"variables", std::move(variables)}, {"clocks", clocks(network, state)}};
}

Json edge_json(const Network& network, const Firing& firing, const Participant& participant) {
    const Edge& edge = network.edges[participant.edge];
    Json selects = Json::array();
    for (std::size_t i = 0; i < participant.selects.size(); ++i) {
        selects.push_back({{"name", network.selects[edge.selects.first + i].name}, {"value", participant.selects[i]}});
    }
    return {{"process", network.processes[edge.process].name},
            {"source", network.location(edge.process, edge.source).name},
            {"target", network.location(edge.process, edge.target).name},
            {"synchronisation", text_or_null(synchronisation(network, firing, participant))},
            {"selects", std::move(selects)}};
}

Json move_json(const Network& network, const Move& move) {
    Json edges = Json::array();
    for (const Participant& participant : move.firing.participants) edges.push_back(edge_json(network, move.firing, participant));
    return {{"delay", to_string(move.delay)}, {"edges", std::move(edges)}};
}

Json step_json(const Network& network, const Step& step, const ConcreteState& before) {
    Json changed = Json::array();
    for (const std::uint32_t slot : changed_variables(network, before.slots, step.state.slots)) {
        changed.push_back({{"name", network.slots[slot].name}, {"value", step.state.slots[slot]}});
    }
    Json json = move_json(network, step.move);
    json["time"] = to_string(step.state.time);
    json["changed"] = std::move(changed);
    json["clocks"] = clocks(network, step.state);
    return json;
}

Json steps_json(const Network& network, const Walk& walk) {
    Json list = Json::array();
    const ConcreteState* before = walk.initial ? &*walk.initial : nullptr;
    for (const Step& step : walk.steps) {
        list.push_back(step_json(network, step, *before));
        before = &step.state;
    }
    return list;
}

}  // namespace

std::string walk_json(const WalkReport& report, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-walk/1");
    json["file"] = text_or_null(report.file);
    json["config"] = {{"steps", report.steps}, {"seed", report.seed}};
    json["initial"] = nullptr;
    json["steps"] = Json::array();
    json["failed"] = nullptr;
    json["end"] = nullptr;
    json["reason"] = nullptr;
    if (report.walk) {
        const Walk& walk = *report.walk;
        if (walk.initial) json["initial"] = initial_json(*report.network, *walk.initial);
        json["steps"] = steps_json(*report.network, walk);
        if (walk.failed) json["failed"] = move_json(*report.network, *walk.failed);
        json["end"] = to_string(walk.end);
        json["reason"] = describe(walk.end);
    }
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace crowfly
