// The least value of a linear function over a zone. The dual of that linear programme is a flow: every bound of the
// zone is an arc that costs its value, every clock with a negative rate a source of that many units, every one with a
// positive rate a sink, and clock 0 balances them. The least value is the negated cost of the cheapest flow, and the
// bounds that carry flow are those at which all cheapest valuations lie. Both are integers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "zone/zone.hpp"

namespace crowfly::zone {

struct Transport {
    struct Use {
        Clock from = 0;
        Clock to = 0;
        std::int64_t units = 0;
    };
    std::int64_t cost = 0;
    std::vector<Use> used;
};

// For a canonical zone that is not empty. Nothing: there is no such flow, because the function falls without end.
std::optional<Transport> cheapest_transport(const WideZone& zone, std::span<const std::int64_t> rates);

}  // namespace crowfly::zone
