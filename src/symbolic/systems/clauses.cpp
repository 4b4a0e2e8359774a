#include "symbolic/systems/clauses.hpp"

#include <map>

#include "base/alarm.hpp"
#include "symbolic/diagrams/operands_first.hpp"

namespace crowfly::symbolic {
namespace {

constexpr std::size_t most_clauses = 20'000;
constexpr std::size_t most_of_product = 16;
constexpr int deepest_clause = 5'000;

class Decomposition {
public:
    explicit Decomposition(const TermGraph& graph) : graph_(graph) {}

    std::vector<TermClause> run(TermLiteral literal) {
        poll();
        const Term& term = graph_[literal.term];
        const bool is_operation = term.kind == Term::Kind::operation;
        if (++depth_ > deepest_clause || ++made_ > most_clauses || !is_operation) return leave({{literal}});
        if (term.op == OpCode::logical_not) return leave(run({term.operands[0], !literal.holds}));
        if (term.op == OpCode::to_bool) return leave(run({term.operands[0], literal.holds}));
        if (term.op != OpCode::bit_and) return leave({{literal}});
        std::vector<TermClause> left = run({term.operands[0], literal.holds});
        std::vector<TermClause> right = run({term.operands[1], literal.holds});
        if (!literal.holds) return leave(either(std::move(left), std::move(right), literal));
        left.insert(left.end(), right.begin(), right.end());
        return leave(std::move(left));
    }

private:
    std::vector<TermClause> leave(std::vector<TermClause> clauses) {
        --depth_;
        return clauses;
    }

    // One or the other conjunction. Where both have many parts it stays as it is.
    static std::vector<TermClause> either(std::vector<TermClause> left, std::vector<TermClause> right,
                                          TermLiteral whole) {
        if (left.size() > 1 && right.size() > 1 && left.size() * right.size() > most_of_product) return {{whole}};
        std::vector<TermClause> result;
        for (const TermClause& a : left) {
            for (const TermClause& b : right) {
                result.push_back(a);
                result.back().insert(result.back().end(), b.begin(), b.end());
            }
        }
        return result;
    }

    const TermGraph& graph_;
    std::size_t made_ = 0;
    int depth_ = 0;
};

// Evaluates terms of which only some slots are known.
class PartialEvaluation {
public:
    PartialEvaluation(const TermGraph& graph, const std::map<std::uint32_t, bool>& known)
        : graph_(graph), known_(known) {}

    std::optional<bool> value(TermId root) {
        compute_operands_first(graph_, root, values_, [&](const Term& term) { return compute(term); });
        return values_.at(root);
    }

private:
    std::optional<bool> compute(const Term& term) const {
        const auto operand = [&](std::size_t i) { return values_.at(term.operands[i]); };
        if (term.kind == Term::Kind::constant) return term.a != 0;
        if (term.kind == Term::Kind::check) return operand(0);
        if (term.kind == Term::Kind::slot) {
            const auto found = known_.find(static_cast<std::uint32_t>(term.a));
            return found == known_.end() ? std::nullopt : std::optional(found->second);
        }
        if (term.kind != Term::Kind::operation) return std::nullopt;
        if (term.op == OpCode::to_bool) return operand(0);
        if (term.op == OpCode::logical_not) return operand(0) ? std::optional(!*operand(0)) : std::nullopt;
        if (term.op != OpCode::bit_and) return std::nullopt;
        if (operand(0) == false || operand(1) == false) return false;
        return operand(0) && operand(1) ? std::optional(true) : std::nullopt;
    }

    const TermGraph& graph_;
    const std::map<std::uint32_t, bool>& known_;
    std::unordered_map<TermId, std::optional<bool>> values_;
};

bool is_boolean(const Slot& slot) { return slot.least == 0 && slot.greatest == 1; }

}  // namespace

bool TruthTerms::contains(TermId root) {
    compute_operands_first(graph_, root, known_, [&](const Term& term) { return compute(term); });
    return known_.at(root);
}

bool TruthTerms::compute(const Term& term) const {
    const auto operand = [&](std::size_t i) { return known_.at(term.operands[i]); };
    switch (term.kind) {
        case Term::Kind::constant: return term.a == 0 || term.a == 1;
        case Term::Kind::slot: {
            const Slot& slot = network_.slots[static_cast<std::size_t>(term.a)];
            return slot.least >= 0 && slot.greatest <= 1;
        }
        case Term::Kind::choice: return operand(1) && operand(2);
        case Term::Kind::check: return operand(0);
        case Term::Kind::operation: break;
        default: return false;
    }
    if (term.op == OpCode::logical_not || term.op == OpCode::to_bool) return true;
    if (term.op >= OpCode::less && term.op <= OpCode::not_equal) return true;
    const bool joins = term.op == OpCode::bit_and || term.op == OpCode::bit_or || term.op == OpCode::bit_xor;
    return joins && operand(0) && operand(1);
}

std::vector<TermClause> clauses_of(const TermGraph& graph, TermLiteral condition) {
    return Decomposition(graph).run(condition);
}

std::optional<TermLiteral> literal_of_formula(Terms& terms, const Formula& formula, bool wanted) {
    if (formula.kind == Formula::Kind::negation) return literal_of_formula(terms, formula.operands[0], !wanted);
    if (formula.kind != Formula::Kind::discrete) return std::nullopt;
    return TermLiteral{terms.leaf(formula), wanted};
}

std::vector<Trap> find_traps(Terms& terms, const Effect& effect, const std::vector<TermClause>& goal) {
    const Network& network = terms.network();
    std::map<std::uint32_t, bool> settled;
    std::map<std::uint32_t, TermId> next;
    for (const Effect::Assignment& assignment : effect.assignments) {
        if (!is_boolean(network.slots[assignment.slot])) continue;
        next.emplace(assignment.slot, assignment.value);
        const std::optional<bool> value = PartialEvaluation(terms.graph(), {}).value(assignment.value);
        if (value) settled.emplace(assignment.slot, *value);
    }
    std::vector<Trap> traps;
    for (const TermClause& clause : goal) {
        if (clause.size() != 1 || terms.graph()[clause.front().term].kind != Term::Kind::slot) continue;
        const auto slot = static_cast<std::uint32_t>(terms.graph()[clause.front().term].a);
        const auto found = next.find(slot);
        if (found == next.end() || settled.contains(slot)) continue;
        std::map<std::uint32_t, bool> known = settled;
        const bool required = clause.front().holds;
        known.emplace(slot, !required);
        if (PartialEvaluation(terms.graph(), known).value(found->second) == !required)
            traps.push_back({slot, required, found->second});
    }
    return traps;
}

}  // namespace crowfly::symbolic
