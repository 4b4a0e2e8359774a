#include "task/clock_facts.hpp"

namespace crowfly {

// x - 0 < c or x - 0 <= c. A bound that is computed is taken at its greatest.
std::optional<ClockFacts::UpperBound> ClockFacts::upper_bound(const ClockConstraint& c) {
    if (c.left == 0 || c.right != 0 || c.negated || c.condition) return std::nullopt;
    return UpperBound{c.left, 2 * std::int64_t{c.bound.greatest} + (c.strict ? 0 : 1)};
}

// That 0 - x <= -c fails is x < c.
std::optional<ClockFacts::UpperBound> ClockFacts::upper_bound(const Target& leaf) {
    if (leaf.leaf->kind != Formula::Kind::clock) return std::nullopt;
    const ClockConstraint& c = leaf.leaf->constraint;
    if (leaf.wanted) return upper_bound(c);
    if (c.left != 0 || c.right == 0 || c.condition) return std::nullopt;
    const std::int64_t greatest = c.negated ? c.bound.greatest : -std::int64_t{c.bound.least};
    return UpperBound{c.right, 2 * greatest + (c.strict ? 1 : 0)};
}

template <class Visit>
void ClockFacts::each_bound(const Run& constraints, Visit visit) const {
    for (const std::uint32_t c : constraints) {
        if (const std::optional<UpperBound> bound = upper_bound(network_.constraints[c])) visit(*bound);
    }
}

void ClockFacts::collect(const Target& target) {
    for (const Target& part : target.parts) collect(part);
    if (target.kind != Target::Kind::leaf) return;
    if (const std::optional<UpperBound> bound = upper_bound(target)) bounds_.emplace(*bound, 0);
}

ClockFacts::ClockFacts(const Network& network, const Target& target, Fact first) : network_(network) {
    const auto note = [this](const UpperBound& bound) { bounds_.emplace(bound, 0); };
    for (const Edge& edge : network.edges) each_bound(edge.constraints, note);
    for (const Location& location : network.locations) each_bound(location.invariant.constraints, note);
    collect(target);
    for (auto& [bound, fact] : bounds_) fact = first++;
}

void ClockFacts::add_edges(const std::vector<EdgeIndex>& edges, Facts& preconditions, Facts& effects) const {
    SlotSet set = network_.update_footprint.clock_writes;
    for (const EdgeIndex e : edges) set.add(network_.edges[e].footprint.clock_writes);
    for (const EdgeIndex e : edges) {
        const Edge& edge = network_.edges[e];
        each_bound(edge.constraints, [&](const UpperBound& bound) { preconditions.push_back(bounds_.at(bound)); });
        each_bound(network_.location(edge.process, edge.target).invariant.constraints, [&](const UpperBound& bound) {
            if (!set.contains(bound.clock)) preconditions.push_back(bounds_.at(bound));
        });
    }
    for (const std::uint32_t clock : set.members()) {
        for (auto at = bounds_.lower_bound({clock, std::numeric_limits<std::int64_t>::min()});
             at != bounds_.end() && at->first.clock == clock; ++at)
            effects.push_back(at->second);
    }
}

std::optional<Fact> ClockFacts::of_leaf(const Target& leaf) const {
    const std::optional<UpperBound> bound = upper_bound(leaf);
    return bound ? std::optional(bounds_.at(*bound)) : std::nullopt;
}

}  // namespace crowfly
