// Conditions as conjunctions of small clauses. Translations of models into circuits collect what all steps have to
// satisfy in one signal, such as `valid' = valid && c1 && ... && cn`, which is too much for one decision diagram,
// though its parts are small.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "network/formula.hpp"
#include "network/terms/terms.hpp"

namespace crowfly::symbolic {

// Which terms are 0 or 1 in every state.
class TruthTerms {
public:
    explicit TruthTerms(const Terms& terms) : network_(terms.network()), graph_(terms.graph()) {}

    bool contains(TermId id);

private:
    bool compute(const Term& term) const;

    const Network& network_;
    const TermGraph& graph_;
    std::unordered_map<TermId, bool> known_;
};

struct TermLiteral {
    TermId term{};
    bool holds = true;
};
using TermClause = std::vector<TermLiteral>;  // a disjunction

// The condition that the term holds, or fails.
std::vector<TermClause> clauses_of(const TermGraph& graph, TermLiteral condition);

// The same of a formula. Nothing: it is made of more than one term.
std::optional<TermLiteral> literal_of_formula(Terms& terms, const Formula& formula, bool wanted);

// A slot that the goal requires to have a value, and that never gets it back once it has another: states in which it
// has another are dead ends, unless they are initial ones.
struct Trap {
    std::uint32_t slot = 0;
    bool value = true;  // that is required
    TermId next{};      // its next value
};

// Of a network with one edge. Slots that get a constant with every transition have that value after the first one.
std::vector<Trap> find_traps(Terms& terms, const Effect& effect, const std::vector<TermClause>& goal);

}  // namespace crowfly::symbolic
