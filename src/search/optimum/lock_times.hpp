// Locks, and the time for which they must still be held. A lock is a variable that is taken by edges which find it at 0
// and set it, and given back by edges which set it to 0: a machine, a bridge, a bus. Only one process holds it at a
// time, so what all of them still need it for adds up.
//
// Where a process holds a lock is a matter of its location. A variable for which that is not so is no lock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/terms/terms.hpp"

namespace crowfly {

struct Lock {
    std::uint32_t slot = 0;
    std::vector<std::vector<bool>> held;  // per process and location, empty if it never is
    std::vector<bool> taken;              // per edge: whether it takes the lock
};

std::vector<Lock> find_locks(const Network& network, Terms& terms);

// Whether the guard holds as soon as some locks are free, whatever else is the case.
bool tests_only_locks(const TermGraph& graph, TermId guard, const std::vector<Lock>& locks);

// The way of a process to a goal: how long it takes, from when a location is entered on. All are lower bounds.
struct LockTime {
    std::int64_t before = 0;  // until the lock is taken for the first time
    std::int64_t work = 0;    // while it is held
    std::int64_t after = 0;   // once it has been given back for the last time
    bool is_needed = false;   // it is held on every way
};

// An edge as a way from location to location that takes so long at least.
struct TimedWay {
    std::uint32_t source = 0, target = 0;
    std::int64_t wait = 0;
};

// Per location; those from which the goal cannot be reached have a number beyond all sums.
std::vector<std::int64_t> least_times(const std::vector<TimedWay>& ways, std::uint32_t goal, std::size_t locations);

// Per location. `held`: where the process holds the lock.
std::vector<LockTime> lock_times(const std::vector<TimedWay>& ways, std::uint32_t goal, const std::vector<bool>& held);

}  // namespace crowfly
