#include "search/reachability.hpp"

#include <algorithm>

#include "space/layout.hpp"
#include "space/predicate.hpp"
#include "space/zone_store.hpp"

namespace crowfly {
namespace {

std::vector<ClockBound> bounds_of(const Formula& formula) {
    std::vector<ClockBound> bounds;
    add_bounds(formula, bounds);
    return bounds;
}

// Abstracted zones hold no bound beyond the largest constant, so they fit 16 bits where that does.
bool fits_16_bits(const Network& network, const std::vector<ClockBound>& query, Abstraction abstraction) {
    if (abstraction == Abstraction::none) return false;
    std::int32_t largest = 0;
    const auto consider = [&](const std::vector<ClockBound>& bounds) {
        for (const ClockBound& b : bounds) largest = std::max({largest, b.lower, b.upper});
    };
    consider(query);
    for (const auto& at_location : network.clock_bounds) consider(at_location);
    return largest < 16'000;
}

class Exploration {
public:
    Exploration(const Network& network, const Formula& formula, const Reachability& how, const Limits& limits, Observer& observer)
        : how_(how), budget_(limits), observer_(observer), layout_(network), steps_(network, bounds_of(formula), how.abstraction),
          looks_(network, bounds_of(formula), how.abstraction), goal_(network, formula),
          store_(layout_, fits_16_bits(network, bounds_of(formula), how.abstraction)), packed_(layout_.words()) {
        current_.slots.resize(network.slots.size());
    }

    SearchResult run() {
        const ZoneGraph::Visit visit = [this](const SymbolicState& s) { return arrive(s); };
        if (!steps_.initial(visit)) result_.stop = steps_.stop();
        while (!done() && next()) {
            ++result_.statistics.explored;
            if (!steps_.successors(current_, visit)) result_.stop = steps_.stop();
            if (result_.statistics.explored % 256 == 0) look_around();
        }
        take_stock();
        return std::move(result_);
    }

private:
    bool done() const { return result_.found || result_.stop || !result_.unfinished.empty(); }

    // Takes the next waiting state. Breadth first the nodes themselves are the queue: they are numbered in order of arrival.
    bool next() {
        for (;;) {
            if (how_.order == Order::breadth_first) {
                if (cursor_ == store_.nodes()) return false;
                node_ = cursor_++;
            } else {
                if (stack_.empty()) return false;
                node_ = stack_.back();
                stack_.pop_back();
            }
            if (!store_.is_covered(node_)) break;
        }
        layout_.unpack(store_.state(node_), current_.slots);
        steps_.active_clocks(current_.slots, active_);
        store_.zone(node_, active_.size() * active_.size(), current_.zone);
        return true;
    }

    bool arrive(const SymbolicState& state) {
        ++result_.statistics.generated;
        const bool hit = how_.wanted ? goal_.holds_somewhere(state, looks_) : goal_.fails_somewhere(state, looks_);
        if (goal_.stop()) {
            result_.stop = goal_.stop();
            return false;
        }
        if (hit) {
            result_.found = Found{depth(node_)};
            return false;
        }
        layout_.pack(state.slots, packed_.data());
        looks_.active_clocks(state.slots, arriving_);
        const std::size_t n = arriving_.size();
        const NodeId added = store_.add(packed_.data(), state.zone, node_, [&](const zone::Bound* a, const zone::Bound* b) {
            if (!how_.simulation_covering) return zone::includes(a, b, n);
            return zone::includes_alu(a, b, n, arriving_.lower.data(), arriving_.upper.data());
        });
        if (added != no_node && how_.order != Order::breadth_first) stack_.push_back(added);
        return true;
    }

    std::size_t depth(NodeId node) const {
        std::size_t length = 0;
        for (; node != no_node; node = store_.parent(node)) ++length;
        return length;
    }

    void take_stock() {
        Statistics& s = result_.statistics;
        s.stored = store_.stored();
        s.waiting = how_.order == Order::breadth_first ? store_.nodes() - cursor_ : stack_.size();
        s.bytes = store_.bytes() + stack_.capacity() * sizeof(NodeId);
        s.seconds = budget_.seconds();
    }

    void look_around() {
        take_stock();
        observer_.progress(result_.statistics);
        result_.unfinished = budget_.exceeded(result_.statistics);
    }

    Reachability how_;
    Budget budget_;
    Observer& observer_;
    Layout layout_;
    ZoneGraph steps_;  // makes successors; looks_ answers questions about them meanwhile
    ZoneGraph looks_;
    Predicate goal_;
    ZoneStore store_;
    std::vector<std::uint32_t> packed_;
    SymbolicState current_;
    ActiveClocks active_, arriving_;
    NodeId node_ = no_node;
    NodeId cursor_ = 0;
    std::vector<NodeId> stack_;
    SearchResult result_;
};

}  // namespace

SearchResult search(const Network& network, const Formula& formula, const Reachability& how, const Limits& limits, Observer& observer) {
    return Exploration(network, formula, how, limits, observer).run();
}

}  // namespace crowfly
