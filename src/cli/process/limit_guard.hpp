// Holds a command to its limits from the first byte of the model to the last answer: --time by an alarm that everything
// polls, Ctrl-C and SIGTERM by the flag the same alarm looks at, --memory by the system, which refuses what would go
// beyond.
//
// --time counts per query. Reading and compiling the model count for the first one, so that with one query the whole
// run takes no longer.
#pragma once

#include <chrono>
#include <string_view>

#include "base/alarm.hpp"
#include "cli/process/interrupt.hpp"
#include "cli/process/session.hpp"
#include "search/settings/limits.hpp"

namespace crowfly {

// As long as it lives, memory that would go beyond the limit is not given: std::bad_alloc. The searches watch what they
// store themselves and end before; this one is for all the rest.
class MemoryGuard {
public:
    explicit MemoryGuard(std::size_t bytes);
    ~MemoryGuard();
    MemoryGuard(const MemoryGuard&) = delete;
    MemoryGuard& operator=(const MemoryGuard&) = delete;

private:
    bool is_set_ = false;
    unsigned long long before_ = 0;
};

class LimitGuard {
public:
    // Fills in what nobody has said: the memory that is free, and who interrupts.
    explicit LimitGuard(Limits& limits);

    // The limits of the next query, for which the alarm is set.
    Limits begin_query();
    double seconds_left() const;  // of that query

private:
    InterruptGuard interrupt_;
    Limits limits_;
    Alarm alarm_;
    std::chrono::steady_clock::time_point start_;  // of the query
    bool is_first_ = true;
    MemoryGuard memory_;
};

// That a limit, or somebody, has put an end to a command before there was anything to tell.
void report_limit(std::string_view limit, Session& session);

}  // namespace crowfly
