#include "symbolic/searches/path_extraction.hpp"

#include <algorithm>
#include <cassert>

namespace crowfly::symbolic {
namespace {

Firing firing_of(const Network& network, const Relation& relation, const std::vector<std::int32_t>& after) {
    Firing firing{relation.transition(), std::nullopt, {{relation.inputs->edge, {}}}};
    for (const std::uint32_t slot : relation.inputs->slots) firing.participants[0].selects.push_back(after[slot]);
    const Edge& edge = network.edges[relation.inputs->edge];
    if (edge.sync != Sync::none) firing.channel = edge.channel;
    return firing;
}

}  // namespace

FoundPath path_through(NetworkSystem& network, const std::vector<Bdd>& layers, const Bdd& last) {
    const Bdd now = network.variables().now();
    FoundPath path;
    Bdd state = one_of(last, now);
    path.last = state;
    path.states.push_back(network.variables().state_in(state));
    bool knows_firings = true;
    for (std::size_t i = layers.size() - 1; i-- > 0;) {
        Bdd before;
        for (const Relation& relation : network.system().relations) {
            before = relation.preimage(network.system().undelayed(state)) & layers[i];
            if (before.is_false()) continue;
            knows_firings = knows_firings && relation.inputs.has_value();
            if (knows_firings) path.firings.push_back(firing_of(network.network(), relation, path.states.back()));
            break;
        }
        assert(!before.is_false());
        state = one_of(before, now);
        path.states.push_back(network.variables().state_in(state));
    }
    std::ranges::reverse(path.states);
    std::ranges::reverse(path.firings);
    if (!knows_firings) path.firings.clear();
    return path;
}

}  // namespace crowfly::symbolic
