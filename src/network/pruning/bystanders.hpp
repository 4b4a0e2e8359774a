// Bystanders: processes on which neither the formulas nor the other processes depend. No other process reads what they
// write, synchronises with them, or receives their broadcasts.
//
// A bystander can still keep time from passing, and other processes from moving while it is committed. The network
// without bystanders therefore over-approximates the network: every run of the network, without the bystanders'
// transitions, is a run of it. A state that cannot be reached there cannot be reached in the network.
//
// The same holds for maximal runs if all processes left out let time diverge (time_divergence.hpp). Otherwise a run
// that ends because a bystander blocks time, or in which bystanders alone take infinitely many transitions in finite
// time, would have no counterpart. Run-time errors in bystanders are not found.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

enum class Bystanders : std::uint8_t { any, time_divergent };

// Per process: whether it is a bystander. There are none if a formula mentions deadlocks or transitions have
// priorities.
std::vector<bool> find_bystanders(const Network& network, std::span<const Formula* const> formulas, Bystanders which);

// The network with the same slots, clocks and processes; those left out stay in their initial location and have neither
// transitions nor invariants. Their edges read and write nothing.
Network without_processes(const Network& network, const std::vector<bool>& left_out);

std::vector<std::string> names_of(const Network& network,
                                  const std::vector<bool>& processes);  // of those that are true

struct WithoutBystanders {
    Network network;
    std::vector<std::string> left_out;  // the names of the processes
};

// Both at once.
WithoutBystanders without_bystanders(const Network& network, std::span<const Formula* const> formulas,
                                     Bystanders which);

}  // namespace crowfly
