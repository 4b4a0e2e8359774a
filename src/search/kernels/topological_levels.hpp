// How far along a state is: each process in a topological order of its locations, without the edges that lead back. Of
// states that meet later, the one that is further along is better expanded later (Herbreteau, Tran: Improving search
// order for reachability testing in timed automata, 2015).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

class TopologicalLevels {
public:
    explicit TopologicalLevels(const Network& network);

    // The sum over all processes.
    std::uint32_t of(std::span<const std::int32_t> slots) const;

private:
    std::vector<std::uint32_t> first_;   // per process, into levels_
    std::vector<std::uint32_t> levels_;  // per location: the most edges that lead there from the initial one
};

}  // namespace crowfly
