// The tasks of one goal, each built when it is first asked for and then shared by all who reason about the goal:
// heuristics, the parts of a combined heuristic, a repeated search, annotations.
//
// A task depends on the effort that may go into grounding, on whether it knows permuted states, and on whether clocks
// have facts; the grounding itself only on the first two. Threads may ask for tasks at the same time: one builds, the
// others wait.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "task/task.hpp"

namespace crowfly {

class TaskCache {
public:
    // Where a limit is reached in between, the exception passes; what was built before stays. The goal is always the
    // same but for its effort and the form of its states.
    std::shared_ptr<const Task> get(const Goal& goal, bool clocks);

    // Frees what nobody uses any more; later calls build it anew.
    void clear();

    // Tables that heuristics of several threads look estimates up in, by what is to be built. Nothing is kept before
    // keep_tables() is called: heuristics that take turns are not to depend on one another.
    void keep_tables();
    template <class Tables>
    std::shared_ptr<const Tables> find_tables(const std::string& name) const {
        return std::static_pointer_cast<const Tables>(find_any_tables(name));
    }
    void offer_tables(const std::string& name, std::shared_ptr<const void> tables, std::size_t bytes);

    // Building `what` was ended after so much effort: another attempt is worth it with twice as much, or after one that
    // was not ended.
    void note_attempt(const std::string& what, std::uint64_t effort);
    void note_success(const std::string& what);
    bool is_worth_trying(const std::string& what, std::uint64_t effort) const;

    std::size_t groundings() const;  // how often the network was grounded
    std::size_t bytes() const;       // of all tasks
    std::size_t table_bytes() const;

private:
    struct KeptTables {
        std::shared_ptr<const void> tables;
        std::size_t bytes = 0;
    };

    using GroundingKey = std::pair<std::size_t, bool>;  // Effort::reads, and whether permuted states are known
    using TaskKey = std::pair<GroundingKey, bool>;      // … and whether clocks have facts
    static GroundingKey key_of(const Goal& goal);

    std::shared_ptr<const void> find_any_tables(const std::string& name) const;
    std::shared_ptr<const Grounding> get_grounding(const Goal& goal, const Target& target);

    mutable std::mutex mutex_;
    std::size_t grounded_ = 0;  // times
    std::map<GroundingKey, std::shared_ptr<const Grounding>> groundings_;
    std::map<TaskKey, std::shared_ptr<const Task>> tasks_;
    bool keeps_tables_ = false;
    std::map<std::string, KeptTables> tables_;
    std::map<std::string, std::uint64_t> attempts_;  // by what was to be built: the most effort that was not enough
};

std::shared_ptr<const Task> task_of(const Goal& goal, bool clocks = false);

// A task in which also the values of a state that the network cannot reach are facts. It is not shared.
std::shared_ptr<const Task> task_with_state(const Goal& goal, bool clocks, std::span<const std::int32_t> state);

}  // namespace crowfly
