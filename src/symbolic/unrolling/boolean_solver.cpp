#include "symbolic/unrolling/boolean_solver.hpp"

#include "base/plugins/module.hpp"

namespace crowfly::symbolic {

std::unique_ptr<BooleanSolver> make_boolean_solver() {
    const auto make = z3_module().function<BooleanSolver*()>("crowfly_make_boolean_solver");
    return std::unique_ptr<BooleanSolver>(make != nullptr ? make() : nullptr);
}

std::string boolean_solver_problem() { return z3_module().problem(); }

}  // namespace crowfly::symbolic
