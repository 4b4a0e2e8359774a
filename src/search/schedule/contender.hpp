// A strategy that takes turns: it runs in a thread of its own, which waits between two turns
// (search/settings/pacer.hpp).
//
// What the schedule asks of it changes only while the mutex of the meeting is held: by the schedule while the contender
// waits, by the contender when its turn begins or ends. During a turn both leave it alone, so that several contenders
// can run at once.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>

#include "base/thread.hpp"
#include "search/schedule/strategy.hpp"
#include "search/settings/pacer.hpp"

namespace crowfly {

// What all contenders and their schedule share.
struct Meeting {
    std::mutex mutex;
    std::condition_variable changed;  // a turn is over, or begins
};

class Contender final : public Pacer, public Observer {
public:
    // It begins as `waiting`. A cancelled one is `running` until it has `ended`; it never waits again.
    enum class State : std::uint8_t { waiting, running, ended };

    // `observer` is told from the contender's thread.
    Contender(const Strategy& strategy, const StrategyTask& task, Meeting& meeting, Observer& observer);
    Contender(const Contender&) = delete;
    Contender& operator=(const Contender&) = delete;

    // ---- For the schedule, which holds the mutex of the meeting

    // Begins a turn, of so much effort or so many states. `limits`: of the whole, as they are when the first turn
    // begins.
    void resume(std::uint64_t effort, std::size_t states, std::size_t bytes, const Limits& limits);
    // Has one that has begun end at once.
    void cancel();
    // Likewise, because others need its memory.
    void give_up();

    const Strategy& strategy() const { return strategy_; }
    State state() const { return state_; }
    bool has_begun() const { return has_begun_; }
    bool was_given_up() const { return was_given_up_; }
    // As of the end of its last turn …
    std::uint64_t spent() const { return spent_; }
    std::size_t bytes() const { return state_ == State::ended ? 0 : bytes_soon_; }
    double seconds() const { return seconds_; }  // of processor time, in its turns
    const Statistics& statistics() const { return statistics_; }
    // … and during this one.
    std::size_t allowed_bytes() const { return allowed_bytes_; }
    bool is_short_of_memory() const { return bytes() > allowed_bytes_; }

    // Of one that has ended.
    std::size_t most_waiting() const { return most_waiting_; }  // states, at any time
    SearchResult& result() { return result_; }
    void rethrow() const;

private:
    void begin();
    void run();
    void end_turn(std::uint64_t spent, const Statistics& statistics);

    void wait_for_turn(std::uint64_t spent, std::size_t bytes_soon, const Statistics& statistics) override;
    void progress(const Statistics& statistics) override;

    const Strategy& strategy_;
    const StrategyTask& task_;
    Meeting& meeting_;
    Observer& observer_;
    Limits limits_;
    const std::atomic<bool>* interrupted_ = nullptr;  // the whole
    std::atomic<bool> cancelled_ = false;
    State state_ = State::waiting;
    bool has_begun_ = false;
    bool was_given_up_ = false;
    std::uint64_t spent_ = 0;
    std::size_t bytes_soon_ = 0;
    double turn_began_ = 0;
    double seconds_ = 0;
    Statistics statistics_;
    std::size_t most_waiting_ = 0;
    SearchResult result_;
    std::exception_ptr failure_;
    std::optional<Thread> thread_;  // ends before what it uses
};

}  // namespace crowfly
