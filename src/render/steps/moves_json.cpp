#include "render/steps/moves_json.hpp"

#include <nlohmann/json.hpp>

#include "render/diagnostics.hpp"
#include "render/steps/moves.hpp"

namespace crowfly {
namespace {

Json clocks(const Network& network, const ConcreteState& state) {
    Json list = Json::array();
    for (std::size_t i = 1; i < state.clocks.size(); ++i) {
        list.push_back({{"name", network.clocks[i].name}, {"value", to_string(state.clocks[i])}});
    }
    return list;
}

Json edge_json(const Network& network, const Firing& firing, const Participant& participant, const Sources* sources) {
    const Edge& edge = network.edges[participant.edge];
    Json selects = Json::array();
    for (std::size_t i = 0; i < participant.selects.size(); ++i) {
        selects.push_back({{"name", network.selects[edge.selects.first + i].name}, {"value", participant.selects[i]}});
    }
    Json json = {{"process", network.processes[edge.process].name},
                 {"source", network.location(edge.process, edge.source).name},
                 {"target", network.location(edge.process, edge.target).name},
                 {"synchronisation", text_or_null(synchronisation(network, firing, participant))},
                 {"selects", std::move(selects)}};
    if (!edge.name.empty()) json["name"] = edge.name;
    if (network.features.costs) json["cost"] = edge.outcome.cost;
    if (sources == nullptr) return json;
    json["parallel"] = number_among_parallel(network, participant.edge);
    const Place place = place_of(edge.span, *sources);
    json["file"] = text_or_null(place.file);
    json["line"] = place.position ? Json(place.position->line) : Json(nullptr);
    json["column"] = place.position ? Json(place.position->column) : Json(nullptr);
    return json;
}

}  // namespace

Json state_json(const Network& network, const ConcreteState& state) {
    Json locations = Json::array();
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        locations.push_back(
            {{"process", network.processes[p].name}, {"location", location_name(network, p, state.slots)}});
    }
    Json variables = Json::array();
    for (std::size_t slot = 0; slot < network.slots.size(); ++slot) {
        if (network.slots[slot].kind == Slot::Kind::location) continue;
        variables.push_back({{"name", network.slots[slot].name}, {"value", state.slots[slot]}});
    }
    return {
        {"locations", std::move(locations)}, {"variables", std::move(variables)}, {"clocks", clocks(network, state)}};
}

Json move_json(const Network& network, const Move& move, const Sources* sources) {
    Json edges = Json::array();
    for (const Participant& participant : move.firing.participants)
        edges.push_back(edge_json(network, move.firing, participant, sources));
    return {{"delay", to_string(move.delay)}, {"edges", std::move(edges)}};
}

Json step_json(const Network& network, const Step& step, const ConcreteState& before, const Sources* sources) {
    Json changed = Json::array();
    for (const std::uint32_t slot : changed_variables(network, before.slots, step.state.slots)) {
        changed.push_back({{"name", network.slots[slot].name}, {"value", step.state.slots[slot]}});
    }
    Json json = move_json(network, step.move, sources);
    json["time"] = to_string(step.state.time);
    json["changed"] = std::move(changed);
    json["clocks"] = clocks(network, step.state);
    return json;
}

}  // namespace crowfly
