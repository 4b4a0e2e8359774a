// Enumerates the transitions of a network, and its features.
#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"
#include "network/compile/build.hpp"
#include "network/compile/expressions.hpp"

namespace crowfly::compile {
namespace {

constexpr std::size_t max_transitions = 20'000'000;

// Receiving edges by channel. An edge with a computed channel is listed under every channel it may be.
std::vector<std::vector<EdgeIndex>> receivers_by_channel(const Network& network) {
    std::vector<std::vector<EdgeIndex>> receivers(network.channels.size());
    for (EdgeIndex e = 0; e < network.edges.size(); ++e) {
        const Edge& edge = network.edges[e];
        if (edge.sync != Sync::receive) continue;
        for (std::uint32_t c = 0; c < edge.channels; ++c) receivers[edge.channel + c].push_back(e);
    }
    return receivers;
}

// The edges of other processes that may receive from this one, in system order.
std::vector<EdgeIndex> partners(const Network& network, const Edge& sender,
                                const std::vector<std::vector<EdgeIndex>>& receivers) {
    std::vector<EdgeIndex> found;
    for (std::uint32_t c = 0; c < sender.channels; ++c) {
        for (const EdgeIndex e : receivers[sender.channel + c]) {
            if (network.edges[e].process != sender.process) found.push_back(e);
        }
    }
    if (sender.channels > 1) {
        sort_out(found);
    }
    return found;
}

// The first sender at which there are too many synchronisations, before any of them takes memory. Counting takes as
// long as enumerating, so it is skipped if even all pairs of senders and receivers were few enough.
const Edge* first_beyond_limit(const Network& network, const std::vector<std::vector<EdgeIndex>>& receivers) {
    std::size_t at_most = network.edges.size();
    for (const Edge& edge : network.edges) {
        if (edge.sync != Sync::send) continue;
        for (std::uint32_t c = 0; c < edge.channels; ++c) at_most += receivers[edge.channel + c].size();
    }
    if (at_most <= max_transitions) return nullptr;
    std::size_t count = 0;
    for (const Edge& edge : network.edges) {
        poll();
        if (edge.sync == Sync::none) ++count;
        if (edge.sync == Sync::send)
            count += partners(network, edge, receivers).size() + (network.channels[edge.channel].broadcast ? 1 : 0);
        if (count > max_transitions) return &edge;
    }
    return nullptr;
}

void add_synchronisations(Network& network, EdgeIndex sender, const std::vector<EdgeIndex>& others) {
    if (network.channels[network.edges[sender].channel].broadcast) {
        const Run run{static_cast<std::uint32_t>(network.receivers.size()), static_cast<std::uint32_t>(others.size())};
        network.receivers.insert(network.receivers.end(), others.begin(), others.end());
        network.transitions.push_back({Transition::Kind::broadcast, sender, sender, run});
        return;
    }
    for (const EdgeIndex partner : others)
        network.transitions.push_back({Transition::Kind::binary, sender, partner, {}});
}

bool has_diagonal(const Network& network, Run constraints) {
    for (const std::uint32_t c : constraints) {
        if (network.constraints[c].left != 0 && network.constraints[c].right != 0) return true;
    }
    return false;
}

void note_edge(Network& network, const Edge& edge) {
    Features& features = network.features;
    features.selects |= edge.selects.count != 0;
    features.diagonals |= has_diagonal(network, edge.constraints);
    if (edge.sync == Sync::none || network.channels.empty()) return;
    const Channel& channel = network.channels[edge.channel];
    features.urgent_clock_guards |= channel.urgent && edge.constraints.count != 0;
    features.broadcast_clock_guards |= channel.broadcast && edge.sync == Sync::receive && edge.constraints.count != 0;
}

void note_location(Network& network, const Location& location) {
    Features& features = network.features;
    features.urgent_locations |= location.urgent;
    features.committed_locations |= location.committed;
    const Run constraints = location.invariant.constraints;
    features.diagonals |= has_diagonal(network, constraints);
    for (const std::uint32_t c : constraints) {
        const ClockConstraint& constraint = network.constraints[c];
        features.lower_bound_invariants |= constraint.left == 0;
    }
}

}  // namespace

void set_channel_priorities(Context& context) {
    Network& network = context.network;
    for (const model::ChannelPriority& entry : context.model.channel_priorities) {
        network.features.priorities = true;
        if (entry.channel != nullptr) continue;
        network.internal_priority = entry.level;
        for (Channel& channel : network.channels) channel.priority = entry.level;
    }
    for (const model::ChannelPriority& entry : context.model.channel_priorities) {
        if (entry.channel == nullptr) continue;
        Body body(true);
        Frame frame;
        Expressions expressions(context, body, frame);
        const Place place = expressions.place(*entry.channel);
        if (place.shape == nullptr) continue;
        if (!place.fixed || place.storage() != Storage::channels) {
            context.report(Code::bad_priority, entry.span,
                           "a priority can only be given to channels known before the model runs");
            continue;
        }
        for (std::uint32_t c = 0; c < place.shape->cells; ++c)
            network.channels[static_cast<std::size_t>(place.at) + c].priority = entry.level;
    }
}

void enumerate_transitions(Context& context) {
    const Edge* beyond = enumerate_transitions(context.network);
    if (beyond == nullptr) return;
    context.report(Code::system_too_large, beyond->sync_span,
                   fmt::format("the system has more than {} ways to synchronise", max_transitions),
                   "an array of channels, one per partner, has far fewer");
}

const Edge* enumerate_transitions(Network& network) {
    const auto receivers = receivers_by_channel(network);
    if (const Edge* beyond = first_beyond_limit(network, receivers)) return beyond;
    for (EdgeIndex e = 0; e < network.edges.size(); ++e) {
        poll();
        const Edge& edge = network.edges[e];
        if (edge.sync == Sync::none) network.transitions.push_back({Transition::Kind::internal, e, e, {}});
        if (edge.sync == Sync::send) add_synchronisations(network, e, partners(network, edge, receivers));
    }
    return nullptr;
}

void note_features(Network& network) {
    Features& features = network.features;
    features.clocks = network.clocks.size() > 1;
    features.prices = network.prices.has_value();
    for (const Channel& channel : network.channels) {
        features.broadcast |= channel.broadcast;
        features.urgent_channels |= channel.urgent;
    }
    for (const Slot& slot : network.slots) features.inputs |= slot.any_initial;
    for (const Process& process : network.processes)
        features.priorities |= process.priority != network.processes[0].priority;
    for (const ClockRate& rate : network.rates) features.stopwatches |= rate.rate.least <= 0;
    for (const ClockConstraint& constraint : network.constraints)
        features.clock_variable_bounds |= !constraint.bound.is_constant();
    for (const Edge& edge : network.edges) note_edge(network, edge);
    for (const Location& location : network.locations) note_location(network, location);
}

}  // namespace crowfly::compile
