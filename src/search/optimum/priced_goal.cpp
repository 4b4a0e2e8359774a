#include "search/optimum/priced_goal.hpp"

namespace crowfly {

// The goal is looked for in all clock values after the delay, of which the zone is a part: whether a state is a
// deadlock depends on what is possible later. Where clocks are forgotten the zone has further values, which are as good
// as those that they share with all clock values after the delay.
std::optional<PricedGoal::Part> PricedGoal::cheapest_in(const PricedGraph& graph) {
    const zone::PricedZone& z = graph.zone();
    parts_.clear();
    goal_.restrict(graph.slots(), graph.reached(), graph.active(), examiner_, wanted_, parts_);
    std::optional<Part> best;
    for (zone::WideZone& part : parts_) {
        if (!zone::intersect(part.data(), z.zone.data(), z.clocks())) continue;
        const std::optional<zone::Least> price = zone::least(part, z.price);
        const Total total{price->price, price->attained};
        if (!best || total < best->total) best = Part{total, std::move(part), price->where};
    }
    return best;
}

}  // namespace crowfly
