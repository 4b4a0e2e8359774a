#include "symbolic/systems/assignments.hpp"

#include <algorithm>
#include <set>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

constexpr std::size_t most_deciding_inputs = 10;

}  // namespace

void Assignments::assign(std::uint32_t slot, const Number& value) {
    const SlotDigits& own = variables_.slot(slot);
    condition &= is_within(value, own.least, own.greatest);
    const Number code = own.least == 0 ? value : difference(value, number(own.least));
    for (std::size_t i = 0; i < own.now.size(); ++i) {
        // What does not change need not be quantified and renamed.
        if (!(code.digit(i) == Diagrams::literal(own.now[i])))
            digits_.push_back({own.now[i], own.next[i], code.digit(i)});
    }
}

void Assignments::free(std::uint32_t slot) {
    const std::vector<VariableNumber>& own = variables_.slot(slot).now;
    freed_.insert(freed_.end(), own.begin(), own.end());
}

std::vector<Relation> Assignments::relations(std::uint32_t transition, std::size_t most_nodes, bool splits) const {
    if (condition.is_false()) return {};
    if (splits && !freed_.empty()) {
        std::vector<Relation> result = split(transition, most_nodes);
        if (!result.empty()) return result;
    }
    std::vector<Relation> result;
    result.push_back(relation(digits_, condition, transition, most_nodes));
    return result;
}

// Conjunctions of as many assignments as make a diagram of moderate size. Inputs that are shared by several parts keep
// them together.
Relation Assignments::relation(const std::vector<Digit>& digits, const Bdd& where, std::uint32_t transition,
                               std::size_t most_nodes) const {
    std::vector<Bdd> parts{where};
    Relation::Changes changes;
    changes.freed = freed_;
    for (const Digit& digit : digits) {
        poll();
        changes.pairs.emplace_back(digit.now, digit.next);
        const Bdd assigned = !(Diagrams::literal(digit.next) ^ digit.value);
        Bdd joined = parts.back() & assigned;
        if (inputs.is_true() && nodes_of(joined) > most_nodes)
            parts.push_back(assigned);
        else
            parts.back() = std::move(joined);
    }
    if (!inputs.is_true()) parts.back() = exists(parts.back(), inputs);
    for (const Bdd& requirement : requirements) {
        Bdd joined = parts.back() & requirement;
        if (nodes_of(joined) > most_nodes)
            parts.push_back(requirement);
        else
            parts.back() = std::move(joined);
    }
    return {variables_, std::move(parts), std::move(changes), transition};
}

// The freed variables that the assignments depend on; none if they are too many.
std::vector<VariableNumber> Assignments::deciding_inputs() const {
    std::set<VariableNumber> used;
    for (const Digit& digit : digits_) {
        for (const VariableNumber v : support_of(digit.value)) {
            if (std::ranges::find(freed_, v) != freed_.end()) used.insert(v);
        }
        if (used.size() > most_deciding_inputs) return {};
    }
    return {used.begin(), used.end()};
}

// One relation per value of the inputs that leave most of the state as it is.
std::vector<Relation> Assignments::split(std::uint32_t transition, std::size_t most_nodes) const {
    const std::vector<VariableNumber> deciding = deciding_inputs();
    if (deciding.empty()) return {};
    std::vector<Relation> result;
    std::size_t moved = 0;
    for (std::uint32_t values = 0; values < (1U << deciding.size()); ++values) {
        poll();
        Bdd literals = Diagrams::all();
        for (std::size_t i = 0; i < deciding.size(); ++i)
            literals &= Diagrams::literal(deciding[i], ((values >> i) & 1U) != 0);
        std::vector<Digit> changed;
        for (const Digit& digit : digits_) {
            Bdd value = cofactor(digit.value, literals);
            if (!(value == Diagrams::literal(digit.now))) changed.push_back({digit.now, digit.next, std::move(value)});
        }
        moved += changed.size();
        // If nothing moves but the inputs, nothing new is reached: the inputs of a state are free anyway. So only
        // states in which something moves have successors.
        if (changed.empty()) continue;
        if (4 * moved > digits_.size() * (values + 1U) + 16) return {};
        Bdd moves;
        for (const Digit& digit : changed) moves |= digit.value ^ Diagrams::literal(digit.now);
        result.push_back(relation(changed, condition & literals & moves, transition, most_nodes));
    }
    return result;
}

}  // namespace crowfly::symbolic
