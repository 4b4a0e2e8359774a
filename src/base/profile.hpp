// Where the time of a search goes, by sampling. What a thread is doing is a byte of its own that the parts of a search
// set as they begin: one store, which is not worth leaving out where nobody reads it. A profiler has the system
// interrupt the program after every few milliseconds of processor time and counts what the interrupted thread is doing.
//
// Phases do not nest: whoever goes on after a part sets its own again. A sampled share is off by about the square root
// of its count.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crowfly {

enum class Phase : std::uint8_t {
    other,       // reading the model, open lists, testing the goal, limits, traces
    successors,  // which transitions are enabled, what they do to discrete states, which clocks are active
    zones,       // guards, resets, delays, invariants and widening
    covering,    // comparing a zone with those stored for its discrete state
    table,       // looking up and storing discrete states and zones
    heuristic,
};
inline constexpr std::size_t phases = 6;
inline constexpr std::array<std::string_view, phases> phase_names{"other",    "successors", "zones",
                                                                  "covering", "table",      "heuristic"};

namespace detail {
extern constinit thread_local std::atomic<Phase> current_phase;
}

// What this thread does from here on.
inline void begin_phase(Phase phase) { detail::current_phase.store(phase, std::memory_order_relaxed); }

struct Profile {
    std::array<std::size_t, phases> samples{};

    std::size_t all() const;
    double share(Phase phase) const;  // from 0 to 1; 0 if there are no samples
};

// Samples as long as it lives. There is one at a time.
class Profiler {
public:
    Profiler();
    ~Profiler();
    Profiler(const Profiler&) = delete;
    Profiler& operator=(const Profiler&) = delete;

    Profile take();  // since it was asked last

private:
    struct sigaction before_ {};
};

}  // namespace crowfly
