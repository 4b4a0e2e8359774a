// The tasks of one goal, each built when it is first asked for and then shared by all who reason about the goal:
// heuristics, the parts of a combined heuristic, a repeated search, annotations.
//
// A task depends on the effort that may go into grounding, on whether it knows permuted states, and on whether clocks
// have facts; the grounding itself only on the first two. Threads may ask for tasks at the same time: one builds, the
// others wait. Searches that take turns build together, step by step (stepped_build.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "task/stepped_build.hpp"
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

    std::size_t groundings() const { return grounded_; }  // how often the network was grounded
    std::size_t bytes() const;                            // of all tasks
    std::size_t table_bytes() const;

private:
    struct KeptTables {
        std::shared_ptr<const void> tables;
        std::size_t bytes = 0;
    };

    using GroundingKey = std::pair<std::size_t, bool>;  // Effort::reads, and whether permuted states are known
    using TaskKey = std::pair<GroundingKey, bool>;      // … and whether clocks have facts
    using BuildKey = std::pair<GroundingKey, std::optional<bool>>;  // of a grounding, or of a task
    static GroundingKey key_of(const Goal& goal);

    static constexpr std::uint64_t effort_per_step = 1'000'000;  // a millisecond

    std::shared_ptr<const Task> get_in_turns(const Goal& goal, const TaskKey& key);
    // Goes on with what is to be built, until it is.
    template <class Map, class Make>
    typename Map::mapped_type build_in_turns(Map& built, const typename Map::key_type& key, const BuildKey& name,
                                             const Goal& goal, const Make& make);
    std::uint64_t step(const std::shared_ptr<SteppedBuild>& build, const BuildKey& name, BuildWatch& watch);

    std::shared_ptr<const Grounding> make_grounding(const Goal& goal);
    static std::shared_ptr<const Task> make_task(const Goal& goal, std::shared_ptr<const Grounding> grounding,
                                                 bool clocks);

    std::shared_ptr<const void> find_any_tables(const std::string& name) const;

    mutable std::mutex mutex_;
    std::atomic<std::size_t> grounded_ = 0;  // times
    std::map<GroundingKey, std::shared_ptr<const Grounding>> groundings_;
    std::map<TaskKey, std::shared_ptr<const Task>> tasks_;
    bool keeps_tables_ = false;
    std::map<std::string, KeptTables> tables_;
    std::map<BuildKey, std::shared_ptr<SteppedBuild>> builds_;  // of searches that take turns
};

std::shared_ptr<const Task> task_of(const Goal& goal, bool clocks = false);

// A task in which also the values of a state that the network cannot reach are facts. It is not shared.
std::shared_ptr<const Task> task_with_state(const Goal& goal, bool clocks, std::span<const std::int32_t> state);

}  // namespace crowfly
