// The best state first, as a heuristic sees it: greedy search and A* (Hart, Nilsson, Raphael: A formal basis for the heuristic determination of minimum cost paths,
// 1968), over any space.
//
// The goal is tested when a state is taken, so that what A* finds first is shortest if the heuristic never estimates too much. Where lengths count, a state
// only covers another one that is not nearer to the start; a discrete state reached by a shorter way is looked at once more. States that the heuristic
// proves to be dead ends are stored, so that they are not evaluated again, and never looked at.
#pragma once

#include "base/chunked.hpp"
#include "search/estimates.hpp"
#include "search/open_list.hpp"
#include "search/reachability.hpp"
#include "space/predicate.hpp"

namespace crowfly {

template <class Space>
class BestFirst {
public:
    BestFirst(Space& space, Predicate& goal, const Goal& target, const Reachability& how, const Limits& limits, Observer& observer)
        : space_(space), goal_(goal), target_(target), how_(how), guide_(how.guidance), limits_(limits), budget_(limits), observer_(observer),
          estimates_(how.guidance.heuristic), open_(how.guidance.ties, how.seed) {}

    SearchResult run() {
        if (build() && !space_.start()) result_.stop = space_.stop();
        if (!done()) take_arrivals();
        while (!done() && !open_.empty()) {
            const OpenList::Entry entry = open_.pop();
            if (space_.is_covered(entry.node) || lengths_[entry.node] < entry.length) continue;
            look_at(entry);
            if (result_.statistics.explored % 64 == 0 || space_.stored() > limits_.states) look_around();
        }
        take_stock();
        if (found_ != no_node) {
            result_.found = path_to(space_, found_);
            result_.firings = firings_to(space_, found_);
        }
        budget_.close(result_.statistics);
        return std::move(result_);
    }

private:
    bool build() {
        BuildBudget budget(budget_, result_.statistics, observer_);
        if (estimates_.build(target_, budget)) return true;
        result_.unfinished = budget.exceeded();
        return false;
    }

    bool done() const { return found_ != no_node || result_.stop || !result_.unfinished.empty(); }

    void look_at(const OpenList::Entry& entry) {
        ++result_.statistics.explored;
        node_ = entry.node;
        length_ = entry.length;
        if (space_.satisfies(node_, goal_, how_.wanted)) {
            found_ = node_;
            return;
        }
        result_.stop = goal_.stop();
        if (guide_.lazy) {
            estimate_ = estimates_.of_stored(space_, node_);
            if (estimates_.proves_dead_end(estimate_)) return;
        }
        if (done()) return;
        if (!space_.expand(node_)) result_.stop = space_.stop();
        take_arrivals();
    }

    void take_arrivals() {
        while (!done() && space_.next()) arrive();
        if (!done() && space_.stop()) result_.stop = space_.stop();
    }

    void arrive() {
        ++result_.statistics.generated;
        const std::uint32_t length = node_ == no_node ? 0 : length_ + 1;
        Spared spared;
        if (guide_.own > 0) spared.lengths = &lengths_;
        spared.length = length;
        const NodeId added = space_.add(node_, spared);
        if (added == no_node) return;
        if (added == lengths_.size()) lengths_.push_back(length);
        else lengths_[added] = length;
        const Estimate estimate = guide_.lazy ? estimate_ : estimates_.of_arrival(space_, added);
        if (estimates_.proves_dead_end(estimate)) return;
        open_.push(key(length, estimate), {added, length});
    }

    OpenList::Key key(std::uint32_t length, Estimate estimate) const {
        if (estimate == dead_end) return {std::numeric_limits<std::uint64_t>::max(), dead_end};
        return {std::uint64_t{guide_.own} * length + std::uint64_t{guide_.ahead} * estimate, estimate};
    }

    void take_stock() {
        Statistics& s = result_.statistics;
        s.stored = space_.stored();
        s.waiting = open_.size();
        s.bytes = space_.bytes() + open_.bytes() + lengths_.bytes() + estimates_.bytes();
        estimates_.note(s);
        budget_.clock(s);
    }

    void look_around() {
        take_stock();
        observer_.progress(result_.statistics);
        if (!done()) result_.unfinished = budget_.exceeded(result_.statistics, space_.bytes_after_growth() + 2 * open_.bytes() + lengths_.bytes() + estimates_.bytes());
    }

    Space& space_;
    Predicate& goal_;
    const Goal& target_;
    const Reachability& how_;
    const Guidance& guide_;
    Limits limits_;
    Budget budget_;
    Observer& observer_;
    Estimates estimates_;
    OpenList open_;
    Chunked<std::uint32_t> lengths_;  // per node
    NodeId node_ = no_node;           // being looked at
    std::uint32_t length_ = 0;        // of the way to it
    Estimate estimate_ = 0;           // of it, if states are estimated when they are taken
    NodeId found_ = no_node;
    SearchResult result_;
};

}  // namespace crowfly
