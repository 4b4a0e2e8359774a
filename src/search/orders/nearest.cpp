// Nearest neighbour: of the successors of the state expanded last the one that looks nearest to the goal, whatever else
// is open; where it has none that is new, the best of all open states. Follows an estimate further than greedy search,
// which is good where plateaus are wide and bad where the estimate leads into a dead end. A successor of a later round
// (search/zone_rounds.hpp) is open with all others, since it may be one of very many zones of one discrete state.
#include <fmt/format.h>

#include <vector>

#include "search/make_method.hpp"
#include "search/measured_search.hpp"
#include "search/open_list.hpp"
#include "search/registry.hpp"
#include "search/zone_rounds.hpp"

namespace crowfly {
namespace {

struct Neighbour {
    NodeId node;
    Estimate estimate;

    void parts(auto& each) { each(node, estimate); }
};

template <class Space>
class NearestNeighbour : public MeasuredSearch<Space, NearestNeighbour<Space>, OpenList<NodeId>> {
    using Base = MeasuredSearch<Space, NearestNeighbour<Space>, OpenList<NodeId>>;
    friend GuidedSearch<Space, NearestNeighbour<Space>, OpenList<NodeId>>;
    using Base::estimates_, Base::node_, Base::open_, Base::options_, Base::result_, Base::space_;

public:
    NearestNeighbour(Space& space, const SearchTask& task)
        : Base(space, task, task.options.guidance.ties, task.options.seed), rounds_(task.target.network) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(neighbours_, rounds_);
    }

    // ---- For the Explorer

    bool pop() {
        while (!neighbours_.empty() || !open_.empty()) {
            node_ = neighbours_.empty() ? open_.pop() : pop_nearest();
            if (!space_.is_covered(node_)) return true;
        }
        return false;
    }

    bool visit() {
        rounds_.note_expanded(space_, node_);
        return !this->ends_here();
    }

    void generated() {
        const NodeId added = space_.add(node_);
        if (added == no_node) return;
        const std::uint32_t round = rounds_.round_of(space_, added);
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (estimates_.proves_dead_end(estimate)) return;
        if (round == 0)
            neighbours_.push_back({added, estimate});
        else
            open_.push({std::uint64_t{estimate} + round, estimate}, added);
    }

private:
    // The others are open from now on.
    NodeId pop_nearest() {
        const auto nearest = std::ranges::min_element(neighbours_, {}, &Neighbour::estimate);
        const NodeId node = nearest->node;
        for (const Neighbour& other : neighbours_) {
            if (other.node != node) open_.push({other.estimate, other.estimate}, other.node);
        }
        neighbours_.clear();
        return node;
    }

    void report() {
        result_.strategies = {fmt::format("nearest neighbour with h = {}: {} states",
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
    }

    std::vector<Neighbour> neighbours_;  // the new successors of the state expanded last
    ZoneRounds rounds_;
};

const Registered<SearchPlugin> nearest(
    searches(),
    {{.name = "nearest",
      .description = "nearest neighbour: the new successor of least h of the last state first, otherwise as greedy",
      .options = {ties_option(), heuristic_option()},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}}},
     make_general_method<NearestNeighbour>(),
     of_stored_states,
     0,
     1});

}  // namespace
}  // namespace crowfly
