#include "network/pruning/keep_reasons.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "network/pruning/safe_slots.hpp"
#include "network/pruning/substitution.hpp"

namespace crowfly {
namespace {

constexpr std::string_view computed = "it is read through a computed index or by a function";

SlotSet with(SlotSet slots, const SlotSet& more) {
    slots.add(more);
    return slots;
}

bool has_invariant(const Location& location) {
    return location.invariant.discrete || location.invariant.constraints.count > 0 ||
           location.invariant.rates.count > 0;
}

class KeepReasons {
public:
    explicit KeepReasons(const Network& network) : network_(network), reasons_(network.state_slots) {}

    std::vector<std::string> find(const Formula& formula) {
        if (network_.features.priorities) keep_all("transitions have priorities");
        if (network_.before_update || network_.after_update) keep_all("something is done with every transition");
        for (std::uint32_t slot = 0; slot < network_.slots.size(); ++slot) check(slot);
        for (const Process& process : network_.processes) check(process);
        poll();
        for (const Location& location : network_.locations)
            keep(location.invariant.footprint.reads, "an invariant reads it");
        for (const Edge& edge : network_.edges) check(edge);
        for (const Transition& transition : network_.transitions) check(transition);
        check(formula);
        return std::move(reasons_);
    }

private:
    void keep(std::uint32_t slot, std::string_view reason) {
        if (slot < reasons_.size() && reasons_[slot].empty()) reasons_[slot] = reason;
    }
    void keep(const SlotSet& slots, std::string_view reason) {
        for (const SlotSet::Range& range : slots.ranges()) {
            for (std::uint32_t slot = range.first; slot <= range.last; ++slot) keep(slot, reason);
        }
    }
    void keep_all(std::string_view reason) {
        for (std::uint32_t slot = 0; slot < reasons_.size(); ++slot) keep(slot, reason);
    }

    void check(std::uint32_t slot) {
        if (network_.slots[slot].any_initial) keep(slot, "it may start with several values");
    }

    void check(const Process& process) {
        if (!process.also_initial.empty()) keep(process.slot, "it may start in several places");
        for (const std::uint32_t l : process.locations) {
            const Location& location = network_.locations[l];
            if (location.urgent || location.committed || has_invariant(location))
                keep(process.slot, "its location bounds the delays");
            if (location.obstacle >= 0) keep(process.slot, "one of its locations cannot be handled");
        }
    }

    bool is_urgent(const Edge& edge) const {
        if (edge.sync != Sync::send && edge.sync != Sync::receive) return false;
        const auto first = network_.channels.begin() + edge.channel;
        return std::any_of(first, first + edge.channels, [](const Channel& channel) { return channel.urgent; });
    }

    void check(const Edge& edge) {
        poll();
        const SlotSet touched = with(edge.footprint.reads, edge.footprint.writes);
        if (edge.obstacle >= 0) keep(touched, "an edge that cannot be handled takes part");
        if (edge.sync == Sync::join) keep(touched, "a vector of edges takes part");
        if (is_urgent(edge)) keep(touched, "an urgent synchronisation takes part");
        for (const std::uint32_t c : edge.update_clauses) {
            const Clause& clause = network_.clauses[c];
            if (!clause.footprint.clock_writes.empty()) keep(clause.footprint.reads, "a clock is set to it");
        }
        for (const SlotSet::Range& range : edge.footprint.reads.ranges()) {
            for (std::uint32_t slot = range.first; slot <= range.last && slot < reasons_.size(); ++slot) {
                if (reasons_[slot].empty()) check_reading(edge, slot);
            }
        }
    }

    // Edges that change the slot are removed with it; in all others its value is substituted.
    void check_reading(const Edge& edge, std::uint32_t slot) {
        poll();
        for (const std::uint32_t c : edge.constraints) {
            const ClockConstraint& constraint = network_.constraints[c];
            if (may_read(network_.code, constraint.condition, slot) ||
                may_read(network_.code, constraint.bound.program, slot)) {
                keep(slot, "a clock is compared with it, or depending on it");
            }
        }
        if (edge.footprint.writes.contains(slot)) return;
        bool replaceable = !edge.enabling.reads.contains(slot) || is_replaceable(network_.code, edge.guard, slot);
        if (edge.channel_reads.contains(slot)) replaceable &= is_replaceable(network_.code, edge.channel_program, slot);
        for (const Run& clauses : {edge.guard_clauses, edge.update_clauses}) {
            for (const std::uint32_t c : clauses) {
                const Clause& clause = network_.clauses[c];
                if (clause.footprint.reads.contains(slot))
                    replaceable &= is_replaceable(network_.code, clause.program, slot);
            }
        }
        if (!replaceable) keep(slot, computed);
    }

    void check(const Transition& transition) {
        poll();
        const std::vector<EdgeIndex> edges = participants(network_, transition);
        SlotSet reads, writes;
        bool clocks = false, committed = false;
        for (const EdgeIndex e : edges) {
            const Edge& edge = network_.edges[e];
            reads.add(edge.footprint.reads);
            writes.add(edge.footprint.writes);
            clocks |= edge.constraints.count > 0 || !edge.footprint.clock_reads.empty() ||
                      !edge.footprint.clock_writes.empty();
            committed |= network_.location(edge.process, edge.source).committed;
        }
        if (writes.count() > 1) keep(writes, "an edge that changes it changes another variable, too");
        if (clocks) keep(writes, "clocks take part in its changes");
        if (transition.kind == Transition::Kind::broadcast && transition.receivers.count > 0)
            keep(writes, "a broadcast changes it");
        if (committed) keep(with(reads, writes), "a transition from a committed location takes part");
        if (transition.kind != Transition::Kind::broadcast) return;
        for (const std::uint32_t r : transition.receivers) {
            const Edge& receiver = network_.edges[network_.receivers[r]];
            keep(receiver.enabling.reads, "who has to receive a broadcast depends on it");
            keep(receiver.process, "who has to receive a broadcast depends on it");
        }
    }

    void check(const Formula& formula) {
        if (formula.kind == Formula::Kind::clock) keep(formula.footprint.reads, "the query compares a clock with it");
        if (formula.kind == Formula::Kind::discrete) {
            for (const std::uint32_t slot : formula.footprint.reads.members()) {
                if (!is_replaceable(code_of(network_, formula), formula.program, slot)) keep(slot, computed);
            }
        }
        for (const Formula& operand : formula.operands) check(operand);
    }

    const Network& network_;
    std::vector<std::string> reasons_;
};

}  // namespace

std::vector<std::string> keep_reasons(const Network& network, const Formula& formula) {
    return KeepReasons(network).find(formula);
}

}  // namespace crowfly
