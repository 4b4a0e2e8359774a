// Processes on which nothing depends that is asked for: what they write nobody else reads, nobody waits for them, and
// what they send nobody else receives.
//
// They still keep time from passing, and others from moving while they are committed. A network without them can
// therefore do whatever the network does, their own moves left out, and perhaps more: what cannot be reached there
// cannot be reached at all.
//
// It is the same with maximal runs if the processes left out are *patient*: a run that ends because one of them stops
// time, or in which such processes alone take transitions for ever in no time, would have no counterpart. Run-time
// errors of what is left out are not met.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

enum class Bystanders : std::uint8_t { any, patient };

// Per process: whether it is one. None are where a formula asks for deadlocks, or transitions have priorities.
std::vector<bool> find_bystanders(const Network& network, std::span<const Formula* const> formulas, Bystanders which);

// The same slots, clocks and processes, but those left out stay where they start and ask for nothing.
Network without_processes(const Network& network, const std::vector<bool>& left_out);

struct WithoutBystanders {
    Network network;
    std::vector<std::string> left_out;  // the names of the processes
};

// Both at once.
WithoutBystanders without_bystanders(const Network& network, std::span<const Formula* const> formulas,
                                     Bystanders which);

}  // namespace crowfly
