#include "abstraction/predicates/linear.hpp"

#include <cstdlib>

namespace crowfly::predicates {
namespace {

constexpr std::int64_t largest_number = std::int64_t{1} << 31U;

struct Sum {
    std::map<std::uint32_t, std::int64_t> coefficients;
    std::int64_t constant = 0;

    void add(const Sum& other, std::int64_t factor) {
        for (const auto& [slot, coefficient] : other.coefficients) {
            if ((coefficients[slot] += factor * coefficient) == 0) coefficients.erase(slot);
        }
        constant += factor * other.constant;
    }
    bool is_large() const {
        for (const auto& [slot, coefficient] : coefficients) {
            if (std::abs(coefficient) > largest_number) return true;
        }
        return std::abs(constant) > largest_number;
    }
};

std::optional<Sum> sum_of(const TermGraph& graph, TermId id);

std::optional<Sum> sum_of_operation(const TermGraph& graph, const Term& term) {
    std::optional<Sum> left = sum_of(graph, term.operands[0]);
    if (!left) return std::nullopt;
    Sum result;
    if (term.op == OpCode::negate) {
        result.add(*left, -1);
        return result;
    }
    if (term.op != OpCode::add && term.op != OpCode::subtract && term.op != OpCode::multiply) return std::nullopt;
    const std::optional<Sum> right = sum_of(graph, term.operands[1]);
    if (!right) return std::nullopt;
    if (term.op == OpCode::multiply) {
        if (!left->coefficients.empty() && !right->coefficients.empty()) return std::nullopt;
        const bool scales = left->coefficients.empty();
        result.add(scales ? *right : *left, scales ? left->constant : right->constant);
    } else {
        result.add(*left, 1);
        result.add(*right, term.op == OpCode::add ? 1 : -1);
    }
    return result.is_large() ? std::nullopt : std::optional(result);
}

std::optional<Sum> sum_of(const TermGraph& graph, TermId id) {
    const Term& term = graph[id];
    switch (term.kind) {
        case Term::Kind::constant: return Sum{{}, term.a};
        case Term::Kind::slot: return Sum{{{static_cast<std::uint32_t>(term.a), 1}}, 0};
        case Term::Kind::check: return sum_of(graph, term.operands[0]);
        case Term::Kind::operation: return sum_of_operation(graph, term);
        default: return std::nullopt;
    }
}

}  // namespace

bool LinearConstraint::is_difference() const {
    if (coefficients.size() > 2) return false;
    std::int64_t sum = 0;
    for (const auto& [slot, coefficient] : coefficients) {
        if (std::abs(coefficient) != 1) return false;
        sum += coefficient;
    }
    return coefficients.size() < 2 || sum == 0;
}

// Of integers: not at most c is at least c + 1.
LinearConstraint LinearConstraint::negated() const {
    LinearConstraint result = *this;
    if (relation == Relation::at_most) {
        for (auto& [slot, coefficient] : result.coefficients) coefficient = -coefficient;
        result.constant = -constant - 1;
    } else {
        result.relation = relation == Relation::equal ? Relation::different : Relation::equal;
    }
    return result;
}

std::optional<LinearConstraint> linear_constraint(const TermGraph& graph, TermId id) {
    const Term& term = graph[id];
    if (term.kind != Term::Kind::operation || term.arity != 2) return std::nullopt;
    const OpCode op = term.op;
    const bool turned = op == OpCode::greater || op == OpCode::greater_equal;
    const bool strict = op == OpCode::less || op == OpCode::greater;
    const bool equality = op == OpCode::equal || op == OpCode::not_equal;
    if (!equality && !strict && op != OpCode::less_equal && op != OpCode::greater_equal) return std::nullopt;
    std::optional<Sum> sum = sum_of(graph, term.operands[turned ? 1 : 0]);
    const std::optional<Sum> other = sum_of(graph, term.operands[turned ? 0 : 1]);
    if (!sum || !other) return std::nullopt;
    sum->add(*other, -1);
    if (sum->is_large()) return std::nullopt;
    LinearConstraint result{std::move(sum->coefficients), LinearConstraint::Relation::at_most, -sum->constant};
    if (equality)
        result.relation =
            op == OpCode::equal ? LinearConstraint::Relation::equal : LinearConstraint::Relation::different;
    if (strict) --result.constant;
    return result;
}

}  // namespace crowfly::predicates
