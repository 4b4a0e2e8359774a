#include "search/fastest.hpp"

#include <queue>

#include "search/explorer.hpp"
#include "search/time_ahead.hpp"
#include "search/width.hpp"
#include "space/predicate.hpp"
#include "space/zone_space.hpp"

namespace crowfly {
namespace {

// Pops the state from which the goal may be reached soonest.
template <class Bound>
class Race {
    using Zone = zone::BasicZone<Bound>;

public:
    Race(const Network& network, Layout layout, const ClockUse& use, const Formula& formula, bool wanted,
         Abstraction abstraction, bool compress, const Limits& limits, Observer& observer)
        : wanted_(wanted), goal_(network, formula), ahead_(network, formula, wanted),
          space_(network, std::move(layout), use, abstraction, compress), ledger_(limits, observer, result_) {}
    Race(const Race&) = delete;
    Race& operator=(const Race&) = delete;

    FastestResult run() {
        ledger_.within_limits([&] { Explorer(space_, *this, ledger_).run(); });
        const bool has_ended = ledger_.has_ended();
        if (has_ended && !open_.empty()) result_.least = open_.top().arrival;
        if (best_) {
            result_.found = Soonest{-zone::value_of(*best_), !zone::is_strict(*best_), path_to(space_, best_node_), {}};
        }
        if (best_ && !has_ended)
            ledger_.within_limits([&] { result_.found->firings = firings_to(space_, best_node_); });
        ledger_.measure(*this);
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            const Entry next = open_.top();
            if (is_too_late(next.arrival)) return false;  // nothing that is open gets there earlier
            open_.pop();
            node_ = next.node;
            if (!space_.is_covered(node_)) return true;
        }
        return false;
    }

    bool expand() { return space_.expand(node_); }

    void generated() {
        const NodeId node = space_.add(node_);
        if (node == no_node) return;
        const BasicZoneGraph<Bound>& graph = space_.graph();
        const std::size_t at = graph.active().size() - 1;  // the watch is the last clock
        const std::int64_t arrival = ahead_.least_arrival(graph.slots(), graph.active(), graph.zone(), at);
        if (is_too_late(arrival)) return;
        open_.push({arrival, node});
        goal_.restrict(graph.slots(), graph.zone(), graph.active(), space_.examiner(), wanted_, parts_);
        if (goal_.stop()) ledger_.end(goal_.stop());
        for (const Zone& part : parts_) {
            if (best_ && part[at] <= *best_) continue;
            best_ = part[at];
            best_node_ = node;
        }
    }

    static bool is_done() { return false; }
    std::size_t stored() const { return space_.stored(); }
    std::size_t bytes_soon() const { return space_.bytes_after_growth() + 2 * open_.size() * sizeof(Entry); }
    void measure(Statistics& s) const {
        s.stored = space_.stored();
        s.waiting = open_.size();
        s.bytes = space_.bytes() + open_.size() * sizeof(Entry);
    }

private:
    // What may arrive earliest is popped first, and among equals what was generated last.
    struct Entry {
        std::int64_t arrival;
        NodeId node;
        bool operator<(const Entry& other) const {
            return arrival > other.arrival || (arrival == other.arrival && node < other.node);
        }
    };

    // A time that is only approached is beaten by one that is attained.
    bool is_too_late(std::int64_t arrival) const {
        if (!best_) return false;
        const std::int64_t best = -std::int64_t{zone::value_of(*best_)};
        return zone::is_strict(*best_) ? arrival > best : arrival >= best;
    }

    bool wanted_;
    Predicate goal_;
    TimeAhead ahead_;
    BasicZoneSpace<Bound> space_;
    FastestResult result_;
    Ledger ledger_;
    std::priority_queue<Entry> open_;
    NodeId node_ = no_node;  // the state being expanded
    std::optional<Bound> best_;
    NodeId best_node_ = no_node;
    std::vector<Zone> parts_;
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
    const bool wide = calls_for_wide_zones(timed, {&formula});
    FastestResult result =
        search_in_width(wide, limits, observer, [&]<class B>(const Limits& given, Observer& watching) {
            const auto watch = static_cast<ClockIndex>(network.clocks.size());
            ClockUse use = use_of(formula);
            use.bounds.push_back({watch, ClockBound::none, zone::unlimited});
            use.never_reset = watch;
            return Race<B>(timed, Layout(timed, compared), use, formula, wanted, abstraction, compress, given, watching)
                .run();
        });
    if (result.is_sure() && !result.found)
        result.proof = Proof{.search = "least time first", .abstraction = std::string(to_string(abstraction))};
    return result;
}

}  // namespace crowfly
