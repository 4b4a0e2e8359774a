#include "search/optimum/earlier.hpp"

#include <algorithm>
#include <optional>

#include "search/optimum/own_ways.hpp"

namespace crowfly {
namespace {

bool has_jobs_alone(const Network& network) {
    const Features& f = network.features;
    return !f.diagonals && !f.stopwatches && !f.clock_copies && !f.priorities && !f.urgent_locations &&
           !f.committed_locations && !f.selects && !f.branchpoints && !f.meta_variables && !f.lower_bound_invariants &&
           network.obstacles.empty() && !network.before_update && !network.after_update &&
           std::ranges::all_of(network.edges, [](const Edge& edge) { return edge.sync == Sync::none; });
}

class JobNetwork {
public:
    JobNetwork(const Network& network, const Formula& goal)
        : network_(network), terms_(network), locks_(find_locks(network, terms_)),
          zero_(clocks_set_to_zero(network, terms_)), owners_(network.clocks.size()) {
        add_goals(goal);
    }

    bool is_never_worse_earlier() {
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            const Process& process = network_.processes[p];
            for (std::uint32_t l = 0; l < process.locations.count; ++l) {
                if (!is_fine(p, l)) return false;
            }
            const auto ends = std::ranges::count(goals_, p, &Place::process);
            if (ends != 1) return false;
        }
        return is_conjunction_ && std::ranges::all_of(goals_, [&](const Place& place) {
                   return network_.location(place.process, place.location).invariant.constraints.count == 0;
               });
    }

private:
    struct Place {
        ProcessIndex process;
        std::uint32_t location;
    };
    enum class Side : std::uint8_t { lower, upper, other };

    void add_goals(const Formula& goal) {
        if (goal.kind == Formula::Kind::location) {
            goals_.push_back({goal.process, goal.number});
        } else if (goal.kind == Formula::Kind::conjunction) {
            for (const Formula& part : goal.operands) add_goals(part);
        } else {
            is_conjunction_ = false;
        }
    }

    static Side side_of(const ClockConstraint& c) {
        if (c.strict || c.condition || !c.bound.is_constant()) return Side::other;
        if (c.left == 0 && c.negated) return Side::lower;
        return c.right == 0 && !c.negated ? Side::upper : Side::other;
    }

    // False: another process has to do with the clock, too.
    bool belongs(ClockIndex clock, ProcessIndex process) {
        return zero_[clock] && owners_[clock].value_or(process) == process && (owners_[clock] = process, true);
    }

    bool is_fine(ProcessIndex p, std::uint32_t number) {
        const Process& process = network_.processes[p];
        const Location& location = network_.location(p, number);
        const Invariant& invariant = location.invariant;
        if (invariant.discrete || invariant.rates.count > 0) return false;
        std::optional<ClockIndex> limited;  // the clock of the invariant
        for (const ClockConstraint& c : invariant.constraints.of(network_.constraints)) {
            if (side_of(c) != Side::upper || limited.value_or(c.left) != c.left || !belongs(c.left, p)) return false;
            limited = c.left;
        }
        if (limited && !is_set_on_entry(network_, process, number, *limited)) return false;
        return std::ranges::all_of(process.edges.of(network_.edges), [&](const Edge& edge) {
            return edge.source != number || is_fine(edge, p, limited);
        });
    }

    bool is_fine(const Edge& edge, ProcessIndex p, const std::optional<ClockIndex>& limited) {
        const TermId guard = terms_.guard(edge);
        const bool is_free = terms_.graph().value(guard).value_or(0) != 0;
        if (limited ? !is_free : !tests_only_locks(terms_.graph(), guard, locks_)) return false;
        for (const std::uint32_t index : edge.constraints) {
            const ClockConstraint& c = network_.constraints[index];
            const Side side = side_of(c);
            const ClockIndex clock = side == Side::lower ? c.right : c.left;
            if (side == Side::other || !belongs(clock, p)) return false;
            if (limited ? clock != *limited : side == Side::upper) return false;
        }
        for (const std::uint32_t clock : edge.footprint.clock_writes.members()) {
            if (!belongs(clock, p)) return false;
        }
        const auto is_own = [&](std::uint32_t slot) {
            return slot == network_.processes[p].slot || std::ranges::find(locks_, slot, &Lock::slot) != locks_.end();
        };
        return std::ranges::all_of(edge.footprint.reads.members(), is_own) &&
               std::ranges::all_of(edge.footprint.writes.members(), is_own);
    }

    const Network& network_;
    Terms terms_;
    std::vector<Lock> locks_;
    std::vector<bool> zero_;                           // per clock
    std::vector<std::optional<ProcessIndex>> owners_;  // likewise
    std::vector<Place> goals_;
    bool is_conjunction_ = true;
};

}  // namespace

bool is_never_worse_earlier(const Network& network, const Formula& goal, bool wanted) {
    return wanted && has_jobs_alone(network) && JobNetwork(network, goal).is_never_worse_earlier();
}

}  // namespace crowfly
