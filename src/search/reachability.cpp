#include "search/reachability.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "space/discrete_space.hpp"
#include "space/zone_space.hpp"

namespace crowfly {
namespace {

template <class Space>
class Exploration {
public:
    Exploration(Space& space, Predicate& goal, const Reachability& how, const Limits& limits, Observer& observer)
        : space_(space), goal_(goal), how_(how), limits_(limits), budget_(limits), observer_(observer), random_(how.seed) {}

    SearchResult run() {
        if (!space_.start()) result_.stop = space_.stop();
        take_arrivals();
        while (!done() && next()) {
            ++result_.statistics.explored;
            if (!space_.expand(node_)) result_.stop = space_.stop();
            take_arrivals();
            if (result_.statistics.explored % 64 == 0 || space_.stored() > limits_.states) look_around();
        }
        take_stock();
        if (found_ != no_node) result_.found = path_back();
        budget_.close(result_.statistics);
        return std::move(result_);
    }

private:
    bool done() const { return found_ != no_node || result_.stop || !result_.unfinished.empty(); }

    // Breadth first the nodes themselves are the queue: they are numbered in order of arrival.
    bool next() {
        for (;;) {
            if (how_.order == Order::breadth_first) {
                if (cursor_ == space_.nodes()) return false;
                if (cursor_ == layer_end_) {
                    layer_end_ = static_cast<NodeId>(space_.nodes());
                    layers_.push_back(cursor_);
                }
                node_ = cursor_++;
            } else {
                if (stack_.empty()) return false;
                node_ = stack_.back();
                stack_.pop_back();
            }
            if (!space_.is_covered(node_)) return true;
        }
    }

    void take_arrivals() {
        const std::size_t before = stack_.size();
        while (!done() && space_.next()) arrive();
        if (!done() && space_.stop()) result_.stop = space_.stop();
        arrange(before);
    }

    void arrive() {
        ++result_.statistics.generated;
        // Of the layer being expanded, what still waits may only be replaced by states just as near.
        const NodeId added = space_.add(node_, how_.shortest ? Spared{cursor_, layer_end_} : Spared{});
        if (added == no_node) return;
        if (how_.order != Order::breadth_first) stack_.push_back(added);
        const bool hit = space_.satisfies(goal_, how_.wanted);
        if (goal_.stop()) {
            result_.stop = goal_.stop();
        } else if (hit) {
            found_ = added;
        }
    }

    // The first successor is to be on top of the stack, or a random one.
    void arrange(std::size_t from) {
        if (how_.order == Order::depth_first) std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
        if (how_.order != Order::random_depth_first) return;
        for (std::size_t i = stack_.size(); i > from + 1; --i) std::swap(stack_[i - 1], stack_[from + random_.below(i - from)]);
    }

    // Breadth first a parent that was not kept is a node of the layer before.
    Path path_back() {
        if constexpr (requires { space_.find_parent(found_, found_, found_); }) {
            if (!space_.keeps_parents()) {
                std::size_t layer = layers_.size();
                return path_to(space_, found_, [&](NodeId node) {
                    if (layer-- == 0) return no_node;
                    const NodeId end = layer + 1 < layers_.size() ? layers_[layer + 1] : layer_end_;
                    return space_.find_parent(node, layers_[layer], end);
                });
            }
        }
        return path_to(space_, found_);
    }

    void take_stock() {
        Statistics& s = result_.statistics;
        s.stored = space_.stored();
        s.waiting = how_.order == Order::breadth_first ? space_.nodes() - cursor_ : stack_.size();
        s.bytes = space_.bytes() + stack_.capacity() * sizeof(NodeId);
        budget_.clock(s);
    }

    void look_around() {
        take_stock();
        observer_.progress(result_.statistics);
        if (!done()) result_.unfinished = budget_.exceeded(result_.statistics, space_.bytes_after_growth() + 2 * stack_.capacity() * sizeof(NodeId));
    }

    Space& space_;
    Predicate& goal_;
    Reachability how_;
    Limits limits_;
    Budget budget_;
    Observer& observer_;
    Rng random_;
    NodeId node_ = no_node;
    NodeId cursor_ = 0;
    NodeId layer_end_ = 0;        // breadth first: where the nodes of the next depth start …
    std::vector<NodeId> layers_;  // … and where those of the depths before did
    NodeId found_ = no_node;
    std::vector<NodeId> stack_;
    SearchResult result_;
};

}  // namespace

SearchResult search(const Network& network, const Formula& formula, const Reachability& how, const Limits& limits, Observer& observer) {
    Predicate goal(network, formula);
    Layout layout = how.compared == nullptr ? Layout(network) : Layout(network, *how.compared);
    if (!how.abstraction) {
        DiscreteSpace space(network, std::move(layout), how.order != Order::breadth_first || !how.compress, how.compress);
        return Exploration(space, goal, how, limits, observer).run();
    }
    ZoneSpace space(network, std::move(layout), use_of(formula), *how.abstraction, how.compress);
    return Exploration(space, goal, how, limits, observer).run();
}

}  // namespace crowfly
