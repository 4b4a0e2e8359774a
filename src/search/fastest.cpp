#include "search/fastest.hpp"

#include <queue>

#include "search/end_at_limits.hpp"
#include "search/width.hpp"
#include "space/zone_space.hpp"

namespace crowfly {
namespace {

template <class Bound>
class Race {
    using Zone = zone::BasicZone<Bound>;

public:
    Race(const Network& network, Layout layout, const ClockUse& use, const Formula& formula, bool wanted,
         Abstraction abstraction, bool compress, const Limits& limits, Observer& observer)
        : wanted_(wanted), goal_(network, formula), space_(network, std::move(layout), use, abstraction, compress),
          limits_(limits), budget_(limits), observer_(observer) {}

    FastestResult run() {
        end_at_limits(result_.unfinished, [&] {
            explore();
            if (done() || !best_) return;
            result_.found = Soonest{-zone::value_of(*best_), !zone::is_strict(*best_), path_to(space_, best_node_),
                                    firings_to(space_, best_node_)};
        });
        take_stock();
        budget_.close(result_.statistics);
        return std::move(result_);
    }

private:
    void explore() {
        if (!space_.start()) result_.stop = space_.stop();
        take_arrivals(no_node);
        while (!done() && !waiting_.empty()) {
            const Waiting next = waiting_.top();
            if (best_ && next.start <= *best_) break;  // nothing that is left begins earlier
            waiting_.pop();
            if (space_.is_covered(next.node)) continue;
            ++result_.statistics.explored;
            if (!space_.expand(next.node)) result_.stop = space_.stop();
            take_arrivals(next.node);
            if (result_.statistics.explored % 64 == 0 || space_.stored() > limits_.states) look_around();
        }
    }

    // `start` is the bound 0 - watch: larger is earlier.
    struct Waiting {
        Bound start;
        NodeId node;
        bool operator<(const Waiting& other) const {
            return start < other.start || (start == other.start && node > other.node);
        }
    };

    bool done() const { return result_.stop || !result_.unfinished.empty(); }

    void take_arrivals(NodeId parent) {
        while (!done() && space_.next()) arrive(parent);
        if (!done() && space_.stop()) result_.stop = space_.stop();
    }

    void arrive(NodeId parent) {
        ++result_.statistics.generated;
        const NodeId node = space_.add(parent);
        if (node == no_node) return;
        const BasicZoneGraph<Bound>& graph = space_.graph();
        const std::size_t at = graph.active().size() - 1;  // the watch is the last clock
        waiting_.push({graph.zone()[at], node});
        goal_.restrict(graph.slots(), graph.zone(), graph.active(), space_.questions(), wanted_, parts_);
        if (goal_.stop()) result_.stop = goal_.stop();
        for (const Zone& part : parts_) {
            if (best_ && part[at] <= *best_) continue;
            best_ = part[at];
            best_node_ = node;
        }
    }

    void take_stock() {
        Statistics& s = result_.statistics;
        s.stored = space_.stored();
        s.waiting = waiting_.size();
        s.bytes = space_.bytes() + waiting_.size() * sizeof(Waiting);
        budget_.clock(s);
    }

    void look_around() {
        take_stock();
        observer_.progress(result_.statistics);
        result_.unfinished =
            budget_.exceeded(result_.statistics, space_.bytes_after_growth() + 2 * waiting_.size() * sizeof(Waiting));
    }

    bool wanted_;
    Predicate goal_;
    BasicZoneSpace<Bound> space_;
    Limits limits_;
    Budget budget_;
    Observer& observer_;
    std::priority_queue<Waiting> waiting_;
    std::optional<Bound> best_;
    NodeId best_node_ = no_node;
    std::vector<Zone> parts_;
    FastestResult result_;
};

}  // namespace

Network with_watch(const Network& network) {
    Network timed = network;
    timed.clocks.push_back({"elapsed time", 0, {}});
    return timed;
}

FastestResult search_fastest(const Network& network, const Formula& formula, bool wanted, Abstraction abstraction,
                             bool compress, const Distinction* compared, const Limits& limits, Observer& observer) {
    const Network timed = with_watch(network);
    const auto watch = static_cast<ClockIndex>(network.clocks.size());
    ClockUse use = use_of(formula);
    use.bounds.push_back({watch, ClockBound::none, zone::unlimited});
    use.never_reset = watch;
    const Layout layout(timed, compared);
    return search_in_width(
        calls_for_wide_zones(timed, {&formula}), limits, observer,
        [&]<class B>(const Limits& given, Observer& watching) {
            return Race<B>(timed, layout, use, formula, wanted, abstraction, compress, given, watching).run();
        });
}

}  // namespace crowfly
