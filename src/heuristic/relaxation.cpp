#include "heuristic/relaxation.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "base/sort_out.hpp"
#include "heuristic/removals.hpp"
#include "task/task_cache.hpp"

namespace crowfly {

Relaxation::Relaxation(const Goal& goal, bool reads_clocks)
    : goal_(goal), reads_clocks_(reads_clocks), task_(task_of(goal, reads_clocks)) {
    prepare();
    goal_.effort.tell(goal_.tasks->bytes() + bytes_of(*this));
    goal_.effort.watch = nullptr;
}

void Relaxation::prepare() {
    preconditions_.clear();
    for (const Operator& op : task_->operators())
        preconditions_.push_back(static_cast<std::uint16_t>(op.preconditions.count));
    missing_.resize(task_->operators().size());
    rounds_.resize(task_->facts());
    supporters_.resize(task_->facts());
    demanded_.resize(task_->facts());
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

void Relaxation::come_true(Fact fact, OperatorIndex by) {
    if (rounds_[fact] != never) return;
    rounds_[fact] = round_;
    supporters_[fact] = by;
    fresh_.push_back(fact);
}

// All preconditions of an operator are true.
void Relaxation::enable(OperatorIndex index) {
    const Operator& op = task_->operators()[index];
    if (!op.is_axiom()) {
        if (removed_ != nullptr && is_removed(*task_, op, *removed_)) return;
        enabled_.push_back(index);
        return;
    }
    for (const Fact fact : task_->effects(op)) come_true(fact, index);
}

// False: the state has a value without a fact.
bool Relaxation::start(std::span<const std::int32_t> state, ClockFloor floor) {
    missing_ = preconditions_;
    std::ranges::fill(rounds_, never);
    fresh_.clear();
    enabled_.clear();
    propagated_ = 0;
    round_ = 0;
    const FactTable& facts = task_->grounding().facts;
    steps_ += missing_.size() / 8 + rounds_.size() / 4 + 4 * facts.slots();
    for (std::uint32_t slot = 0; slot < facts.slots(); ++slot) {
        const Fact fact = facts.fact(slot, state[slot]);
        if (fact == FactTable::unknown) return false;
        come_true(fact, nobody);
    }
    if (task_->clocks()) task_->clocks()->each_true(floor, [this](Fact fact) { come_true(fact, nobody); });
    for (const OperatorIndex op : task_->without_preconditions()) enable(op);
    return true;
}

// Everything that comes true within the round.
void Relaxation::settle() {
    const Fact goal = task_->goal();
    while (propagated_ < fresh_.size() && rounds_[goal] == never) {
        const auto requiring = task_->requiring(fresh_[propagated_++]);
        steps_ += 5 + 2 * requiring.size();
        for (const OperatorIndex op : requiring) {
            if (--missing_[op] == 0) enable(op);
        }
    }
}

Estimate Relaxation::rounds(std::span<const std::int32_t> state, ClockFloor floor, const RemovedEdges* removed) {
    removed_ = removed;
    if (!start(state, floor)) {
        task_ = task_with_state(goal_, reads_clocks_, state);
        prepare();
        start(state, floor);
    }
    const Task& task = *task_;
    for (settle(); rounds_[task.goal()] == never; settle()) {
        if (enabled_.empty()) return rounds_[task.fault()] == never ? dead_end : farthest;
        poll();
        ++round_;
        steps_ += 10 * enabled_.size();
        for (const OperatorIndex op : enabled_) {
            for (const Fact fact : task.effects(task.operators()[op])) come_true(fact, op);
        }
        enabled_.clear();
    }
    return round_;
}

// ---- The plan -------------------------------------------------------------------------------------------------------

void Relaxation::demand(Fact fact) {
    if (supporters_[fact] == nobody || demanded_[fact]) return;
    demanded_[fact] = true;
    demands_.push_back(fact);
}

const std::vector<Relaxation::Firing>& Relaxation::plan() {
    plan_.clear();
    demands_.clear();
    demand(task_->goal());
    for (std::size_t d = 0; d < demands_.size(); ++d) {
        const Operator& op = task_->operators()[supporters_[demands_[d]]];
        if (!op.is_axiom()) plan_.push_back({rounds_[demands_[d]], op.transition});
        for (const Fact fact : task_->preconditions(op)) demand(fact);
    }
    for (const Fact fact : demands_) demanded_[fact] = false;
    sort_out(plan_);
    return plan_;
}

void Relaxation::add_edges_of_plan(std::vector<EdgeIndex>& edges) const {
    for (const Fact fact : demands_) {
        const Operator& op = task_->operators()[supporters_[fact]];
        if (op.is_axiom()) continue;
        const std::vector<EdgeIndex>& own = task_->grounding().transitions[op.grounded].edges;
        edges.insert(edges.end(), own.begin(), own.end());
    }
}

void Relaxation::add_facts_of_plan(Facts& facts) {
    for (const Fact fact : demands_) demanded_[fact] = true;
    for (const Fact fact : fresh_) {
        if (demanded_[fact] && rounds_[fact] > 0) facts.push_back(fact);
    }
    for (const Fact fact : demands_) demanded_[fact] = false;
}

}  // namespace crowfly
