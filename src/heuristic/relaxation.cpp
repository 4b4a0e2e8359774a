#include "heuristic/relaxation.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"

namespace crowfly {

Relaxation::Relaxation(const Goal& goal, bool reads_clocks)
    : network_(goal.network), target_(target_of(goal)),
      ground_(ground(network_, target_, goal.effort)), effort_{goal.effort.reads, nullptr},
      reads_clocks_(reads_clocks) {
    build();
    goal.effort.tell(bytes());
}

// ---- Operators ------------------------------------------------------------------------------------------------------

void Relaxation::build() {
    operators_.clear();
    lists_.clear();
    facts_ = ground_.facts.count();
    if (reads_clocks_) facts_ += clocks_.emplace(network_, target_, facts_).count();
    aspect_facts_.assign(ground_.aspects.size(), FactTable::unknown);
    fault_ = new_fact();
    for (const std::uint32_t aspect : ground_.leaf_aspects) add_faults({}, ground_.aspects[aspect]);
    for (std::uint32_t t = 0; t < ground_.transitions.size(); ++t) add_transition(t);
    Facts needs;
    goal_ = new_fact();
    if (add_goal(target_, needs)) add_operator(free_of_charge, std::move(needs), {goal_});
    index_needs();
    missing_.resize(operators_.size());
    rounds_.resize(facts_);
    supporters_.resize(facts_);
    demanded_.resize(facts_);
}

std::size_t Relaxation::bytes() const {
    const std::size_t of_operators = operators_.capacity() * (sizeof(Operator) + 2 * sizeof(std::uint16_t)) +
                                     (lists_.capacity() + users_.capacity()) * sizeof(Fact);
    return bytes_of(ground_) + of_operators + facts_ * (3 * sizeof(std::uint32_t) + sizeof(OperatorIndex));
}

void Relaxation::add_operator(std::uint32_t transition, Facts needs, Facts adds, std::uint32_t ground) {
    sort_out(needs);
    std::erase_if(adds, [&](Fact fact) { return std::ranges::binary_search(needs, fact); });
    if (adds.empty()) return;
    const auto store = [&](const Facts& facts) {
        const Run run{static_cast<std::uint32_t>(lists_.size()), static_cast<std::uint32_t>(facts.size())};
        lists_.insert(lists_.end(), facts.begin(), facts.end());
        return run;
    };
    const Run needed = store(needs);
    operators_.push_back({transition, ground, needed, store(adds)});
}

// That one of the ways of an aspect is there.
Fact Relaxation::fact_for(std::uint32_t index) {
    Fact& fact = aspect_facts_[index];
    if (fact != FactTable::unknown) return fact;
    fact = new_fact();
    for (const GroundWay& way : ground_.aspects[index].ways) add_operator(free_of_charge, way.needs, {fact});
    return fact;
}

void Relaxation::add_faults(const Facts& needs, const GroundAspect& aspect) {
    for (const Facts& fault : aspect.faults) {
        Facts both = needs;
        both.insert(both.end(), fault.begin(), fault.end());
        add_operator(free_of_charge, std::move(both), {fault_});
    }
}

// An aspect with a single way is part of the transition's own needs. What the others do is done by operators of their
// own, one per way.
void Relaxation::add_transition(std::uint32_t ground) {
    poll();
    const GroundTransition& transition = ground_.transitions[ground];
    Facts needs = transition.needs;
    Facts adds = transition.adds;
    if (clocks_) clocks_->add_edges(transition.edges, needs, adds);
    std::vector<const GroundAspect*> several;
    for (const std::uint32_t index : transition.aspects) {
        const GroundAspect& aspect = ground_.aspects[index];
        add_faults(transition.needs, aspect);
        if (aspect.ways.size() == 1) {
            needs.insert(needs.end(), aspect.ways[0].needs.begin(), aspect.ways[0].needs.end());
            adds.insert(adds.end(), aspect.ways[0].adds.begin(), aspect.ways[0].adds.end());
            continue;
        }
        const bool does_something =
            std::ranges::any_of(aspect.ways, [](const GroundWay& way) { return !way.adds.empty(); });
        if (does_something) several.push_back(&aspect);
        if (!aspect.certain) needs.push_back(fact_for(index));
    }
    std::size_t operators = adds.empty() ? 0 : 1;
    for (const GroundAspect* aspect : several) operators += aspect->ways.size();
    if (operators > 2 && needs.size() > 2) {  // what they have in common is counted once
        const Fact possible = new_fact();
        add_operator(free_of_charge, std::move(needs), {possible});
        needs = {possible};
    }
    add_operator(transition.transition, needs, adds, ground);
    for (const GroundAspect* aspect : several) {
        for (const GroundWay& way : aspect->ways) {
            Facts both = needs;
            both.insert(both.end(), way.needs.begin(), way.needs.end());
            add_operator(transition.transition, std::move(both), way.adds, ground);
        }
    }
}

// ---- The goal -------------------------------------------------------------------------------------------------------

// False: it cannot be met.
bool Relaxation::add_goal(const Target& target, Facts& needs) {
    if (target.kind == Target::Kind::all)
        return std::ranges::all_of(target.parts, [&](const Target& part) { return add_goal(part, needs); });
    if (target.kind == Target::Kind::any) {
        const Fact either = new_fact();
        for (const Target& part : target.parts) {
            Facts own;
            if (add_goal(part, own)) add_operator(free_of_charge, std::move(own), {either});
        }
        needs.push_back(either);
        return true;
    }
    return add_leaf(target, needs);
}

bool Relaxation::add_leaf(const Target& target, Facts& needs) {
    const Formula& leaf = *target.leaf;
    if (leaf.kind == Formula::Kind::constant) return leaf.value == target.wanted;
    if (leaf.kind == Formula::Kind::discrete) {
        const auto place = std::ranges::find(ground_.leaves, &target) - ground_.leaves.begin();
        const std::uint32_t aspect = ground_.leaf_aspects[static_cast<std::size_t>(place)];
        if (!ground_.aspects[aspect].certain) needs.push_back(fact_for(aspect));
        return true;
    }
    if (const std::optional<Fact> clock = clocks_ ? clocks_->of_leaf(target) : std::nullopt) needs.push_back(*clock);
    if (leaf.kind != Formula::Kind::location) return true;  // deadlocks are not looked at
    if (target.wanted) {
        needs.push_back(ground_.facts.fact(leaf.process, static_cast<std::int32_t>(leaf.number)));
        return true;
    }
    const Fact elsewhere = new_fact();
    for (std::uint32_t l = 0; l < network_.processes[leaf.process].locations.count; ++l) {
        if (l != leaf.number)
            add_operator(free_of_charge, {ground_.facts.fact(leaf.process, static_cast<std::int32_t>(l))}, {elsewhere});
    }
    needs.push_back(elsewhere);
    return true;
}

// By counting sort.
void Relaxation::index_needs() {
    const auto needs_of = [&](const Operator& op) { return op.needs.of(lists_); };
    user_starts_.assign(facts_ + 1, 0);
    missing_at_first_.clear();
    needing_nothing_.clear();
    for (OperatorIndex o = 0; o < operators_.size(); ++o) {
        for (const Fact fact : needs_of(operators_[o])) ++user_starts_[fact + 1];
        missing_at_first_.push_back(static_cast<std::uint16_t>(operators_[o].needs.count));
        if (operators_[o].needs.count == 0) needing_nothing_.push_back(o);
    }
    for (std::size_t f = 1; f < user_starts_.size(); ++f) user_starts_[f] += user_starts_[f - 1];
    users_.resize(user_starts_.back());
    std::vector<std::uint32_t> next = user_starts_;
    for (OperatorIndex o = 0; o < operators_.size(); ++o) {
        for (const Fact fact : needs_of(operators_[o])) users_[next[fact]++] = o;
    }
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

void Relaxation::come_true(Fact fact, OperatorIndex by) {
    if (rounds_[fact] != never) return;
    rounds_[fact] = round_;
    supporters_[fact] = by;
    fresh_.push_back(fact);
}

bool Relaxation::is_removed(const Operator& op) const {
    return std::ranges::any_of(ground_.transitions[op.ground].edges,
                               [&](EdgeIndex edge) { return removed_->without[edge]; });
}

void Relaxation::meet(OperatorIndex index) {
    const Operator& op = operators_[index];
    if (op.transition != free_of_charge) {
        if (removed_ != nullptr && is_removed(op)) return;
        ready_.push_back(index);
        return;
    }
    for (const std::uint32_t i : op.adds) come_true(lists_[i], index);
}

// False: the state has a fact that no state of the grounding has.
bool Relaxation::start(std::span<const std::int32_t> state, ClockFloor floor) {
    missing_ = missing_at_first_;
    std::ranges::fill(rounds_, never);
    fresh_.clear();
    ready_.clear();
    looked_at_ = 0;
    round_ = 0;
    for (std::uint32_t slot = 0; slot < ground_.facts.slots(); ++slot) {
        const Fact fact = ground_.facts.fact(slot, state[slot]);
        if (fact == FactTable::unknown) return false;
        come_true(fact, nobody);
    }
    if (clocks_) clocks_->each_true(floor, [this](Fact fact) { come_true(fact, nobody); });
    for (const OperatorIndex op : needing_nothing_) meet(op);
    return true;
}

// Everything that comes true within the round.
void Relaxation::settle() {
    while (looked_at_ < fresh_.size() && rounds_[goal_] == never) {
        const Fact fact = fresh_[looked_at_++];
        for (std::uint32_t u = user_starts_[fact]; u < user_starts_[fact + 1]; ++u) {
            if (--missing_[users_[u]] == 0) meet(users_[u]);
        }
    }
}

Estimate Relaxation::rounds(std::span<const std::int32_t> state, ClockFloor floor, const RemovedEdges* removed) {
    removed_ = removed;
    if (!start(state, floor)) {
        ground_ = ground(network_, target_, effort_, {{state.begin(), state.end()}});
        build();
        start(state, floor);
    }
    for (settle(); rounds_[goal_] == never; settle()) {
        if (ready_.empty()) return rounds_[fault_] == never ? dead_end : farthest;
        ++round_;
        for (const OperatorIndex op : ready_) {
            for (const std::uint32_t i : operators_[op].adds) come_true(lists_[i], op);
        }
        ready_.clear();
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
    demand(goal_);
    for (std::size_t d = 0; d < demands_.size(); ++d) {
        const Operator& op = operators_[supporters_[demands_[d]]];
        if (op.transition != free_of_charge) plan_.push_back({rounds_[demands_[d]], op.transition});
        for (const std::uint32_t i : op.needs) demand(lists_[i]);
    }
    for (const Fact fact : demands_) demanded_[fact] = false;
    sort_out(plan_);
    return plan_;
}

void Relaxation::add_edges_of_plan(std::vector<EdgeIndex>& edges) const {
    for (const Fact fact : demands_) {
        const Operator& op = operators_[supporters_[fact]];
        if (op.transition == free_of_charge) continue;
        const std::vector<EdgeIndex>& own = ground_.transitions[op.ground].edges;
        edges.insert(edges.end(), own.begin(), own.end());
    }
}

}  // namespace crowfly
