// A best first search that alternates with breadth first search over the same stored states, so nothing is expanded
// twice. It expands the state with the least estimate, then the best of its successors and of all that were estimated
// before. Only the successors of such states are estimated, and only a small fraction of all states, so an exhaustive
// search takes hardly longer than without the guide. Estimated states are expanded by the guide alone, until nothing
// else is open.
//
// The alternation depends on counts alone, never on the clock: the same question has the same trace on every machine.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "search/estimates.hpp"
#include "search/ranking.hpp"

namespace crowfly {

template <class Space>
class Guide {
public:
    Guide(Space& space, const Turns& turns)
        : space_(space), turns_(turns), estimates_(heuristic()), open_(Guidance::Ties::newest, 1, preference().boost) {}

    // "nearest to the goal by hU first, useless transitions put off, helpful ones preferred"
    static std::string description() {
        return fmt::format("nearest to the goal by {} first{}", to_string(heuristic()), described(preference()));
    }

    // Builds the heuristic; has to be called first. False: that exceeds the limits.
    bool build(const Goal& goal, BuildBudget& budget) {
        ranking_.emplace(goal, preference());
        space_.note_edges();
        return estimates_.build(hasty(goal), budget);
    }

    // Estimates the open states, which are all from a node on. False: all have the same estimate, so the heuristic
    // cannot guide.
    bool start(NodeId from, NodeId end) {
        first_ = from;
        Estimate least = dead_end, most = 0;
        // As long as all are dead ends, all of them may be, and that would be the answer.
        for (NodeId node = from; node < end && (least == dead_end || estimates_.asked() < turns_.first / 2); ++node) {
            if (space_.is_covered(node)) continue;
            const Estimate estimate = estimates_.of_stored(space_, node);
            least = std::min(least, estimate);
            most = std::max(most, estimate);
            if (estimates_.proves_dead_end(estimate))
                own(node);
            else
                open_.push({}, {estimate, estimate}, node);
        }
        if (least == dead_end) return true;  // nothing is to be expanded any more
        return least < most && least < farthest;
    }

    bool has_turn(std::size_t generated) const {
        const std::size_t asked = estimates_.asked() + ranking_->asked();
        // Successors whose estimate is known cost time as well where they are many: zones of the same discrete states.
        const std::size_t used = std::max(asked, wastes_ ? added_ : added_ - std::min(added_, turns_.known));
        return !open_.empty() && used < turns_.first + generated / turns_.every;
    }

    // The best state that was not expanded; those before `cursor` were, unless the guide owns them. False: there is
    // none.
    bool pop(NodeId cursor, NodeId& node) {
        while (!open_.empty()) {
            node = open_.pop();
            if ((node < cursor && !owns(node)) || space_.is_covered(node) || (node < done_.size() && done_[node]))
                continue;
            own(node);
            mark(done_, node);
            rank_successors(node);
            if (chosen_.size() < turns_.trial) {
                chosen_.push_back(node);
                if (chosen_.size() == turns_.trial) wastes_ = covered(chosen_) > covered_before() + turns_.trial / 4;
            }
            return true;
        }
        return false;
    }

    // A successor of the state popped last.
    void push(NodeId node) {
        const Estimate estimate = estimates_.of_successor(space_, node);
        own(node);
        ++added_;
        if (estimates_.proves_dead_end(estimate)) return;
        open_.push(ranking_->rank(estimates_.heuristic(), space_.fired_edges(), estimate), {estimate, estimate}, node);
    }

    // Whether nobody else needs to expand a state: the guide did or will, or nothing is to be found behind it.
    bool owns(NodeId node) const { return node < owned_.size() && owned_[node]; }

    std::size_t bytes() const {
        return open_.bytes() + estimates_.bytes() + owned_.size() / 4 + (ranking_ ? ranking_->bytes() : 0);
    }
    void note(Statistics& statistics) const { estimates_.note(statistics); }

private:
    static HeuristicSpec heuristic() { return {"hU", {}, {}}; }
    // The best of all, see docs/preferences.md.
    static Preference preference() {
        Preference preference;
        preference.useless = preference.helpful = true;
        return preference;
    }

    void rank_successors(NodeId node) {
        const Estimate estimate = estimates_.of_stored(space_, node);
        ranking_->expand(estimates_.heuristic(), space_.discrete(node), estimates_.slots(), estimates_.floor(),
                         estimate, Ranking::no_transition);
    }

    // Nobody asked for the heuristic, so it must not keep anybody waiting.
    static Goal hasty(Goal goal) {
        goal.effort.reads = 3'000'000;
        return goal;
    }

    // How many of the first states that the guide chose were covered by larger zones later, and so expanded in vain;
    // and how many of as many states that were expanded before the guide started.
    std::size_t covered(std::span<const NodeId> nodes) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(nodes, [&](NodeId node) { return space_.is_covered(node); }));
    }
    std::size_t covered_before() const {
        std::size_t count = 0;
        for (NodeId node = 0; node < first_; ++node) count += space_.is_covered(node) ? 1 : 0;
        return first_ == 0 ? 0 : count * turns_.trial / first_;
    }

    void own(NodeId node) { mark(owned_, node); }
    static void mark(std::vector<bool>& marks, NodeId node) {
        if (marks.size() <= node) marks.resize(std::max<std::size_t>(node + 1, 2 * marks.size()));
        marks[node] = true;
    }

    Space& space_;
    Turns turns_;
    Estimates estimates_;
    TieredList<NodeId> open_;
    std::optional<Ranking> ranking_;
    std::vector<bool> owned_;     // per node
    std::vector<bool> done_;      // those it expanded, likewise
    NodeId first_ = 0;            // all before it had been expanded when it came
    std::vector<NodeId> chosen_;  // the first states that were its choice
    bool wastes_ = false;         // too many of them were expanded in vain …
    std::size_t added_ = 0;       // … so that all successors count, not only those that take an estimate of their own
};

}  // namespace crowfly
