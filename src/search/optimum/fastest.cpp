#include "search/optimum/fastest.hpp"

#include "search/methods/width.hpp"
#include "search/optimum/earlier.hpp"
#include "search/optimum/optimum.hpp"
#include "search/optimum/pareto_fronts.hpp"
#include "search/optimum/time_ahead.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

// Symbolic states and the least time that passes on the way to a goal.
template <class Bound>
class TimedSpace {
    using Zone = zone::BasicZone<Bound>;

public:
    struct Setup {
        const Network& network;  // with a watch
        const Distinction* compared;
        const ClockUse& use;
        const Formula& formula;
        bool wanted;
        Abstraction abstraction;
        bool compress;
        TimeAhead& ahead;
        bool earlier_is_better;  // see earlier.hpp
    };

    explicit TimedSpace(const Setup& setup)
        : setup_(setup), goal_(setup.network, setup.formula),
          space_(setup.network, Layout(setup.network, setup.compared), setup.use, setup.abstraction, setup.compress) {}

    bool start() { return space_.start(); }
    bool expand(NodeId node) { return space_.expand(node); }
    bool next() { return space_.next(); }
    const Stop& stop() const { return space_.stop(); }
    std::span<const std::int32_t> slots() const { return space_.slots(); }

    NodeId add(NodeId parent) {
        const NodeId node = space_.add(parent);
        if (node == no_node || !setup_.earlier_is_better) return node;
        // What it covers is not expanded, and must not dominate it.
        for (const NodeId covered : space_.covered()) fronts_.remove(space_.discrete(node), covered);
        find_earliest();
        return fronts_.add(space_.discrete(node), node, earliest_) ? node : no_node;
    }
    bool is_covered(NodeId node) const { return space_.is_covered(node) || fronts_.is_dominated(node); }

    Outlook outlook() const {
        const BasicZoneGraph<Bound>& graph = space_.graph();
        return setup_.ahead.outlook(graph.slots(), graph.active(), graph.zone(), watch());
    }

    std::optional<Total> goal() {
        const BasicZoneGraph<Bound>& graph = space_.graph();
        goal_.restrict(graph.slots(), graph.zone(), graph.active(), space_.examiner(), setup_.wanted, parts_);
        std::optional<Bound> latest;  // of the negated times
        for (const Zone& part : parts_) latest = std::max(latest.value_or(part[watch()]), part[watch()]);
        if (!latest) return std::nullopt;
        return Total{-std::int64_t{zone::value_of(*latest)}, !zone::is_strict(*latest)};
    }
    const Stop& goal_stop() const { return goal_.stop(); }

    Route route_to(NodeId node) {
        Route route{path_to(space_, node), {}};
        std::string limit;  // without the transitions they are searched for once more
        end_at_limits(limit, [&] { route.firings = firings_to(space_, node); });
        return route;
    }

    void parts(auto& each) { each(space_, fronts_); }

    std::size_t stored() const { return space_.stored(); }
    std::size_t bytes_soon() const { return bytes_after_growth_of(space_) + 2 * fronts_.bytes(); }

private:
    std::size_t watch() const { return space_.graph().active().size() - 1; }  // the last clock

    // The least time that has passed, and the least times at which the clocks were set.
    void find_earliest() {
        const std::size_t n = watch() + 1;
        earliest_.clear();
        for (std::size_t clock = 0; clock < watch(); ++clock)
            earliest_.push_back(-std::int64_t{zone::value_of(space_.graph().zone()[clock * n + watch()])});
    }

    Setup setup_;
    Predicate goal_;
    BasicZoneSpace<Bound> space_;
    std::vector<Zone> parts_;
    ParetoFronts fronts_;
    std::vector<std::int64_t> earliest_;  // of the successor
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
    TimeAhead ahead(timed, formula, wanted);
    const bool earlier_is_better = is_never_worse_earlier(network, formula, wanted);
    FastestResult result =
        search_in_width(wide, limits, observer, [&]<class B>(const Limits& given, Observer& watching) {
            const auto watch = static_cast<ClockIndex>(network.clocks.size());
            ClockUse use = use_of(formula);
            use.bounds.push_back({watch, ClockBound::none, zone::unlimited});
            use.never_reset = watch;
            use.exact = use.exact || earlier_is_better;
            FastestResult found;
            OptimumSearch<TimedSpace<B>> search(
                {timed, compared, use, formula, wanted, abstraction, compress, ahead, earlier_is_better}, given,
                watching, found);
            search.run();
            if (std::optional<Route> route = search.finish())
                found.found = Soonest{search.best()->value, search.best()->attained, std::move(route->path),
                                      std::move(route->firings)};
            return found;
        });
    if (result.is_sure() && !result.found)
        result.proof = Proof{.search = "least time first", .abstraction = std::string(to_string(abstraction))};
    return result;
}

}  // namespace crowfly
