#include "task/task_cache.hpp"

#include <algorithm>

namespace crowfly {

std::shared_ptr<TaskCache> make_task_cache() { return std::make_shared<TaskCache>(); }

// A goal has one symmetry, if it has any.
TaskCache::GroundingKey TaskCache::key_of(const Goal& goal) {
    return {goal.effort.reads, goal.form.symmetry != nullptr};
}

std::shared_ptr<const Task> TaskCache::get(const Goal& goal, bool clocks) {
    const std::lock_guard lock(mutex_);
    const TaskKey key{key_of(goal), clocks};
    if (const auto known = tasks_.find(key); known != tasks_.end()) return known->second;
    Target target = target_of(goal);
    std::shared_ptr<const Grounding> grounding = get_grounding(goal, target);
    auto task =
        std::make_shared<const Task>(goal.network, std::move(target), std::move(grounding), clocks, goal.effort);
    goal.effort.tell(task->grounding().bytes() + task->bytes());
    return tasks_.emplace(key, std::move(task)).first->second;
}

std::shared_ptr<const Grounding> TaskCache::get_grounding(const Goal& goal, const Target& target) {
    const GroundingKey key = key_of(goal);
    if (const auto known = groundings_.find(key); known != groundings_.end()) return known->second;
    auto grounding = std::make_shared<const Grounding>(ground(goal.network, target, goal.effort, goal.form.symmetry));
    ++grounded_;
    return groundings_.emplace(key, std::move(grounding)).first->second;
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

void TaskCache::note_attempt(const std::string& what, std::uint64_t effort) {
    const std::lock_guard lock(mutex_);
    std::uint64_t& most = attempts_[what];
    most = std::max(most, effort);
}

void TaskCache::note_success(const std::string& what) {
    const std::lock_guard lock(mutex_);
    attempts_.erase(what);
}

bool TaskCache::is_worth_trying(const std::string& what, std::uint64_t effort) const {
    const std::lock_guard lock(mutex_);
    const auto most = attempts_.find(what);
    return most == attempts_.end() || effort / 2 >= most->second;
}

std::size_t TaskCache::groundings() const {
    const std::lock_guard lock(mutex_);
    return grounded_;
}

std::size_t TaskCache::bytes() const {
    const std::lock_guard lock(mutex_);
    std::size_t bytes = 0;
    for (const auto& [reads, grounding] : groundings_) bytes += grounding->bytes();
    for (const auto& [key, task] : tasks_) bytes += task->bytes();
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
