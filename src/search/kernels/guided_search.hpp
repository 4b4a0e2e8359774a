// What searches with a heuristic have in common: the heuristic is built first, and the goal is tested when a state is
// popped. A search says which state it pops (`pop`, `visit`), what it does with a successor (`generated`), what it
// remembers (`parts`, which name the `shared_parts` first), and how it searched (`report`). `Open` holds what is open.
//
// A search may have more heuristics besides (`build_more`, `effort_of_more`), and its own way to run the Explorer and
// to find the path (`explore`, `find_path`).
#pragma once

#include "base/files/parts.hpp"
#include "search/guidance/estimates.hpp"
#include "search/guidance/tiers.hpp"
#include "search/kernels/checkpointed.hpp"
#include "search/settings/search_task.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {

template <class Space, class Self, class Open>
class GuidedSearch {
public:
    // `open`: the arguments of what is open.
    template <class... Arguments>
    GuidedSearch(Space& space, const SearchTask& task, Arguments&&... open)
        : space_(space), task_(task), options_(task.options), ledger_(task.limits, task.observer, result_),
          estimates_(options_.guidance.heuristic), open_(std::forward<Arguments>(open)...) {}
    GuidedSearch(const GuidedSearch&) = delete;
    GuidedSearch& operator=(const GuidedSearch&) = delete;

    SearchResult run() {
        ledger_.within_limits([&] {
            if (build()) self().explore();
            if (found_ == no_node && !ledger_.has_ended() && space_.stored() > 0 && result_.statistics.explored == 0)
                prove_by_estimate();
        });
        if (found_ != no_node && !result_.found) ledger_.within_limits([&] { self().find_path(); });
        ledger_.measure(self());
        self().report();
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool expand() { return space_.expand(node_); }
    bool is_done() const { return found_ != no_node; }
    NodeId found() const { return found_; }
    std::size_t stored() const { return space_.stored(); }
    std::uint64_t effort() const {
        std::uint64_t effort =
            task_.effort(result_.statistics, space_.zone_work()) + estimates_.effort(asked_besides());
        if constexpr (requires { self().effort_of_more(); }) effort += self().effort_of_more();
        return effort;
    }
    std::size_t bytes_soon() const { return bytes_of_parts<Moment::after_growth>(self()) + bytes_of(open_); }
    void measure(Statistics& s) const {
        s.stored = space_.stored();
        s.waiting = open_.size();
        s.bytes = bytes_of_parts(self());
        estimates_.note(s);
    }

protected:
    void shared_parts(auto& each) { each(result_, space_, estimates_, open_, found_); }

    // Whether the popped state is a goal. The search ends where that cannot be computed.
    bool is_goal() {
        if (space_.satisfies(node_, task_.goal, options_.wanted)) return true;
        ledger_.end(task_.goal.stop());
        return false;
    }
    // Whether the search is over with the popped state.
    bool ends_here() {
        if (is_goal()) found_ = node_;
        return is_done() || ledger_.has_ended();
    }

    void explore() { explore_from_checkpoint(space_, self(), ledger_); }
    void find_path() {
        result_.found = path_to(space_, found_);
        result_.firings = firings_to(space_, found_);
    }

    Space& space_;
    const SearchTask& task_;
    const SearchOptions& options_;
    SearchResult result_;
    Ledger ledger_;
    Estimates estimates_;
    Open open_;
    NodeId node_ = no_node;   // the state being expanded
    NodeId found_ = no_node;  // the goal

private:
    Self& self() { return static_cast<Self&>(*this); }
    const Self& self() const { return static_cast<const Self&>(*this); }

    // Questions to the heuristic by others.
    std::size_t asked_besides() const {
        if constexpr (requires { self().asked_by_ranking(); }) return self().asked_by_ranking();
        return 0;
    }

    bool build() {
        BuildBudget budget(ledger_.budget(), result_.statistics, ledger_.observer());
        budget.take_turns(ledger_.pacer());
        bool built = estimates_.build(task_.target, budget);
        if constexpr (requires { self().build_more(budget); }) built = built && self().build_more(budget);
        ledger_.note_effort(budget.effort());
        if (!built) {
            ledger_.end(budget.exceeded());
        } else if (options_.guidance.preference.useless) {
            const std::string_view why_not = estimates_.heuristic().why_not_without_edges();
            if (!why_not.empty())
                ledger_.end("whether a transition is useless cannot be asked of this heuristic: " +
                            std::string(why_not));
        }
        return !ledger_.has_ended();
    }

    // Nothing was ever open: every initial state is a dead end.
    void prove_by_estimate() {
        Proof& proof = result_.proof.emplace();
        proof.method = Proof::Method::estimate;
        proof.heuristic = to_string(options_.guidance.heuristic);
        if (const auto states = estimates_.heuristic().abstract_states()) {
            proof.method = Proof::Method::abstraction;
            proof.states = *states;
            if (task_.target.network.features.clocks && !estimates_.heuristic().reads_zone())
                proof.ignored = {"clocks"};
        }
    }
};

// With open states in tiers.
template <class Space, class Self, class Entry>
class TieredSearch : public GuidedSearch<Space, Self, TieredList<Entry>> {
public:
    TieredSearch(Space& space, const SearchTask& task)
        : GuidedSearch<Space, Self, TieredList<Entry>>(space, task, task.options.guidance.ties, task.options.seed,
                                                       task.options.guidance.preference.boost) {}
};

}  // namespace crowfly
