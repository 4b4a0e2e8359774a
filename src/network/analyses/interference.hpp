// Interference of transitions (Wehrle: Transition-based directed model checking, 2011, Ch. 4). Two transitions
// *interfere* if one writes a variable that the other reads or writes; the location of a process counts as a variable
// if the process has more than one. The interference level of two transitions is the length of the shortest chain
// between them in which each transition interferes with the next.
//
// All edges that may receive a broadcast or join a vector count as taking part. Clocks count as variables if asked for.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

class Interference {
public:
    using Level = std::uint8_t;
    static constexpr Level unrelated = 255;  // no chain; longer chains count as one shorter than this

    Interference(const Network& network, bool with_clocks);

    // 0: the two are the same. Levels from one transition are computed on demand, and discarded when there are too many
    // tables.
    Level level(std::uint32_t from, std::uint32_t to);
    bool interfere(std::uint32_t a, std::uint32_t b) { return a == b || level(a, b) <= 1; }
    std::size_t bytes() const;

private:
    using Variable = std::uint32_t;  // a slot, or a clock after all slots
    using Variables = std::vector<Variable>;

    const std::vector<Level>& table(std::uint32_t from);

    std::vector<Variables> reads_, writes_;                      // per transition
    std::vector<std::vector<std::uint32_t>> readers_, writers_;  // per variable: transitions
    std::unordered_map<std::uint32_t, std::vector<Level>> tables_;
};

}  // namespace crowfly
