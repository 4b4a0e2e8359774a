#include "symbolic/systems/goal_parts.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

constexpr std::size_t most_parts = 64;

}  // namespace

GoalParts::GoalParts(NetworkSystem& network, std::vector<SlotNeeds> needs, std::vector<bool> free)
    : network_(network), graph_(network.terms().graph()), truths_(network.terms()), needs_(std::move(needs)),
      is_free_(std::move(free)) {
    add(network.goal().formula, network.goal().wanted);
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

void GoalParts::add(const Formula& f, bool holds) {
    if (f.kind == Formula::Kind::negation) return add(f.operands[0], !holds);
    if (f.kind == Formula::Kind::discrete) return add(network_.terms().leaf(f), holds);
    if (f.kind == (holds ? Formula::Kind::conjunction : Formula::Kind::disjunction)) {
        for (const Formula& operand : f.operands) add(operand, holds);
        return;
    }
    parts_.push_back({&f, {}, holds});
}

void GoalParts::add(TermId root, bool holds) {
    std::vector<TermLiteral> waiting{{root, holds}};
    while (!waiting.empty() && parts_.size() <= most_parts) {
        const TermLiteral literal = waiting.back();
        waiting.pop_back();
        const Term& t = graph_[literal.term];
        const bool is_operation = t.kind == Term::Kind::operation;
        const bool joins = is_operation && t.op == (literal.holds ? OpCode::bit_and : OpCode::bit_or) &&
                           truths_.contains(t.operands[0]) && truths_.contains(t.operands[1]);
        if (is_operation && t.op == OpCode::logical_not) {
            waiting.push_back({t.operands[0], !literal.holds});
        } else if (is_operation && t.op == OpCode::to_bool) {
            waiting.push_back({t.operands[0], literal.holds});
        } else if (joins) {
            waiting.push_back({t.operands[1], literal.holds});
            waiting.push_back({t.operands[0], literal.holds});
        } else {
            parts_.push_back({nullptr, literal.term, literal.holds});
        }
    }
}

std::vector<GoalGroup> GoalParts::independent_groups(std::uint32_t depth) {
    if (parts_.size() < 2 || parts_.size() > most_parts) return {};
    std::vector<SlotSet> behind;
    for (const GoalPart& part : parts_) behind.push_back(slots_behind(part, depth));
    if (reads_unknown_) return {};
    std::vector<std::size_t> group(parts_.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    for (const SlotSet& changed : changed_slots()) {
        std::optional<std::size_t> first;
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            if (!behind[p].intersects(changed)) continue;
            if (!first) first = p;
            const std::size_t joined = group[p];
            std::ranges::replace(group, joined, group[*first]);
        }
    }
    std::map<std::size_t, GoalGroup> groups;
    for (std::size_t p = 0; p < parts_.size(); ++p) groups[group[p]].push_back(parts_[p]);
    if (groups.size() < 2) return {};
    std::vector<GoalGroup> result;
    for (auto& [number, own] : groups) result.push_back(std::move(own));
    return result;
}

// ---- What they depend on --------------------------------------------------------------------------------------------

SlotSet GoalParts::slots_behind(const GoalPart& part, std::uint32_t depth) {
    SlotSet slots;
    if (part.formula != nullptr)
        add_slots(*part.formula, slots);
    else
        add_slots(part.term, slots);
    for (std::uint32_t level = 0; level < depth; ++level) {
        SlotSet more = slots;
        for (const std::uint32_t slot : slots.members()) {
            poll();
            for (const TermId term : needs_[slot].terms) add_slots(term, more);
            for (const std::uint32_t needed : needs_[slot].slots) more.add(needed);
        }
        if (more == slots) break;
        slots = std::move(more);
    }
    return slots;
}

void GoalParts::add_slots(const Formula& f, SlotSet& slots) {
    if (f.kind == Formula::Kind::location) slots.add(f.process);
    if (f.kind == Formula::Kind::discrete) add_slots(network_.terms().leaf(f), slots);
    for (const Formula& operand : f.operands) add_slots(operand, slots);
}

void GoalParts::add_slots(TermId term, SlotSet& slots) {
    for (const std::uint32_t slot : slots_in(term)) slots.add(slot);
}

const std::vector<std::uint32_t>& GoalParts::slots_in(TermId root) {
    const auto [found, is_new] = slots_.try_emplace(root);
    if (!is_new) return found->second;
    std::set<TermId> seen;
    std::vector<TermId> waiting{root};
    while (!waiting.empty()) {
        poll();
        const TermId id = waiting.back();
        waiting.pop_back();
        if (!seen.insert(id).second) continue;
        const Term& t = graph_[id];
        waiting.insert(waiting.end(), t.arguments().begin(), t.arguments().end());
        reads_unknown_ = reads_unknown_ || t.kind == Term::Kind::load || t.kind == Term::Kind::call;
        if (t.kind == Term::Kind::slot && !is_free_[static_cast<std::size_t>(t.a)])
            found->second.push_back(static_cast<std::uint32_t>(t.a));
    }
    return found->second;
}

std::vector<SlotSet> GoalParts::changed_slots() const {
    std::map<VariableNumber, std::uint32_t> slot_with;
    for (std::uint32_t slot = 0; slot < needs_.size(); ++slot) {
        for (const VariableNumber digit : network_.variables().slot(slot).now) slot_with.emplace(digit, slot);
    }
    std::vector<SlotSet> result;
    for (const Relation& relation : network_.system().relations) {
        SlotSet& own = result.emplace_back();
        const auto add = [&](VariableNumber digit) {
            const auto found = slot_with.find(digit);
            if (found != slot_with.end()) own.add(found->second);
        };
        for (const auto& [now, next] : relation.changes().pairs) add(now);
        for (const VariableNumber digit : relation.changes().freed) add(digit);
    }
    return result;
}

}  // namespace crowfly::symbolic
