// The best state first, as a heuristic sees it: greedy search and A* (Hart, Nilsson, Raphael: A formal basis for the
// heuristic determination of minimum cost paths, 1968), over any space.
//
// As the goal is tested when a state is popped, what A* finds first is shortest if the heuristic is admissible. Where
// lengths count, a state only covers another one that is not nearer to the start; a discrete state reached by a shorter
// path is reopened. States that the heuristic proves to be dead ends are stored, so that they are not evaluated again,
// and never expanded.
#pragma once

#include <fmt/format.h>

#include "search/guidance/ranking.hpp"
#include "search/kernels/best_first_kernel.hpp"
#include "search/kernels/guided_search.hpp"
#include "search/kernels/local_exploration.hpp"
#include "space/per_node.hpp"

namespace crowfly {

// What is open: a state, and the length of the path by which it was generated.
struct BestFirstEntry {
    NodeId node;
    std::uint32_t length;

    void parts(auto& each) { each(node, length); }
};

template <class Space>
class BestFirst : public BestFirstKernel<BestFirst<Space>, TieredSearch<Space, BestFirst<Space>, BestFirstEntry>> {
    using Base = BestFirstKernel<BestFirst<Space>, TieredSearch<Space, BestFirst<Space>, BestFirstEntry>>;
    friend GuidedSearch<Space, BestFirst<Space>, TieredList<BestFirstEntry>>;
    friend Base;
    using Base::estimates_, Base::node_, Base::open_, Base::result_, Base::rounds_, Base::space_;

public:
    BestFirst(Space& space, const SearchTask& task)
        : Base(space, task, task.options.guidance.own == 0), guide_(task.options.guidance), local_(local_after(guide_)),
          lengths_(space.columns()), marks_(space.columns()) {
        if (!guide_.preference.any()) return;
        ranking_.emplace(task.target, guide_.preference);
        space_.note_edges();
    }

    void parts(auto& each) {
        this->shared_parts(each);
        each(local_);
        each.derived(ranking_);
    }

    // ---- For the Explorer

    bool visit() {
        rounds_.note_expanded(space_, node_);
        if (ranking_) {
            marks_[node_].closed = true;
            if (ranking_->is_deferred(open_.last_tier())) ++result_.statistics.deferred_explored;
        }
        if (this->ends_here()) return false;
        if (guide_.lazy) {
            estimate_ = estimates_.of_stored(space_, node_);
            if (estimates_.proves_dead_end(estimate_)) return false;
        }
        if (ranking_) rank_successors();
        return true;
    }

private:
    bool has_open() {
        if (is_first_try_ && local_.is_on())
            local_.step([&](const OpenKey& key, const BestFirstEntry& entry) { open_.push({}, key, entry); });
        is_first_try_ = false;
        return local_.has_next() || !open_.empty();
    }
    BestFirstEntry pop_entry() { return local_.has_next() ? local_.pop() : open_.pop(); }
    bool is_stale(const BestFirstEntry& entry) const {
        return lengths_[entry.node] < entry.length || (ranking_ && marks_[entry.node].closed);
    }
    void popped(const BestFirstEntry& entry) {
        length_ = entry.length;
        result_.statistics.depth = length_;
        is_first_try_ = true;
    }

    std::uint32_t next_length() const { return node_ == no_node ? 0 : length_ + 1; }

    NodeId add() {
        Spared spared;
        if (guide_.own > 0 || this->options_.longest < no_bound) spared.lengths = &lengths_.values();
        spared.length = next_length();
        const NodeId added = space_.add(node_, spared);
        if (added == no_node) return added;
        lengths_.set(added, spared.length);
        if (ranking_) marks_.set(added, {.tier = Ranking::left_out});
        return added;
    }
    void known() {
        if (ranking_) reopen(space_.coverer(), next_length());
    }
    Estimate estimate_of(NodeId added) { return guide_.lazy ? estimate_ : Base::estimate_of(added); }

    void push(NodeId added, Estimate estimate) {
        const std::uint32_t length = lengths_[added];
        if (length > this->options_.longest) {
            result_.cut = true;
            return;
        }
        if (local_.is_on()) local_.note(estimate);
        const std::uint32_t round = rounds_.round_of(space_, added);
        if (ranking_)
            push_ranked(added, length, estimate, round);
        else if (local_.is_active())
            local_.push(key(length, estimate, round), {added, length});
        else
            open_.push({}, key(length, estimate, round), {added, length});
    }

    // An option of greedy search; others do not have it.
    static std::size_t local_after(const Guidance& guide) {
        const auto given = guide.search.options.find("local");
        return given == guide.search.options.end() ? 0 : std::stoul(given->second);
    }

    // ---- Preferred transitions

    void rank_successors() {
        const Estimate estimate = estimates_.of_stored(space_, node_);
        ranking_->expand(estimates_.heuristic(), space_.discrete(node_), estimates_.slots(), estimates_.floor(),
                         estimate, marks_[node_].reached_by);
    }

    // Into the tier of the transition that leads there, unless it is open in a better one.
    void push_ranked(NodeId node, std::uint32_t length, Estimate estimate, std::uint32_t round) {
        Mark& mark = marks_[node];
        if (node_ == no_node) {
            const Rank best = ranking_->best();
            mark.tier = best.tier;
            open_.push(best, key(length, estimate, round), {node, length});
            return;
        }
        const FiredEdges& fired = space_.fired_edges();
        Rank rank = ranking_->rank(estimates_.heuristic(), fired, estimate);
        if (rank.tier == Ranking::left_out) {
            marks_[node_].left_out = true;
            return;
        }
        if (rank.tier >= mark.tier) return;
        mark.tier = rank.tier;
        mark.reached_by = fired.transition;
        rank.round = round;
        open_.push(rank, key(length, estimate, round), {node, length});
    }

    // A known state may still be open in a worse tier, or have been expanded without transitions that are now to be
    // followed.
    void reopen(NodeId node, std::uint32_t length) {
        if (node_ == no_node) return;
        Mark& mark = marks_[node];
        if (!mark.closed) {
            const Estimate estimate = guide_.lazy ? estimate_ : estimates_.of_successor(space_, node);
            if (estimates_.proves_dead_end(estimate)) return;
            push_ranked(node, std::min(length, lengths_[node]), estimate, rounds_.round_of(space_, node));
        } else if (mark.left_out && ranking_->opens_more(mark.reached_by, space_.fired_edges().transition)) {
            Rank best = ranking_->best();
            best.round = rounds_.round_of(space_, node);
            mark = {best.tier, Ranking::no_transition, false, false};
            open_.push(best, key(lengths_[node], estimates_.of_successor(space_, node), best.round),
                       {node, lengths_[node]});
        }
    }

    void report() {
        result_.strategies = {fmt::format("{}{}: {} states", name_of_search(guide_), described(guide_.preference),
                                          result_.statistics.explored)};
        if (!ranking_) return;
        PreferenceUse& use = result_.preference.emplace();
        use.switches = open_.switches();
        open_.for_each([&](std::uint32_t tier, const QueueUse& all, const QueueUse& helpful) {
            use.queues.push_back({ranking_->name_of(tier), all.pushed, all.popped});
            if (guide_.preference.helpful)
                use.queues.push_back({ranking_->name_of(tier) + " helpful", helpful.pushed, helpful.popped});
        });
    }

    OpenKey key(std::uint32_t length, Estimate estimate, std::uint32_t round) const {
        if (estimate == dead_end) return {std::numeric_limits<std::uint64_t>::max(), dead_end};
        return {std::uint64_t{guide_.own} * length + std::uint64_t{guide_.ahead} * estimate + round, estimate};
    }

    std::size_t asked_by_ranking() const { return ranking_ ? ranking_->asked() : 0; }

    const Guidance& guide_;
    LocalExploration<BestFirstEntry> local_;
    PerNode<std::uint32_t> lengths_;

    // With preferred transitions:
    struct Mark {
        std::uint32_t tier = 0;                             // the best in which it is or was open
        std::uint32_t reached_by = Ranking::no_transition;  // when it was pushed there
        bool closed = false;                                // it was expanded …
        bool left_out = false;                              // … and not all of its transitions were followed

        void parts(auto& each) { each(tier, reached_by, closed, left_out); }
    };
    std::optional<Ranking> ranking_;
    PerNode<Mark> marks_;

    std::uint32_t length_ = 0;  // of the path to the state being expanded
    bool is_first_try_ = true;  // to pop the next one
    Estimate estimate_ = 0;     // of it, if states are estimated when they are popped
};

}  // namespace crowfly
