// The terms of a network and its formulas, computed from their programs by symbolic execution: a program is run with
// terms instead of numbers. At a branch that depends on the state both sides are executed and joined in a choice. Loops
// over a range and calls of functions are unrolled unless their loops depend on the state. Everything else, such as a
// loop that no constant bounds or a return from within a branch, becomes a call term with its footprint,
// unless more effort is asked for.
//
// The compiler makes programs, not terms. So there is one translation of expressions, terms cannot disagree with what
// is executed, and searches that do not need terms do not pay for them.
#pragma once

#include "network/formula.hpp"
#include "network/terms/term.hpp"

namespace crowfly {

class Terms {
public:
    // How much is done to take a program apart. `splitting`: where a branch returns, or a loop ends as the state says,
    // both ways are followed to the end of the function.
    enum class Effort : std::uint8_t { joining, splitting };

    explicit Terms(const Network& network, Effort effort = Effort::joining);

    const TermGraph& graph() const { return graph_; }
    TermGraph& graph() { return graph_; }  // for terms made of others
    const Network& network() const { return network_; }

    // The terms of the integer conditions; clock constraints are not included.
    TermId guard(const Edge& edge) { return value(network_.code, edge.guard, edge.enabling); }
    TermId clause(const Clause& clause) { return value(network_.code, clause.program, clause.footprint); }
    TermId invariant(const Location& location) {
        return value(network_.code, location.invariant.discrete, location.invariant.footprint);
    }
    // `footprint`: of the constraint or measure that the bound is part of.
    TermId bound(const Bound& bound, const Footprint& footprint);
    TermId leaf(const Formula& leaf) { return value(code_of(network_, leaf), leaf.program, leaf.footprint); }
    // The absent program is the constant 1.
    TermId value(const Bytecode& code, Program program, const Footprint& footprint);

    Effect update(const Edge& edge) { return effect(edge.update, edge.footprint); }
    Effect effect(Program program, const Footprint& footprint);

    const Footprint& footprint(TermId call) const { return calls_.at(call).footprint; }
    const Bytecode& code(TermId call) const { return *calls_.at(call).code; }

private:
    struct Call {
        const Bytecode* code;
        Footprint footprint;
    };

    const Network& network_;
    Effort effort_;
    TermGraph graph_;
    std::vector<bool> is_input_;  // per local cell
    std::unordered_map<TermId, Call> calls_;
    std::vector<const Bytecode*> codes_;  // the codes that calls refer to; they must outlive the terms
};

}  // namespace crowfly
