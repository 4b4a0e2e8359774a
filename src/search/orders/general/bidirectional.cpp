// Breadth first from both ends (Pohl: Bi-directional search, 1971): forward from the initial states, backward from the
// goal over sets of states (search/backward/target_layers.hpp). Whole layers are expanded, always on the side that has
// fewer open, until a state of the last forward layer is in a set.
//
// What is found is shortest. Let f and b be the numbers of layers expanded forward and backward. The search keeps to
// this: no trace has up to f + b transitions. Before anything is expanded, this says that no initial state is a goal,
// which is tested. After f or b has grown, the states of forward layer f are compared with the sets of all layers up to
// b, and those of earlier forward layers have been compared with all sets that were there when they were the last. If
// there were a trace of n <= f + b transitions, then n = f + b, for the shorter ones were excluded before; a shortest
// one has its state number f in forward layer f, and from there b transitions lead to the goal, so that state is in a
// set. A set may promise too much (its preimages over-approximate), so a state that is in one is believed only if b
// steps of the network lead from it to the goal; if none of them do there is no such trace. If some do, the trace has
// at most f + b transitions, and none has fewer.
//
// There is no trace if no state of the last forward layer is left to be expanded. Once no set is left to be expanded,
// states in no set cannot reach the goal, and need not be expanded either, unless they might lead to a run-time error.
#include <fmt/format.h>

#include <memory>

#include "search/backward/corridor.hpp"
#include "search/guidance/estimates.hpp"
#include "search/kernels/checkpointed.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class Bidirectional {
public:
    Bidirectional(Space& space, const SearchTask& task)
        : space_(space), task_(task), options_(task.options), ledger_(task.limits, task.observer, result_) {}
    Bidirectional(const Bidirectional&) = delete;
    Bidirectional& operator=(const Bidirectional&) = delete;

    SearchResult run() {
        ledger_.within_limits([&] {
            if (build()) explore();
            if (is_done()) result_.found = path_through(space_, found_, *corridor_, layers_->depth());
        });
        ledger_.measure(*this);
        if (corridor_) report();
        ledger_.close();
        return std::move(result_);
    }

    // A limit may be reached on the way from a successor to the goal. Then the state is expanded again, which adds the
    // others.
    void parts(auto& each) {
        each(result_, space_, expanded_backward_, dead_ends_, node_, next_, layer_end_, compared_, forward_,
             is_forward_, is_expanding_);
        each.derived(layers_, corridor_);
    }
    void loaded() {
        if (std::exchange(is_expanding_, false)) next_ = node_;
        expand_backward_again();
    }

    // ---- For the Explorer

    bool pop() {
        compare_new();  // where a saved search had not got that far
        while (!is_over() && (is_forward_ || begin_layer())) {
            if (pop_of_layer()) return true;
            is_forward_ = false;
            ++forward_;
        }
        return false;
    }
    bool expand() { return space_.expand(node_); }
    void generated() {
        space_.add(node_);
        is_expanding_ = true;
        compare_new();
        is_expanding_ = ledger_.has_ended();
    }
    bool is_done() const { return found_ != no_node; }
    std::size_t stored() const { return space_.stored() + layers_->sets(); }
    std::size_t bytes_soon() const { return bytes_of_parts<Moment::after_growth>(*this) + bytes_of(layers_); }
    void measure(Statistics& s) const {
        if (!corridor_) return;
        s.stored = stored();
        s.waiting = space_.nodes() - next_ + layers_->frontier();
        s.bytes = bytes_of_parts(*this);
        s.depth = forward_ + layers_->depth();
    }

private:
    bool is_over() const { return ledger_.has_ended() || is_done(); }

    bool build() {
        if (const std::string why = why_not_backward(task_.target.network, task_.target.formula); !why.empty()) {
            ledger_.end(why);
            return false;
        }
        BuildBudget budget(ledger_.budget(), result_.statistics, ledger_.observer());
        if (!build_within(budget, "predecessors", task_.target,
                          [&](const Goal& goal) { layers_ = std::make_unique<TargetLayers>(goal); })) {
            ledger_.end(budget.exceeded());
            return false;
        }
        corridor_ = std::make_unique<Corridor>(task_, *layers_, result_.statistics, [this] {
            ledger_.check(*this);
            return !ledger_.has_ended();
        });
        return true;
    }

    void explore() {
        explore_from_checkpoint(space_, *this, ledger_);
        if (!is_over() && !result_.cut && dead_ends_ > 0)
            result_.proof =
                Proof{.method = Proof::Method::backward, .search = "bidirectional", .states = layers_->sets()};
    }

    void refuse_what_is_unknown() {
        if (layers_->is_vacuous())
            ledger_.end(TargetLayers::vacuous);
        else if (!layers_->why_not().empty())
            ledger_.end(layers_->why_not());
    }

    // What was generated becomes the last layer. Layers are expanded backward as long as fewer sets are open there.
    // False: no state is left to be expanded, or the search is over.
    bool begin_layer() {
        layer_end_ = static_cast<NodeId>(space_.nodes());
        while (next_ < layer_end_ && !is_over()) {
            refuse_what_is_unknown();
            if (forward_ + layers_->depth() >= options_.longest) result_.cut = true;
            if (result_.cut || ledger_.has_ended()) return false;
            is_forward_ = layers_->is_complete() || layers_->frontier() >= layer_end_ - next_;
            if (is_forward_) return true;
            expand_backward();
        }
        return false;
    }

    bool pop_of_layer() {
        while (next_ < layer_end_) {
            node_ = next_++;
            if (!is_dead_end(node_)) return true;
            ++dead_ends_;
        }
        return false;
    }

    void expand_backward() {
        for (bool is_layer_complete = false; !is_layer_complete && !ledger_.has_ended();) {
            poll();
            is_layer_complete = layers_->expand();
            ++expanded_backward_;
            if (is_layer_complete) compared_ = next_;
            ++ledger_.statistics().explored;
            ledger_.check(*this);
        }
        compare_new();
    }

    // Sets of states are not saved; they are computed anew, like a heuristic.
    void expand_backward_again() {
        BuildBudget budget(ledger_.budget(), result_.statistics, ledger_.observer());
        const bool is_built = build_within(budget, "predecessors", task_.target, [&](const Goal& goal) {
            while (layers_->expanded() < expanded_backward_ && !layers_->is_complete()) {
                layers_->expand();
                if (layers_->expanded() % 64 == 0) goal.effort.tell(2 * bytes_of(layers_));
            }
        });
        if (!is_built) ledger_.end(budget.exceeded());
    }

    // Whether the goal can be reached from a state of the last forward layer by the layers that are known.
    void compare_new() {
        while (compared_ < space_.nodes() && !is_over()) {
            poll();
            space_.read(compared_, slots_);
            if (layers_->distance(slots_) != TargetLayers::beyond) cross();
            if (!ledger_.has_ended()) ++compared_;
        }
    }
    void cross() {
        if (corridor_->leads_from(slots_, layers_->depth())) {
            found_ = compared_;
            if (is_forward_) ++forward_;  // it is the depth of its layer
        } else if (corridor_->stop()) {
            ledger_.end(corridor_->stop());
        }
    }

    bool is_dead_end(NodeId node) {
        if (!layers_->is_complete() || layers_->may_fault()) return false;
        space_.read(node, slots_);
        return layers_->distance(slots_) == TargetLayers::beyond;
    }

    void report() {
        result_.is_short = result_.found.has_value();
        result_.strategies = {fmt::format("breadth first forward to depth {}: {} states", forward_, space_.stored()),
                              "breadth first " + corridor_->described()};
    }

    Space& space_;
    const SearchTask& task_;
    const SearchOptions& options_;
    SearchResult result_;
    Ledger ledger_;
    std::unique_ptr<TargetLayers> layers_;
    std::unique_ptr<Corridor> corridor_;
    NodeId node_ = no_node;              // the state being expanded
    bool is_expanding_ = false;          // and its successors are being compared, or a limit was reached meanwhile
    NodeId next_ = 0;                    // of the last layer, the first state that was not popped
    NodeId layer_end_ = 0;               // where the states of the next layer start
    NodeId compared_ = 0;                // states before this one have been compared with all sets that are known
    bool is_forward_ = false;            // the last layer is being expanded
    std::uint32_t forward_ = 0;          // layers expanded
    NodeId found_ = no_node;             // a state from which the corridor leads to the goal
    std::size_t dead_ends_ = 0;          // that were not expanded
    std::size_t expanded_backward_ = 0;  // sets
    std::vector<std::int32_t> slots_;
};

const Registered<SearchPlugin> bidirectional(
    searches(),
    {{.name = "bidirectional",
      .description = "bidirectional breadth first, forward from the initial state and backward from the goal",
      .options = {},
      .properties = {{"complete", "yes"},
                     {"shortest", "yes"},
                     {"memory", "all states up to the meeting point"},
                     {"backward", "yes"},
                     {"clocks", "no"}}},
     make_general_method<Bidirectional>(),
     // Its sets have all values that are facts, and permuted initial states add theirs.
     KnownForms({NormalForm::dead_slots, NormalForm::representatives}),
     0,
     0,
     {}});

}  // namespace
}  // namespace crowfly
