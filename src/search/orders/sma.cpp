// Memory-bounded A* (Russell: Efficient memory-bounded search methods, 1992): A*, until `nodes` states are stored. Then
// the worst leaves are forgotten, a quarter at a time; the least sum of its forgotten successors is what a state is
// open with again, to generate them anew when nothing better is left. The search gives up where a path takes more
// states than there may be, or where states are forgotten as often as there may be states and no sum has become
// greater.
#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <set>
#include <vector>

#include "search/make_method.hpp"
#include "search/measured_search.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

// Least sum first; among equals what is furthest from the start, then the newest.
struct SmaEntry {
    std::uint64_t total = 0;
    std::uint32_t length = 0;
    NodeId node = no_node;
    bool operator<(const SmaEntry& other) const {
        if (total != other.total) return total < other.total;
        return length != other.length ? length > other.length : node > other.node;
    }
};

struct SmaOpen : std::set<SmaEntry> {
    std::size_t bytes() const { return size() * (sizeof(SmaEntry) + 4 * sizeof(void*)); }
};

template <class Space>
class MemoryBounded : public MeasuredSearch<Space, MemoryBounded<Space>, SmaOpen> {
    using Base = MeasuredSearch<Space, MemoryBounded<Space>, SmaOpen>;
    friend GuidedSearch<Space, MemoryBounded<Space>, SmaOpen>;
    using Base::estimates_, Base::ledger_, Base::lengths_, Base::node_, Base::open_, Base::options_, Base::result_,
        Base::space_, Base::without_end;

public:
    MemoryBounded(Space& space, const SearchTask& task)
        : Base(space, task), most_(count_given(task.options.guidance, "nodes")) {}

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            const SmaEntry entry = *open_.begin();
            open_.erase(open_.begin());
            if (space_.is_covered(entry.node) || lengths_[entry.node] != entry.length) continue;
            if (is_in_vain(entry)) return false;
            node_ = entry.node;
            marks_[node_].is_open = false;
            result_.statistics.depth = entry.length;
            return true;
        }
        return false;
    }

    bool visit() { return !this->ends_here(); }

    // What was forgotten before had a sum that is known to be too small for none of them.
    void generated() {
        const NodeId added = this->add();
        if (added == no_node) return;
        if (added == marks_.size()) marks_.emplace_back();
        marks_[added] = {};
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (estimates_.proves_dead_end(estimate)) return;
        const std::uint64_t ahead = estimate == dead_end ? far : estimate;
        const std::uint64_t known = node_ == no_node ? 0 : marks_[node_].total;
        push(added, std::max(lengths_[added] + ahead, known));
    }

    void counted() {
        if (space_.nodes() > most_) forget();
    }

private:
    struct Mark {
        std::uint64_t total = std::numeric_limits<std::uint64_t>::max();  // with which it is or was open
        bool is_open = false;
    };

    void push(NodeId node, std::uint64_t total) {
        marks_[node] = {total, true};
        open_.insert({total, lengths_[node], node});
    }

    // A path does not fit, or the same states have been forgotten again and again.
    bool is_in_vain(const SmaEntry& entry) {
        if (entry.total > least_) {
            least_ = entry.total;
            forgotten_ = 0;
        }
        if (entry.length < most_ && forgotten_ <= most_) return false;
        ledger_.end(fmt::format("{} states are too few for what is left", most_));
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
        std::vector<std::uint64_t> lost(nodes, without_end);  // the least sum of forgotten successors
        std::vector<bool> is_gone(nodes, false);
        std::priority_queue<SmaEntry> leaves;
        const auto add_leaf = [&](NodeId node) {
            if (children[node] > 0 || space_.parent(node) == no_node) return;
            const bool is_needed = marks_[node].is_open && !space_.is_covered(node);
            leaves.push({is_needed ? marks_[node].total : lost[node], lengths_[node], node});
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

    void keep(const std::vector<bool>& is_gone, const std::vector<std::uint64_t>& lost) {
        std::vector<NodeId> kept;
        std::vector<Mark> marks;
        for (NodeId node = 0; node < is_gone.size(); ++node) {
            if (is_gone[node]) continue;
            kept.push_back(node);
            Mark mark = marks_[node];
            if (!mark.is_open || space_.is_covered(node)) mark = {lost[node], lost[node] != without_end};
            marks.push_back(mark);
        }
        this->keep_only(kept);
        open_.clear();
        marks_.assign(marks.begin(), marks.end());
        for (NodeId node = 0; node < marks_.size(); ++node) {
            if (marks_[node].is_open && !space_.is_covered(node)) push(node, marks_[node].total);
        }
    }

    std::size_t own_bytes() const { return Base::own_bytes() + marks_.capacity() * sizeof(Mark); }

    void report() {
        result_.strategies = {
            fmt::format("least sum of the way so far and the one ahead by {} first, at most {} "
                        "states stored: {} states",
                        to_string(options_.guidance.heuristic), most_, result_.statistics.explored)};
    }

    static constexpr std::uint64_t far = std::uint64_t{1} << 40U;  // where the estimate is none

    std::size_t most_;
    std::uint64_t least_ = 0;    // the greatest sum popped so far: no path has less
    std::size_t forgotten_ = 0;  // so many times since
    std::vector<Mark> marks_;    // per node
};

const Registered<SearchPlugin> sma(
    searches(),
    {{.name = "sma",
      .description = "astar with at most so many states, the worst of which are forgotten: sma(nodes=100000)",
      .options = {count_option("nodes", "how many states to store at most", 16, 100'000), heuristic_option()},
      .properties = {{"complete", "if the states suffice for the path and what is beside it"},
                     {"shortest", "with an admissible heuristic"},
                     {"memory", "as many states as `nodes` says"}}},
     make_general_method<MemoryBounded>(),
     100,
     100});

}  // namespace
}  // namespace crowfly
