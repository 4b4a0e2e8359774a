// Linear constraints and Boolean formulas, decided by Z3. Built as a module of its own, see base/plugins/module.hpp;
// without Z3 it is not built, and looks empty to the checks that read all sources. Exceptions of Z3 end here.
#if __has_include(<z3++.h>)
#include <z3++.h>

#include <optional>
#include <string>
#include <vector>

#include "abstraction/predicates/linear_solver.hpp"
#include "symbolic/unrolling/boolean_solver.hpp"

namespace crowfly {
namespace {

constexpr unsigned most_milliseconds = 200;  // per question about linear constraints

using predicates::LinearConstraint;

class Z3LinearSolver final : public predicates::LinearSolver {
public:
    Z3LinearSolver() : solver_(context_, "QF_LIA") {
        z3::params params(context_);
        params.set("timeout", most_milliseconds);
        solver_.set(params);
    }

    void clear() override {
        has_failed_ = false;
        guard([&] { solver_.reset(); });
    }
    void add_range(std::uint32_t slot, std::int64_t least, std::int64_t greatest) override {
        guard([&] {
            const z3::expr variable = this->variable(slot);
            solver_.add(variable >= context_.int_val(least) && variable <= context_.int_val(greatest));
        });
    }
    void add(const LinearConstraint& constraint) override {
        guard([&] { solver_.add(expression(constraint)); });
    }
    std::optional<bool> is_satisfiable() override {
        std::optional<bool> result;
        guard([&] { result = answer(); });
        return has_failed_ ? std::nullopt : result;
    }
    std::optional<bool> is_satisfiable_with(const LinearConstraint& constraint) override {
        std::optional<bool> result;
        guard([&] {
            solver_.push();
            solver_.add(expression(constraint));
            result = answer();
            solver_.pop();
        });
        return has_failed_ ? std::nullopt : result;
    }

private:
    template <class Act>
    void guard(const Act& act) {
        try {
            act();
        } catch (const std::exception&) {
            has_failed_ = true;
        }
    }

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
    bool has_failed_ = false;  // since it was cleared
};

class Z3BooleanSolver final : public symbolic::BooleanSolver {
public:
    Z3BooleanSolver() : solver_(context_, "QF_FD") {
        signals_.push_back(context_.bool_val(false));
        signals_.push_back(context_.bool_val(true));
    }

    Signal fresh() override {
        return made([&] { return variable(); });
    }
    Signal negation(Signal a) override {
        if (a <= Signal::yes) return a == Signal::yes ? Signal::no : Signal::yes;
        return made([&] { return term(a).is_not() ? term(a).arg(0) : !term(a); });
    }
    Signal conjunction(Signal a, Signal b) override {
        if (a == Signal::no || b == Signal::yes) return a;
        if (b == Signal::no || a == Signal::yes) return b;
        return made([&] { return term(a) && term(b); });
    }
    Signal exclusive(Signal a, Signal b) override {
        if (a <= Signal::yes) return a == Signal::yes ? negation(b) : b;
        if (b <= Signal::yes) return b == Signal::yes ? negation(a) : a;
        return made([&] { return term(a) != term(b); });
    }
    Signal named(Signal a) override {
        if (term(a).is_const()) return a;
        return made([&] {
            z3::expr name = variable();
            solver_.add(name == term(a));
            return name;
        });
    }

    void require(Signal a) override {
        guard([&] { solver_.add(term(a)); });
    }
    Result check(Signal assumption) override {
        try {
            z3::expr_vector assumptions(context_);
            assumptions.push_back(term(assumption));
            const z3::check_result result = solver_.check(assumptions);
            if (result == z3::unknown) return Result::unknown;
            if (result == z3::unsat) return Result::unsatisfiable;
            model_ = solver_.get_model();
            return Result::satisfiable;
        } catch (const std::exception&) {  // it was interrupted
            return Result::unknown;
        }
    }
    bool value(Signal a) override {
        bool result = false;
        guard([&] { result = model_.value().eval(term(a), true).is_true(); });
        return result;
    }
    void interrupt() override { context_.interrupt(); }
    bool has_failed() const override { return has_failed_; }

private:
    const z3::expr& term(Signal a) const { return signals_[static_cast<std::size_t>(a)]; }
    z3::expr variable() { return context_.bool_const(("v" + std::to_string(variables_++)).c_str()); }

    template <class Act>
    void guard(const Act& act) {
        try {
            act();
        } catch (const std::exception&) {
            has_failed_ = true;
        }
    }
    template <class Make>
    Signal made(const Make& make) {
        guard([&] { signals_.push_back(make()); });
        return has_failed_ ? Signal::no : static_cast<Signal>(signals_.size() - 1);
    }

    z3::context context_;
    z3::solver solver_;
    std::optional<z3::model> model_;  // made once per answer: Z3 makes a new one whenever it is asked
    std::vector<z3::expr> signals_;
    std::size_t variables_ = 0;
    bool has_failed_ = false;
};

template <class Solver>
Solver* make() {
    try {
        return new Solver();
    } catch (const std::exception&) {
        return nullptr;
    }
}

}  // namespace
}  // namespace crowfly

extern "C" {

crowfly::predicates::LinearSolver* crowfly_make_linear_solver() { return crowfly::make<crowfly::Z3LinearSolver>(); }

crowfly::symbolic::BooleanSolver* crowfly_make_boolean_solver() { return crowfly::make<crowfly::Z3BooleanSolver>(); }

const char* crowfly_module_version() {
    static const std::string version = [] {
        unsigned major = 0, minor = 0, build = 0, revision = 0;
        Z3_get_version(&major, &minor, &build, &revision);
        return "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
    }();
    return version.c_str();
}
}
#endif
