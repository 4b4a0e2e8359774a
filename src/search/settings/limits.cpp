#include "search/settings/limits.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// getrusage() would count what the program that started this one held.
std::size_t peak_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) * 1024;
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

Statistics operator+(const Statistics& a, const Statistics& b) {
    Statistics sum;
    sum.explored = a.explored + b.explored;
    sum.generated = a.generated + b.generated;
    sum.stored = a.stored + b.stored;
    sum.discrete = a.discrete + b.discrete;
    sum.waiting = a.waiting + b.waiting;
    sum.pruned = a.pruned + b.pruned;
    sum.deferred_explored = a.deferred_explored + b.deferred_explored;
    sum.bytes = a.bytes + b.bytes;
    sum.peak_bytes = std::max(a.peak_bytes, b.peak_bytes);
    sum.seconds = a.seconds + b.seconds;
    sum.cpu_seconds = a.cpu_seconds + b.cpu_seconds;
    sum.trace_seconds = a.trace_seconds + b.trace_seconds;
    sum.heuristic_evaluations = a.heuristic_evaluations + b.heuristic_evaluations;
    sum.heuristic_seconds = a.heuristic_seconds + b.heuristic_seconds;
    sum.best_estimate = b.best_estimate;
    sum.depth = b.depth;
    sum.building = b.building;
    sum.stage = b.stage;
    sum.disk = b.disk;
    return sum;
}

Limits left_of(const Limits& limits, const Statistics& used) {
    Limits left = limits;
    left.seconds -= used.seconds;
    left.bytes -= std::min(used.bytes, left.bytes);
    left.states -= std::min(used.stored, left.states);
    return left;
}

Budget::Budget(const Limits& limits)
    : limits_(limits), start_(std::chrono::steady_clock::now()), cpu_start_(cpu_seconds()) {}

void Budget::clock(Statistics& s) const {
    s.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    s.cpu_seconds = cpu_seconds() - cpu_start_;
}

void Budget::close(Statistics& s) const {
    clock(s);
    s.peak_bytes = peak_memory();
}

std::string Budget::exceeded(const Statistics& s, std::size_t bytes_soon) const {
    if (limits_.interrupted != nullptr && limits_.interrupted->load(std::memory_order_relaxed))
        return interrupted_reason;
    if (s.seconds > limits_.seconds) return time_limit_reason;
    if (bytes_soon > limits_.bytes) return memory_limit_reason;
    if (s.stored > limits_.states) return state_limit_reason;
    if (s.explored > limits_.explored) return enough_states_reason;
    return "";
}

}  // namespace crowfly
