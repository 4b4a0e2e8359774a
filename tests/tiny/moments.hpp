// What single paths of a tiny process can do, in exact arithmetic: no zones, no regions, nothing of src/. A path is a
// list of moments, those of its transitions and one more in its last location. A clock is the time since it was set, so
// every guard, every invariant and every claim bounds the difference of two moments, and what is possible follows from
// the shortest paths between them (Bellman; Floyd; Warshall). Numbers have 128 bits, so any constant will do.
//
// For processes without cycles, without variables and channels, whose invariants bound clocks from above.
#pragma once

#include <optional>

#include "tiny/reference.hpp"

namespace crowfly::tiny {

class Moments {
public:
    explicit Moments(const Process& process, int clocks);

    // Whether some path leads to the location at a moment when the tests hold.
    bool reaches(int location, const std::vector<ClockTest>& tests) const;
    // The least time at which one does, and the extreme values a clock has then. Nothing: none does.
    std::optional<Extreme> least_time(int location, const std::vector<ClockTest>& tests) const;
    std::optional<Extreme> extreme(int location, const std::vector<ClockTest>& tests, int clock, bool largest) const;

private:
    std::vector<std::vector<const Edge*>> paths_to(int location) const;

    const Process& process_;
    int clocks_;
};

}  // namespace crowfly::tiny
