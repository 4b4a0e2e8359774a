#include "render/steps/moves.hpp"

#include <fmt/format.h>

namespace crowfly {
namespace {

constexpr std::string_view no_fact = "<none of those>";  // the translator's value of a variable without a true fact

}  // namespace

std::string_view location_name(const Network& network, ProcessIndex process, std::span<const std::int32_t> slots) {
    const std::int32_t number = slots[network.processes[process].slot];
    return network.location(process, static_cast<std::uint32_t>(number)).name;
}

std::vector<std::uint32_t> changed_variables(const Network& network, std::span<const std::int32_t> before,
                                             std::span<const std::int32_t> after) {
    std::vector<std::uint32_t> changed;
    for (std::uint32_t slot = 0; slot < network.slots.size(); ++slot) {
        if (network.slots[slot].kind != Slot::Kind::location && before[slot] != after[slot]) changed.push_back(slot);
    }
    return changed;
}

std::vector<std::string> value_names(const Network& network, std::size_t slot) {
    if (slot < network.value_names.size() && !network.value_names[slot].empty()) return network.value_names[slot];
    if (network.slots[slot].kind == Slot::Kind::boolean) return {"false", "true"};
    return {};
}

std::string value_text(const Network& network, std::size_t slot, std::int32_t value) {
    const std::vector<std::string> names = value_names(network, slot);
    return names.empty() ? std::to_string(value) : names[static_cast<std::size_t>(value - network.slots[slot].least)];
}

std::string change_text(const Network& network, std::size_t slot, std::int32_t before, std::int32_t after) {
    const std::string value = value_text(network, slot, after);
    if (!is_planning_task(network) || value_names(network, slot).empty())
        return fmt::format("{} = {}", network.slots[slot].name, value);
    return value == no_fact ? "not " + value_text(network, slot, before) : value;
}

bool is_planning_task(const Network& network) {
    return network.processes.size() == 1 && network.locations.size() == 1 && network.clocks.size() == 1 &&
           !network.edges.empty() && !network.edges.front().name.empty() && !network.value_names.empty();
}

std::uint32_t number_among_parallel(const Network& network, EdgeIndex edge) {
    const Edge& own = network.edges[edge];
    std::uint32_t number = 0;
    for (EdgeIndex e = network.processes[own.process].edges.first; e < edge; ++e) {
        if (network.edges[e].source == own.source && network.edges[e].target == own.target) ++number;
    }
    return number;
}

std::string synchronisation(const Network& network, const Firing& firing, const Participant& participant) {
    const Sync sync = network.edges[participant.edge].sync;
    if (!firing.channel || sync == Sync::none) return {};
    if (sync == Sync::join) return network.channels[network.edges[participant.edge].channel].name;
    return network.channels[*firing.channel].name + (sync == Sync::send ? "!" : "?");
}

}  // namespace crowfly
