#include "heuristic/landmark_cuts.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "heuristic/removals.hpp"
#include "task/task_cache.hpp"

namespace crowfly {

LandmarkCuts::LandmarkCuts(const Goal& goal) : goal_(goal), task_(task_of(goal)) {
    prepare();
    goal_.effort.tell(goal_.tasks->bytes() + bytes_of(*this));
    goal_.effort.watch = nullptr;
}

void LandmarkCuts::prepare() {
    const std::vector<Operator>& operators = task_->operators();
    unpaid_.clear();
    group_starts_.assign(goal_.network.transitions.size() + 1, 0);
    for (const Operator& op : operators) {
        const std::uint32_t missing = std::max(op.preconditions.count, 1U);  // always() if there are none
        unpaid_.push_back(
            {always(), 0, static_cast<std::uint16_t>(missing), static_cast<std::uint8_t>(op.is_axiom() ? 0 : 1)});
        if (!op.is_axiom()) ++group_starts_[op.transition + 1];
    }
    for (std::size_t t = 1; t < group_starts_.size(); ++t) group_starts_[t] += group_starts_[t - 1];
    groups_.resize(group_starts_.back());
    std::vector<std::uint32_t> next = group_starts_;
    for (OperatorIndex o = 0; o < operators.size(); ++o) {
        if (!operators[o].is_axiom()) groups_[next[operators[o].transition]++] = o;
    }
    pays_ = unpaid_;
    costs_.resize(task_->facts() + 1);
    clear_stamps();
}

void LandmarkCuts::clear_stamps() {
    for (std::vector<Stamp>* stamps : {&in_zone_, &before_zone_, &behind_zone_, &searched_})
        stamps->assign(costs_.size(), 0);
    enters_zone_.assign(unpaid_.size(), 0);
    freed_by_.assign(group_starts_.size(), {});
    stamp_ = search_ = 0;
}

// ---- hmax -----------------------------------------------------------------------------------------------------------

void LandmarkCuts::push(Fact fact, Cost cost) {
    if (cost >= costs_[fact]) return;
    costs_[fact] = cost;
    if (cost >= buckets_.size()) buckets_.resize(cost + 1);
    buckets_[cost].push_back(fact);
}

void LandmarkCuts::push_effects(OperatorIndex op) {
    const Cost cost = pays_[op].supporter_cost + pays_[op].own;
    const std::span<const Fact> effects = task_->effects(task_->operators()[op]);
    steps_ += 2 + 2 * effects.size();
    for (const Fact fact : effects) push(fact, cost);
}

// Visits the facts whose cost has dropped, the cheapest first, and those whose cost drops meanwhile, as long as they
// cost less than `bound`.
template <class Visit>
void LandmarkCuts::drain(const Cost& bound, Visit visit) {
    for (Cost cost = 0; cost < buckets_.size() && cost < bound; ++cost) {
        for (std::size_t i = 0; i < buckets_[cost].size(); ++i) {
            const Fact fact = buckets_[cost][i];
            if (costs_[fact] == cost) visit(fact, cost);
        }
    }
    for (std::vector<Fact>& bucket : buckets_) bucket.clear();
}

// False: the state has a value without a fact.
bool LandmarkCuts::start(std::span<const std::int32_t> state) {
    pays_ = unpaid_;
    std::ranges::fill(costs_, unreached);
    const FactTable& facts = task_->grounding().facts;
    if (std::max(stamp_, search_) > std::numeric_limits<Stamp>::max() / 2) clear_stamps();
    steps_ += pays_.size() + costs_.size() / 4 + 4 * facts.slots();
    for (std::uint32_t slot = 0; slot < facts.slots(); ++slot) {
        if (facts.fact(slot, state[slot]) == FactTable::unknown) return false;
    }
    push(always(), 0);
    for (std::uint32_t slot = 0; slot < facts.slots(); ++slot) push(facts.fact(slot, state[slot]), 0);
    return true;
}

// The fact is reached. It is the dearest precondition of those operators that now miss none.
void LandmarkCuts::reach(Fact fact, Cost cost) {
    const std::span<const OperatorIndex> operators = requiring(fact);
    steps_ += 5 + 2 * operators.size();
    for (const OperatorIndex op : operators) {
        Pay& pay = pays_[op];
        if (pay.missing > 1) {
            --pay.missing;
            continue;
        }
        if (removed_ != nullptr && is_removed(*task_, task_->operators()[op], *removed_)) continue;
        pay.missing = 0;
        pay.supporter = fact;
        pay.supporter_cost = cost;
        push_effects(op);
    }
}

// The cost of a fact has dropped, and so may that of the operators it supports.
void LandmarkCuts::lower(Fact fact, Cost cost) {
    const std::span<const OperatorIndex> operators = requiring(fact);
    steps_ += 5 + 2 * operators.size();
    for (const OperatorIndex op : operators) {
        Pay& pay = pays_[op];
        if (pay.missing > 0 || pay.supporter != fact || pay.supporter_cost <= cost) continue;
        const std::span<const Fact> preconditions = task_->preconditions(task_->operators()[op]);
        steps_ += 2 * preconditions.size();
        const Cost before = pay.supporter_cost;
        pay.supporter_cost = cost;
        for (const Fact other : preconditions) {
            if (costs_[other] <= pay.supporter_cost) continue;
            pay.supporter = other;
            pay.supporter_cost = costs_[other];
        }
        if (pay.supporter_cost < before) push_effects(op);
    }
}

// ---- Cuts -----------------------------------------------------------------------------------------------------------

void LandmarkCuts::find_goal_zone() {
    ++stamp_;
    zone_ = {task_->goal()};
    in_zone_[task_->goal()] = stamp_;
    entering_.clear();
    for (std::size_t z = 0; z < zone_.size(); ++z) {
        const std::span<const OperatorIndex> operators = task_->achieving(zone_[z]);
        steps_ += 5 + 3 * operators.size();
        for (const OperatorIndex op : operators) {
            const Pay& pay = pays_[op];
            if (pay.missing > 0) continue;
            if (pay.own > 0) {
                if (enters_zone_[op] != stamp_) entering_.push_back(op);
                enters_zone_[op] = stamp_;
            } else if (in_zone_[pay.supporter] != stamp_) {
                in_zone_[pay.supporter] = stamp_;
                zone_.push_back(pay.supporter);
            }
        }
    }
}

// Whether a fact is reached from the state without the goal zone and without operators that enter it. Facts of the zone
// cost no less than the goal, and so do those reached through it; so a fact that costs less is reached without. From
// others the search goes backward until it finds such a fact, mostly at once.
bool LandmarkCuts::is_before_zone(Fact fact) {
    const Cost bound = costs_[task_->goal()];
    const auto is_known = [&](Fact f) { return costs_[f] < bound || before_zone_[f] == stamp_; };
    if (is_known(fact)) return true;
    if (behind_zone_[fact] == stamp_) return false;
    ++search_;
    searched_[fact] = search_;
    queue_.assign(1, {fact, 0});
    for (std::size_t q = 0; q < queue_.size(); ++q) {
        const std::span<const OperatorIndex> operators = task_->achieving(queue_[q].first);
        steps_ += 5 + 3 * operators.size();
        for (const OperatorIndex op : operators) {
            const Fact supporter = pays_[op].supporter;
            if (pays_[op].missing > 0 || enters_zone_[op] == stamp_ || in_zone_[supporter] == stamp_) continue;
            if (is_known(supporter)) {
                for (std::size_t p = q; p > 0; p = queue_[p].second) before_zone_[queue_[p].first] = stamp_;
                before_zone_[fact] = stamp_;
                return true;
            }
            if (searched_[supporter] == search_ || behind_zone_[supporter] == stamp_) continue;
            searched_[supporter] = search_;
            queue_.emplace_back(supporter, q);
        }
    }
    for (const auto& [searched, supported] : queue_) behind_zone_[searched] = stamp_;
    return false;
}

void LandmarkCuts::find_cut() {
    find_goal_zone();
    cut_.clear();
    for (const OperatorIndex op : entering_) {
        const Fact supporter = pays_[op].supporter;
        if (in_zone_[supporter] != stamp_ && is_before_zone(supporter)) cut_.push_back(op);
    }
}

// Frees what else belongs to a firing with this operator of the cut.
void LandmarkCuts::free_others(OperatorIndex of_cut) {
    const Operator& paid = task_->operators()[of_cut];
    Freed& known = freed_by_[paid.transition];
    if (known.cut == stamp_ && known.grounded == paid.grounded && known.factor == paid.factor) return;
    known = {stamp_, paid.grounded, paid.factor};
    const std::uint32_t first = group_starts_[paid.transition], end = group_starts_[paid.transition + 1];
    steps_ += 2 * (end - first);
    for (std::uint32_t g = first; g < end; ++g) {
        const Operator& other = task_->operators()[groups_[g]];
        const bool alternative = other.grounded == paid.grounded && other.factor == paid.factor;
        Pay& pay = pays_[groups_[g]];
        if (alternative || pay.own == 0) continue;
        pay.own = 0;
        if (pay.missing == 0) freed_.push_back(groups_[g]);
    }
}

void LandmarkCuts::free_cut() {
    freed_ = cut_;
    for (const OperatorIndex op : cut_) pays_[op].own = 0;
    for (const OperatorIndex op : cut_) free_others(op);
    for (const OperatorIndex op : freed_) push_effects(op);
    drain(costs_[task_->goal()], [this](Fact fact, Cost cost) { lower(fact, cost); });
}

Estimate LandmarkCuts::estimate(std::span<const std::int32_t> state, const RemovedEdges* removed) {
    removed_ = removed;
    if (!start(state)) {
        task_ = task_with_state(goal_, false, state);
        prepare();
        start(state);
    }
    drain(unreached, [this](Fact fact, Cost cost) { reach(fact, cost); });
    const Fact goal = task_->goal();
    if (costs_[goal] == unreached) return costs_[task_->fault()] == unreached ? dead_end : farthest;
    Estimate most = costs_[goal];
    for (Estimate cuts = 1; costs_[goal] > 0; ++cuts) {
        poll();
        find_cut();
        free_cut();
        most = std::max(most, cuts + costs_[goal]);
    }
    return most;
}

}  // namespace crowfly
