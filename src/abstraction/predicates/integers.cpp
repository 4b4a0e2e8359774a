#include "abstraction/predicates/integers.hpp"

#include <algorithm>
#include <limits>

namespace crowfly::predicates {
namespace {

constexpr int most_rounds = 8;  // until sets of values no longer shrink

}  // namespace

Integers::Integers(Context& context)
    : context_(context), values_(context.terms, context.ranges, std::numeric_limits<std::size_t>::max()) {}

const std::optional<LinearConstraint>& Integers::linear(TermId term) {
    const auto [entry, fresh] = linear_.try_emplace(term);
    if (fresh) entry->second = linear_constraint(context_.terms.graph(), term);
    return entry->second;
}

bool Integers::assume(const std::vector<TermLiteral>& literals,
                      const std::vector<std::pair<std::int32_t, ValueSet>>& inputs) {
    assumed_ = literals;
    std::ranges::sort(assumed_);
    for (std::size_t i = 1; i < assumed_.size(); ++i) {
        if (assumed_[i].term == assumed_[i - 1].term && assumed_[i].holds != assumed_[i - 1].holds) return false;
    }
    scope_ = values_.scope();
    values_.set_inputs(scope_, inputs);
    needs_solver_ = false;
    if (!narrow_values(literals) || !find_differences(literals)) return false;
    if (!related_.empty() && !narrow_values(literals)) return false;
    if (needs_solver_ && solver_ == nullptr) solver_ = make_linear_solver();
    if (!needs_solver_ || solver_ == nullptr) return true;
    solver_->clear();
    for (const TermLiteral& literal : literals) {
        const std::optional<LinearConstraint>& constraint = linear(literal.term);
        if (!constraint) continue;
        for (const auto& [slot, coefficient] : constraint->coefficients) {
            const ValueSet& range = values_.slot(scope_, slot);
            solver_->add_range(slot, range.least(), range.greatest());
        }
        solver_->add(literal.holds ? *constraint : constraint->negated());
    }
    return solver_->is_satisfiable().value_or(true);
}

bool Integers::narrow_values(const std::vector<TermLiteral>& literals) {
    for (int round = 0; round < most_rounds; ++round) {
        const std::uint64_t before = scope_.version;
        for (const TermLiteral& literal : literals) {
            if (!values_.assume(literal.term, literal.holds, scope_)) return false;
        }
        if (scope_.version == before) break;
    }
    return true;
}

std::size_t Integers::row(std::uint32_t slot) {
    return static_cast<std::size_t>(std::ranges::find(related_, slot) - related_.begin()) + 1;
}

bool Integers::find_differences(const std::vector<TermLiteral>& literals) {
    related_.clear();
    std::vector<LinearConstraint> constraints;
    for (const TermLiteral& literal : literals) {
        const std::optional<LinearConstraint>& constraint = linear(literal.term);
        if (!constraint || constraint->coefficients.empty()) continue;
        if (!constraint->is_difference()) needs_solver_ = true;
        if (constraint->coefficients.size() != 2 || !constraint->is_difference()) continue;
        for (const auto& [slot, coefficient] : constraint->coefficients) {
            if (row(slot) > related_.size()) related_.push_back(slot);
        }
        constraints.push_back(literal.holds ? *constraint : constraint->negated());
    }
    if (related_.empty()) return true;
    differences_ = Differences(related_.size());
    for (std::size_t i = 0; i < related_.size(); ++i) {
        const ValueSet& range = values_.slot(scope_, related_[i]);
        differences_.add(i + 1, 0, zone::at_most<zone::WideBound>(range.greatest()));
        differences_.add(0, i + 1, zone::at_most<zone::WideBound>(-std::int64_t{range.least()}));
    }
    // Twice, as what differs at the end of a range depends on the others.
    for (int round = 0; round < 2; ++round) {
        for (const LinearConstraint& constraint : constraints) {
            if (!add_difference(constraint)) return false;
        }
    }
    for (std::size_t i = 0; i < related_.size(); ++i) {
        ValueSet values = values_.slot(scope_, related_[i]);
        values.intersect(ValueSet::between(-zone::value_of(differences_.bound(0, i + 1)),
                                           zone::value_of(differences_.bound(i + 1, 0))));
        if (values.empty()) return false;
        if (!(values == values_.slot(scope_, related_[i]))) values_.set_slot(scope_, related_[i], values);
    }
    return true;
}

namespace {

// The rows of x and y in x - y ~ constant.
std::pair<std::uint32_t, std::uint32_t> slots_of(const LinearConstraint& constraint) {
    const auto first = constraint.coefficients.begin(), second = std::next(first);
    return first->second > 0 ? std::pair{first->first, second->first} : std::pair{second->first, first->first};
}

}  // namespace

bool Integers::add_difference(const LinearConstraint& constraint) {
    const auto [left, right] = slots_of(constraint);
    const std::size_t x = row(left), y = row(right);
    const auto most = zone::at_most<zone::WideBound>(constraint.constant);
    const auto least = zone::at_most<zone::WideBound>(-constraint.constant);
    switch (constraint.relation) {
        case LinearConstraint::Relation::at_most: return differences_.add(x, y, most);
        case LinearConstraint::Relation::equal: return differences_.add(x, y, most) && differences_.add(y, x, least);
        case LinearConstraint::Relation::different: break;
    }
    if (differences_.entails(x, y, most) &&
        !differences_.add(x, y, zone::less_than<zone::WideBound>(constraint.constant)))
        return false;
    return !differences_.entails(y, x, least) ||
           differences_.add(y, x, zone::less_than<zone::WideBound>(-constraint.constant));
}

std::optional<bool> Integers::truth(TermId term) {
    for (const bool holds : {true, false}) {
        if (std::ranges::binary_search(assumed_, TermLiteral{term, holds})) return holds;
    }
    const ValueSet values = values_.evaluate(term, scope_).values;
    if (!values.contains(0)) return true;
    if (!values.contains_other_than(0)) return false;
    const std::optional<LinearConstraint>& constraint = linear(term);
    if (!constraint || constraint->coefficients.empty()) return std::nullopt;
    if (constraint->coefficients.size() == 2 && constraint->is_difference()) {
        const auto [left, right] = slots_of(*constraint);
        const std::size_t x = row(left), y = row(right);
        if (x <= related_.size() && y <= related_.size()) {
            for (const bool holds : {true, false}) {
                Differences others = differences_;
                std::swap(others, differences_);
                const bool is_possible = add_difference(holds ? constraint->negated() : *constraint);
                std::swap(others, differences_);
                if (!is_possible) return holds;
            }
        }
    }
    if (!needs_solver_ || solver_ == nullptr) return std::nullopt;
    for (const bool holds : {true, false}) {
        const auto other = solver_->is_satisfiable_with(holds ? constraint->negated() : *constraint);
        if (other == false) return holds;
    }
    return std::nullopt;
}

}  // namespace crowfly::predicates
