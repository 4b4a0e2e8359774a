// What searches with a heuristic have in common: it is built first, states wait in tiers, the goal is tested when a
// state is taken, and now and then it is compared what was used with what may be. A search itself says what it does
// with a state that is taken (`take`), with one that is reached (`arrive`), what it remembers (`own_bytes`), and how it
// went about it (`report`).
#pragma once

#include "search/end_at_limits.hpp"
#include "search/estimates.hpp"
#include "search/reachability.hpp"
#include "search/tiered_list.hpp"
#include "space/predicate.hpp"

namespace crowfly {

template <class Space, class Self>
class GuidedSearch {
public:
    GuidedSearch(Space& space, Predicate& goal, const Goal& target, const Reachability& how, const Limits& limits,
                 Observer& observer)
        : space_(space), goal_(goal), target_(target), how_(how), limits_(limits), budget_(limits), observer_(observer),
          estimates_(how.guidance.heuristic), open_(how.guidance.ties, how.seed, how.guidance.preference.boost) {}

    SearchResult run() {
        end_at_limits(result_.unfinished, [&] {
            explore();
            if (found_ == no_node) return;
            result_.found = path_to(space_, found_);
            result_.firings = firings_to(space_, found_);
        });
        take_stock();
        self().report();
        budget_.close(result_.statistics);
        return std::move(result_);
    }

protected:
    bool done() const { return found_ != no_node || result_.stop || !result_.unfinished.empty(); }

    // Whether the search is over with this state.
    bool ends_with(NodeId node) {
        ++result_.statistics.explored;
        if (space_.satisfies(node, goal_, how_.wanted))
            found_ = node;
        else
            result_.stop = goal_.stop();
        return done();
    }

    void expand(NodeId node) {
        if (!space_.expand(node)) result_.stop = space_.stop();
        take_arrivals();
    }

    Space& space_;
    Predicate& goal_;
    const Goal& target_;
    const Reachability& how_;
    Limits limits_;
    Budget budget_;
    Observer& observer_;
    Estimates estimates_;
    TieredList open_;
    NodeId found_ = no_node;
    SearchResult result_;

private:
    void explore() {
        if (build() && !space_.start()) result_.stop = space_.stop();
        if (!done()) take_arrivals();
        while (!done() && !open_.empty()) {
            if (!self().take(open_.pop())) continue;
            if (result_.statistics.explored % 64 == 0 || space_.stored() > limits_.states) look_around();
        }
    }

    Self& self() { return static_cast<Self&>(*this); }

    bool build() {
        BuildBudget budget(budget_, result_.statistics, observer_);
        if (!estimates_.build(target_, budget)) {
            result_.unfinished = budget.exceeded();
        } else if (how_.guidance.preference.useless) {
            const std::string_view why_not = estimates_.heuristic().why_not_without_edges();
            if (!why_not.empty())
                result_.unfinished =
                    "whether a transition is useless cannot be asked of this heuristic: " + std::string(why_not);
        }
        return !done();
    }

    void take_arrivals() {
        while (!done() && space_.next()) self().arrive();
        if (!done() && space_.stop()) result_.stop = space_.stop();
    }

    void take_stock() {
        Statistics& s = result_.statistics;
        s.stored = space_.stored();
        s.waiting = open_.size();
        s.bytes = space_.bytes() + open_.bytes() + estimates_.bytes() + self().own_bytes();
        estimates_.note(s);
        budget_.clock(s);
    }

    void look_around() {
        take_stock();
        observer_.progress(result_.statistics);
        if (!done())
            result_.unfinished = budget_.exceeded(result_.statistics, space_.bytes_after_growth() + 2 * open_.bytes() +
                                                                          estimates_.bytes() + self().own_bytes());
    }
};

}  // namespace crowfly
