#include "task/task_cache.hpp"

#include <algorithm>

#include "base/files/parts.hpp"

namespace crowfly {

std::shared_ptr<TaskCache> make_task_cache() { return std::make_shared<TaskCache>(); }

// A goal has one symmetry, if it has any.
TaskCache::GroundingKey TaskCache::key_of(const Goal& goal) {
    return {goal.effort.reads, goal.form.symmetry != nullptr};
}

std::shared_ptr<const Task> TaskCache::get(const Goal& goal, bool clocks) {
    const TaskKey key{key_of(goal), clocks};
    if (goal.effort.watch != nullptr && goal.effort.watch->takes_turns()) return get_in_turns(goal, key);
    const std::lock_guard lock(mutex_);
    if (const auto known = tasks_.find(key); known != tasks_.end()) return known->second;
    auto grounding = groundings_.find(key.first);
    if (grounding == groundings_.end()) grounding = groundings_.emplace(key.first, make_grounding(goal)).first;
    return tasks_.emplace(key, make_task(goal, grounding->second, clocks)).first->second;
}

std::shared_ptr<const Task> TaskCache::get_in_turns(const Goal& goal, const TaskKey& key) {
    const auto grounding = build_in_turns(groundings_, key.first, {key.first, {}}, goal,
                                          [this](const Goal& own) { return make_grounding(own); });
    return build_in_turns(tasks_, key, {key.first, key.second}, goal,
                          [grounding, key](const Goal& own) { return make_task(own, grounding, key.second); });
}

// Between two steps nothing is held, so that the search may wait for its next turn.
template <class Map, class Make>
typename Map::mapped_type TaskCache::build_in_turns(Map& built, const typename Map::key_type& key, const BuildKey& name,
                                                    const Goal& goal, const Make& make) {
    while (true) {
        std::shared_ptr<SteppedBuild> build;
        {
            const std::lock_guard lock(mutex_);
            if (const auto known = built.find(key); known != built.end()) {
                builds_.erase(name);
                return known->second;
            }
            std::shared_ptr<SteppedBuild>& under_way = builds_[name];
            if (!under_way) {
                Goal own = goal;
                own.tasks.reset();
                under_way = std::make_shared<SteppedBuild>([this, &built, key, own, make](BuildWatch& watch) mutable {
                    own.effort.watch = &watch;
                    auto made = make(own);
                    const std::lock_guard kept(mutex_);
                    built.emplace(key, std::move(made));
                });
            }
            build = under_way;
        }
        goal.effort.spend(step(build, name, *goal.effort.watch));
    }
}

// Where a search reaches a limit the build is over; another search begins it anew.
std::uint64_t TaskCache::step(const std::shared_ptr<SteppedBuild>& build, const BuildKey& name, BuildWatch& watch) {
    try {
        return build->step(watch, effort_per_step);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (const auto found = builds_.find(name); found != builds_.end() && found->second == build)
            builds_.erase(found);
        throw;
    }
}

std::shared_ptr<const Grounding> TaskCache::make_grounding(const Goal& goal) {
    auto grounding =
        std::make_shared<const Grounding>(ground(goal.network, target_of(goal), goal.effort, goal.form.symmetry));
    ++grounded_;
    return grounding;
}

std::shared_ptr<const Task> TaskCache::make_task(const Goal& goal, std::shared_ptr<const Grounding> grounding,
                                                 bool clocks) {
    auto task = std::make_shared<const Task>(goal.network, target_of(goal), std::move(grounding), clocks, goal.effort);
    goal.effort.tell(bytes_of(task->grounding()) + bytes_of(*task));
    return task;
}

void TaskCache::clear() {
    const std::lock_guard lock(mutex_);
    tasks_.clear();
    groundings_.clear();
    tables_.clear();
}

void TaskCache::keep_tables() {
    const std::lock_guard lock(mutex_);
    keeps_tables_ = true;
}

std::shared_ptr<const void> TaskCache::find_any_tables(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(name);
    return found == tables_.end() ? nullptr : found->second.tables;
}

void TaskCache::offer_tables(const std::string& name, std::shared_ptr<const void> tables, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (keeps_tables_) tables_.try_emplace(name, KeptTables{std::move(tables), bytes});
}

std::size_t TaskCache::table_bytes() const {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = 0;
    for (const auto& [name, kept] : tables_) bytes += kept.bytes;
    return bytes;
}

std::size_t TaskCache::bytes() const {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = 0;
    for (const auto& [reads, grounding] : groundings_) bytes += bytes_of(*grounding);
    for (const auto& [key, task] : tasks_) bytes += bytes_of(*task);
    return bytes;
}

std::shared_ptr<const Task> task_of(const Goal& goal, bool clocks) { return goal.tasks->get(goal, clocks); }

std::shared_ptr<const Task> task_with_state(const Goal& goal, bool clocks, std::span<const std::int32_t> state) {
    Target target = target_of(goal);
    auto grounding = std::make_shared<const Grounding>(
        ground(goal.network, target, goal.effort, goal.form.symmetry, {{state.begin(), state.end()}}));
    return std::make_shared<const Task>(goal.network, std::move(target), std::move(grounding), clocks);
}

}  // namespace crowfly
