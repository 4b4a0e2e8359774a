#include "search/schedule/contender.hpp"

#include <algorithm>
#include <utility>

#include "base/alarm.hpp"
#include "search/kernels/end_at_limits.hpp"

namespace crowfly {

Contender::Contender(const Strategy& strategy, const StrategyTask& task, Meeting& meeting, Observer& observer)
    : strategy_(strategy), task_(task), meeting_(meeting), observer_(observer) {}

void Contender::resume(std::uint64_t effort, std::size_t states, std::size_t bytes, const Limits& limits) {
    allowed_ = spent_ + effort;
    allowed_bytes_ = bytes;
    state_ = State::running;
    allowed_states_ = states;
    if (!has_begun_) {
        limits_ = limits;
        begin();
    } else {
        meeting_.changed.notify_all();
    }
}

void Contender::cancel() {
    cancelled_ = true;
    if (state_ != State::waiting) return;
    state_ = State::running;
    meeting_.changed.notify_all();
}

void Contender::give_up() {
    was_given_up_ = true;
    cancel();
}

void Contender::begin() {
    has_begun_ = true;
    interrupted_ = std::exchange(limits_.interrupted, &cancelled_);
    limits_.pacer = this;
    thread_.emplace([this] { run(); });
    if (thread_->has_started()) return;
    result_.unfinished = "no thread could be started: there is too little memory, or there are too many";
    state_ = State::ended;
}

void Contender::run() {
    { const std::lock_guard wait_until_it_is_known(meeting_.mutex); }
    const Alarm alarm(&cancelled_);
    turn_began_ = thread_seconds();
    SearchResult result;
    std::exception_ptr failure;
    try {
        end_at_limits(result.unfinished, [&] { result = strategy_.run(task_, limits_, *this); });
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(meeting_.mutex);
    result_ = std::move(result);
    failure_ = failure;
    end_turn(before_, result_.statistics);
    state_ = State::ended;
    meeting_.changed.notify_all();
}

void Contender::end_turn(std::uint64_t spent, const Statistics& statistics) {
    spent_ = std::max(spent_, spent);
    statistics_ = statistics;
    seconds_ += thread_seconds() - turn_began_;
}

void Contender::wait_for_turn(std::uint64_t spent, std::size_t bytes_soon, const Statistics& statistics) {
    std::unique_lock lock(meeting_.mutex);
    // Whoever was cancelled while its turn came to its end is not given another one.
    if (cancelled_) throw LimitReached(interrupted_reason);
    bytes_soon_ = bytes_soon;
    end_turn(spent, statistics);
    state_ = State::waiting;
    meeting_.changed.notify_all();
    meeting_.changed.wait(lock, [&] { return state_ == State::running; });
    turn_began_ = thread_seconds();
    if (cancelled_) throw LimitReached(interrupted_reason);
}

// Who observes may interrupt.
void Contender::progress(const Statistics& statistics) {
    most_waiting_ = std::max(most_waiting_, statistics.waiting);
    observer_.progress(statistics);
    if (interrupted_ != nullptr && *interrupted_) cancelled_ = true;
}

void Contender::rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
}

}  // namespace crowfly
