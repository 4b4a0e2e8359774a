#include "abstraction/predicates/linear_solver.hpp"

#include "base/plugins/module.hpp"

namespace crowfly::predicates {

std::unique_ptr<LinearSolver> make_linear_solver() {
    const auto make = z3_module().function<LinearSolver*()>("crowfly_make_linear_solver");
    return std::unique_ptr<LinearSolver>(make != nullptr ? make() : nullptr);
}

}  // namespace crowfly::predicates
