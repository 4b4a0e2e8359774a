#include "search/optimum/lock_times.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

constexpr std::int64_t unreachable = std::numeric_limits<std::int64_t>::max() / 8;

enum class Use : std::uint8_t { none, takes, gives_back, other };

// The slot that a term compares with 0, as `!slot` or `slot == 0`.
std::optional<std::uint32_t> tested_for_zero(const TermGraph& graph, const Term& term) {
    if (term.kind != Term::Kind::operation) return std::nullopt;
    if (term.op != OpCode::logical_not && term.op != OpCode::equal) return std::nullopt;
    const bool is_swapped = term.op == OpCode::equal && graph.value(term.operands[0]) == 0;
    const Term& slot = graph[term.operands[is_swapped ? 1 : 0]];
    const bool is_zero =
        term.op == OpCode::logical_not || is_swapped || graph.value(term.operands[1]) == std::optional<std::int32_t>(0);
    if (slot.kind != Term::Kind::slot || !is_zero) return std::nullopt;
    return static_cast<std::uint32_t>(slot.a);
}

bool is_conjunction(const TermGraph& graph, const Term& term) {
    return term.kind == Term::Kind::choice && graph.value(term.operands[2]) == 0;
}
bool is_cast_to_bool(const Term& term) { return term.kind == Term::Kind::operation && term.op == OpCode::to_bool; }

// The conditions all of which have to hold for the term to hold, each once.
std::vector<TermId> conjuncts_of(const TermGraph& graph, TermId root) {
    std::vector<TermId> conjuncts;
    std::vector<TermId> waiting{root};
    std::unordered_set<TermId> seen;
    while (!waiting.empty()) {
        poll();
        const TermId id = waiting.back();
        waiting.pop_back();
        if (!seen.insert(id).second) continue;
        const Term& term = graph[id];
        if (is_conjunction(graph, term))
            waiting.insert(waiting.end(), {term.operands[1], term.operands[0]});
        else if (is_cast_to_bool(term))
            waiting.push_back(term.operands[0]);
        else
            conjuncts.push_back(id);
    }
    return conjuncts;
}

// Whether the guard cannot hold unless the slot is 0.
bool requires_zero(const TermGraph& graph, TermId guard, std::uint32_t slot) {
    return std::ranges::any_of(conjuncts_of(graph, guard),
                               [&](TermId id) { return tested_for_zero(graph, graph[id]) == slot; });
}

Use use_of_slot(const TermGraph& graph, const Edge& edge, const Effect& effect, TermId guard, std::uint32_t slot) {
    if (!edge.footprint.writes.contains(slot)) return Use::none;
    if (effect.call) return Use::other;
    for (const Effect::Assignment& assignment : effect.assignments) {
        if (assignment.slot != slot) continue;
        const std::optional<std::int32_t> value = graph.value(assignment.value);
        if (!value) return Use::other;
        if (*value == 0) return Use::gives_back;
        return requires_zero(graph, guard, slot) ? Use::takes : Use::other;
    }
    return Use::other;
}

// Where a process holds the lock, from its edges. Empty: a location may be reached with it and without it.
std::vector<bool> held_by(const Network& network, const Process& process, const std::vector<Use>& uses) {
    constexpr std::uint8_t unknown = 0, without = 1, with = 2;
    std::vector<std::uint8_t> state(process.locations.count, unknown);
    state[process.initial] = without;
    for (const std::uint32_t l : process.also_initial) state[l] = without;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t e = 0; e < process.edges.count; ++e) {
            const Edge& edge = network.edges[process.edges.first + e];
            const std::uint8_t before = state[edge.source];
            const Use use = uses[process.edges.first + e];
            if (before == unknown) continue;
            if ((use == Use::takes && before == with) || (use == Use::gives_back && before == without)) return {};
            const std::uint8_t after = use == Use::takes ? with : use == Use::gives_back ? without : before;
            if (state[edge.target] == after) continue;
            if (state[edge.target] != unknown) return {};
            state[edge.target] = after;
            changed = true;
        }
    }
    std::vector<bool> held;
    for (const std::uint8_t s : state) held.push_back(s == with);
    return held;
}

// The least sum of waits from each location to the goal, where `counts` says which waits count.
template <class Counts>
std::vector<std::int64_t> least_sums(const std::vector<TimedWay>& ways, std::uint32_t goal, std::size_t locations,
                                     const Counts& counts) {
    std::vector<std::int64_t> least(locations, unreachable);
    least[goal] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const TimedWay& way : ways) {
            if (least[way.target] == unreachable || way.source == goal) continue;
            const std::int64_t sum = least[way.target] + (counts(way) ? way.wait : 0);
            if (sum >= least[way.source]) continue;
            least[way.source] = sum;
            changed = true;
        }
    }
    return least;
}

}  // namespace

std::vector<Lock> find_locks(const Network& network, Terms& terms) {
    std::vector<Effect> effects;
    std::vector<TermId> guards;
    for (const Edge& edge : network.edges) {
        effects.push_back(terms.update(edge));
        guards.push_back(terms.guard(edge));
    }
    std::vector<Lock> locks;
    for (auto slot = static_cast<std::uint32_t>(network.processes.size()); slot < network.state_slots; ++slot) {
        poll();
        if (network.slots[slot].initial != 0 || network.update_footprint.writes.contains(slot)) continue;
        std::vector<Use> uses;
        for (std::size_t e = 0; e < network.edges.size(); ++e)
            uses.push_back(use_of_slot(terms.graph(), network.edges[e], effects[e], guards[e], slot));
        if (std::ranges::find(uses, Use::other) != uses.end() || std::ranges::find(uses, Use::takes) == uses.end())
            continue;
        Lock lock{slot, {}, {}};
        for (const Use use : uses) lock.taken.push_back(use == Use::takes);
        for (const Process& process : network.processes) lock.held.push_back(held_by(network, process, uses));
        if (std::ranges::none_of(lock.held, &std::vector<bool>::empty)) locks.push_back(std::move(lock));
    }
    return locks;
}

bool tests_only_locks(const TermGraph& graph, TermId guard, const std::vector<Lock>& locks) {
    return std::ranges::all_of(conjuncts_of(graph, guard), [&](TermId id) {
        if (const std::optional<std::int32_t> value = graph.value(id)) return *value != 0;
        const std::optional<std::uint32_t> slot = tested_for_zero(graph, graph[id]);
        return slot && std::ranges::find(locks, *slot, &Lock::slot) != locks.end();
    });
}

std::vector<std::int64_t> least_times(const std::vector<TimedWay>& ways, std::uint32_t goal, std::size_t locations) {
    return least_sums(ways, goal, locations, [](const TimedWay&) { return true; });
}

// What is before the first location where the lock is held is the least way to any such location; what is after the
// last is the least way from any way out of one. Both are asked without passing through such a location.
std::vector<LockTime> lock_times(const std::vector<TimedWay>& ways, std::uint32_t goal, const std::vector<bool>& held) {
    const std::size_t n = held.size();
    const std::vector<std::int64_t> work =
        least_sums(ways, goal, n, [&](const TimedWay& way) { return static_cast<bool>(held[way.source]); });
    std::vector<TimedWay> outside;  // ways that do not start where it is held
    for (const TimedWay& way : ways) {
        if (!held[way.source]) outside.push_back(way);
    }
    const auto all = [](const TimedWay&) { return true; };
    const std::vector<std::int64_t> after = least_sums(outside, goal, n, all);
    std::int64_t least_after = held[goal] ? 0 : unreachable;
    for (const TimedWay& way : ways) {
        if (held[way.source]) least_after = std::min(least_after, after[way.target]);
    }
    std::vector<std::int64_t> before(n, unreachable);
    for (std::size_t l = 0; l < n; ++l) {
        if (held[l]) before[l] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const TimedWay& way : outside) {
            if (before[way.target] == unreachable || before[way.target] + way.wait >= before[way.source]) continue;
            before[way.source] = before[way.target] + way.wait;
            changed = true;
        }
    }
    std::vector<LockTime> times(n);
    for (std::size_t l = 0; l < n; ++l) {
        times[l].is_needed = after[l] == unreachable && before[l] != unreachable && least_after != unreachable;
        if (times[l].is_needed) times[l] = {before[l], work[l] == unreachable ? 0 : work[l], least_after, true};
    }
    return times;
}

}  // namespace crowfly
