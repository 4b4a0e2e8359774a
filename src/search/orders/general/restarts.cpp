// Guided random walks that begin anew: from a state a random successor, one whose estimate is less by one twice as
// likely; after a number of steps again from the start. The numbers follow Luby's sequence
// (search/schedule/restarts.hpp), so that short walks are many and long ones not given up. Of a walk only its own
// states and their successors are kept. A goal may be missed, and nothing is ever proved.
#include "search/schedule/restarts.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/rng.hpp"
#include "search/kernels/measured_search.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

struct WalkCandidate {
    NodeId node = no_node;
    Estimate estimate = 0;
    void parts(auto& each) { each(node, estimate); }
};

// Where the walk can go.
struct WalkCandidates : std::vector<WalkCandidate> {
    void parts(auto& each) { each(static_cast<std::vector<WalkCandidate>&>(*this)); }
};

template <class Space>
class GuidedWalks : public MeasuredSearch<Space, GuidedWalks<Space>, WalkCandidates> {
    using Base = MeasuredSearch<Space, GuidedWalks<Space>, WalkCandidates>;
    friend GuidedSearch<Space, GuidedWalks<Space>, WalkCandidates>;
    using Base::estimates_, Base::found_, Base::ledger_, Base::lengths_, Base::node_, Base::open_, Base::options_,
        Base::result_, Base::space_;

public:
    GuidedWalks(Space& space, const SearchTask& task)
        : Base(space, task), random_(task.options.seed), most_walks_(count_given(task.options.guidance, "walks")),
          length_(count_given(task.options.guidance, "length")) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(random_, walks_, steps_, roots_, visited_);
    }

    // ---- For the Explorer

    bool pop() {
        std::erase_if(open_, [&](const WalkCandidate& c) { return space_.is_covered(c.node); });
        if (open_.empty() || steps_ == length_ * luby(walks_)) {
            if (walks_ == most_walks_ || roots_.empty()) return false;
            begin_walk();
        }
        node_ = choose();
        open_.clear();
        visited_[node_] = true;
        result_.statistics.depth = lengths_[node_];
        ++steps_;
        return true;
    }

    bool visit() { return !this->ends_here(); }

    // A state that the walk has seen and not visited is as good as a new one. Initial states are never covered.
    void generated() {
        const std::uint32_t length = this->next_length();
        NodeId node = space_.add(node_, Spared{0, roots_.empty() ? 0 : roots_.back().node + 1});
        if (node == no_node) {
            node = space_.coverer();
        } else {
            lengths_.push_back(length);
            visited_.push_back(false);
            this->most_stored_ = std::max(this->most_stored_, space_.stored());
        }
        if (visited_[node]) return;
        const Estimate estimate = estimates_.of_successor(space_, node);
        if (estimates_.proves_dead_end(estimate)) return;
        open_.push_back({node, estimate});
        if (node_ == no_node) roots_.push_back(open_.back());
    }

private:
    void begin_walk() {
        std::vector<NodeId> kept;
        for (WalkCandidate& root : roots_) kept.push_back(std::exchange(root.node, static_cast<NodeId>(kept.size())));
        this->keep_only(kept);
        visited_.assign(kept.size(), false);
        open_.assign(roots_.begin(), roots_.end());
        steps_ = 0;
        ++walks_;
    }

    NodeId choose() {
        const Estimate least = std::ranges::min_element(open_, {}, &WalkCandidate::estimate)->estimate;
        const auto weight = [&](const WalkCandidate& c) {
            return std::uint64_t{1} << (most_doublings - std::min(most_doublings, c.estimate - least));
        };
        std::uint64_t sum = 0;
        for (const WalkCandidate& candidate : open_) sum += weight(candidate);
        std::uint64_t drawn = random_.below(sum);
        for (const WalkCandidate& candidate : open_) {
            if (drawn < weight(candidate)) return candidate.node;
            drawn -= weight(candidate);
        }
        return open_.back().node;
    }

    void explore() {
        Base::explore();
        if (found_ == no_node && !roots_.empty() && !ledger_.has_ended())
            ledger_.end(fmt::format("{} random walks found nothing; others may", walks_));
    }

    void report() {
        result_.strategies = {fmt::format("{} random walk{} with h = {}: {} states", walks_, walks_ == 1 ? "" : "s",
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
    }

    static constexpr Estimate most_doublings = 16;

    Rng random_;
    std::size_t most_walks_;
    std::size_t length_;  // of the first walk
    std::size_t walks_ = 1;
    std::size_t steps_ = 0;             // of this walk
    std::vector<WalkCandidate> roots_;  // the initial states
    std::vector<bool> visited_;         // per node: by this walk
};

const Registered<SearchPlugin> restarts(
    searches(),
    {{.name = "restarts",
      .description = "random walks biased by h, restarted from the initial state",
      .options = {count_option("walks", "the greatest number of walks", 1, 10'000),
                  count_option("length",
                               "the number of transitions of the first walk; later walks have 1, 1, 2, 1, 1, 2, 4 … "
                               "times as many (Luby)",
                               1, 100),
                  {.name = "--seed", .text = "the same seed gives the same walks", .kind = PluginOption::Kind::outer},
                  heuristic_option()},
      .properties = {{"complete", "no"}, {"shortest", "no"}, {"memory", "one walk"}}},
     make_general_method<GuidedWalks>(),
     of_stored_states,
     0,
     1});

}  // namespace
}  // namespace crowfly
