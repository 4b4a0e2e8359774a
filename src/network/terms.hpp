// The terms of a network and its formulas, read off their programs: a program is run with terms in place of numbers.
// Where the way it takes depends on the state it goes both ways and joins them in a choice; loops over a range and
// calls of functions without loops that depend on the state are taken apart with it. Whatever else there is, a loop
// that no constant ends, a return from within a branch, stays a call that knows its footprint, unless more effort is
// asked for.
//
// The compiler makes programs, not terms: there is one translation from expressions, and terms can never disagree with
// what is run. They are made when somebody asks, so that a search that does not pays nothing.
#pragma once

#include "network/formula.hpp"
#include "network/term.hpp"

namespace crowfly {

class Terms {
public:
    // How much is done to take a program apart. `splitting`: where a branch returns, or a loop ends as the state says,
    // both ways are followed to the end of the function.
    enum class Effort : std::uint8_t { joining, splitting };

    explicit Terms(const Network& network, Effort effort = Effort::joining);

    const TermGraph& graph() const { return graph_; }
    const Network& network() const { return network_; }

    // Of the integer conditions; those on clocks stand beside them.
    TermId guard(const Edge& edge) { return value(network_.code, edge.guard, edge.enabling); }
    TermId clause(const Clause& clause) { return value(network_.code, clause.program, clause.footprint); }
    TermId invariant(const Location& location) {
        return value(network_.code, location.invariant.discrete, location.invariant.footprint);
    }
    // `footprint`: of what the bound is part of.
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
    std::vector<const Bytecode*> codes_;  // that calls are in; they have to outlive the terms
};

}  // namespace crowfly
