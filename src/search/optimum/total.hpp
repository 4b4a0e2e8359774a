// The value of a trace that is to be least: its time, or its price.
#pragma once

#include <compare>
#include <cstdint>

#include "base/archive.hpp"

namespace crowfly {

// A value that is attained is better than the same value that is only approached.
struct Total {
    std::int64_t value = 0;
    bool attained = true;

    bool operator<(const Total& other) const {
        return value < other.value || (value == other.value && attained && !other.attained);
    }
    bool operator==(const Total&) const = default;

    void save(ArchiveWriter& to) const {
        to.number(value);
        to.number(attained);
    }
    void load(ArchiveReader& from) {
        value = from.number<std::int64_t>();
        attained = from.truth();
    }
};

// What a state promises: no goal behind it has a lower value than `least`. Among states that promise the same, a beam
// keeps those whose `rank` is lowest, and A* pops the one first whose `tie` is lowest.
struct Outlook {
    std::int64_t least = 0;
    std::int64_t rank = 0;
    std::int64_t tie = 0;

    auto operator<=>(const Outlook&) const = default;

    void save(ArchiveWriter& to) const {
        for (const std::int64_t part : {least, rank, tie}) to.number(part);
    }
    void load(ArchiveReader& from) {
        for (std::int64_t* part : {&least, &rank, &tie}) *part = from.number<std::int64_t>();
    }
};

}  // namespace crowfly
