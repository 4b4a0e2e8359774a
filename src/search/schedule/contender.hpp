// A strategy that takes turns: it runs in a thread of its own, which waits between two turns (search/pacer.hpp).
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>

#include "search/pacer.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {

// What all contenders and their schedule share.
struct Meeting {
    std::mutex mutex;
    std::condition_variable changed;  // a turn is over, or begins
};

class Contender final : public Pacer, public Observer {
public:
    enum class State : std::uint8_t { waiting, running, ended };

    // `observer` is told from the contender's thread.
    Contender(const Strategy& strategy, const StrategyTask& task, Meeting& meeting, Observer& observer);
    ~Contender() override;
    Contender(const Contender&) = delete;
    Contender& operator=(const Contender&) = delete;

    // ---- For the schedule, which holds the mutex of the meeting

    // Begins a turn. `limits`: of the whole, as they are when the first turn begins.
    void resume(std::uint64_t effort, std::size_t bytes, const Limits& limits);
    // Has it end at once, when it is running or next time.
    void cancel() { cancelled_ = true; }

    const Strategy& strategy() const { return strategy_; }
    State state() const { return state_; }
    bool has_begun() const { return has_begun_; }
    std::uint64_t spent() const { return spent_; }
    std::size_t bytes() const { return state_ == State::ended ? 0 : bytes_soon_; }
    bool is_short_of_memory() const { return bytes() > allowed_bytes_; }
    double seconds() const { return seconds_; }  // of processor time, in its turns
    std::size_t turns() const { return turns_; }
    const Statistics& statistics() const { return statistics_; }  // as of the end of its last turn

    // Of one that has ended.
    SearchResult& result() { return result_; }
    void rethrow() const;

private:
    void begin();
    static void* start(void* self);
    void run();

    void wait_for_turn(const Statistics& statistics) override;
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
    bool has_thread_ = false;
    pthread_t thread_{};
    double turn_began_ = 0;
    double seconds_ = 0;
    std::size_t turns_ = 0;
    Statistics statistics_;
    SearchResult result_;
    std::exception_ptr failure_;
};

}  // namespace crowfly
