// The values a slot can have, and how its transitions lead from one to the next (the variable domain process of the
// thesis, Def. 5.1), where all that these read are slots whose values are known.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "network/pruning/safe_slots.hpp"

namespace crowfly {

struct ValueGraph {
    static constexpr std::size_t most_values = 256;

    std::vector<std::int32_t> values;  // in the order in which they are found, the initial one first
    std::string problem;               // why not all of them can be had at any time, or ""
};

// `transitions`: all that change the slot. `known`: safe slots, the only others they read apart from processes with one
// location.
ValueGraph value_graph(const Network& network, std::uint32_t slot, std::span<const std::uint32_t> transitions,
                       std::span<const SafeSlot> known);

}  // namespace crowfly
