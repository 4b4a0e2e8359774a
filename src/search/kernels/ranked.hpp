// Breadth first, until much turns out to be expanded in vain: a state is expanded, later a larger zone of the same
// discrete state covers it, and all that followed from it is generated again. From then on states have ranks
// (Herbreteau, Tran: Improving search order for reachability testing in timed automata, 2015). A state that covers an
// expanded one has a rank above those of the open states that follow from that one; the highest rank is popped first,
// so that these are covered before they are expanded. Among equals the oldest is popped first.
//
// A discrete state of which very many zones were expanded (zone_rounds.hpp) gets no rank any more: each of its zones
// may cover the one before, so that nothing else would be expanded.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "search/kernels/blind_search.hpp"
#include "search/kernels/topological_levels.hpp"
#include "search/kernels/zone_rounds.hpp"
#include "space/per_node.hpp"

namespace crowfly {

// The ranks of the states of a space, and the open ones among them. The successors that were added when a state was
// expanded have numbers in a row.
template <class Space>
class Ranks {
public:
    Ranks(Space& space, const Network& network) : space_(space), marks_(space.columns()), rounds_(network) {}

    // The least level is popped first among equals, then the oldest.
    void go_by(const TopologicalLevels& levels) { levels_ = &levels; }

    // States before `next` were popped in the order of their numbers; no other was.
    void begin(NodeId next) {
        next_ = next;
        const auto nodes = static_cast<NodeId>(space_.nodes());
        for (NodeId node = 0; node < nodes; ++node) marks_.push_back({0, node < next ? node : no_node});
        for (NodeId node = 0; node < next; ++node) note_expanded(node);
        for (NodeId node = nodes; node-- > 0;) {
            if (space_.parent(node) != no_node) marks_[space_.parent(node)].first_successor = node;
        }
    }

    // Of the state added last, which covers `covered`.
    void push(const std::vector<NodeId>& covered) {
        const auto node = static_cast<NodeId>(marks_.size());
        std::uint32_t rank = 0;
        if (round_of(node) >= most_rounds) {
            marks_.push_back({0, no_node});
            return;
        }
        for (const NodeId other : covered) {
            if (is_expanded(other)) rank = std::max(rank, 1 + highest_open(other));
        }
        marks_.push_back({rank, no_node});
        const std::uint32_t level = levels_ == nullptr ? 0 : levels_->of(space_.slots());
        if (rank > 0 || level > 0) raised_[{rank, ~level}].push_back(node);
    }

    // The next state, which may be covered. no_node: there is none.
    NodeId pop() {
        const NodeId node = raised_.empty() ? pop_oldest() : pop_highest();
        if (node == no_node) return node;
        marks_[node].first_successor = static_cast<NodeId>(space_.nodes());
        note_expanded(node);
        return node;
    }

    void parts(auto& each) { each(next_, raised_, rounds_); }

    std::size_t open() const { return space_.nodes() - next_; }  // some of them are covered

private:
    struct Mark {
        std::uint32_t rank;
        NodeId first_successor;  // no_node: it was not expanded
        void parts(auto& each) { each(rank, first_successor); }
    };
    struct Queue {
        std::vector<NodeId> nodes;
        std::size_t popped = 0;
        void push_back(NodeId node) { nodes.push_back(node); }
        void parts(auto& each) { each(nodes, popped); }
    };
    static constexpr std::size_t most_followed = 10'000;  // states that follow from one

    static constexpr std::uint32_t most_rounds = 16;  // of a discrete state whose zones have ranks

    void note_expanded(NodeId node) {
        if constexpr (requires { space_.discrete(node); }) rounds_.note_expanded(space_, node);
    }
    std::uint32_t round_of(NodeId node) {
        if constexpr (requires { space_.discrete(node); }) return rounds_.round_of(space_, node);
        return 0;
    }

    bool is_expanded(NodeId node) const { return marks_[node].first_successor != no_node; }

    // The highest rank of the open states that follow from an expanded one.
    std::uint32_t highest_open(NodeId node) {
        std::uint32_t highest = 0;
        followed_.assign(1, node);
        for (std::size_t i = 0; i < followed_.size() && i < most_followed; ++i) {
            const NodeId parent = followed_[i];
            for (NodeId n = marks_[parent].first_successor; n < marks_.size() && space_.parent(n) == parent; ++n) {
                if (is_expanded(n))
                    followed_.push_back(n);
                else if (!space_.is_covered(n))
                    highest = std::max(highest, marks_[n].rank);
            }
        }
        return highest;
    }

    NodeId pop_highest() {
        const auto best = raised_.begin();
        Queue& queue = best->second;
        const NodeId node = queue.nodes[queue.popped++];
        if (queue.popped == queue.nodes.size()) raised_.erase(best);
        return node;
    }

    // Those that are kept elsewhere were popped before.
    NodeId pop_oldest() {
        while (next_ < marks_.size() && is_expanded(next_)) ++next_;
        return next_ < marks_.size() ? next_++ : no_node;
    }

    Space& space_;
    PerNode<Mark> marks_;
    NodeId next_ = 0;  // the oldest of rank 0 that was not popped
    const TopologicalLevels* levels_ = nullptr;
    using Key = std::pair<std::uint32_t, std::uint32_t>;  // rank and complement of the level, greatest first
    std::map<Key, Queue, std::greater<>> raised_;
    std::vector<NodeId> followed_;
    ZoneRounds rounds_;
};

template <class Space>
class Ranked : public BlindSearch<Space, Ranked<Space>> {
    using Base = BlindSearch<Space, Ranked<Space>>;
    friend Base;
    using Base::found_, Base::node_, Base::options_, Base::result_, Base::space_;

public:
    Ranked(Space& space, const SearchTask& task) : Base(space, task), ranks_(space, task.target.network) {
        if (options_.topological) ranks_.go_by(levels_.emplace(task.target.network));
        result_.order = "bfs";
        if (!options_.adaptive) begin_to_rank();
    }

    void parts(auto& each) {
        this->shared_parts(each);
        each(is_ranking_, next_, in_vain_, ranks_);
    }
    void loaded() {
        if (is_ranking_) result_.order = "ranked";
    }

    // ---- For the Explorer

    bool pop() {
        if (!is_ranking_ && is_much_in_vain()) begin_to_rank();
        do {
            node_ = is_ranking_ ? ranks_.pop() : pop_oldest();
        } while (node_ != no_node && this->is_closed(node_));
        return node_ != no_node;
    }

private:
    static constexpr std::size_t least_in_vain = 50;

    // Twice as many states were expanded as were worth it.
    bool is_much_in_vain() const { return in_vain_ >= least_in_vain && 2 * in_vain_ > result_.statistics.explored; }

    void begin_to_rank() {
        is_ranking_ = true;
        result_.order = "ranked";
        ranks_.begin(next_);
    }

    NodeId pop_oldest() { return next_ < space_.nodes() ? next_++ : no_node; }

    void push(NodeId) {
        if constexpr (requires { space_.covered(); }) {
            if (is_ranking_) return ranks_.push(space_.covered());
            for (const NodeId node : space_.covered()) in_vain_ += node < next_ ? 1 : 0;
        } else if (is_ranking_) {
            ranks_.push({});
        }
    }

    static Spared spared() { return {}; }

    Path path_back() {
        result_.is_short = !is_ranking_;
        return path_to(space_, found_);
    }

    static std::size_t growth_of_open() { return 0; }
    void measure_open(Statistics& s) const { s.waiting = is_ranking_ ? ranks_.open() : space_.nodes() - next_; }

    std::vector<std::string> described() const {
        return {
            fmt::format("{}: {} states", is_ranking_ ? "ranked order" : "breadth first", result_.statistics.explored)};
    }

    std::optional<TopologicalLevels> levels_;
    Ranks<Space> ranks_;
    bool is_ranking_ = false;
    NodeId next_ = 0;          // the oldest node that was not popped, while none has a rank
    std::size_t in_vain_ = 0;  // states that were expanded, and covered later
};

}  // namespace crowfly
