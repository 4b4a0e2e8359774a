// Nearest neighbour: of the successors of the state expanded last the one that looks nearest to the goal, whatever else
// is open; where it has none that is new, the best of all open states. Follows an estimate further than greedy search,
// which is good where plateaus are wide and bad where the estimate leads into a dead end. A successor of a later round
// (search/kernels/zone_rounds.hpp) is open with all others, since it may be one of very many zones of one discrete
// state.
#include <fmt/format.h>

#include <vector>

#include "search/guidance/open_list.hpp"
#include "search/kernels/best_first_kernel.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

struct Neighbour {
    NodeId node;
    Estimate estimate;

    void parts(auto& each) { each(node, estimate); }
};

// The new successors of the state expanded last, and all other open states.
class NeighbourList {
public:
    explicit NeighbourList(const SearchTask& task) : open_(task.options.guidance.ties, task.options.seed) {}

    bool empty() const { return neighbours_.empty() && open_.empty(); }
    std::size_t size() const { return neighbours_.size() + open_.size(); }

    void push_neighbour(const Neighbour& neighbour) { neighbours_.push_back(neighbour); }
    void push(const OpenKey& key, NodeId node) { open_.push(key, node); }
    NodeId pop() { return neighbours_.empty() ? open_.pop() : pop_nearest(); }

    void parts(auto& each) { each(open_, neighbours_); }

private:
    // The others are open with all states from now on.
    NodeId pop_nearest() {
        const auto nearest = std::ranges::min_element(neighbours_, {}, &Neighbour::estimate);
        const NodeId node = nearest->node;
        for (const Neighbour& other : neighbours_) {
            if (other.node != node) open_.push({other.estimate, other.estimate}, other.node);
        }
        neighbours_.clear();
        return node;
    }

    OpenList<NodeId> open_;
    std::vector<Neighbour> neighbours_;
};

template <class Space>
class NearestNeighbour
    : public BestFirstKernel<NearestNeighbour<Space>, GuidedSearch<Space, NearestNeighbour<Space>, NeighbourList>> {
    using Guided = GuidedSearch<Space, NearestNeighbour<Space>, NeighbourList>;
    using Kernel = BestFirstKernel<NearestNeighbour<Space>, Guided>;
    friend Guided;
    friend Kernel;

public:
    NearestNeighbour(Space& space, const SearchTask& task) : Kernel(space, task, true, task) {}

    void parts(auto& each) { this->shared_parts(each); }

private:
    void push(NodeId added, Estimate estimate) {
        const OpenKey key = this->key_of(added, estimate);
        if (key.cost == estimate)
            this->open_.push_neighbour({added, estimate});
        else
            this->open_.push(key, added);
    }

    void report() {
        this->result_.strategies = {fmt::format("nearest neighbour with h = {}: {} states",
                                                to_string(this->options_.guidance.heuristic),
                                                this->result_.statistics.explored)};
    }
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
