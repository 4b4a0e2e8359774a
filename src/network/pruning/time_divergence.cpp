#include "network/pruning/time_divergence.hpp"

#include <algorithm>
#include <functional>
#include <span>

#include "base/alarm.hpp"
#include "network/machine.hpp"

namespace crowfly {
namespace {

// A constant bound on a clock, upper or lower.
struct ConstantBound {
    ClockIndex clock = 0;
    bool is_upper = false;
    std::int32_t value = 0;
    bool strict = false;
};

std::optional<ConstantBound> bound_of(const ClockConstraint& c) {
    if (!c.bound.is_constant() || c.condition) return std::nullopt;
    if (c.right == 0 && !c.negated) return ConstantBound{c.left, true, c.bound.least, c.strict};
    if (c.left == 0 && c.negated) return ConstantBound{c.right, false, c.bound.least, c.strict};
    return std::nullopt;
}

bool holds_at(const ConstantBound& bound, std::int32_t clock) {
    if (bound.strict) return bound.is_upper ? clock < bound.value : clock > bound.value;
    return bound.is_upper ? clock <= bound.value : clock >= bound.value;
}

class ProcessCheck {
public:
    ProcessCheck(const Network& network, const Process& process, const std::vector<bool>& acts)
        : network_(network), process_(process), acts_(acts) {}

    bool passes() {
        poll();
        if (network_.largest_clock_value != 0 || network_.features.clock_copies) return false;
        const auto locations = process_.locations.of(network_.locations);
        return std::ranges::all_of(locations,
                                   [this](const Location& l) { return has_plain_invariant(l) && can_be_left(l); }) &&
               std::ranges::all_of(process_.edges.of(network_.edges),
                                   [this](const Edge& e) { return can_enter_target(e); }) &&
               lets_time_pass();
    }

private:
    const Location& target_of(const Edge& edge) const { return network_.location(edge.process, edge.target); }
    std::span<const ClockConstraint> invariant_of(const Location& location) const {
        return location.invariant.constraints.of(network_.constraints);
    }

    // Whether the invariant consists of upper bounds on clocks alone.
    bool has_plain_invariant(const Location& location) const {
        if (location.invariant.discrete || location.invariant.rates.count > 0 || location.obstacle >= 0) return false;
        return std::ranges::all_of(invariant_of(location), [](const ClockConstraint& c) {
            const auto bound = bound_of(c);
            return bound && bound->is_upper && !bound->strict && bound->value >= 0;
        });
    }

    bool can_enter_target(const Edge& edge) const {
        return std::ranges::all_of(invariant_of(target_of(edge)), [&](const ClockConstraint& c) {
            return edge.footprint.clock_resets.contains(c.left) ||
                   was_bounded(network_.location(edge.process, edge.source), *bound_of(c));
        });
    }

    bool was_bounded(const Location& source, const ConstantBound& wanted) const {
        return std::ranges::any_of(invariant_of(source), [&](const ClockConstraint& c) {
            return c.left == wanted.clock && bound_of(c)->value <= wanted.value;
        });
    }

    bool can_be_left(const Location& location) {
        if ((location.urgent || location.committed) && !some_edge_is_enabled(location, std::nullopt)) return false;
        return std::ranges::all_of(invariant_of(location), [&](const ClockConstraint& c) {
            return some_edge_is_enabled(location, bound_of(c));
        });
    }

    // Whether some edge without partner is enabled when the clock has reached its bound, or for all clock values.
    bool some_edge_is_enabled(const Location& location, const std::optional<ConstantBound>& reached) {
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

    bool clocks_allow(const Edge& edge, const std::optional<ConstantBound>& reached) const {
        return std::ranges::all_of(edge.constraints.of(network_.constraints), [&](const ClockConstraint& c) {
            const auto guard = bound_of(c);
            return guard && reached && guard->clock == reached->clock && holds_at(*guard, reached->value);
        });
    }

    // Whether for all values of these slots one of the guards holds.
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
        SlotSet resets;  // candidates: a clock that is never reset delays no cycle
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
            const auto guard = bound_of(c);
            return guard && !guard->is_upper && guard->clock == clock && guard->value >= 1;
        });
    }

    // Whether the edges that act and satisfy `among` have a cycle. Locations without such an edge to a remaining
    // location are removed until no more can be.
    bool has_cycle(const std::function<bool(const Edge&)>& among) const {
        std::vector<bool> remaining(process_.locations.count, true);
        for (bool shrunk = true; shrunk;) {
            shrunk = false;
            for (std::uint32_t l = 0; l < remaining.size(); ++l) {
                if (!remaining[l] || has_successor(l, remaining, among)) continue;
                remaining[l] = false;
                shrunk = true;
            }
        }
        return std::ranges::find(remaining, true) != remaining.end();
    }

    bool has_successor(std::uint32_t location, const std::vector<bool>& remaining,
                       const std::function<bool(const Edge&)>& among) const {
        const Run& leaving = network_.location(process_.slot, location).edges;
        for (const std::uint32_t e : leaving) {
            if (acts_[e] && remaining[network_.edges[e].target] && among(network_.edges[e])) return true;
        }
        return false;
    }

    static constexpr std::size_t most_combinations = 4096;

    const Network& network_;
    const Process& process_;
    const std::vector<bool>& acts_;
};

}  // namespace

bool lets_time_diverge(const Network& network, const Process& process, const std::vector<bool>& acts) {
    return ProcessCheck(network, process, acts).passes();
}

}  // namespace crowfly
