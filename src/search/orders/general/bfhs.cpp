// Breadth first heuristic search (Zhou, Hansen, 2004) as frontier search (Korf, Zhang, Thayer, Hohwald: Frontier
// search, 2005; survey of Edelkamp et al., 2008, Fig. 4): layer by layer below a bound on the length of the whole path,
// which is raised if it was not given. Without clocks a state is forgotten when all its predecessors were expanded, for
// then it cannot be generated again. Transitions are directed, so a state does not know its predecessors by expansion:
// they are counted (search/backward/predecessors.hpp), and so are those that were expanded. The trace is put together
// afterwards: each state knows its ancestor in the relay layer before, one of `every`, and the same search finds the
// states between two known ones, with a relay layer halfway.
//
// Some predecessors that are counted cannot be reached, or are cut off, and states wait for them in vain. If more than
// half of all expanded states wait, only the last layers and all relay layers are kept from then on. Transitions may
// lead back to states that were forgotten, which are then expanded again. They come no further than to the next relay
// layer, which is known. So there is an end, for every relay layer has states that were not known. One relay layer
// alone, as in the paper, is not enough: where transitions lead far back, as in the towers of Hanoi, each layer soon
// holds a third of all states.
//
// Whatever is forgotten, no state is ever missed: if a layer is empty and nothing was cut off by a bound, there is no
// trace. If a bound did, only traces up to it are excluded. What is kept are never states that the bound would cut off
// if they were generated again.
//
// With clocks all layers are kept: a zone of a forgotten layer might cover new ones, without which their number has no
// end, and what covers a state is not on the way to it.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "search/backward/predecessors.hpp"
#include "search/kernels/layer_window.hpp"
#include "search/kernels/measured_search.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

template <class Space>
class FrontierSearch : public MeasuredSearch<Space, FrontierSearch<Space>, LayerWindow> {
    using Base = MeasuredSearch<Space, FrontierSearch<Space>, LayerWindow>;
    friend GuidedSearch<Space, FrontierSearch<Space>, LayerWindow>;
    using Base::estimates_, Base::found_, Base::ledger_, Base::lengths_, Base::node_, Base::open_, Base::options_,
        Base::result_, Base::space_, Base::task_;

public:
    FrontierSearch(Space& space, const SearchTask& task)
        : Base(space, task), longest_(count_given(task.options.guidance, "bound")),
          every_(count_given(task.options.guidance, "every")), keeping_(keeping_of(task.options.guidance)) {
        keeping_.awaited = keeping_.awaited && forgets() && !space.is_symmetric();
    }

    // The goal is saved to say that the path is being put together.
    void parts(auto& each) {
        this->shared_parts(each);
        each(roots_, known_, target_, halfway_, pinned_, enough_, rounds_, begun_, bound_, first_bound_, next_,
             keeping_.awaited);
        each.derived(predecessors_);
    }
    void loaded() {
        counted();  // what follows a check of limits
    }

    // ---- For the Explorer

    bool is_done() const { return is_over_; }

    bool pop() {
        do {
            while (rounds_ == 0 || !open_.pop(node_)) {
                if ((rounds_ == 0 || !begin_layer()) && !begin_round()) return false;
            }
        } while (space_.is_covered(node_));
        result_.statistics.depth = open_.depth();
        return true;
    }

    // What is cut off by the bound is not stored; the initial states are, for the next round.
    void generated() {
        const bool is_goal = target_ == no_node && is_successor_goal();
        if (ledger_.has_ended()) return;
        const std::uint64_t least = is_goal ? 0 : least_by_successor();
        if (least > bound_) next_ = std::min(next_, least);
        if (least > bound_ && node_ != no_node) return;
        const NodeId added = this->add_with_parent(forgets() ? no_node : node_);
        if (added == no_node) {
            arrive(space_.coverer());
            if (target_ != no_node && space_.coverer() == target_) meet(open_.relay_of(node_));
            return;
        }
        open_.add(node_, last_layer(least), keeping_.awaited ? predecessors_->count(space_.slots()) : 0);
        arrive(added);
        if (node_ == no_node) roots_.push_back({added, least});
        if (least > bound_) open_.prune(added);
        if (is_goal) end_with(added);
    }

    // Not before there is a ninth more than the last time, and not when something was found, which has its number.
    void counted() {
        arrived_.clear();
        if (forgets() && !is_over_ && space_.nodes() > enough_) forget();
    }

private:
    bool forgets() const { return !space_.has_zones(); }

    static LayerWindow::Keeping keeping_of(const Guidance& guidance) {
        return {choice_given(guidance, "keep") != "layers", count_given(guidance, "before")};
    }
    bool build_more(BuildBudget& budget) {
        return !keeping_.awaited || build_within(budget, "predecessors", task_.target, [&](const Goal& goal) {
            predecessors_ = std::make_unique<Predecessors>(goal, options_.compared);
        });
    }
    std::uint64_t effort_of_more() const { return predecessors_ ? 5 * predecessors_->bytes() : 0; }

    // The last layer in which the successor would not be cut off.
    std::uint32_t last_layer(std::uint64_t least) const {
        const std::uint64_t last = bound_ + this->next_length() - std::min(bound_ + this->next_length(), least);
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(last, Base::unvisited));
    }
    // The state that is being expanded leads to this one: that counts once.
    void arrive(NodeId node) {
        if (!keeping_.awaited || node_ == no_node || node == node_) return;
        if (std::ranges::find(arrived_, node) != arrived_.end()) return;
        arrived_.push_back(node);
        open_.arrive(node);
    }
    static constexpr std::size_t few = 128;
    static constexpr std::size_t most_awaited = 4096;  // if they are more than half of all that were expanded

    // An initial state, and the least number of transitions of a path from it.
    struct Root {
        NodeId node;
        std::uint64_t least;

        void parts(auto& each) { each(node, least); }
    };
    static std::vector<NodeId> nodes_of(const std::vector<Root>& roots) {
        std::vector<NodeId> nodes;
        for (const Root& root : roots) nodes.push_back(root.node);
        return nodes;
    }

    // The transitions of a path by the successor. It is no goal, so at least one more follows, unless part of a path is
    // searched for, which may end with it.
    std::uint64_t least_by_successor() {
        const Estimate estimate = estimates_.of_candidate(space_);
        if (estimates_.proves_dead_end(estimate)) return Base::without_end;
        const Estimate more = target_ == no_node ? 1 : 0;
        return this->is_admissible_ ? this->least_total(this->next_length(), std::max(estimate, more))
                                    : std::uint64_t{this->next_length()} + more;
    }

    bool is_successor_goal() {
        const bool is_goal = space_.satisfies(task_.goal, options_.wanted);
        if (task_.goal.stop()) ledger_.end(task_.goal.stop());
        return is_goal;
    }
    void end_with(NodeId goal) {
        found_ = goal;
        is_over_ = true;
    }

    std::size_t every() const {
        constexpr std::size_t while_awaited = 4, of_layers = 12;
        if (every_ > 0) return every_;
        return keeping_.awaited ? while_awaited : of_layers;
    }

    bool begin_layer() {
        if (!open_.begin_layer()) return false;
        if (target_ == no_node ? open_.depth() % every() == 0 : open_.depth() == halfway_) open_.make_relay();
        return true;
    }

    // From the initial states, which are not forgotten from then on. A bound that was not given is raised so that at
    // least one state passes that was cut off, and by more each time: so there are few rounds, and what is found is
    // shortest all the same.
    bool begin_round() {
        if (target_ != no_node || (rounds_ > 0 && longest_ > 0)) return false;
        if (longest_ == 0) {
            if (next_ == Base::without_end) return false;
            if (rounds_ == 0) first_bound_ = bound_ = next_;
            bound_ = std::max(next_, bound_ + (bound_ - first_bound_) / 4);
        }
        ++rounds_;
        begun_ = result_.statistics.explored;
        next_ = Base::without_end;
        renumber(nodes_of(roots_));
        for (const Root& root : roots_) {
            if (root.least <= bound_) continue;
            open_.prune(root.node);
            next_ = std::min(next_, root.least);
        }
        open_.begin(0, 0);
        open_.make_relay();
        return !roots_.empty();
    }

    void forget() {
        keep_only(open_.kept(pinned_, keeping_));
        const std::size_t expanded = result_.statistics.explored - begun_;
        if (open_.held() > most_awaited && open_.held() > expanded / 2) keeping_.awaited = false;
        enough_ = std::max(few, space_.nodes() + space_.nodes() / 8);
    }
    void keep_only(const std::vector<NodeId>& nodes) {
        Base::keep_only(nodes);
        open_.keep_only(nodes);
    }

    void explore() {
        if (longest_ > 0) bound_ = longest_;
        Base::explore();
        if (found_ == no_node && longest_ > 0 && next_ != Base::without_end && !ledger_.has_ended())
            ledger_.end(
                fmt::format("no trace has up to {} transitions, and longer ones were not searched for", longest_));
    }

    // ---- The trace

    void meet(NodeId ancestor) {
        met_ = ancestor;
        is_over_ = true;
    }

    void find_path() {
        if (!forgets()) {
            Base::find_path();
            return;
        }
        const bool is_resumed = !known_.empty();  // while it was being put together
        if (!is_resumed) list_known();
        if (!is_resumed || note_met()) join();
    }

    // The known states of the path, each at its place.
    void list_known() {
        const std::uint32_t length = lengths_[found_];
        if (this->is_admissible_) bound_ = std::min<std::uint64_t>(bound_, length);
        known_.assign(length + 1, no_node);
        known_[length] = found_;
        for (NodeId node = open_.ancestor(found_); node != no_node; node = open_.ancestor(node))
            known_[lengths_[node]] = node;
    }

    // Where some are missing one of them is found.
    void join() {
        while (true) {
            const auto gap = std::ranges::find(known_, no_node);
            if (gap == known_.end()) break;
            const auto end = std::ranges::find_if(gap, known_.end(), [](NodeId node) { return node != no_node; });
            find_between(gap - known_.begin(), end - known_.begin());
            if (!note_met()) return;
        }
        result_.found = path_along(space_, known_);
        result_.firings.clear();
    }

    // From the state before the gap, or from the initial states, to the one at its end. As always nothing may end a
    // search that is saved in the middle of an expansion.
    void find_between(std::ptrdiff_t gap, std::ptrdiff_t end) {
        std::optional<Silence> silent;
        if (ledger_.checkpoints() != nullptr) silent.emplace();
        const std::vector<NodeId> sources = gap == 0 ? nodes_of(roots_) : std::vector{known_[gap - 1]};
        std::vector<NodeId> kept = nodes_of(roots_);
        for (const NodeId node : known_) {
            if (node != no_node) kept.push_back(node);
        }
        std::ranges::sort(kept);
        kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
        std::erase_if(kept, [&](NodeId node) { return std::ranges::find(sources, node) != sources.end(); });
        const auto first = static_cast<NodeId>(kept.size());
        kept.insert(kept.end(), sources.begin(), sources.end());
        renumber(kept);
        const auto before = std::max<std::ptrdiff_t>(gap - 1, 0);
        halfway_ = static_cast<std::uint32_t>((before + end) / 2);
        open_.begin(first, static_cast<std::uint32_t>(before));
        if (halfway_ == before) open_.make_relay();
        target_ = known_[end];
        is_over_ = false;
        begun_ = result_.statistics.explored;
        Explorer(space_, *this, ledger_).explore();
    }
    // False: a limit was reached.
    bool note_met() {
        if (!is_over_ && !ledger_.has_ended()) ledger_.end("a trace was found, but not all of its states again");
        if (!is_over_) return false;
        known_[lengths_[met_]] = met_;
        return true;
    }

    // Forgets all states but these.
    void renumber(const std::vector<NodeId>& kept) {
        const Renumbering renumbered(kept, space_.nodes());
        for (NodeId& node : known_) node = renumbered[node];
        for (Root& root : roots_) root.node = renumbered[root.node];
        Base::keep_only(kept);
        open_.clear();
        for (std::size_t i = 0; i < kept.size(); ++i) open_.add(no_node, Base::unvisited, 0);
        pinned_ = static_cast<NodeId>(kept.size());
    }

    void report() {
        result_.strategies = {fmt::format("breadth-first heuristic search below g + h = {} with h = {}{}: {} states",
                                          bound_, to_string(options_.guidance.heuristic),
                                          forgets() ? what_is_kept() : "", result_.statistics.explored)};
    }
    std::string what_is_kept() const {
        if (keeping_.awaited) return ", states kept until their predecessors are expanded";
        return fmt::format(", the last layers and one of {} kept", every());
    }

    std::size_t longest_;           // 0: paths of any length
    std::size_t every_;             // of so many layers one is a relay layer
    LayerWindow::Keeping keeping_;  // of expanded states
    std::unique_ptr<Predecessors> predecessors_;
    std::vector<NodeId> arrived_;             // successors of the state being expanded
    std::uint64_t bound_ = 0;                 // no longer path is followed
    std::size_t enough_ = few;                // with more states some are forgotten
    std::uint64_t next_ = Base::without_end;  // the least of all paths that were cut off
    bool is_over_ = false;
    std::vector<Root> roots_;
    std::size_t rounds_ = 0;
    std::size_t begun_ = 0;  // after so many expansions this round, or part of the path, was begun
    std::uint64_t first_bound_ = 0;
    NodeId pinned_ = 0;          // so many nodes are never forgotten
    std::vector<NodeId> known_;  // states of the path that is being put together, each at its place
    NodeId target_ = no_node;    // of the part of the path being found
    std::uint32_t halfway_ = 0;  // to it
    NodeId met_ = no_node;       // a state there
};

const Registered<SearchPlugin> bfhs(
    searches(),
    {{.name = "bfhs",
      .description = "breadth-first heuristic search: layers below a bound on g + h, most expanded states deleted",
      .options =
          {count_option("bound", "the bound on g + h; 0: a bound that is raised until it suffices", 0, 0),
           count_option(
               "every",
               "the distance between two relay layers, which are kept; 0: 4 with keep=awaited, 12 with keep=layers", 0,
               0),
           count_option("before",
                        "the number of layers kept before the current one; 0: expanded states of the current layer are "
                        "deleted, too",
                        0, 2),
           {.name = "keep",
            .text = "the expanded states that are kept: states with unexpanded predecessors (awaited), or the last "
                    "layers (layers)",
            .kind = PluginOption::Kind::choice,
            .choices = {"awaited", "layers"},
            .otherwise = "awaited",
            .wrong = "keep is awaited or layers, not `{}`"},
           heuristic_option()},
      .properties = {{"complete", "unless bound= is given"},
                     {"shortest", "with an admissible heuristic"},
                     {"memory", "open states and states with unexpanded predecessors; with clocks all states"}},
      .also_called = {"BFHS", "frontier search"}},
     make_general_method<FrontierSearch>(),
     // Predecessors are counted of states without dead slots. They are not counted of representatives, nor with clocks.
     KnownForms({NormalForm::dead_slots, NormalForm::representatives, NormalForm::hulls}),
     100,
     100});

}  // namespace
}  // namespace crowfly
