// What can be reached with few changes of context first (Musuvathi, Qadeer: Iterative context bounding for systematic testing of multithreaded programs, 2007; Wehrle: Transition-based
// directed model checking, 2011, Sect. 4.3). A context changes where a transition has nothing to do with the one before: no process in common, or no short chain of interference. What takes k
// changes waits in tier k, so nothing that takes more is looked at while something is left that takes fewer.
//
// From the same state the next change depends on the transition that led there, so a state is looked at once for each context it is reached in, unless it was before with as few changes. Within
// a tier the heuristic decides.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "network/interference.hpp"
#include "search/estimates.hpp"
#include "search/reachability.hpp"
#include "search/tiered_list.hpp"
#include "space/predicate.hpp"

namespace crowfly {

template <class Space>
class ContextBounding {
public:
    ContextBounding(Space& space, Predicate& goal, const Goal& target, const Reachability& how, const Limits& limits, Observer& observer)
        : space_(space), goal_(goal), target_(target), how_(how), limits_(limits), budget_(limits), observer_(observer), estimates_(how.guidance.heuristic),
          open_(how.guidance.ties, how.seed, 0) {
        if (how.guidance.bounding->interference > 0) interference_.emplace(target.network, false);
        space_.note_edges();
    }

    SearchResult run() {
        BuildBudget building(budget_, result_.statistics, observer_);
        if (!estimates_.build(target_, building)) result_.unfinished = building.exceeded();
        else if (!space_.start()) result_.stop = space_.stop();
        take_arrivals();
        while (!done() && !open_.empty()) {
            visit_ = visits_[open_.pop().node];
            if (space_.is_covered(visit_.node)) continue;
            look_at();
            if (result_.statistics.explored % 64 == 0 || space_.stored() > limits_.states) look_around();
        }
        take_stock();
        report();
        result_.ways = {fmt::format("fewest changes of context first, then nearest to the goal by {}: {} visits of states", to_string(how_.guidance.heuristic), result_.statistics.explored)};
        if (found_ != no_node) {
            result_.found = path_to(space_, found_);
            result_.firings = firings_to(space_, found_);
        }
        budget_.close(result_.statistics);
        return std::move(result_);
    }

private:
    static constexpr std::uint32_t no_transition = std::numeric_limits<std::uint32_t>::max();
    // To look at a state, reached by a transition.
    struct Visit {
        NodeId node = no_node;
        std::uint32_t transition = no_transition;
        std::uint32_t context = 0;   // what it comes down to
        std::uint32_t switches = 0;  // of context, on the way
    };

    bool done() const { return found_ != no_node || result_.stop || !result_.unfinished.empty(); }

    void look_at() {
        ++result_.statistics.explored;
        if (space_.satisfies(visit_.node, goal_, how_.wanted)) {
            found_ = visit_.node;
            return;
        }
        result_.stop = goal_.stop();
        if (!done() && !space_.expand(visit_.node)) result_.stop = space_.stop();
        take_arrivals();
    }

    void take_arrivals() {
        while (!done() && space_.next()) arrive();
        if (!done() && space_.stop()) result_.stop = space_.stop();
    }

    void arrive() {
        ++result_.statistics.generated;
        const NodeId added = space_.add(visit_.node);
        Visit next{added == no_node ? space_.coverer() : added};
        if (visit_.node != no_node) {
            next.transition = space_.fired_edges().transition;
            next.context = context_of(next.transition);
            next.switches = visit_.switches + (changes(visit_.transition, next.transition) ? 1 : 0);
        }
        const auto [least, fresh] = least_.try_emplace(std::uint64_t{next.node} << 32U | next.context, next.switches);
        if (!fresh && least->second <= next.switches) return;
        least->second = next.switches;
        const Estimate estimate = estimates_.of_arrival(space_, next.node);
        if (estimates_.proves_dead_end(estimate)) return;
        open_.push({next.switches, false}, {estimate, estimate}, {static_cast<NodeId>(visits_.size()), 0});
        visits_.push_back(next);
    }

    // Transitions of the same context change it alike: those of the same processes, or each its own.
    std::uint32_t context_of(std::uint32_t transition) {
        if (interference_) return transition + 1;
        return contexts_.try_emplace(processes_of(transition), static_cast<std::uint32_t>(contexts_.size() + 1)).first->second;
    }

    std::vector<ProcessIndex> processes_of(std::uint32_t transition) const {
        std::vector<ProcessIndex> processes;
        for (const EdgeIndex edge : edges_of(target_.network.transitions[transition])) processes.push_back(target_.network.edges[edge].process);
        std::ranges::sort(processes);
        return processes;
    }

    bool changes(std::uint32_t before, std::uint32_t now) {
        if (before == no_transition) return false;
        if (interference_) return interference_->level(before, now) > how_.guidance.bounding->interference;
        const std::vector<ProcessIndex> a = processes_of(before), b = processes_of(now);
        return std::ranges::find_first_of(a, b) == a.end();
    }

    void take_stock() {
        Statistics& s = result_.statistics;
        s.stored = space_.stored();
        s.waiting = open_.size();
        s.bytes = space_.bytes() + own_bytes();
        estimates_.note(s);
        budget_.clock(s);
    }

    std::size_t own_bytes() const { return open_.bytes() + visits_.bytes() + estimates_.bytes() + least_.size() * 32 + (interference_ ? interference_->bytes() : 0); }

    void look_around() {
        take_stock();
        observer_.progress(result_.statistics);
        if (!done()) result_.unfinished = budget_.exceeded(result_.statistics, space_.bytes_after_growth() + 2 * own_bytes());
    }

    void report() {
        PreferenceUse& use = result_.preference.emplace();
        use.switches = visit_.switches;
        open_.for_each([&](std::uint32_t tier, const QueueUse& all, const QueueUse&) {
            use.queues.push_back({fmt::format("after {} changes of context", tier), all.pushed, all.popped});
        });
    }

    Space& space_;
    Predicate& goal_;
    const Goal& target_;
    const Reachability& how_;
    Limits limits_;
    Budget budget_;
    Observer& observer_;
    Estimates estimates_;
    TieredList open_;  // of visits
    Chunked<Visit> visits_;
    std::unordered_map<std::uint64_t, std::uint32_t> least_;  // per node and context: changes of context
    std::map<std::vector<ProcessIndex>, std::uint32_t> contexts_;  // numbered, by processes
    std::optional<Interference> interference_;                     // if contexts go by it
    Visit visit_;  // the state that is looked at
    NodeId found_ = no_node;
    SearchResult result_;
};

}  // namespace crowfly
