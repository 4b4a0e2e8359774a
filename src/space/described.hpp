// A state that is not reached but described: the initial state, changed as little as it takes for a conjunction such as
// `P1.l2 && v == 1` to hold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/diagnostic.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

// Each part must leave one location of one process, or one value of one variable. Nothing: an error says which part
// does not.
std::optional<std::vector<std::int32_t>> described_state(const Network& network, const Formula& formula,
                                                         Diagnostics& diagnostics);

}  // namespace crowfly
