// What searches without a heuristic have in common: the goal is tested when a state is generated. A search says which
// state it pops (`pop`), where it keeps open states (`push`, `growth_of_open`, `measure_open`), which stored states a
// successor may not replace (`spared`), the path to a goal (`path_back`), how it searched (`described`), and what it
// remembers (`parts`, which name the `shared_parts` first).
#pragma once

#include <string>
#include <utility>

#include "base/files/parts.hpp"
#include "base/profile.hpp"
#include "search/kernels/checkpointed.hpp"
#include "search/kernels/trace_collector.hpp"
#include "search/settings/search_task.hpp"
#include "space/zones/predicate.hpp"

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
            explore_from_checkpoint(space_, self(), ledger_);
            if (is_found_ && options_.traces == 1) go_back();
        });
        ledger_.measure(self());
        result_.strategies = self().described();
        ledger_.close();
        return std::move(result_);
    }

    static constexpr bool is_resumable = Resumable<Space>;

    // ---- For the Explorer

    bool expand() { return space_.expand(node_); }

    void generated() {
        const NodeId added = space_.add(node_, self().spared());
        if (added == no_node && options_.traces == 1) return;
        begin_phase(Phase::other);
        if (added != no_node) self().push(added);
        if (options_.hull && !task_.goal.is_discrete()) return;  // hulls are tested when they no longer grow
        test(added);
    }

    bool is_done() const { return options_.traces == 1 ? is_found_ : traces_.size() >= options_.traces; }
    std::size_t stored() const { return space_.stored(); }
    std::uint64_t effort() const { return task_.effort(result_.statistics, space_.zone_work()); }
    std::size_t bytes_soon() const { return bytes_of_parts<Moment::after_growth>(self()) + self().growth_of_open(); }
    void measure(Statistics& s) const {
        s.stored = space_.stored();
        if constexpr (requires { space_.discrete_states(); }) s.discrete = space_.discrete_states();
        s.bytes = bytes_of_parts(self());
        self().measure_open(s);
    }

protected:
    void shared_parts(auto& each) { each(result_, space_, traces_); }

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

    bool is_found_ = false;
    TraceCollector<Space> traces_;  // if there are to be several
};

}  // namespace crowfly
