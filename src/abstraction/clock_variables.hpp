// Clocks as variables of a factored system. Time passes by labels that cost nothing and move all clocks together.
//
//   digital  A clock is an integer. In a network whose clocks are compared with <= and >= alone, whatever can be
//   reached
//            can be reached at integer times (Henzinger, Manna, Pnueli: What good are digital clocks?, 1992). Strict
//            bounds are taken as if they could be met, so the system has more runs than the network. One label, a
//            tick, adds 1 to every clock.
//   regions  A clock is an integer part with the rank of its fractional part among those of all clocks (Alur, Dill: A
//            theory of timed automata, 1994); rank 0 is no fractional part. Strict bounds are kept. Each clock moves by
//            rules of its own because ranks may have gaps: one label opens (every rank grows by one), one per rank
//            closes (the greatest rank reaches the next integer), and one per rank removes a gap.
//
// Values beyond the greatest constant that a clock is compared with are one value. All constants are divided by a unit:
// their greatest common divisor, or, if clocks would have too many values, a number that is no divisor. Then upper
// bounds are rounded up and lower bounds down, so that there are more runs again.
//
// Differences of clocks and comparisons under a condition are taken to hold, and so is whatever is said about clocks
// that can be stopped. A clock that is set to something unknown gets any value.
#pragma once

#include <map>
#include <optional>

#include "abstraction/factored_system.hpp"
#include "network/terms/terms.hpp"
#include "task/target.hpp"

namespace crowfly {

class ClockVariables {
public:
    // The variables are numbered from `first` on. `symmetry`: of the states that will be asked about, or null.
    ClockVariables(const Network& network, const Target& target, Clocks how, VariableIndex first,
                   const Symmetry* symmetry = nullptr);

    std::size_t size() const { return clocks_.size(); }
    const std::string& name(VariableIndex variable) const { return network_.clocks[at(variable).clock].name; }
    Variable variable(VariableIndex variable) const;
    bool has(VariableIndex variable) const { return variable >= first_ && variable < first_ + clocks_.size(); }
    std::int64_t unit() const { return unit_; }
    bool is_closed() const { return is_closed_; }  // nothing is compared with < or >
    std::int64_t values_of(VariableIndex variable) const { return at(variable).values; }

    using Moves = std::map<VariableIndex, std::vector<Rule>>;
    // What happens to clocks when edges fire together, and some others may.
    Moves moves(const std::vector<EdgeIndex>& edges, const std::vector<EdgeIndex>& may_join) const;
    // The labels by which time passes.
    std::vector<Moves> delays() const;
    std::vector<DelayCondition> delay_conditions() const;

    // The values for which a leaf of the goal is as wanted. Nothing: it says nothing about one of these variables.
    std::optional<std::pair<VariableIndex, std::vector<bool>>> allowed(const Target& leaf) const;

    // What the clocks of a zone can be, appended in the order of the variables. A run of the network from any point of
    // the zone is a run of the system from some of these values. Digital: the point's values, rounded one way or the
    // other.
    void read(const ZoneView& zone, std::vector<ValueRange>& into) const;
    void read_initial(std::vector<ValueRange>& into) const;

private:
    struct ClockVariable {
        ClockIndex clock = 0;
        std::int64_t greatest = 0;  // constant it is compared with, in units
        Value values = 0;
    };
    // x <= bound, or x >= bound; before clocks are divided by the unit, or after.
    struct Comparison {
        ClockIndex clock = 0;
        bool is_upper = false;
        bool strict = false;
        std::int64_t bound = 0;
    };
    struct Write {
        ClockIndex clock = 0;
        std::optional<std::int64_t> value = {};  // nothing: it is not known
        bool is_certain = false;
    };

    const ClockVariable& at(VariableIndex variable) const { return clocks_[variable - first_]; }
    std::optional<VariableIndex> variable_of(ClockIndex clock) const;

    static std::optional<Comparison> comparison(const ClockConstraint& constraint);
    static std::optional<Comparison> comparison(const Target& leaf);
    static void collect(const Target& target, std::vector<Comparison>& into);
    std::vector<Comparison> comparisons(const Target& target) const;
    std::int64_t common_divisor(const std::vector<Comparison>& comparisons) const;
    void choose_unit(const std::vector<Comparison>& comparisons, std::int64_t most);
    Comparison in_units(Comparison comparison) const;

    void find_writes();
    static std::vector<Write> writes_of(const Edge& edge, Terms& terms);
    ValueRange between(const ClockVariable& clock, std::int64_t least, bool is_strict, std::int64_t most) const;
    Value value_at(const ClockVariable& clock, std::int64_t units) const;
    bool holds(const ClockVariable& clock, Value value, const Comparison& comparison) const;
    std::vector<bool> values_with(VariableIndex variable, const Comparison& comparison) const;

    using Allowed = std::map<VariableIndex, std::vector<bool>>;
    void restrict_to(const Run& constraints, Allowed& into) const;
    std::vector<Rule> rules(VariableIndex variable, const std::vector<bool>& before, const std::vector<bool>& after,
                            std::span<const Write> writes) const;
    template <class Next>
    Moves delay(Next next) const;

    const Network& network_;
    VariableIndex first_;
    bool has_fractions_;
    Value ranks_ = 1;  // of fractional parts, 0 included
    std::int64_t unit_ = 1;
    bool is_closed_ = false;
    std::vector<ClockVariable> clocks_;
    std::vector<std::vector<std::int32_t>> starts_;  // per clock of the network
    std::vector<std::vector<Write>> writes_;         // per edge, in order
};

}  // namespace crowfly
