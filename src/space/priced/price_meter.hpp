// What a time unit costs in a state (network/network.hpp, Prices).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "space/evaluator.hpp"

namespace crowfly {

class PriceMeter {
public:
    // The network has prices.
    explicit PriceMeter(const Network& network) : network_(network), evaluator_(network) {}

    // Nothing: a run-time error, see stop().
    std::optional<std::int64_t> rate(std::span<const std::int32_t> slots);
    const Stop& stop() const { return stop_; }

private:
    std::optional<std::int64_t> fail(ProcessIndex process, const Fault& fault);

    const Network& network_;
    Evaluator evaluator_;
    std::vector<std::int32_t> state_;
    Stop stop_;
};

}  // namespace crowfly
