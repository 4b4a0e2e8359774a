// A reduction: a task that is smaller than the original one, and the way back. What does not exist in the smaller task
// does not exist in the original one. A path that is found there is lifted to a path of the original network.
//
// Reductions compose: the smaller task of one is the original of the next.
#pragma once

#include <initializer_list>
#include <optional>

#include "search/schedule/strategy.hpp"

namespace crowfly {

class TaskReduction {
public:
    TaskReduction() = default;
    TaskReduction(const TaskReduction&) = delete;
    TaskReduction& operator=(const TaskReduction&) = delete;
    virtual ~TaskReduction() = default;

    // What is searched instead: another network, or the same one with options that make for fewer states.
    const StrategyTask& task() const { return *task_; }
    StrategyTask& task() { return *task_; }
    virtual SearchResult search(const Limits& limits, Observer& observer) const;

    // What a search in the smaller task found, as paths of the original network; if there are none, or they are not
    // found, the result is unfinished. `limits` are those on the search, too. By default there is nothing to be done.
    virtual SearchResult lift(SearchResult result, const Limits& limits, Observer& observer);
    // A proof says what was reduced.
    virtual void describe(Proof& proof) const;

protected:
    // A hull in which the formula holds has no path.
    static bool has_path(const SearchResult& result) {
        return result.found && !result.found->empty() && result.is_sure();
    }

    std::optional<StrategyTask> task_;
};

// Searches in the last of these tasks, and lifts what is found through all of them.
SearchResult search_reduced(std::initializer_list<TaskReduction*> reductions, const Limits& limits, Observer& observer);

}  // namespace crowfly
