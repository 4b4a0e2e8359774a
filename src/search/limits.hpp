// What a search may use, and what it reports while it runs. Searches never print and never exit: they tell an Observer, and end
// with a reason when a limit is reached or somebody interrupts.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

namespace crowfly {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    std::size_t states = std::numeric_limits<std::size_t>::max();
    const std::atomic<bool>* interrupted = nullptr;
};

struct Statistics {
    std::size_t explored = 0;   // states taken from the waiting list
    std::size_t generated = 0;  // states reached by a step, known ones included
    std::size_t stored = 0;     // states kept
    std::size_t waiting = 0;
    std::size_t bytes = 0;       // of everything the search holds, now
    std::size_t peak_bytes = 0;  // the most it held at any time
    double seconds = 0;
    double cpu_seconds = 0;

    // All-in: stored states, their index, and what the search needs to know about each.
    double bytes_per_state() const { return stored == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(stored); }
};

class Observer {
public:
    virtual ~Observer() = default;
    virtual void progress(const Statistics& statistics) = 0;  // now and then
};

class Budget {
public:
    explicit Budget(const Limits& limits) : limits_(limits), start_(std::chrono::steady_clock::now()) {}

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    // Why the search has to end, or "".
    std::string exceeded(const Statistics& s) const {
        if (limits_.interrupted != nullptr && limits_.interrupted->load(std::memory_order_relaxed)) return "interrupted";
        if (s.seconds > limits_.seconds) return "time limit";
        if (s.bytes > limits_.bytes) return "memory limit";
        if (s.stored > limits_.states) return "state limit";
        return "";
    }

private:
    Limits limits_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace crowfly
