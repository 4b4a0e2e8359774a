#include "base/alarm.hpp"

#include <system_error>

namespace crowfly {

constinit thread_local const Alarm* detail::current_alarm = nullptr;

Alarm::Alarm(const std::atomic<bool>* interrupted) : interrupted_(interrupted), outer_(detail::current_alarm) {
    detail::current_alarm = this;
}

Alarm::~Alarm() {
    detail::current_alarm = outer_;
    if (!watcher_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_one();
    watcher_.join();
}

const Alarm* Alarm::of_this_thread() { return detail::current_alarm; }

void Alarm::set(double seconds) {
    constexpr double longest = 1e9;  // 30 years; a time_point holds some more
    {
        const std::lock_guard lock(mutex_);
        is_late_ = seconds <= 0;
        when_ = seconds < longest
                    ? Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))
                    : Clock::time_point::max();
    }
    if (watcher_.joinable()) {
        changed_.notify_one();
    } else if (seconds < longest && seconds > 0) {
        try {
            watcher_ = std::thread([this] { watch(); });
        } catch (const std::system_error&) {
            // Not even a thread: then searches still look at the time between two expansions.
        }
    }
}

void Alarm::raise() const {
    const bool interrupted = interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed);
    throw LimitReached(interrupted ? interrupted_reason : time_limit_reason);
}

void Alarm::watch() {
    std::unique_lock lock(mutex_);
    while (!is_over_) {
        if (when_ == Clock::time_point::max()) {
            changed_.wait(lock);
        } else if (Clock::now() >= when_) {
            is_late_ = true;
            when_ = Clock::time_point::max();
        } else {
            changed_.wait_until(lock, when_);
        }
    }
}

}  // namespace crowfly
