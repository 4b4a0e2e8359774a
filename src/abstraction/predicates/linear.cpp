#include "abstraction/predicates/linear.hpp"

#include <cstdlib>
#include <functional>

#include "base/alarm.hpp"

namespace crowfly::predicates {
namespace {

constexpr std::int64_t largest_number = std::int64_t{1} << 31U;

// A sum of slots with coefficients. Terms are added with a coefficient and then replaced by their operands, the one
// made last first: operands are older than what is made of them, so a shared term has its whole coefficient when its
// turn comes, and is replaced once.
class Sum {
public:
    explicit Sum(const TermGraph& graph) : graph_(graph) {}

    void add(TermId id, std::int64_t coefficient) {
        if (coefficient == 0) return;
        const auto entry = waiting_.emplace(id, 0).first;
        entry->second += coefficient;
        if (std::abs(entry->second) > largest_number) is_linear_ = false;
        if (entry->second == 0) waiting_.erase(entry);
    }

    // False: it is no such sum, or has large numbers.
    bool resolve() {
        while (is_linear_ && !waiting_.empty()) {
            poll();
            const auto [id, coefficient] = *waiting_.begin();
            waiting_.erase(waiting_.begin());
            replace(graph_[id], coefficient);
        }
        return is_linear_;
    }

    std::map<std::uint32_t, std::int64_t>& coefficients() { return coefficients_; }
    std::int64_t constant() const { return constant_; }

private:
    void replace(const Term& term, std::int64_t coefficient) {
        switch (term.kind) {
            case Term::Kind::constant:
                constant_ += coefficient * term.a;
                if (std::abs(constant_) > largest_number) is_linear_ = false;
                break;
            case Term::Kind::slot: coefficients_[static_cast<std::uint32_t>(term.a)] = coefficient; break;
            case Term::Kind::check: add(term.operands[0], coefficient); break;
            case Term::Kind::operation: replace_operation(term, coefficient); break;
            default: is_linear_ = false;
        }
    }

    void replace_operation(const Term& term, std::int64_t coefficient) {
        const auto [left, right, none] = term.operands;
        if (term.op == OpCode::negate) {
            add(left, -coefficient);
        } else if (term.op == OpCode::add || term.op == OpCode::subtract) {
            add(left, coefficient);
            add(right, term.op == OpCode::add ? coefficient : -coefficient);
        } else if (term.op == OpCode::multiply && graph_.value(left)) {
            add(right, coefficient * *graph_.value(left));
        } else if (term.op == OpCode::multiply && graph_.value(right)) {
            add(left, coefficient * *graph_.value(right));
        } else {
            is_linear_ = false;
        }
    }

    const TermGraph& graph_;
    std::map<TermId, std::int64_t, std::greater<>> waiting_;
    std::map<std::uint32_t, std::int64_t> coefficients_;
    std::int64_t constant_ = 0;
    bool is_linear_ = true;
};

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
    Sum sum(graph);
    sum.add(term.operands[0], turned ? -1 : 1);
    sum.add(term.operands[1], turned ? 1 : -1);
    if (!sum.resolve()) return std::nullopt;
    LinearConstraint result{std::move(sum.coefficients()), LinearConstraint::Relation::at_most, -sum.constant()};
    if (equality)
        result.relation =
            op == OpCode::equal ? LinearConstraint::Relation::equal : LinearConstraint::Relation::different;
    if (strict) --result.constant;
    return result;
}

}  // namespace crowfly::predicates
