// A solver for Boolean formulas that share their parts, as circuits do. Z3 is one (z3_module.cpp), in a module that is
// loaded on first use.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace crowfly::symbolic {

class BooleanSolver {
public:
    // A formula, by its number. The first two are the constants.
    enum class Signal : std::uint32_t { no, yes };
    enum class Result : std::uint8_t { satisfiable, unsatisfiable, unknown };

    virtual ~BooleanSolver() = default;

    virtual Signal fresh() = 0;  // a new variable
    // Constants are folded, and so are double negations.
    virtual Signal negation(Signal a) = 0;
    virtual Signal conjunction(Signal a, Signal b) = 0;
    virtual Signal exclusive(Signal a, Signal b) = 0;
    // A variable that equals the formula; a constant or a variable is returned itself.
    virtual Signal named(Signal a) = 0;

    virtual void require(Signal a) = 0;
    virtual Result check(Signal assumption) = 0;
    // After `satisfiable`: the value of a constant or a variable.
    virtual bool value(Signal a) = 0;
    // Ends a check of another thread.
    virtual void interrupt() = 0;
    // A call has run out of memory; the results since then mean nothing.
    virtual bool has_failed() const = 0;
};

std::unique_ptr<BooleanSolver> make_boolean_solver();  // null: the module is missing
// Why the module is missing, and the remedy; empty if it is there.
std::string boolean_solver_problem();

}  // namespace crowfly::symbolic
