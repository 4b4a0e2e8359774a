#include "abstraction/predicates/linear_solver.hpp"

#ifdef CROWFLY_Z3
#include <z3++.h>

#include <string>
#endif

namespace crowfly::predicates {

#ifdef CROWFLY_Z3

namespace {

constexpr unsigned most_milliseconds = 200;  // per question

class Z3Solver final : public LinearSolver {
public:
    Z3Solver() : solver_(context_, "QF_LIA") {
        z3::params params(context_);
        params.set("timeout", most_milliseconds);
        solver_.set(params);
    }

    void clear() override { solver_.reset(); }
    void add_range(std::uint32_t slot, std::int64_t least, std::int64_t greatest) override {
        const z3::expr variable = this->variable(slot);
        solver_.add(variable >= context_.int_val(least) && variable <= context_.int_val(greatest));
    }
    void add(const LinearConstraint& constraint) override { solver_.add(expression(constraint)); }
    std::optional<bool> is_satisfiable() override { return answer(); }
    std::optional<bool> is_satisfiable_with(const LinearConstraint& constraint) override {
        solver_.push();
        solver_.add(expression(constraint));
        const std::optional<bool> result = answer();
        solver_.pop();
        return result;
    }

private:
    z3::expr variable(std::uint32_t slot) { return context_.int_const(("v" + std::to_string(slot)).c_str()); }
    z3::expr expression(const LinearConstraint& constraint) {
        z3::expr sum = context_.int_val(0);
        for (const auto& [slot, coefficient] : constraint.coefficients)
            sum = sum + context_.int_val(coefficient) * variable(slot);
        const z3::expr constant = context_.int_val(constraint.constant);
        switch (constraint.relation) {
            case LinearConstraint::Relation::at_most: return sum <= constant;
            case LinearConstraint::Relation::equal: return sum == constant;
            case LinearConstraint::Relation::different: break;
        }
        return sum != constant;
    }
    std::optional<bool> answer() {
        const z3::check_result result = solver_.check();
        return result == z3::unknown ? std::nullopt : std::optional(result == z3::sat);
    }

    z3::context context_;
    z3::solver solver_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver() { return std::make_unique<Z3Solver>(); }
bool has_linear_solver() { return true; }

#else

std::unique_ptr<LinearSolver> make_linear_solver() { return nullptr; }
bool has_linear_solver() { return false; }

#endif

}  // namespace crowfly::predicates
