#include "task/stepped_build.hpp"

#include <utility>

namespace crowfly {

SteppedBuild::SteppedBuild(std::function<void(BuildWatch&)> build) : build_(std::move(build)) {}

SteppedBuild::~SteppedBuild() {
    std::unique_lock lock(mutex_);
    is_given_up_ = true;
    if (thread_ && thread_->has_started() && !is_done_) go_on(lock);
}

bool SteppedBuild::is_done() const {
    const std::lock_guard lock(mutex_);
    return is_done_;
}

std::uint64_t SteppedBuild::step(BuildWatch& watch, std::uint64_t effort) {
    const std::lock_guard turn(steps_);
    std::unique_lock lock(mutex_);
    if (is_done_) return 0;
    watch_ = &watch;
    alarm_ = Alarm::of_this_thread();
    const std::uint64_t spent_before = spent_;
    const double seconds_before = seconds_;
    allowed_ = spent_ + effort;
    if (!thread_) thread_.emplace([this] { run(); });
    if (thread_->has_started()) {
        go_on(lock);
        add_thread_seconds(seconds_ - seconds_before);
    } else {  // all at once, then
        allowed_ = std::numeric_limits<std::uint64_t>::max();
        is_running_ = true;
        lock.unlock();
        run();
        lock.lock();
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return spent_ - spent_before;
}

// Returns when the step is over.
void SteppedBuild::go_on(std::unique_lock<std::mutex>& lock) {
    is_running_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !is_running_; });
}

void SteppedBuild::run() {
    wait_for_step();
    Relay relay(*this);
    std::exception_ptr failure;
    try {
        obey(alarm_);
        const Metered metered(relay);
        if (!is_given_up_) build_(relay);
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    seconds_ = thread_seconds();
    is_done_ = true;
    is_running_ = false;
    changed_.notify_all();
}

void SteppedBuild::spend(std::uint64_t effort) {
    spent_ += effort;
    if (spent_ <= allowed_) return;
    {
        const std::lock_guard lock(mutex_);
        seconds_ = thread_seconds();
        is_running_ = false;
        changed_.notify_all();
    }
    wait_for_step();
    if (is_given_up_) throw BuildingEnded{};
    obey(alarm_);
}

void SteppedBuild::wait_for_step() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_running_; });
}

}  // namespace crowfly
