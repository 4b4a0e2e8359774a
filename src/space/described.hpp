// The state that a conjunction such as `P1.l2 && v == 1` describes: the initial state with these locations and values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

// Each conjunct must determine one location of one process, or one value of one variable. Nothing: a conjunct does not,
// and an error was reported.
std::optional<std::vector<std::int32_t>> described_state(const Network& network, const Formula& formula,
                                                         Diagnostics& diagnostics);

}  // namespace crowfly
