#include "reduce/path_search.hpp"

#include <algorithm>
#include <utility>

namespace crowfly {

ClockUse all_clocks(const Network& network) {
    ClockUse use;
    for (ClockIndex c = 1; c < network.clocks.size(); ++c) use.bounds.push_back({c, 0, 0});
    return use;
}

ClockUse clocks_along(const Network& network, ClockUse formulas) {
    return network.features.stopwatches ? all_clocks(network) : std::move(formulas);
}

PathSearch::PathSearch(WideZoneGraph& graph, const Options& options) : graph_(graph), options_(options) { clear(); }

void PathSearch::clear() {
    states_.clear();
    open_ = {};
    keys_.reset();
    known_.clear();
}

// ---- Covering

// The states with this discrete state; and at this position, if only those cover others.
std::vector<PathSearch::Index>& PathSearch::known_at(std::span<const std::int32_t> slots, std::size_t position) {
    if (options_.layout != nullptr) {
        packed_.resize(options_.layout->words());
        options_.layout->pack(slots, packed_.data());
        packed_.resize(options_.layout->key_words());
    } else {
        packed_.assign(slots.begin(), slots.end());
    }
    packed_.push_back(options_.covers == Covers::at_position ? static_cast<std::uint32_t>(position) : 0);
    if (!keys_) keys_.emplace(packed_.size(), packed_.size());
    const StateTable::Inserted inserted = keys_->insert(packed_.data());
    if (inserted.fresh) known_.emplace_back();
    return known_[inserted.id];
}

bool PathSearch::is_covered(std::size_t position) {
    const std::vector<Index>& known = known_at(graph_.slots(), position);
    if (known.empty()) return false;
    const ActiveClocks& active = graph_.active();
    if (options_.by_simulation)
        covering_.prepare(graph_.zone(), active.size(), active.lower.data(), active.upper.data());
    else
        covering_.prepare(graph_.zone(), active.size());
    return std::ranges::any_of(known, [&](Index other) {
        return states_[other].position <= position && covering_.is_covered_by(states_[other].zone.data());
    });
}

// ---- States

PathSearch::Index PathSearch::add(std::size_t position, Index parent, Rank rank) {
    const std::size_t n = graph_.active().size();
    return push({{graph_.slots().begin(), graph_.slots().end()},
                 {graph_.zone(), graph_.zone() + n * n},
                 position,
                 parent,
                 options_.keeps_firings ? graph_.firing() : Firing{}},
                rank);
}

PathSearch::Index PathSearch::add_start(const Slots& slots, const zone::WideZone& zone, Rank rank) {
    return push({slots, zone}, rank);
}

PathSearch::Index PathSearch::push(State state, Rank rank) {
    const Index added = states_.size();
    if (options_.covers != Covers::none) known_at(state.slots, state.position).push_back(added);
    states_.push_back(std::move(state));
    open_.push({rank, added});
    return added;
}

std::optional<PathSearch::Index> PathSearch::pop() {
    if (open_.empty()) return std::nullopt;
    const Index state = open_.top().state;
    open_.pop();
    return state;
}

// ---- The way to a state

Path PathSearch::path_to(Index state) const {
    Path path;
    for (; state != no_state; state = states_[state].parent) path.push_back(states_[state].slots);
    std::ranges::reverse(path);
    return path;
}

std::vector<Firing> PathSearch::firings_to(Index state) const {
    std::vector<Firing> firings;
    for (; states_[state].parent != no_state; state = states_[state].parent) firings.push_back(states_[state].firing);
    std::ranges::reverse(firings);
    return firings;
}

}  // namespace crowfly
