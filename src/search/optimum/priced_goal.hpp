// The cheapest part of a priced zone where a formula holds, or fails.
#pragma once

#include <optional>
#include <vector>

#include "search/optimum/total.hpp"
#include "space/priced/priced_graph.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {

class PricedGoal {
public:
    struct Part {
        Total total;
        zone::WideZone zone, cheapest;  // as in LeastPrice
    };

    PricedGoal(const Network& network, const Formula& formula, bool wanted)
        : wanted_(wanted), goal_(network, formula), examiner_(network, use_of(formula), Abstraction::none) {}

    // In the current successor of the graph.
    std::optional<Part> cheapest_in(const PricedGraph& graph);
    const Stop& stop() const { return goal_.stop(); }

private:
    bool wanted_;
    Predicate goal_;
    WideZoneGraph examiner_;
    std::vector<zone::WideZone> parts_;
};

}  // namespace crowfly
