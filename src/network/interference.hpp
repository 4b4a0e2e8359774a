// Which transitions have to do with one another (Wehrle: Transition-based directed model checking, 2011, Ch. 4). Two
// transitions *interfere* if one writes what the other reads or writes; the places of processes count as variables. The
// level of one transition seen from another is the length of the shortest chain of transitions between them each of
// which interferes with the next.
//
// Whoever may receive a broadcast, or join a vector, is taken to. Clocks count if asked for.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

class Interference {
public:
    using Level = std::uint8_t;
    static constexpr Level unrelated = 255;  // no chain; the longest are told as one shorter than this

    Interference(const Network& network, bool with_clocks);

    // 0: they are the same. Tables are made when they are first asked for, and thrown away when there are too many of
    // them.
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
