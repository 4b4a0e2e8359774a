#include "heuristic/innocence.hpp"

#include <algorithm>

#include "network/pruning/safe_slots.hpp"

namespace crowfly {
namespace {

bool is_conjunction(const Target& target) {
    if (target.kind == Target::Kind::any)
        return target.parts.size() <= 1 && std::ranges::all_of(target.parts, is_conjunction);
    return std::ranges::all_of(target.parts, is_conjunction);
}

// A location is met by entering it or, if the process is to be elsewhere, by leaving it. An update may write any value.
bool may_meet(const Edge& edge, const Formula& leaf, bool wanted) {
    if (leaf.kind == Formula::Kind::location) {
        if (edge.process != leaf.process || edge.source == edge.target) return false;
        return wanted ? edge.target == leaf.number : edge.source == leaf.number;
    }
    if (leaf.kind == Formula::Kind::deadlock) return true;
    return edge.footprint.writes.intersects(leaf.footprint.reads) ||
           edge.footprint.clock_writes.intersects(leaf.footprint.clock_reads);
}

bool may_meet(const Edge& edge, const Target& target, bool conjunction) {
    if (target.kind != Target::Kind::leaf)
        return std::ranges::any_of(target.parts, [&](const Target& part) { return may_meet(edge, part, conjunction); });
    if (!conjunction && target.leaf->kind == Formula::Kind::location) return edge.process == target.leaf->process;
    return may_meet(edge, *target.leaf, target.wanted);
}

}  // namespace

std::vector<bool> innocent_transitions(const Goal& goal) {
    const Target target = target_of(goal);
    const bool conjunction = is_conjunction(target);
    const SlotSet& always = goal.network.update_footprint.writes;
    std::vector<bool> innocent;
    for (const Transition& transition : goal.network.transitions) {
        const std::vector<EdgeIndex> edges = participants(goal.network, transition);
        const bool meets = std::ranges::any_of(
            edges, [&](EdgeIndex e) { return may_meet(goal.network.edges[e], target, conjunction); });
        innocent.push_back(!meets && !always.intersects(slots_read(goal.formula)));
    }
    return innocent;
}

}  // namespace crowfly
