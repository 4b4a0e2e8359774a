// Perimeter search (Dillenburg, Nelson: Perimeter search, 1994), also known as target enlargement (Yang, Dill:
// Validation with guided search of the state space, 1998): the states within `depth` transitions of the goal, the
// perimeter, are computed backward first (search/backward/target_layers.hpp). Then A* searches forward, and to reach
// the perimeter is as good as to reach the goal: the rest of the trace is known.
//
// Inside the perimeter the distance to the goal is the estimate, outside the heuristic, or one more than the depth if
// that is more. Both are admissible if the heuristic is: outside, the goal is farther than the perimeter reaches. A
// state inside that is popped has the least sum of all open ones; so if its distance is confirmed by steps of the
// network (search/backward/corridor.hpp), the trace through it is shortest. If it is not, as preimages
// over-approximate, the state is expanded like any other.
//
// If no set is left to be expanded before `depth` is reached, states outside cannot reach the goal. They are dead ends,
// unless they might lead to a run-time error.
#include <fmt/format.h>

#include <memory>

#include "search/backward/corridor.hpp"
#include "search/kernels/best_first_kernel.hpp"
#include "search/kernels/measured_search.hpp"
#include "search/kernels/weighted.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

// What is open: a state, the length of the path by which it was generated, and how far it is from the goal;
// TargetLayers::beyond: it is outside the perimeter.
struct PerimeterEntry {
    NodeId node = no_node;
    std::uint32_t length = 0;
    std::uint32_t distance = 0;

    void parts(auto& each) { each(node, length, distance); }
};

template <class Space>
class PerimeterSearch
    : public BestFirstKernel<PerimeterSearch<Space>,
                             MeasuredSearch<Space, PerimeterSearch<Space>, OpenList<PerimeterEntry>>> {
    using Measured = MeasuredSearch<Space, PerimeterSearch<Space>, OpenList<PerimeterEntry>>;
    using Base = BestFirstKernel<PerimeterSearch<Space>, Measured>;
    friend GuidedSearch<Space, PerimeterSearch<Space>, OpenList<PerimeterEntry>>;
    friend Base;
    using Base::estimates_, Base::found_, Base::ledger_, Base::lengths_, Base::node_, Base::open_, Base::options_,
        Base::result_, Base::space_, Base::task_;

public:
    PerimeterSearch(Space& space, const SearchTask& task)
        : Base(space, task, false, task.options.guidance.ties, task.options.seed), guide_(task.options.guidance),
          depth_(count_given(guide_, "depth")), most_sets_(count_given(guide_, "sets")) {}

    SearchResult run() {
        SearchResult result = Base::run();
        if (!result.is_sure() || result.found || result.cut || dead_ends_ == 0) return result;
        result.proof = Proof{.method = Proof::Method::backward, .search = "perimeter", .states = layers_->sets()};
        return result;
    }

    // The perimeter is computed anew, like a heuristic. A state from which it is being crossed is open again.
    void parts(auto& each) {
        this->shared_parts(each);
        each(dead_ends_, is_crossing_, node_, distance_);
        each.derived(layers_, corridor_);
    }
    void loaded() {
        if (std::exchange(is_crossing_, false)) open({node_, lengths_[node_], distance_}, distance_);
    }

    // ---- For the Explorer

    bool visit() {
        if (this->ends_here()) return false;
        if (layers_->is_vacuous())
            ledger_.end(TargetLayers::vacuous);
        else if (distance_ != TargetLayers::beyond)
            cross();
        return !this->is_done() && !ledger_.has_ended();
    }

    std::size_t stored() const { return space_.stored() + (layers_ ? layers_->sets() : 0); }
    void measure(Statistics& s) const {
        Base::measure(s);
        s.stored = stored();
    }

private:
    bool is_stale(const PerimeterEntry& entry) const { return lengths_[entry.node] != entry.length; }
    void popped(const PerimeterEntry& entry) {
        distance_ = entry.distance;
        result_.statistics.depth = entry.length;
    }

    Estimate estimate_of(NodeId added) {
        distance_of_successor_ = layers_->distance(space_.slots());
        return distance_of_successor_ == TargetLayers::beyond ? outside(added) : distance_of_successor_;
    }
    static bool is_dead_end(Estimate estimate) { return estimate == dead_end; }

    void push(NodeId added, Estimate estimate) {
        const std::uint64_t ahead = distance_of_successor_ == TargetLayers::beyond ? 0 : distance_of_successor_;
        if (lengths_[added] + ahead > options_.longest)
            result_.cut = true;
        else
            open({added, lengths_[added], distance_of_successor_}, estimate);
    }
    void open(const PerimeterEntry& entry, Estimate estimate) {
        open_.push({std::uint64_t{guide_.own} * entry.length + std::uint64_t{guide_.ahead} * estimate, estimate},
                   entry);
    }

    // ---- The perimeter

    bool build_more(BuildBudget& budget) {
        std::string why = why_not_backward(task_.target.network, task_.target.formula);
        if (why.empty() && !build_within(budget, "perimeter", task_.target, [&](const Goal& goal) { enlarge(goal); }))
            return false;
        if (why.empty()) why = layers_->why_not();
        if (why.empty()) return true;
        budget.end(why);
        return false;
    }

    // Until the perimeter is as deep as it may be, or reaches the start.
    void enlarge(const Goal& goal) {
        layers_ = std::make_unique<TargetLayers>(goal);
        goal.effort.reach({"layer", 0, depth_, layers_->sets()});
        const std::vector<std::int32_t> start = first_start(goal.network);
        bool is_enough = depth_ == 0;
        while (!is_enough && !layers_->is_complete() && layers_->sets() < most_sets_) {
            poll();
            const std::size_t sets_before = layers_->sets();
            const bool is_layer_complete = layers_->expand();
            goal.effort.spend(effort_per_set * (1 + layers_->sets() - sets_before));
            if (layers_->expanded() % 64 == 0 || is_layer_complete) goal.effort.tell(2 * bytes_of(layers_));
            if (!is_layer_complete) continue;
            goal.effort.reach({"layer", layers_->depth(), depth_, layers_->sets()});
            is_enough = layers_->depth() == depth_ || layers_->distance(start) != TargetLayers::beyond;
        }
        corridor_ = std::make_unique<Corridor>(task_, *layers_, result_.statistics, [this] {
            ledger_.check(*this);
            return !ledger_.has_ended();
        });
    }

    // The estimate of a state that is outside.
    Estimate outside(NodeId added) {
        if (layers_->is_complete() && !layers_->may_fault()) {
            ++dead_ends_;
            return dead_end;
        }
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (estimates_.proves_dead_end(estimate)) return dead_end;
        return std::max(std::min<Estimate>(estimate, dead_end - 1), layers_->depth() + 1);
    }

    // From the popped state through the perimeter to the goal.
    void cross() {
        space_.read(node_, slots_);
        is_crossing_ = true;
        if (corridor_->leads_from(slots_, distance_))
            found_ = node_;
        else if (corridor_->stop())
            ledger_.end(corridor_->stop());
        is_crossing_ = ledger_.has_ended();
    }

    void find_path() {
        if (distance_ == TargetLayers::beyond || distance_ == 0)
            Base::find_path();
        else
            result_.found = path_through(space_, found_, *corridor_, distance_);
    }

    void report() {
        if (!corridor_) return;
        result_.strategies = {corridor_->described(),
                              fmt::format("A* with h = {} to the perimeter: {} states", to_string(guide_.heuristic),
                                          result_.statistics.explored)};
        result_.statistics.explored += layers_->expanded();
    }

    static constexpr std::uint64_t effort_per_set = 1000;

    const Guidance& guide_;
    std::size_t depth_;      // of the perimeter, at most
    std::size_t most_sets_;  // with so many it ends
    std::unique_ptr<TargetLayers> layers_;
    std::unique_ptr<Corridor> corridor_;
    std::uint32_t distance_ = TargetLayers::beyond;  // of the popped state to the goal
    std::uint32_t distance_of_successor_ = TargetLayers::beyond;
    bool is_crossing_ = false;   // from the popped state, or a limit was reached meanwhile
    std::size_t dead_ends_ = 0;  // because they are outside a perimeter that has all states
    std::vector<std::int32_t> slots_;
};

const Registered<SearchPlugin> perimeter(
    searches(),
    {{.name = "perimeter",
      .description = "perimeter search: A* to the states that backward search found near the goal",
      .options = {count_option("depth", "the greatest distance of the perimeter from the goal, in transitions", 0, 10),
                  count_option("sets", "the greatest number of sets of states in the perimeter", 1, 100'000),
                  weight_option("w", "the weight of h", "1"), ties_option(), heuristic_option()},
      .properties = {{"complete", "yes"},
                     {"shortest", "with an admissible heuristic and w=1"},
                     {"memory", "the perimeter and all states outside"},
                     {"backward", "yes"},
                     {"clocks", "no"}}},
     make_general_method<PerimeterSearch>(),
     // Its sets have all values that are facts, and permuted initial states add theirs.
     KnownForms({NormalForm::dead_slots, NormalForm::representatives}),
     100,
     100});

}  // namespace
}  // namespace crowfly
