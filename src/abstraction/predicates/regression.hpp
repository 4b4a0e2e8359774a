// Regression of conjunctions through the steps of a part, and their Cartesian abstraction (Sect. 2): of a conjunction
// remain the literals that it entails.
//
// A conjunction has three parts that never share a variable: locations, integers, clocks. Clocks are a difference bound
// matrix, on which regression, satisfiability and entailment are exact. Integers are terms, whose variables have sets
// of values (network/terms/term_values.hpp) and differences (differences.hpp); what these do not decide counts as
// unknown, so that the abstraction is coarser but never wrong. More literals before never give fewer afterwards.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "abstraction/predicates/clock_regression.hpp"
#include "abstraction/predicates/integers.hpp"

namespace crowfly::predicates {

// The states from which the error condition can be met, after a delay and some steps.
struct Conjunction {
    Places at;
    std::vector<Predicate> not_at;  // where processes are not
    std::vector<TermLiteral> integers;
    zone::WideZone clocks;  // over System::clocks
};

class Regression {
public:
    explicit Regression(const System& system);

    // Nothing: the condition cannot be met.
    std::optional<Conjunction> start(const ErrorCase& error);

    // What leads there by one step, after a delay, for each kind of constraint on its own: false if no state is left.
    bool regress_locations(const Step& step, Places& at, std::vector<Predicate>& not_at) const;
    bool regress_integers(const Step& step, std::vector<TermLiteral>& integers);
    // `at` and `at_before`: the locations after and before the step.
    bool regress_clocks(const Step& step, const Places& at, const Places& at_before, zone::WideZone& zone) const {
        return clocks_.apply(clocks_.operations(step, at, at_before), zone);
    }

    // What has to hold before the step so that the literal holds afterwards. Nothing: nothing, or nothing that can be
    // said, or, if it is not possible, nothing is enough.
    std::optional<TermLiteral> before(const Step& step, const TermLiteral& after, bool& possible);
    TermLiteral normal_form(const TermLiteral& literal) const;

    const ClockRegression& clocks() const { return clocks_; }
    Integers& integers() { return integers_; }

private:
    const System& system_;
    ClockRegression clocks_;
    Integers integers_;
};

// The abstraction of conjunctions to literals of some predicates. Regressions of integers and of clocks are remembered,
// for most states differ in locations only.
class Cartesian {
public:
    Cartesian(const System& system, const Predicates& predicates);

    std::optional<Literals> start(const ErrorCase& error);
    // The state that is regressed next …
    void read(const Literals& after);
    // … and what leads there by a step. Nothing: no state does.
    std::optional<Literals> before(std::uint32_t step);
    std::size_t bytes() const { return bytes_; }

private:
    using Memo = std::unordered_map<std::string, std::optional<Literals>>;

    bool may_lead_here(const Step& step) const;
    std::uint32_t timing_of(ProcessIndex process) const;
    void add_locations(Literals& into) const;
    const std::optional<Literals>& integers_before(std::uint32_t step);
    const std::optional<Literals>& clocks_before(std::uint32_t step);
    Literals entailed(const zone::WideZone& zone) const;
    Literals entailed(const std::vector<TermLiteral>& integers,
                      const std::vector<std::pair<std::int32_t, ValueSet>>& inputs, bool& possible);
    const std::optional<Literals>& remember(Memo& memo, std::string key, std::optional<Literals> value);

    const System& system_;
    const Predicates& predicates_;
    Regression regression_;
    Memo integer_memo_, clock_memo_;
    std::size_t bytes_ = 0;
    // Of the state that is regressed, and of the one before.
    Places at_, at_before_;
    std::vector<Predicate> not_at_, not_at_before_;
    Literals integers_, clocks_;
    std::string integer_key_, clock_key_, key_;
};

}  // namespace crowfly::predicates
