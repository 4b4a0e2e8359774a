#include "search/schedule/timekeeper.hpp"

#include <algorithm>

namespace crowfly {

void Timekeeper::begin_turn(const Contender& contender) {
    const auto idle = std::ranges::find(workers_, nullptr, &Worker::contender);
    idle->contender = &contender;
    idle->spent_before = contender.spent();
    idle->seconds_before = contender.seconds();
}

void Timekeeper::end_turns() {
    for (Worker& worker : workers_) {
        if (worker.contender != nullptr && worker.contender->state() != Contender::State::running) end_turn(worker);
    }
}

void Timekeeper::end_turn(Worker& worker) {
    const Contender& contender = *worker.contender;
    StrategyRun::Interval turn;
    turn.effort = contender.spent() - worker.spent_before;
    turn.seconds = contender.seconds() - worker.seconds_before;
    StrategyRun& run = runs_[&contender];
    // Two workers need not agree on what time it is.
    turn.begin = std::max(worker.effort, run.intervals.empty() ? 0 : run.intervals.back().end);
    turn.end = turn.begin + turn.effort;
    turn.begin_seconds = worker.seconds;
    worker.effort = turn.end;
    worker.seconds += turn.seconds;
    worker.contender = nullptr;
    run.add_turn(turn);
}

StrategyRun Timekeeper::run_of(const Contender& contender) const {
    const auto known = runs_.find(&contender);
    StrategyRun run = known == runs_.end() ? StrategyRun{} : known->second;
    run.name = contender.strategy().name;
    run.description = contender.strategy().description;
    run.options = contender.strategy().options;
    run.explored = contender.statistics().explored;
    run.stored = contender.statistics().stored;
    run.waiting = contender.statistics().waiting;
    run.most_waiting = contender.most_waiting();
    run.best_estimate = contender.statistics().best_estimate;
    return run;
}

}  // namespace crowfly
