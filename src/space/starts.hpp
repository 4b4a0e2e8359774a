// Where a network may start: every variable at its initial value, and every process at one of its initial locations.
// There is one start per combination of those. Whether invariants allow it is another question.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

std::vector<std::int32_t> first_start(const Network& network);
// Goes on to the next start. False: that was the last, and the slots are those of the first again.
bool next_start(const Network& network, std::span<std::int32_t> slots);
std::uint64_t count_starts(const Network& network);

}  // namespace crowfly
