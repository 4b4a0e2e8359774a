// Conjunctions of linear constraints over integers, decided by Z3, in a module that is loaded on first use
// (symbolic/unrolling/z3_module.cpp).
#pragma once

#include <memory>
#include <optional>

#include "abstraction/predicates/linear.hpp"

namespace crowfly::predicates {

class LinearSolver {
public:
    virtual ~LinearSolver() = default;

    virtual void clear() = 0;
    // The slot has one of the values between these; the constraint holds.
    virtual void add_range(std::uint32_t slot, std::int64_t least, std::int64_t greatest) = 0;
    virtual void add(const LinearConstraint& constraint) = 0;
    // Whether something satisfies all of them, and another one besides. Nothing: it takes too long to find out.
    virtual std::optional<bool> is_satisfiable() = 0;
    virtual std::optional<bool> is_satisfiable_with(const LinearConstraint& constraint) = 0;
};

std::unique_ptr<LinearSolver> make_linear_solver();  // null: the module is missing

}  // namespace crowfly::predicates
