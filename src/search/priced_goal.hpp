// The cheapest part of a priced zone where a formula holds, or fails.
#pragma once

#include <optional>
#include <vector>

#include "space/predicate.hpp"
#include "space/priced_graph.hpp"

namespace crowfly {

// A price that is attained is better than the same price that is not.
struct TotalPrice {
    std::int64_t price = 0;
    bool attained = true;

    bool operator<(const TotalPrice& other) const {
        return price < other.price || (price == other.price && attained && !other.attained);
    }
};

class PricedGoal {
public:
    struct Part {
        TotalPrice total;
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
