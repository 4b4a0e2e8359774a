// Beam-stack search (Zhou, Hansen: Beam-stack search: integrating backtracking with beam search, 2005): beam search
// that comes back for what it has cut off. Each layer holds at most `width` states, those of an interval of the order
// that cuts them off: by the length of the path and the estimate, then by a number drawn from the state. Where there is
// no next layer, the last layer from which something was cut off is generated anew from the one before, with what comes
// after its interval. It goes on after the first path, below the length of the best; when no layer has anything left
// the last path is a shortest one, or there is none.
//
// What is known are the states of the layers, and others that were in one until they are forgotten. One that is
// generated again by a path that is no shorter is dropped: all that is behind it has been visited, or will be before
// its own layer changes. Without the others every path without loops would be followed where nothing is found.
#include <fmt/format.h>

#include <vector>

#include "search/kernels/measured_search.hpp"
#include "search/methods/make_method.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

struct StackLayer {
    std::vector<NodeId> nodes;
    std::uint64_t cut_from = 0;  // states from here on in the order were cut off
    std::size_t next = 0;        // of the nodes

    void parts(auto& each) { each(nodes, cut_from, next); }
};

struct StackCandidate {
    NodeId node = no_node;
    std::uint64_t order = 0;

    void parts(auto& each) { each(node, order); }
};

struct LayerStack {
    std::size_t size() const { return candidates.size(); }

    void parts(auto& each) { each(layers, candidates); }

    std::vector<StackLayer> layers;
    std::vector<StackCandidate> candidates;  // for the next layer
};

template <class Space>
class BeamStack : public MeasuredSearch<Space, BeamStack<Space>, LayerStack> {
    using Base = MeasuredSearch<Space, BeamStack<Space>, LayerStack>;
    friend GuidedSearch<Space, BeamStack<Space>, LayerStack>;
    using Base::estimates_, Base::ledger_, Base::lengths_, Base::node_, Base::open_, Base::options_, Base::result_,
        Base::space_, Base::without_end;

public:
    BeamStack(Space& space, const SearchTask& task)
        : Base(space, task), width_(count_given(task.options.guidance, "width")) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(roots_, from_, cut_from_, best_, enough_);
    }

    // ---- For the Explorer

    bool is_done() const { return best_ == 0; }

    bool pop() {
        while (true) {
            if (pop_of_layer()) return true;
            if (!push_layer() && !go_back()) return false;
        }
    }

    bool visit() {
        if (!this->is_goal()) return !ledger_.has_ended();
        this->improve();
        best_ = lengths_[node_];
        return false;
    }

    void generated() {
        const NodeId added = this->add();
        if (added == no_node) return;
        const Estimate estimate = estimates_.of_successor(space_, added);
        const bool is_dead = estimates_.proves_dead_end(estimate);
        const StackCandidate candidate{added, order_of(lengths_[added], estimate)};
        if (node_ == no_node && !is_dead) roots_.push_back(candidate);
        if (is_dead || this->least_total(lengths_[added], estimate) >= best_)
            lengths_[added] = Base::unvisited;
        else
            consider(candidate);
        if (open_.candidates.size() > 2 * width_) cut();
    }

    void counted() {
        if (space_.nodes() > enough_) forget();
    }

private:
    std::uint64_t order_of(std::uint32_t length, Estimate estimate) {
        std::uint64_t drawn = 0;
        for (const std::int32_t slot : space_.slots())
            drawn = (drawn ^ static_cast<std::uint32_t>(slot)) * 0x9E3779B97F4A7C15U + 1;
        const std::uint64_t sum = std::min<std::uint64_t>(std::uint64_t{length} + estimate, 0xFFFFFFFEU);
        return sum << 32U | drawn >> 32U;
    }

    // Into the next layer, if it belongs to the interval.
    void consider(const StackCandidate& candidate) {
        if (candidate.order < from_ || candidate.order >= cut_from_)
            cut_off(candidate);
        else
            open_.candidates.push_back(candidate);
    }
    void cut_off(const StackCandidate& candidate) {
        lengths_[candidate.node] = Base::unvisited;
        if (candidate.order >= from_) cut_from_ = std::min(cut_from_, candidate.order);
    }

    // The best remain. Those that the order does not tell apart stay together.
    void cut() {
        std::vector<StackCandidate>& all = open_.candidates;
        if (all.size() <= width_) return;
        std::ranges::sort(all, {}, &StackCandidate::order);
        std::size_t kept = width_;
        while (kept < all.size() && all[kept].order == all[kept - 1].order) ++kept;
        for (std::size_t i = kept; i < all.size(); ++i) cut_off(all[i]);
        all.resize(kept);
    }

    bool pop_of_layer() {
        if (open_.layers.empty()) return false;
        StackLayer& layer = open_.layers.back();
        while (layer.next < layer.nodes.size()) {
            node_ = layer.nodes[layer.next++];
            if (space_.is_covered(node_) || lengths_[node_] >= best_) continue;
            result_.statistics.depth = lengths_[node_];
            return true;
        }
        return false;
    }

    bool push_layer() {
        cut();
        if (open_.candidates.empty() && cut_from_ == without_end) return false;
        StackLayer& layer = open_.layers.emplace_back(StackLayer{{}, cut_from_});
        for (const StackCandidate& candidate : open_.candidates) layer.nodes.push_back(candidate.node);
        open_.candidates.clear();
        from_ = 0;
        cut_from_ = without_end;
        return true;
    }

    // Drops layers up to one from which something was cut off, and has that one generated anew.
    bool go_back() {
        while (!open_.layers.empty()) {
            const StackLayer layer = std::move(open_.layers.back());
            open_.layers.pop_back();
            if (layer.cut_from == without_end) continue;
            from_ = layer.cut_from;
            if (open_.layers.empty()) return begin_with_roots();
            open_.layers.back().next = 0;
            return true;
        }
        return false;
    }
    bool begin_with_roots() {
        for (const StackCandidate& root : roots_) {
            if (root.order < from_) continue;
            lengths_[root.node] = 0;
            consider(root);
        }
        return true;
    }

    void forget() {
        std::vector<NodeId> kept;
        for (const StackCandidate& root : roots_) kept.push_back(root.node);
        for (const StackLayer& layer : open_.layers) kept.insert(kept.end(), layer.nodes.begin(), layer.nodes.end());
        for (const StackCandidate& candidate : open_.candidates) kept.push_back(candidate.node);
        std::ranges::sort(kept);
        kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
        const Renumbering renumbered(kept, space_.nodes());
        for (StackCandidate& root : roots_) root.node = renumbered[root.node];
        for (StackCandidate& candidate : open_.candidates) candidate.node = renumbered[candidate.node];
        for (StackLayer& layer : open_.layers) {
            for (NodeId& node : layer.nodes) node = renumbered[node];
        }
        this->keep_only(kept);
        enough_ = std::max(few, 2 * kept.size());
    }

    void report() {
        result_.strategies = {fmt::format("beam-stack search of width {} with h = {}: {} states", width_,
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
    }

    static constexpr std::size_t few = 4096;

    std::size_t width_;
    std::vector<StackCandidate> roots_;       // the initial states
    std::uint64_t from_ = 0;                  // where the interval of the next layer begins …
    std::uint64_t cut_from_ = without_end;    // … and ends
    std::uint64_t best_ = Base::without_end;  // the transitions of the best path so far
    std::size_t enough_ = few;                // with more states some are forgotten
};

const Registered<SearchPlugin> beamstack(
    searches(),
    {{.name = "beamstack",
      .description =
          "beam-stack search: beam search that backtracks to the states it cut off, such as beamstack(width=1000)",
      .options = {count_option("width", "the number of states of a layer that are expanded together", 1, 1000),
                  heuristic_option()},
      .properties = {{"complete", "yes"},
                     {"shortest", "in the end"},
                     {"memory", "the width times the length of the trace"},
                     {"anytime", "yes"}},
      .also_called = {"beam-stack search"}},
     make_general_method<BeamStack>(),
     of_stored_states,
     100,
     100});

}  // namespace
}  // namespace crowfly
