// The value graph of a slot: the values it can have, and the changes of value by transitions (the variable domain
// process of Wehrle's thesis, Def. 5.1). The transitions must read no slots but this one and ones whose values are
// known.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "network/pruning/safe_slots.hpp"

namespace crowfly {

struct ValueGraph {
    static constexpr std::size_t most_values = 256;

    std::vector<std::int32_t> values;  // in the order of discovery, the initial value first
    std::string problem;               // why the graph is not strongly connected or not known, or ""
};

// `transitions`: all that change the slot. `known`: safe slots. The transitions read no other slots but these and
// processes with one location.
ValueGraph value_graph(const Network& network, std::uint32_t slot, std::span<const std::uint32_t> transitions,
                       std::span<const SafeSlot> known);

}  // namespace crowfly
