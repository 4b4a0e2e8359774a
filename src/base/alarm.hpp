// Ends work that takes too long, wherever it is. Loops that may be long call poll(), which is two loads of flags and
// costs nothing next to the work; it throws LimitReached once the time is up or somebody has interrupted. A thread of
// its own watches the time, so that no loop has to ask for it, however much or little it does between two polls.
//
// Searches end at LimitReached with what they know so far; a command ends reading and compiling with a message.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace crowfly {

// The reasons why a query can be undecided that are not its own fault. They are part of the JSON.
constexpr const char* time_limit_reason = "time limit";
constexpr const char* memory_limit_reason = "memory limit";
constexpr const char* interrupted_reason = "interrupted";

class LimitReached final : public std::exception {
public:
    explicit LimitReached(const char* reason) : reason_(reason) {}
    const char* what() const noexcept override { return reason_; }

private:
    const char* reason_;
};

// As long as it lives, poll() in the thread that made it obeys it. Alarms of one thread nest: the innermost counts.
class Alarm {
public:
    using Clock = std::chrono::steady_clock;

    explicit Alarm(const std::atomic<bool>* interrupted = nullptr);
    ~Alarm();
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    // Rings after so many seconds from now. Infinity: only if somebody interrupts. What was set before is forgotten.
    void set(double seconds);

    bool rings() const {
        return is_late_.load(std::memory_order_relaxed) ||
               (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed));
    }
    [[noreturn]] void raise() const;

    static const Alarm* of_this_thread();

private:
    void watch();

    const std::atomic<bool>* interrupted_;
    const Alarm* outer_;
    std::atomic<bool> is_late_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    Clock::time_point when_ = Clock::time_point::max();
    bool is_over_ = false;
    std::thread watcher_;  // started when a time is set
};

namespace detail {
extern constinit thread_local const Alarm* current_alarm;
}

// As long as it lives poll() in this thread obeys no alarm: what is done meanwhile is done whole.
class Silence {
public:
    Silence() : unheard_(std::exchange(detail::current_alarm, nullptr)) {}
    ~Silence() { detail::current_alarm = unheard_; }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    const Alarm* unheard_;
};

// From now on poll() in this thread obeys the alarm of another thread, on whose behalf it works. Null: none.
inline void obey(const Alarm* alarm) { detail::current_alarm = alarm; }

inline void poll() {
    const Alarm* alarm = detail::current_alarm;
    if (alarm != nullptr && alarm->rings()) [[unlikely]]
        alarm->raise();
}

}  // namespace crowfly
