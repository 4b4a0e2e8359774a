#include "network/pruning/patience.hpp"

#include <algorithm>
#include <functional>
#include <span>

#include "base/alarm.hpp"
#include "network/machine.hpp"

namespace crowfly {
namespace {

// Clock is at most, or at least, a number.
struct Reach {
    ClockIndex clock = 0;
    bool is_upper = false;
    std::int32_t bound = 0;
    bool strict = false;
};

std::optional<Reach> reach_of(const ClockConstraint& c) {
    if (!c.bound.is_constant() || c.condition) return std::nullopt;
    if (c.right == 0 && !c.negated) return Reach{c.left, true, c.bound.least, c.strict};
    if (c.left == 0 && c.negated) return Reach{c.right, false, c.bound.least, c.strict};
    return std::nullopt;
}

bool holds_at(const Reach& reach, std::int32_t value) {
    if (reach.strict) return reach.is_upper ? value < reach.bound : value > reach.bound;
    return reach.is_upper ? value <= reach.bound : value >= reach.bound;
}

class Inspection {
public:
    Inspection(const Network& network, const Process& process, const std::vector<bool>& acts)
        : network_(network), process_(process), acts_(acts) {}

    bool passes() {
        poll();
        if (network_.largest_clock_value != 0 || network_.features.clock_copies) return false;
        const auto locations = process_.locations.of(network_.locations);
        return std::ranges::all_of(locations,
                                   [this](const Location& l) { return has_plain_invariant(l) && can_be_left(l); }) &&
               std::ranges::all_of(process_.edges.of(network_.edges),
                                   [this](const Edge& e) { return can_arrive(e); }) &&
               lets_time_pass();
    }

private:
    const Location& target_of(const Edge& edge) const { return network_.location(edge.process, edge.target); }
    std::span<const ClockConstraint> invariant_of(const Location& location) const {
        return location.invariant.constraints.of(network_.constraints);
    }

    // Clocks are at most some numbers, and nothing else.
    bool has_plain_invariant(const Location& location) const {
        if (location.invariant.discrete || location.invariant.rates.count > 0 || location.obstacle >= 0) return false;
        return std::ranges::all_of(invariant_of(location), [](const ClockConstraint& c) {
            const auto reach = reach_of(c);
            return reach && reach->is_upper && !reach->strict && reach->bound >= 0;
        });
    }

    bool can_arrive(const Edge& edge) const {
        return std::ranges::all_of(invariant_of(target_of(edge)), [&](const ClockConstraint& c) {
            return edge.footprint.clock_resets.contains(c.left) ||
                   was_bounded(network_.location(edge.process, edge.source), *reach_of(c));
        });
    }

    bool was_bounded(const Location& source, const Reach& wanted) const {
        return std::ranges::any_of(invariant_of(source), [&](const ClockConstraint& c) {
            return c.left == wanted.clock && reach_of(c)->bound <= wanted.bound;
        });
    }

    bool can_be_left(const Location& location) {
        if ((location.urgent || location.committed) && !some_edge_is_enabled(location, std::nullopt)) return false;
        return std::ranges::all_of(invariant_of(location), [&](const ClockConstraint& c) {
            return some_edge_is_enabled(location, reach_of(c));
        });
    }

    // Taken alone, while the clock has reached its bound; or whatever clocks are.
    bool some_edge_is_enabled(const Location& location, const std::optional<Reach>& reached) {
        std::vector<const Edge*> edges;
        SlotSet reads;
        for (const Edge& edge : location.edges.of(network_.edges)) {
            if (!is_taken_alone(edge) || !clocks_allow(edge, reached)) continue;
            edges.push_back(&edge);
            reads.add(edge.enabling.reads);
        }
        return !edges.empty() && covers(edges, reads.members());
    }

    bool is_taken_alone(const Edge& edge) const {
        if (edge.obstacle >= 0 || edge.selects.count > 0 || edge.channel_program) return false;
        return edge.sync == Sync::none || (edge.sync == Sync::send && network_.channels[edge.channel].broadcast);
    }

    bool clocks_allow(const Edge& edge, const std::optional<Reach>& reached) const {
        return std::ranges::all_of(edge.constraints.of(network_.constraints), [&](const ClockConstraint& c) {
            const auto guard = reach_of(c);
            return guard && reached && guard->clock == reached->clock && holds_at(*guard, reached->bound);
        });
    }

    // Whether, whatever these slots hold, one of the guards is met.
    bool covers(const std::vector<const Edge*>& edges, const std::vector<std::uint32_t>& reads) {
        std::size_t combinations = 1;
        std::vector<std::int32_t> state;
        for (const Slot& slot : network_.slots) state.push_back(slot.initial);
        for (const std::uint32_t slot : reads) {
            if (slot == process_.slot) continue;
            state[slot] = network_.slots[slot].least;
            combinations *= static_cast<std::size_t>(network_.slots[slot].greatest) -
                            static_cast<std::size_t>(network_.slots[slot].least) + 1;
            if (combinations > most_combinations) return false;
        }
        Machine machine(network_.code);
        machine.bind(state);
        do {
            if (std::ranges::none_of(edges, [&](const Edge* edge) { return machine.holds(edge->guard); })) return false;
        } while (next(state, reads));
        return true;
    }

    bool next(std::vector<std::int32_t>& state, const std::vector<std::uint32_t>& reads) const {
        for (const std::uint32_t slot : reads) {
            if (slot == process_.slot) continue;
            if (state[slot] < network_.slots[slot].greatest) {
                ++state[slot];
                return true;
            }
            state[slot] = network_.slots[slot].least;
        }
        return false;
    }

    bool lets_time_pass() const {
        if (!has_cycle([](const Edge&) { return true; })) return true;
        SlotSet resets;  // a clock that is never reset keeps no cycle from going round
        for (const Edge& edge : process_.edges.of(network_.edges)) resets.add(edge.footprint.clock_resets);
        for (const ClockIndex clock : resets.members()) {
            poll();
            if (!has_cycle([&](const Edge& edge) { return !edge.footprint.clock_resets.contains(clock); }) &&
                !has_cycle([&](const Edge& edge) { return !waits_for(edge, clock); }))
                return true;
        }
        return false;
    }

    bool waits_for(const Edge& edge, ClockIndex clock) const {
        return std::ranges::any_of(edge.constraints.of(network_.constraints), [&](const ClockConstraint& c) {
            const auto guard = reach_of(c);
            return guard && !guard->is_upper && guard->clock == clock && guard->bound >= 1;
        });
    }

    // Of edges that act and are among these: what has no such edge to a location that is still there goes, until
    // nothing goes any more.
    bool has_cycle(const std::function<bool(const Edge&)>& among) const {
        std::vector<bool> there(process_.locations.count, true);
        for (bool shrunk = true; shrunk;) {
            shrunk = false;
            for (std::uint32_t l = 0; l < there.size(); ++l) {
                if (!there[l] || leads_on(l, there, among)) continue;
                there[l] = false;
                shrunk = true;
            }
        }
        return std::ranges::find(there, true) != there.end();
    }

    bool leads_on(std::uint32_t location, const std::vector<bool>& there,
                  const std::function<bool(const Edge&)>& among) const {
        const Run& leaving = network_.location(process_.slot, location).edges;
        for (const std::uint32_t e : leaving) {
            if (acts_[e] && there[network_.edges[e].target] && among(network_.edges[e])) return true;
        }
        return false;
    }

    static constexpr std::size_t most_combinations = 4096;

    const Network& network_;
    const Process& process_;
    const std::vector<bool>& acts_;
};

}  // namespace

bool is_patient(const Network& network, const Process& process, const std::vector<bool>& acts) {
    return Inspection(network, process, acts).passes();
}

}  // namespace crowfly
