// A fingerprint of a network: equal for networks that have the same parts with the same names, whatever syntax they
// were read from. Spans are not included.
#pragma once

#include <string>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

std::string network_digest(const Network& network);  // 64 hexadecimal digits

// Likewise of a state formula over a network, or of its negation if it is not `wanted`.
std::string goal_digest(const Formula& formula, bool wanted);

}  // namespace crowfly
