#include "task/task.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t per_operator = 100;  // of the effort
constexpr std::uint64_t per_fact = 25;

void append(std::span<const Fact> facts, Facts& into) { into.insert(into.end(), facts.begin(), facts.end()); }

}  // namespace

// By counting sort.
OperatorsByFact::OperatorsByFact(Fact facts, const std::vector<Operator>& operators, Run Operator::*part,
                                 const std::vector<Fact>& lists)
    : starts_(facts + 1) {
    for (const Operator& op : operators) {
        for (const Fact fact : (op.*part).of(lists)) ++starts_[fact + 1];
    }
    for (std::size_t f = 1; f < starts_.size(); ++f) starts_[f] += starts_[f - 1];
    operators_.resize(starts_.back());
    std::vector<std::uint32_t> next = starts_;
    for (OperatorIndex o = 0; o < operators.size(); ++o) {
        for (const Fact fact : (operators[o].*part).of(lists)) operators_[next[fact]++] = o;
    }
}

Task::Task(const Network& network, Target target, std::shared_ptr<const Grounding> grounding, bool clocks,
           const Effort& effort)
    : network_(network), effort_(&effort), target_(std::move(target)), grounding_(std::move(grounding)),
      facts_(grounding_->facts.count()), factor_facts_(grounding_->factors.size(), FactTable::unknown) {
    if (clocks) facts_ += clocks_.emplace(network, target_, facts_).count();
    fault_ = new_fact();
    for (const auto& [leaf, factor] : grounding_->leaf_factors) add_faults({}, factor);
    for (std::uint32_t t = 0; t < grounding_->transitions.size(); ++t) add_transition(t);
    Facts preconditions;
    goal_ = new_fact();
    if (add_goal(target_, preconditions)) add_axiom(std::move(preconditions), goal_);
    requiring_ = {facts_, operators_, &Operator::preconditions, lists_};
    achieving_ = {facts_, operators_, &Operator::effects, lists_};
    for (OperatorIndex o = 0; o < operators_.size(); ++o) {
        if (operators_[o].preconditions.count == 0) without_preconditions_.push_back(o);
    }
    factor_facts_ = {};
    lists_.shrink_to_fit();
    operators_.shrink_to_fit();
    effort_ = nullptr;
}

// ---- Operators ------------------------------------------------------------------------------------------------------

void Task::add_operator(std::uint32_t transition, Facts preconditions, Facts effects, std::uint32_t grounded,
                        std::uint32_t factor) {
    effort_->spend(per_operator + per_fact * (preconditions.size() + effects.size()));
    sort_out(preconditions);
    std::erase_if(effects, [&](Fact fact) { return std::ranges::binary_search(preconditions, fact); });
    if (effects.empty()) return;
    const auto store = [&](const Facts& facts) {
        const Run run{static_cast<std::uint32_t>(lists_.size()), static_cast<std::uint32_t>(facts.size())};
        append(facts, lists_);
        return run;
    };
    const Run required = store(preconditions);
    operators_.push_back({transition, grounded, required, store(effects), factor});
}

void Task::add_axiom(Facts preconditions, Fact derived) {
    add_operator(Operator::no_transition, std::move(preconditions), {derived});
}

// That one of the cases of a factor applies.
Fact Task::fact_for(std::uint32_t factor) {
    Fact& fact = factor_facts_[factor];
    if (fact != FactTable::unknown) return fact;
    fact = new_fact();
    for (const GroundedCase& each : grounding_->cases_of(factor)) {
        const std::span<const Fact> preconditions = grounding_->facts_of(each.preconditions);
        add_axiom({preconditions.begin(), preconditions.end()}, fact);
    }
    return fact;
}

void Task::add_faults(std::span<const Fact> preconditions, std::uint32_t factor) {
    for (const Run& fault : grounding_->faults_of(factor)) {
        Facts both(preconditions.begin(), preconditions.end());
        append(grounding_->facts_of(fault), both);
        add_axiom(std::move(both), fault_);
    }
}

void Task::add_transition(std::uint32_t grounded) {
    poll();
    const Grounding& all = *grounding_;
    const GroundedTransition& transition = all.transitions[grounded];
    Facts preconditions, effects;
    append(all.facts_of(transition.preconditions), preconditions);
    append(all.facts_of(transition.effects), effects);
    if (clocks_) clocks_->add_edges(transition.edges, preconditions, effects);
    std::vector<std::pair<GroundedCase, std::uint32_t>> several;  // of factors with more than one that write something
    for (const std::uint32_t factor : transition.factors) {
        add_faults(all.facts_of(transition.preconditions), factor);
        const std::span<const GroundedCase> cases = all.cases_of(factor);
        if (cases.size() == 1) {
            append(all.facts_of(cases[0].preconditions), preconditions);
            append(all.facts_of(cases[0].effects), effects);
            continue;
        }
        if (std::ranges::any_of(cases, [](const GroundedCase& each) { return each.effects.count > 0; })) {
            for (const GroundedCase& each : cases) several.emplace_back(each, factor);
        }
        if (!all.factors[factor].exhaustive) preconditions.push_back(fact_for(factor));
    }
    const std::size_t operators = several.size() + (effects.empty() ? 0 : 1);
    if (operators > 2 && preconditions.size() > 2) {  // what they have in common is counted once
        const Fact enabled = new_fact();
        add_axiom(std::move(preconditions), enabled);
        preconditions = {enabled};
    }
    add_operator(transition.transition, preconditions, std::move(effects), grounded);
    for (const auto& [each, factor] : several) {
        Facts both = preconditions;
        append(all.facts_of(each.preconditions), both);
        const std::span<const Fact> written = all.facts_of(each.effects);
        add_operator(transition.transition, std::move(both), {written.begin(), written.end()}, grounded, factor);
    }
}

// ---- The goal -------------------------------------------------------------------------------------------------------

// False: it cannot be met.
bool Task::add_goal(const Target& target, Facts& preconditions) {
    if (target.kind == Target::Kind::all)
        return std::ranges::all_of(target.parts, [&](const Target& part) { return add_goal(part, preconditions); });
    if (target.kind == Target::Kind::any) {
        const Fact either = new_fact();
        for (const Target& part : target.parts) {
            Facts own;
            if (add_goal(part, own)) add_axiom(std::move(own), either);
        }
        preconditions.push_back(either);
        return true;
    }
    return add_leaf(target, preconditions);
}

// Deadlocks are ignored, and so are clocks unless they have facts.
bool Task::add_leaf(const Target& target, Facts& preconditions) {
    const Formula& leaf = *target.leaf;
    if (leaf.kind == Formula::Kind::constant) return leaf.value == target.wanted;
    if (leaf.kind == Formula::Kind::discrete) {
        const std::uint32_t factor = grounding_->leaf_factors.at(&leaf);
        if (!grounding_->factors[factor].exhaustive) preconditions.push_back(fact_for(factor));
    } else if (leaf.kind == Formula::Kind::location) {
        const auto number = static_cast<std::int32_t>(leaf.number);
        preconditions.push_back(target.wanted ? grounding_->facts.fact(leaf.process, number) : elsewhere(leaf));
    } else if (const std::optional<Fact> clock = clocks_ ? clocks_->of_leaf(target) : std::nullopt) {
        preconditions.push_back(*clock);
    }
    return true;
}

// That a process is at another location.
Fact Task::elsewhere(const Formula& location) {
    const Fact fact = new_fact();
    for (std::uint32_t l = 0; l < network_.processes[location.process].locations.count; ++l) {
        if (l != location.number)
            add_axiom({grounding_->facts.fact(location.process, static_cast<std::int32_t>(l))}, fact);
    }
    return fact;
}

}  // namespace crowfly
