// What one strategy of the default search did (search/schedule/schedule.hpp): when it ran, how much it explored, and
// what came of it. All of it but the seconds is the same in every run, as long as one strategy runs at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crowfly {

struct StrategyRun {
    // One or more turns. Effort is counted as in search/settings/pacer.hpp, from when the search began.
    struct Interval {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t effort = 0;  // its own; less than `end - begin` if others ran in between
        double begin_seconds = 0;  // of processor time
        double seconds = 0;        // its own
    };

    enum class Outcome : std::uint8_t {
        found,         // a state that was searched for
        proved,        // that there is none
        failed,        // the model did something wrong
        inconclusive,  // it came to an end, but that says nothing
        memory,        // given up, for the others need the memory
        limit,         // of the whole search
        cancelled,     // another strategy answered first
        improved,      // found a shorter path after another strategy had answered
    };

    std::string name;
    std::string description;
    std::string options = {};              // that ask for the strategy alone; empty: none do
    std::vector<Interval> intervals = {};  // in order, `most_intervals` at most
    std::size_t turns = 0;
    std::size_t explored = 0;
    std::size_t stored = 0;
    std::size_t waiting = 0;       // states, at the end …
    std::size_t most_waiting = 0;  // … and when they were most
    std::optional<std::uint32_t> best_estimate = {};
    Outcome outcome = Outcome::cancelled;
    std::string reason = {};  // of the outcome; may be empty
    bool answered = false;

    static constexpr std::size_t most_intervals = 32;

    // A turn that began after all before. Where there are too many intervals the two with the least in between become
    // one.
    void add_turn(const Interval& turn);

    std::uint64_t effort() const;
    double seconds() const;
};

// A search for a shorter path after the first one, see search/schedule/schedule.hpp.
struct PathImprovement {
    std::size_t from = 0;      // transitions of the first path …
    std::size_t to = 0;        // … and of the best one; not less if none was found
    std::size_t explored = 0;  // states, which the statistics do not count
};

std::string_view to_string(StrategyRun::Outcome outcome);  // "found"

}  // namespace crowfly
