// What follows for integers where some terms hold and others fail: a decision procedure for sets of values and for
// differences of two variables. Other linear constraints are given to a solver (linear_solver.hpp), if there is one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "abstraction/predicates/differences.hpp"
#include "abstraction/predicates/linear.hpp"
#include "abstraction/predicates/linear_solver.hpp"
#include "abstraction/predicates/system.hpp"

namespace crowfly::predicates {

class Integers {
public:
    explicit Integers(Context& context);

    // Assumes that all of these hold; the questions that follow are about the states where they do. False: nowhere.
    bool assume(const std::vector<TermLiteral>& literals,
                const std::vector<std::pair<std::int32_t, ValueSet>>& inputs = {});
    // Whether a term holds in all these states, or fails in all of them.
    std::optional<bool> truth(TermId term);

private:
    const std::optional<LinearConstraint>& linear(TermId term);
    bool narrow_values(const std::vector<TermLiteral>& literals);
    bool find_differences(const std::vector<TermLiteral>& literals);
    bool add_difference(const LinearConstraint& constraint);
    std::size_t row(std::uint32_t slot);

    Context& context_;
    TermValues values_;
    Scope scope_;
    std::vector<TermLiteral> assumed_;
    std::unordered_map<TermId, std::optional<LinearConstraint>> linear_;
    std::vector<std::uint32_t> related_;  // slots that stand in a difference, each a variable of …
    Differences differences_;
    std::unique_ptr<LinearSolver> solver_;
    bool needs_solver_ = false;  // some of what is assumed is beyond differences
};

}  // namespace crowfly::predicates
