// A fingerprint of a network: equal for two networks that mean the same and name things alike, whatever syntax they
// were read from. Spans are no part of it, everything else is.
#pragma once

#include <string>

#include "network/network.hpp"

namespace crowfly {

std::string network_digest(const Network& network);  // 64 hexadecimal digits

}  // namespace crowfly
