// The value graph of a slot: the values it can have, and the changes of value by transitions (the variable domain
// process of Wehrle's thesis, Def. 5.1). The transitions must read no slots but this one and ones whose values are
// known.
#pragma once

#include <memory>
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

// Explores the value graphs of one network. It has one state to try transitions in, whatever the number of slots.
class ValueGraphs {
public:
    explicit ValueGraphs(const Network& network);
    ~ValueGraphs();
    ValueGraphs(const ValueGraphs&) = delete;
    ValueGraphs& operator=(const ValueGraphs&) = delete;

    // `transitions`: all that change the slot. They read no other slots but the known safe ones and processes with one
    // location.
    ValueGraph of(std::uint32_t slot, std::span<const std::uint32_t> transitions, const SafeSlots& known);

private:
    class Trial;
    class Exploration;

    const Network& network_;
    std::unique_ptr<Trial> trial_;
};

}  // namespace crowfly
