// What searches without a heuristic have in common: the goal is tested when a state is generated, and if that takes
// long fallback strategies are tried meanwhile. A search says which state it pops (`pop`), where it keeps open states
// (`push`, `open_bytes`, `open_bytes_soon`, `measure_open`), which stored states a successor may not replace
// (`spared`), the path to a goal (`path_back`), and how it searched (`described`).
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "search/explorer.hpp"
#include "search/search_task.hpp"
#include "search/trace_collector.hpp"
#include "space/predicate.hpp"

namespace crowfly {

template <class Space, class Self>
class BlindSearch {
public:
    BlindSearch(Space& space, const SearchTask& task)
        : space_(space), task_(task), options_(task.options), ledger_(task.limits, task.observer, result_),
          traces_(space, result_) {}
    BlindSearch(const BlindSearch&) = delete;
    BlindSearch& operator=(const BlindSearch&) = delete;

    SearchResult run() {
        ledger_.within_limits([&] {
            Explorer(space_, self(), ledger_).run();
            if (!answer_ && is_found_ && options_.traces == 1) go_back();
        });
        if (!answer_) ledger_.measure(self());
        ledger_.count_spent();
        result_.strategies = self().described();
        if (answer_) adopt(std::move(*answer_));
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool expand() { return space_.expand(node_); }

    void generated() {
        const NodeId added = space_.add(node_, self().spared());
        if (added == no_node && options_.traces == 1) return;
        if (added != no_node) self().push(added);
        if (options_.hull && !task_.goal.is_discrete()) return;  // hulls are tested when they no longer grow
        test(added);
    }

    void counted() {
        if (!is_over() && is_time_to_fall_back()) fall_back();
    }

    bool is_done() const { return answer_ || (options_.traces == 1 ? is_found_ : traces_.size() >= options_.traces); }
    std::size_t stored() const { return space_.stored(); }
    std::size_t bytes_soon() const { return space_.bytes_after_growth() + self().open_bytes_soon(); }
    void measure(Statistics& s) const {
        s.stored = space_.stored();
        s.bytes = space_.bytes() + self().open_bytes();
        self().measure_open(s);
    }

protected:
    bool is_over() const { return is_done() || ledger_.has_ended(); }
    // Whether a state need not be expanded.
    bool is_closed(NodeId node) const { return space_.is_covered(node) || traces_.is_goal(node); }

    Space& space_;
    const SearchTask& task_;
    const SearchOptions& options_;
    SearchResult result_;
    Ledger ledger_;
    NodeId node_ = no_node;   // the state being expanded
    NodeId found_ = no_node;  // the goal

private:
    // Depth first is tried after so many times as many states as hulls.
    static constexpr std::size_t depth_first_factor = 10;
    // How many hulls may be expanded for each state that was, and each zone that discrete states have on average. Hulls
    // are cheap, and they are expanded again until they no longer grow.
    static constexpr std::size_t hulls_per_zone = 10;

    Self& self() { return static_cast<Self&>(*this); }
    const Self& self() const { return static_cast<const Self&>(*this); }

    void test(NodeId added) {
        const bool is_goal = space_.satisfies(task_.goal, options_.wanted);
        if (task_.goal.stop()) {
            ledger_.end(task_.goal.stop());
        } else if (is_goal && options_.traces > 1) {
            traces_.collect(node_, added);
        } else if (is_goal) {
            is_found_ = true;
            found_ = added;
        }
    }

    void go_back() {
        result_.found = options_.hull ? Path{} : self().path_back();  // no trace leads through hulls
        if (!options_.hull) result_.firings = firings_to(space_, found_);
    }

    // ---- Fallback strategies

    bool is_time_to_fall_back() const {
        const std::size_t explored = result_.statistics.explored, after = options_.fallback_after;
        return after != no_fallback && (explored == after || explored == depth_first_factor * after);
    }

    // Hulls first. Much later depth first, but where a heuristic guides there is no need to go deep by chance.
    void fall_back() {
        const bool is_first = result_.statistics.explored == options_.fallback_after;
        const FallbackStrategies which{.hulls = is_first ? promising_hulls() : 0,
                                       .depth_first = !is_first && !options_.shortest && !self().has_guide()};
        ledger_.measure(self());
        SecondObserver observer(ledger_.observer(), result_.statistics);
        Statistics spent;
        answer_ = task_.fallback(which, ledger_.left(), observer, spent);
        ledger_.spend(spent);
    }

    // None where hulls would not be fewer than zones.
    std::size_t promising_hulls() const {
        const bool is_crowded = options_.abstraction && space_.stored() >= options_.zones_per_state * space_.states();
        return is_crowded ? hulls_per_zone * options_.fallback_after * space_.stored() /
                                std::max<std::size_t>(space_.states(), 1)
                          : 0;
    }

    void adopt(SearchResult answer) {
        answer.statistics = result_.statistics + answer.statistics;
        answer.strategies.insert(answer.strategies.begin(), result_.strategies.begin(), result_.strategies.end());
        result_ = std::move(answer);
    }

    bool is_found_ = false;
    TraceCollector<Space> traces_;        // if there are to be several
    std::optional<SearchResult> answer_;  // of a fallback strategy
};

}  // namespace crowfly
