#include "search/optimum/least_price.hpp"

#include <algorithm>

#include "search/optimum/optimum.hpp"
#include "search/optimum/price_ahead.hpp"
#include "search/optimum/priced_goal.hpp"
#include "search/optimum/priced_path.hpp"
#include "space/priced/priced_store.hpp"

namespace crowfly {
namespace {

constexpr const char* too_large_for_prices = "clock values or prices exceed the range of priced zones";
constexpr double seconds_for_path = 5;

// Priced symbolic states, and what a goal behind them costs at least.
class PricedSpace {
public:
    struct Setup {
        const Network& network;
        const Formula& formula;
        bool wanted;
        const PriceAhead& ahead;
    };

    explicit PricedSpace(const Setup& setup)
        : prices_(*setup.network.prices), ahead_(setup.ahead), goal_(setup.network, setup.formula, setup.wanted),
          graph_(setup.network, use_of(setup.formula), true), store_(setup.network) {}

    bool start() { return graph_.start(); }
    bool expand(NodeId node) { return graph_.expand(store_[node].slots, store_[node].zone); }
    bool next() { return graph_.next(); }
    const Stop& stop() const { return graph_.stop(); }
    std::span<const std::int32_t> slots() const { return graph_.slots(); }

    NodeId add(NodeId parent) {
        return store_.add({{slots().begin(), slots().end()}, graph_.zone(), parent, graph_.number(), false});
    }
    bool is_covered(NodeId node) const { return store_[node].covered; }

    Outlook outlook() const {
        const zone::PricedZone& z = graph_.zone();
        zone::Price price = z.price;
        ahead_.add(slots(), graph_.active(), z.zone, price);
        std::int64_t least = zone::least(z.zone, price)->price;
        if (prices_.remaining) least = std::max(least, with_remaining(zone::least(z.zone, z.price)->price));
        const std::int32_t heur = prices_.heur ? slots()[*prices_.heur] : 0;
        return {least, heur, heur};
    }

    std::optional<Total> goal() {
        const std::optional<PricedGoal::Part> part = goal_.cheapest_in(graph_);
        return part ? std::optional(part->total) : std::nullopt;
    }
    const Stop& goal_stop() const { return goal_.stop(); }

    Route route_to(NodeId node) {
        std::vector<NodeId> nodes;
        for (; node != no_node; node = store_[node].parent) nodes.push_back(node);
        std::reverse(nodes.begin(), nodes.end());
        Route route;
        for (const NodeId n : nodes) {
            const PricedNode& of = store_[n];
            route.path.push_back(of.slots);
            if (of.parent == no_node) continue;
            expand(of.parent);
            while (graph_.next() && graph_.number() < of.number) {
            }
            route.firings.push_back(graph_.passage().firing);
        }
        return route;
    }

    void parts(auto& each) { each(store_); }

    std::size_t stored() const { return store_.size(); }
    std::size_t bytes_soon() const { return 2 * store_.bytes(); }

private:
    std::int64_t with_remaining(std::int64_t price) const {
        return zone::checked_sum(price, std::max(slots()[*prices_.remaining], 0));
    }

    const Prices& prices_;
    const PriceAhead& ahead_;
    PricedGoal goal_;
    PricedGraph graph_;
    PricedStore store_;
};

// What was found is told although the time of the search may be over.
std::optional<LeastPrice> along(const PricedSpace::Setup& setup, const Route& route, std::string& limit) {
    Alarm alarm;
    alarm.set(seconds_for_path);
    std::optional<LeastPrice> found;
    end_at_limits(limit, [&] {
        found = least_price_along(setup.network, setup.formula, setup.wanted, route.path, route.firings);
    });
    return found;
}

void conclude(const PricedSpace::Setup& setup, OptimumSearch<PricedSpace>& search, LeastPriceResult& result) {
    const std::optional<Route> route = search.finish();
    if (!route) return;
    std::string limit;
    result.found = along(setup, *route, limit);
    if (!result.found) return search.end(limit.empty() ? lost_route : limit);
    result.found->price = search.best()->value;  // should that differ from the one along the path, the trace tells
    result.found->attained = search.best()->attained;
}

}  // namespace

LeastPriceResult search_least_price(const Network& network, const Formula& formula, bool wanted, const Limits& limits,
                                    Observer& observer) {
    LeastPriceResult result;
    const PriceAhead ahead(network, formula, wanted);
    const PricedSpace::Setup setup{network, formula, wanted, ahead};
    OptimumSearch<PricedSpace> search(setup, limits, observer, result);
    const auto within_range = [&](const auto& part) {
        try {
            part();
        } catch (const zone::OutOfRange&) {
            search.end(too_large_for_prices);
        }
    };
    within_range([&] { search.run(); });
    within_range([&] { conclude(setup, search, result); });
    if (result.is_sure() && !result.found) result.proof = Proof{.search = "least price first"};
    return result;
}

}  // namespace crowfly
