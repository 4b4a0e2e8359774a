// What a search may use, and what it reports while it runs. Searches never print and never exit: they tell an Observer,
// and end with a reason when a limit is reached or somebody interrupts.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "task/build_stage.hpp"

namespace crowfly {

class Checkpoints;
class Pacer;

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    std::size_t states = std::numeric_limits<std::size_t>::max();
    std::size_t explored = std::numeric_limits<std::size_t>::max();  // how many states to expand
    const std::atomic<bool>* interrupted = nullptr;
    Pacer* pacer = nullptr;              // of a search that takes turns with others
    Checkpoints* checkpoints = nullptr;  // of a search that is saved now and then, or goes on from where it was saved
};

// What a search on disk moved, in bytes.
struct DiskUse {
    std::uint64_t read = 0;
    std::uint64_t written = 0;
    std::uint64_t peak = 0;    // the most that was on disk at once
    std::uint64_t merges = 0;  // of files
    void parts(auto& each) { each(read, written, peak, merges); }
};

struct Statistics {
    std::size_t explored = 0;   // states popped and expanded
    std::size_t generated = 0;  // successors, known ones included
    std::size_t stored = 0;     // states kept
    std::size_t discrete = 0;   // states that differ in more than their zone; 0: not known
    std::size_t waiting = 0;
    std::size_t pruned = 0;  // states that were not expanded, because a safe heuristic sees no way to the goal
    std::size_t deferred_explored =
        0;                       // those explored that had been deferred, because of the transition that led there
    std::size_t bytes = 0;       // of stored states, their index, and what the search knows of each
    std::size_t peak_bytes = 0;  // the most memory the whole process had so far
    double seconds = 0;
    double cpu_seconds = 0;
    double trace_seconds = 0;  // of `seconds`: working out traces and replaying them
    std::size_t heuristic_evaluations = 0;
    double heuristic_seconds = 0;                 // building it included
    std::optional<std::uint32_t> best_estimate;   // of all states met so far, if they are estimated
    std::optional<std::uint32_t> depth;           // of the state expanded last, if the search knows it
    std::optional<std::uint32_t> shortest_found;  // the transitions of the best path so far, of a search that goes on
    std::string_view building;                    // the heuristic, or the trace, that is being built, if one is
    BuildStage stage;                             // of building it
    std::optional<DiskUse> disk = {};             // if states are kept there

    // What the rest of a search that is saved goes on to count.
    void parts(auto& each) { each(explored, generated, deferred_explored, shortest_found); }

    // All-in: stored states, their index, and what the search needs to know about each.
    double bytes_per_state() const {
        return stored == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(stored);
    }
};

// The open lists of states that were preferred by the transitions that led to them.
struct PreferenceUse {
    struct Queue {
        std::string name;
        std::size_t pushed = 0;
        std::size_t popped = 0;
    };
    std::vector<Queue> queues;  // those preferred first
    std::size_t switches = 0;   // how often a state was popped from a worse queue than the one before
};

// What one of several workers did and holds, see search/workers/worker.hpp.
struct WorkerUse {
    std::size_t explored = 0;
    std::size_t generated = 0;
    std::size_t stored = 0;
    std::size_t bytes = 0;
    std::size_t sent = 0;      // states, to other workers …
    std::size_t messages = 0;  // … in so many messages
};

inline constexpr const char* state_limit_reason = "state limit";

// Of a search that has expanded as many states as it was to.
inline constexpr const char* enough_states_reason = "enough states seen";

// What two searches for the same answer used together.
Statistics operator+(const Statistics& a, const Statistics& b);

// What is left for a second search while the first one waits.
Limits left_of(const Limits& limits, const Statistics& used);

class Observer {
public:
    virtual ~Observer() = default;
    virtual void progress(const Statistics& statistics) = 0;  // now and then
};

// For who does not want to know.
class SilentObserver final : public Observer {
public:
    void progress(const Statistics&) override {}
};

// Watches a second search while the first one waits, and tells what both used.
class SecondObserver final : public Observer {
public:
    SecondObserver(Observer& observer, const Statistics& used) : observer_(observer), used_(used) {}
    void progress(const Statistics& statistics) override { observer_.progress(used_ + statistics); }

private:
    Observer& observer_;
    Statistics used_;
};

// Compares what a search used with what it may use.
class Budget {
public:
    explicit Budget(const Limits& limits);

    void clock(Statistics& statistics) const;  // fills in the times …
    void close(Statistics& statistics) const;  // … and, at the end, the peak of memory
    // Why the search has to end, or "". `bytes_soon`: what it will hold before the next time it asks.
    std::string exceeded(const Statistics& statistics, std::size_t bytes_soon) const;

private:
    Limits limits_;
    std::chrono::steady_clock::time_point start_;
    double cpu_start_;
};

}  // namespace crowfly
