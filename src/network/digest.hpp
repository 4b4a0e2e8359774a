// A fingerprint of a network: equal for networks that have the same parts with the same names, whatever syntax they
// were read from. Spans are not included.
#pragma once

#include <string>

#include "network/network.hpp"

namespace crowfly {

std::string network_digest(const Network& network);  // 64 hexadecimal digits

}  // namespace crowfly
