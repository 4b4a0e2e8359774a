// The value of a trace that is to be least: its time, or its price.
#pragma once

#include <compare>
#include <cstdint>

namespace crowfly {

// A value that is attained is better than the same value that is only approached.
struct Total {
    std::int64_t value = 0;
    bool attained = true;

    bool operator<(const Total& other) const {
        return value < other.value || (value == other.value && attained && !other.attained);
    }
    bool operator==(const Total&) const = default;

    void parts(auto& each) { each(value, attained); }
};

// What a state promises: no goal behind it has a lower value than `least`. Among states that promise the same, a beam
// keeps those whose `rank` is lowest, and A* pops the one first whose `tie` is lowest.
struct Outlook {
    std::int64_t least = 0;
    std::int64_t rank = 0;
    std::int64_t tie = 0;

    auto operator<=>(const Outlook&) const = default;

    void parts(auto& each) { each(least, rank, tie); }
};

}  // namespace crowfly
