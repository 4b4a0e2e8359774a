// Writes down the turns of contenders. Each worker has a clock of its own, in effort and in processor time, which goes
// on with the turns that it runs: so turns of one worker follow one another, and those of several overlap.
#pragma once

#include <map>
#include <vector>

#include "search/schedule/contender.hpp"

namespace crowfly {

// Whoever calls it holds the mutex of the meeting.
class Timekeeper {
public:
    explicit Timekeeper(std::size_t workers) : workers_(workers) {}

    // A contender is about to run; a worker is idle.
    void begin_turn(const Contender& contender);
    // Of all contenders that do not run any more.
    void end_turns();

    // What is known of it while it runs: all but how it ends.
    StrategyRun run_of(const Contender& contender) const;

private:
    struct Worker {
        const Contender* contender = nullptr;  // null: it is idle
        std::uint64_t effort = 0;              // of the turns that it has run, …
        double seconds = 0;
        std::uint64_t spent_before = 0;  // … and of the contender when its turn began
        double seconds_before = 0;
    };

    void end_turn(Worker& worker);

    std::vector<Worker> workers_;
    std::map<const Contender*, StrategyRun> runs_;
};

}  // namespace crowfly
