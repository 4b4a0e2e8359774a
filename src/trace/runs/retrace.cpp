#include "trace/runs/retrace.hpp"

#include <algorithm>
#include <limits>

#include "base/rational.hpp"
#include "reduce/path_search.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_graph.hpp"
#include "zone/covering.hpp"

namespace crowfly {
namespace {

using Zone = zone::WideZone;

// The clocks in the formulas of the destination and in its bound on time. They are active in every state.
ClockUse clocks_in(const Network& network, const Destination& destination) {
    ClockUse use;
    for (const Formula* formula : {destination.formula, destination.kept, destination.trigger}) {
        if (formula == nullptr) continue;
        const ClockUse more = use_of(*formula);
        use.bounds.insert(use.bounds.end(), more.bounds.begin(), more.bounds.end());
        use.diagonals.insert(use.diagonals.end(), more.diagonals.begin(), more.diagonals.end());
    }
    if (destination.latest) {
        const std::int64_t latest = zone::value_of(*destination.latest);
        use.bounds.push_back({static_cast<ClockIndex>(network.clocks.size() - 1), latest, latest});
    }
    return use;
}

// Whether clock values above every constant that the clock is compared with are equivalent.
bool large_values_are_equivalent(const Network& network, const ClockUse& use) {
    return !network.features.diagonals && !network.features.stopwatches && use.diagonals.empty();
}

class Retracing {
public:
    Retracing(const Network& network, const Path& path, const Destination& destination)
        : network_(network), path_(path), destination_(destination), clocks_(network.clocks.size()),
          expander_(network, clocks_of_path(network, destination), Abstraction::none),
          evaluation_(network, clocks_of_path(network, destination), Abstraction::none),
          clock_analysis_(network, clocks_in(network, destination), Abstraction::a_m),
          equivalent_(large_values_are_equivalent(network, clocks_in(network, destination))),
          length_(path.size() + (destination.trigger == nullptr ? 0 : 1)), tried_(length_), dead_ends_(length_) {
        static const Formula anything;
        goal_.emplace(network, destination.formula == nullptr ? anything : *destination.formula);
        if (destination.kept != nullptr) kept_.emplace(network, *destination.kept);
        if (destination.trigger != nullptr) trigger_.emplace(network, *destination.trigger);
        result_.all_clocks = destination.all_clocks || network.features.stopwatches;
    }

    // Depth first, with backtracking.
    std::optional<SymbolicPath> run(RetraceFailure& failure) {
        while (result_.states.size() < length_) {
            failure.furthest = std::max(failure.furthest, result_.states.size());
            if (destination_.share != nullptr && destination_.share->is_over())
                return ended(RetraceFailure::Reason::time, failure);
            if (bytes_ > most_bytes()) return ended(RetraceFailure::Reason::memory, failure);
            if (extend()) continue;
            if (result_.states.empty() || ++backtracks_ > most_backtracks) {
                return ended(RetraceFailure::Reason::no_transition, failure);
            }
            backtrack();
        }
        return std::move(result_);
    }

private:
    // Where many transitions lead to the same discrete state, the clocks they reset may matter only much later, so that
    // backtracking takes exponential time.
    static constexpr std::size_t most_backtracks = 20'000;

    static std::nullopt_t ended(RetraceFailure::Reason reason, RetraceFailure& failure) {
        failure.reason = reason;
        return std::nullopt;
    }

    // The path and the run computed from it may use half of the memory that a search may use.
    std::size_t most_bytes() const {
        return destination_.share == nullptr ? std::numeric_limits<std::size_t>::max()
                                             : destination_.share->limits().bytes / 2;
    }

    std::size_t bytes_of(const SymbolicState& point) const {
        const std::size_t zones =
            (point.reached.size() + point.enabled.size() + point.entry.size()) * sizeof(zone::WideBound);
        const std::size_t state = network_.slots.size() * sizeof(std::int32_t) + clocks_ * sizeof(Rational) + 256;
        return zones + 2 * state;
    }

    void backtrack() {
        SymbolicState& last = result_.states.back();
        bytes_ -= bytes_of(last);
        add_dead_end(last);
        result_.states.pop_back();
    }

    bool is_pause(std::size_t position) const { return trigger_ && position == destination_.trigger_state + 1; }
    const std::vector<std::int32_t>& state(std::size_t position) const {
        return path_[trigger_ && position > destination_.trigger_state ? position - 1 : position];
    }

    // Appends the next successor of the last state that has not been tried. False: there is none.
    bool extend() {
        const std::size_t next = result_.states.size();
        std::size_t passed = 0;
        for (const Zone& from : expanded_parts(next)) {
            if (!expand(next, from)) return false;
            while (expander_.next()) {
                if (passed++ < tried_[next]) continue;
                ++tried_[next];
                if (!is_accepted(next) || !push(next, from)) continue;
                if (next + 1 < length_) tried_[next + 1] = 0;
                return true;
            }
        }
        return false;
    }

    // The parts of the last state to expand: all of it, or those in which the trigger holds.
    std::vector<Zone> expanded_parts(std::size_t next) {
        if (next == 0) return {Zone{}};
        const SymbolicState& last = result_.states.back();
        if (!is_pause(next)) return {last.reached};
        ActiveClocks active;
        evaluation_.find_active(last.slots, active);
        std::vector<Zone> parts;
        trigger_->restrict(last.slots, last.reached.data(), active, evaluation_, true, parts);
        return parts;
    }

    bool expand(std::size_t next, const Zone& from) {
        const bool keeps = kept_ && (!trigger_ || next > destination_.trigger_state);
        keeps ? expander_.confine_to(*kept_, destination_.kept_wanted) : expander_.confine_no_more();
        compared_ = telling_slots(network_, destination_.compared, state(next));
        expander_.aim_at(state(next), compared_);
        if (next == 0) return expander_.start();
        const std::vector<std::int32_t>& slots = result_.states.back().slots;
        expanded_ = from;
        return is_pause(next) ? expander_.resume(slots, expanded_.data()) : expander_.expand(slots, expanded_.data());
    }

    // Whether the successor is the start of the path, or is generated by a transition that the destination accepts.
    bool is_accepted(std::size_t next) const {
        if (next == 0)
            return std::ranges::all_of(compared_,
                                       [&](std::uint32_t slot) { return expander_.slots()[slot] == path_[0][slot]; });
        const std::size_t pauses = trigger_ && next > destination_.trigger_state + 1 ? 1 : 0;
        return is_pause(next) || !destination_.accepts || destination_.accepts(next - 1 - pauses, expander_.firing());
    }

    bool push(std::size_t next, const Zone& from) {
        SymbolicState point;
        point.clocks = expander_.active().clocks;
        point.reached.assign(expander_.zone(), expander_.zone() + point.clocks.size() * point.clocks.size());
        if (is_dead_end(next, point)) return false;
        if (next + 1 == length_ && !reaches_goal(point.reached)) return false;
        point.slots.assign(expander_.slots().begin(), expander_.slots().end());
        point.paused = is_pause(next);
        if (point.paused) {
            point.enabled = from;
        } else if (next > 0) {
            point.firing = expander_.firing();
            point.updates.assign(expander_.clock_updates().begin(), expander_.clock_updates().end());
            point.enabled = expander_.enabled();
        }
        point.entry = expander_.entry();
        point.held = expander_.held();
        point.stopped.assign(expander_.stopped().begin(), expander_.stopped().end());
        bytes_ += bytes_of(point);
        result_.states.push_back(std::move(point));
        return true;
    }

    // The zone over the active clocks: the other clocks do not change what can be reached.
    Zone active_part(std::span<const std::int32_t> slots, const Zone& reached) {
        clock_analysis_.find_active(slots, active_);
        if (!result_.all_clocks) return reached;
        Zone part;
        for (const ClockIndex i : active_.clocks) {
            for (const ClockIndex j : active_.clocks) part.push_back(reached[i * clocks_ + j]);
        }
        return part;
    }

    void add_dead_end(const SymbolicState& point) {
        dead_ends_[result_.states.size() - 1].push_back(active_part(point.slots, point.reached));
    }

    // Whether the state is covered by one from which the rest of the path was found to be impossible.
    bool is_dead_end(std::size_t next, const SymbolicState& point) {
        if (dead_ends_[next].empty()) return false;
        const Zone part = active_part(expander_.slots(), point.reached);
        if (equivalent_)
            covering_.prepare(part.data(), active_.size(), active_.lower.data(), active_.upper.data());
        else
            covering_.prepare(part.data(), active_.size());
        return std::ranges::any_of(dead_ends_[next],
                                   [&](const Zone& dead) { return covering_.is_covered_by(dead.data()); });
    }

    bool reaches_goal(const Zone& reached) {
        goal_->restrict(expander_.slots(), reached.data(), expander_.active(), evaluation_, destination_.wanted,
                        result_.goal_zones);
        if (destination_.latest) {
            const std::size_t n = expander_.active().size();  // the last clock measures the time since the start
            const auto is_late = [&](Zone& z) {
                return !zone::constrain(z.data(), n, static_cast<zone::Clock>(n - 1), 0, *destination_.latest);
            };
            std::erase_if(result_.goal_zones, is_late);
        }
        return !result_.goal_zones.empty();
    }

    const Network& network_;
    const Path& path_;
    const Destination& destination_;
    std::size_t clocks_;
    std::vector<std::uint32_t> compared_;  // the slots in which the next state must agree with the path
    WideZoneGraph expander_;               // generates the successors …
    WideZoneGraph evaluation_;             // … while this one evaluates formulas in other states
    WideZoneGraph clock_analysis_;         // used for nothing but active clocks
    ActiveClocks active_;                  // of the state that is_dead_end() or add_dead_end() looks at
    bool equivalent_;                      // whether large clock values are
    zone::Covering<zone::WideBound, zone::WideBound> covering_;
    std::optional<Predicate> goal_, kept_, trigger_;
    SymbolicPath result_;
    Zone expanded_;
    std::size_t backtracks_ = 0;
    std::size_t bytes_ = 0;                     // of the symbolic path so far
    std::size_t length_;                        // of the result: the states of the path, and the pause at the trigger
    std::vector<std::size_t> tried_;            // per position: how many successors of the state before
    std::vector<std::vector<Zone>> dead_ends_;  // per position: zones of states that cannot be extended
};

}  // namespace

ClockUse clocks_of_path(const Network& network, const Destination& destination) {
    return destination.all_clocks ? all_clocks(network) : clocks_along(network, clocks_in(network, destination));
}

std::optional<SymbolicPath> retrace(const Network& network, const Path& path, const Destination& destination,
                                    RetraceFailure* failure) {
    RetraceFailure ignored;
    RetraceFailure& end = failure == nullptr ? ignored : *failure;
    try {
        return Retracing(network, path, destination).run(end);
    } catch (const zone::OutOfRange&) {
        end.reason = RetraceFailure::Reason::range;
        return std::nullopt;
    }
}

std::optional<SymbolicPath> retrace(const Network& network, const Trace& trace, TimeShare* share) {
    Path path{trace.initial.slots};
    for (const Step& step : trace.steps) path.push_back(step.state.slots);
    Destination destination;
    destination.accepts = [&](std::size_t step, const Firing& firing) {
        return firing.participants == trace.steps[step].move.firing.participants;
    };
    destination.all_clocks = true;
    destination.share = share;
    return retrace(network, path, destination);
}

}  // namespace crowfly
