// Memory-bounded A* (Russell: Efficient memory-bounded search methods, 1992): A*, until `nodes` states are stored. Then
// the worst leaves are forgotten, a quarter at a time; the least sum of its forgotten successors is what a state is
// open with again, to generate them anew when nothing better is left. The search gives up where a path takes more
// states than there may be, or where states are forgotten as often as there may be states and no sum has become
// greater.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <queue>
#include <set>
#include <vector>

#include "search/kernels/costed_search.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

// Least sum first; among equals what is furthest from the start, then the newest.
struct SmaEntry {
    Cost total;  // of a path by it
    Cost cost;   // of the path to it
    NodeId node = no_node;
    bool operator<(const SmaEntry& other) const {
        if (total != other.total) return total < other.total;
        return cost != other.cost ? cost > other.cost : node > other.node;
    }
    void parts(auto& each) { each(total, cost, node); }
};

struct SmaOpen : std::set<SmaEntry> {
    void parts(auto& each) { each(static_cast<std::set<SmaEntry>&>(*this)); }
};

template <class Space>
class MemoryBounded : public CostedSearch<Space, MemoryBounded<Space>, SmaOpen> {
    using Base = CostedSearch<Space, MemoryBounded<Space>, SmaOpen>;
    friend GuidedSearch<Space, MemoryBounded<Space>, SmaOpen>;
    using Base::costs_, Base::endless, Base::estimates_, Base::ledger_, Base::node_, Base::open_, Base::options_,
        Base::result_, Base::space_;

public:
    MemoryBounded(Space& space, const SearchTask& task)
        : Base(space, task), most_(count_given(task.options.guidance, "nodes")), marks_(space.columns()) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(least_, forgotten_);
    }

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            const SmaEntry entry = *open_.begin();
            open_.erase(open_.begin());
            if (space_.is_covered(entry.node) || costs_[entry.node] != entry.cost) continue;
            if (is_in_vain(entry)) return false;
            node_ = entry.node;
            marks_[node_].is_open = false;
            this->note_depth(entry.cost);
            return true;
        }
        return false;
    }

    bool visit() { return !this->ends_here(); }

    // What was forgotten before had a sum that is known to be too small for none of them.
    void generated() {
        const NodeId added = this->add();
        if (added == no_node) return;
        marks_.set(added, {});
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (estimates_.proves_dead_end(estimate)) return;
        if (this->is_beyond_limits(costs_[added], estimate)) return;
        const Cost total = estimate == dead_end ? far : this->sum(costs_[added], estimate);
        push(added, node_ == no_node ? total : std::max(total, marks_[node_].total));
    }

    void counted() {
        if (space_.nodes() > most_) forget();
    }

private:
    struct Mark {
        Cost total = Base::endless;  // with which it is or was open
        bool is_open = false;

        void parts(auto& each) { each(total, is_open); }
    };

    void push(NodeId node, const Cost& total) {
        marks_[node] = {total, true};
        open_.insert({total, costs_[node], node});
    }

    // A path does not fit, or the same states have been forgotten again and again.
    bool is_in_vain(const SmaEntry& entry) {
        if (!least_ || entry.total > *least_) {
            least_ = entry.total;
            forgotten_ = 0;
        }
        const bool fits = options_.costs != nullptr || entry.cost.first < static_cast<std::int64_t>(most_);
        if (fits && forgotten_ <= most_) return false;
        ledger_.end(fmt::format("{} states are too few for the current path and its siblings", most_));
        return true;
    }

    // The worst leaf first: what is closed and has nothing behind it, then by its sum.
    void forget() {
        ++forgotten_;
        const std::size_t nodes = space_.nodes();
        std::vector<std::uint32_t> children(nodes, 0);
        for (NodeId node = 0; node < nodes; ++node) {
            if (space_.parent(node) != no_node) ++children[space_.parent(node)];
        }
        std::vector<Cost> lost(nodes, endless);  // the least sum of forgotten successors
        std::vector<bool> is_gone(nodes, false);
        std::priority_queue<SmaEntry> leaves;
        const auto add_leaf = [&](NodeId node) {
            if (children[node] > 0 || space_.parent(node) == no_node) return;
            const bool is_needed = marks_[node].is_open && !space_.is_covered(node);
            leaves.push({is_needed ? marks_[node].total : lost[node], costs_[node], node});
        };
        for (NodeId node = 0; node < nodes; ++node) add_leaf(node);
        for (std::size_t left = nodes; left > most_ - most_ / 4 && !leaves.empty(); --left) {
            const SmaEntry leaf = leaves.top();
            leaves.pop();
            is_gone[leaf.node] = true;
            const NodeId parent = space_.parent(leaf.node);
            lost[parent] = std::min(lost[parent], leaf.total);
            --children[parent];
            add_leaf(parent);
        }
        keep(is_gone, lost);
    }

    void keep(const std::vector<bool>& is_gone, const std::vector<Cost>& lost) {
        std::vector<NodeId> kept;
        for (NodeId node = 0; node < is_gone.size(); ++node) {
            if (is_gone[node]) continue;
            kept.push_back(node);
            Mark& mark = marks_[node];
            if (!mark.is_open || space_.is_covered(node)) mark = {lost[node], lost[node] != endless};
        }
        this->keep_only(kept);
        open_.clear();
        for (NodeId node = 0; node < marks_.size(); ++node) {
            if (marks_[node].is_open && !space_.is_covered(node)) push(node, marks_[node].total);
        }
    }

    void report() {
        result_.strategies = {fmt::format("SMA* with h = {} and at most {} stored states: {} states",
                                          to_string(options_.guidance.heuristic), most_, result_.statistics.explored)};
    }

    static constexpr Cost far = {endless.first - 1, endless.second};  // where the estimate is none

    std::size_t most_;
    std::optional<Cost> least_;  // the greatest sum popped so far: no path costs less
    std::size_t forgotten_ = 0;  // so many times since
    PerNode<Mark> marks_;
};

const Registered<SearchPlugin> sma(
    searches(),
    {{.name = "sma",
      .description = "SMA*: A* in bounded memory that deletes the leaves of greatest g + h, such as sma(nodes=100000)",
      .options = {count_option("nodes", "the greatest number of stored states", 16, 100'000), heuristic_option()},
      .properties = {{"complete", "if the path and its siblings fit into `nodes` states"},
                     {"shortest", "with an admissible heuristic"},
                     {"cheapest", "with an admissible heuristic"},
                     {"memory", "`nodes` states"}},
      .also_called = {"SMA*", "smastar"}},
     make_general_method<MemoryBounded>(),
     of_stored_states,
     100,
     100});

}  // namespace
}  // namespace crowfly
