#include "cli/process/limit_guard.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "cli/process/memory.hpp"

namespace crowfly {
namespace {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CROWFLY_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CROWFLY_SANITIZED
#endif
#ifdef CROWFLY_SANITIZED
constexpr bool is_sanitized = true;  // which takes terabytes of addresses, and ends the program instead of throwing
#else
constexpr bool is_sanitized = false;
#endif

// For the program itself, which has to read a small model, to start a thread, whose stack counts although little of it
// is ever touched, and to say what happened.
constexpr std::size_t own_share = std::size_t{16} << 20U;

// What the system counts now against the limit it sets.
std::size_t data_now() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmData:")) return std::stoull(line.substr(7)) * 1024;
    }
    return 0;
}

Limits completed(Limits& limits, const InterruptGuard& guard) {
    if (limits.bytes == Limits{}.bytes) limits.bytes = default_memory_limit();
    limits.interrupted = &guard.flag();
    return limits;
}

}  // namespace

MemoryGuard::MemoryGuard(std::size_t bytes) {
    rlimit limit{};
    const std::size_t most = std::numeric_limits<std::size_t>::max() / 2;
    if (is_sanitized || bytes >= most || getrlimit(RLIMIT_DATA, &limit) != 0) return;
    before_ = limit.rlim_cur;
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, data_now() + own_share + bytes);
    is_set_ = setrlimit(RLIMIT_DATA, &limit) == 0;
}

MemoryGuard::~MemoryGuard() {
    rlimit limit{};
    if (!is_set_ || getrlimit(RLIMIT_DATA, &limit) != 0) return;
    limit.rlim_cur = before_;
    setrlimit(RLIMIT_DATA, &limit);
}

LimitGuard::LimitGuard(Limits& limits)
    : limits_(completed(limits, interrupt_)), alarm_(limits_.interrupted), start_(std::chrono::steady_clock::now()),
      memory_((alarm_.set(limits_.seconds), limits_.bytes)) {}

Limits LimitGuard::begin_query() {
    Limits limits = limits_;
    if (!is_first_) {
        alarm_.set(limits_.seconds);
        start_ = std::chrono::steady_clock::now();
    }
    is_first_ = false;
    limits.seconds = seconds_left();
    return limits;
}

double LimitGuard::seconds_left() const {
    return limits_.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void report_limit(std::string_view limit, Session& session) {
    const bool interrupted = limit == interrupted_reason;
    const std::string_view option = limit == time_limit_reason ? "--time" : "--memory";
    session.diagnostics.add(
        Code::limit_reached, session.command_line,
        interrupted ? "interrupted before anything could be decided"
                    : fmt::format("the {} was reached before anything could be decided", limit),
        interrupted ? "" : fmt::format("give it more with `{}`, or make the model smaller", option));
}

}  // namespace crowfly
