// The initial states of a network: every variable has its initial value, or any value of its range where the network
// says so, and every process is in one of its initial locations. There is one per combination; invariants may exclude
// some.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

std::vector<std::int32_t> first_start(const Network& network);
// Moves to the next initial state. False: there is none, and the slots are those of the first again.
bool next_start(const Network& network, std::span<std::int32_t> slots);
std::uint64_t count_starts(const Network& network);  // or the largest number there is

}  // namespace crowfly
