// The search for a goal with the least value, a time or a price: A*, which expands the state first that promises the
// least. Now and then a dive (dive.hpp) takes over, a wider one each time. It begins when A* has expanded as many
// states as the dive is expected to, so that each gets about half. What a dive finds is an upper bound, the least
// promise of an open state is a lower bound. The search ends as soon as they meet; a limit ends it with both.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/files/parts.hpp"
#include "search/kernels/checkpointed.hpp"
#include "search/kernels/heap.hpp"
#include "search/optimum/dive.hpp"
#include "search/optimum/optimum_result.hpp"
#include "search/settings/path.hpp"

namespace crowfly {

// How the best goal is reached.
struct Route {
    Path path;
    std::vector<Firing> firings;  // along it; empty: not known
    void parts(auto& each) { each(path, firings); }
};

inline constexpr const char* lost_route = "the transitions to the best state could not be taken again";

// A space is an expander with its store:
//   Setup             what it is made of; a dive makes another one of the same
//   start, next, stop as an expander has them (space/expander.hpp); expand(node)
//   add(parent)       stores the successor; no_node: a stored state covers it
//   is_covered(node)  by a state that was stored later
//   outlook           of the successor (total.hpp)
//   goal              the best value of a goal in the successor, if there is one; goal_stop says if that went wrong
//   route_to(node)
//   stored, bytes_soon
//   parts             what it knows (base/files/parts.hpp)
template <class Space>
class OptimumSearch : public BoundedExpansion<Space> {
    using Base = BoundedExpansion<Space>;
    using Base::best_, Base::explored_, Base::node_, Base::space_;

public:
    OptimumSearch(const typename Space::Setup& setup, const Limits& limits, Observer& observer, OptimumResult& result)
        : Base(setup, {}), setup_(setup), result_(result), ledger_(limits, observer, result) {}
    OptimumSearch(const OptimumSearch&) = delete;
    OptimumSearch& operator=(const OptimumSearch&) = delete;

    void run() {
        ledger_.within_limits([&] { explore_from_checkpoint(space_, *this, ledger_); });
    }
    void end(const std::string& unfinished) { ledger_.end(unfinished); }

    // How the best goal is reached. Nothing: none was found, or not again how it is reached, and then the search ends
    // with that as the reason.
    std::optional<Route> finish() {
        if (!result_.unfinished.empty()) result_.least = lower_bound();
        if (best_node_ != no_node) {
            route_.reset();
            keep_route(space_, best_node_);
        }
        if (best_.total && !route_) ledger_.end(std::string(lost_route));
        ledger_.measure(*this);
        ledger_.close();
        return std::move(route_);
    }
    const std::optional<Total>& best() const { return best_.total; }

    // ---- For the Explorer

    bool pop() {
        expanding_.reset();
        if ((dive_ || explored_ >= next_dive_) && !dive()) return false;
        while (!open_.empty()) {
            const Entry next = open_.top();
            if (!best_.may_be_beaten_by(next.least)) return false;  // nothing that is open leads to a better goal
            proved_ = std::max(proved_.value_or(next.least), next.least);
            open_.pop();
            if (!this->take(next.node)) continue;
            expanding_ = next.least;
            return true;
        }
        return false;
    }

    void generated() {
        const std::optional<Outlook> outlook = this->promise();
        if (!outlook) return;
        const NodeId node = space_.add(node_);
        if (node == no_node) return;
        open_.push({outlook->least, outlook->tie, node});
        const std::optional<Total> goal = space_.goal();
        if (space_.goal_stop()) return ledger_.end(space_.goal_stop());
        if (!goal || !best_.is_beaten_by(*goal)) return;
        improve(*goal);
        best_node_ = node;
    }

    static bool is_done() { return false; }
    std::size_t stored() const { return space_.stored(); }
    std::size_t bytes_soon() const { return space_.bytes_soon() + 2 * open_.size() * sizeof(Entry); }
    void measure(Statistics& s) const {
        s.stored = space_.stored();
        s.waiting = open_.size();
        s.bytes = bytes_of_parts(*this);
    }

    // ---- For checkpoints

    void parts(auto& each) {
        this->shared_parts(each);
        each.uncounted(result_.statistics, result_.totals_found, route_);
        each(open_, proved_, best_node_, next_dive_, width_, expected_);
    }
    void save(ArchiveWriter& to) const {
        save_parts(*this, to);
        to.number(dive_ != nullptr);
        if (dive_) save_parts(*dive_, to);
    }
    void load(ArchiveReader& from) {
        load_parts(*this, from);
        if (!from.truth()) return;
        begin_dive();
        load_parts(*dive_, from);
    }

private:
    static constexpr std::size_t first_dive = 100, first_width = 8, widening = 4;
    static constexpr double seconds_for_route = 5;

    // The greatest is popped first: the one that promises the least, and among equals what was generated last.
    struct Entry {
        std::int64_t least;
        std::int64_t tie;
        NodeId node;
        bool operator<(const Entry& other) const {
            return std::tie(other.least, other.tie, node) < std::tie(least, tie, other.node);
        }
        void parts(auto& each) { each(least, tie, node); }
    };

    void improve(const Total& total) {
        best_.total = total;
        result_.totals_found.push_back(total);
    }

    void begin_dive() {
        const std::size_t longest = 4 * std::max(expected_, first_dive * first_width);
        dive_ = std::make_unique<Dive<Space, OptimumSearch>>(setup_, width_, longest, best_, *this, ledger_);
    }

    // False: the search is over.
    bool dive() {
        if (!dive_) begin_dive();
        ledger_.within_limits([&] { dive_->run(); });
        const auto over = std::move(dive_);
        Dive<Space, OptimumSearch>& dive = *over;
        const bool found = dive.best_node() != no_node;
        const bool keeps = found && keep_route(dive.space(), dive.best_node());
        if (keeps) {
            improve(*dive.best().total);
            best_node_ = no_node;
        }
        if (!dive.was_too_long()) width_ *= widening;
        expected_ = std::max(widening * dive.explored(), first_dive);
        next_dive_ = explored_ + expected_;
        return !ledger_.has_ended() && !(dive.is_exhaustive() && found == keeps);
    }

    // Although the time of the search may be over.
    bool keep_route(Space& space, NodeId node) {
        Alarm alarm;
        alarm.set(seconds_for_route);
        std::string limit;
        end_at_limits(limit, [&] { route_ = space.route_to(node); });
        return limit.empty();
    }

    // Of what is open, and of the state whose expansion was not finished. What was proved once stays so.
    std::optional<std::int64_t> lower_bound() const {
        std::optional<std::int64_t> least = expanding_;
        if (!open_.empty()) least = std::min(least.value_or(open_.top().least), open_.top().least);
        if (proved_) least = std::max(least.value_or(*proved_), *proved_);
        if (least && best_.total) least = std::min(*least, best_.total->value);
        return least;
    }

    typename Space::Setup setup_;
    OptimumResult& result_;
    Ledger ledger_;
    Heap<Entry> open_;
    std::optional<std::int64_t> expanding_;  // what the state being expanded promises
    std::optional<std::int64_t> proved_;     // no goal has a lower value, or the best so far has it
    NodeId best_node_ = no_node;             // no_node: a dive found it, and the route is known
    std::optional<Route> route_;
    std::size_t next_dive_ = first_dive, width_ = first_width;
    std::size_t expected_ = 0;  // how many states the next dive will expand, as the one before suggests
    std::unique_ptr<Dive<Space, OptimumSearch>> dive_;  // while it goes on
};

}  // namespace crowfly
