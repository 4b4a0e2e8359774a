// A part of a network, for regression: some of its processes, the variables that nobody else changes, and what remains
// of the transitions (Sect. 3.3). What others change may have any value at any time; so guards about it are removed,
// synchronisations with other processes fire alone, and a trace of the network, restricted to the part, is a trace of
// the part that is not longer.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "abstraction/predicates/predicate.hpp"
#include "abstraction/predicates/term_reader.hpp"
#include "task/target.hpp"

namespace crowfly::predicates {

// What all parts share: terms are made once.
struct Context {
    explicit Context(const Goal& goal);

    const Goal& goal;
    const Network& network;
    Target target;
    std::vector<ValueSet> ranges;  // per slot: the values it is declared to have
    bool may_stop = false;         // a search may meet a run-time error
    Terms terms;
    TermReader reader;
};

// Edges of the part that fire together, in the order in which their updates run.
struct Step {
    std::uint32_t transition = 0;
    std::vector<EdgeIndex> edges;

    std::vector<TermLiteral> guards;      // before
    std::vector<TermLiteral> invariants;  // afterwards
    mutable Substitution effect;          // it remembers what it has computed
    bool changes_integers = false;        // or asks for their values
    std::vector<std::pair<std::int32_t, ValueSet>> inputs;

    std::vector<Difference> clock_guards;
    struct ClockEffect {
        ClockIndex clock = 0;
        ClockIndex source = 0;
        std::optional<std::int64_t> value;  // nothing: it may be anything afterwards
    };
    std::vector<ClockEffect> clock_effects;  // in order
};

// A disjunct of the error condition.
struct ErrorCase {
    std::vector<Predicate> at;      // locations where processes are …
    std::vector<Predicate> not_at;  // … and are not
    std::vector<TermLiteral> integers;
    std::vector<Difference> clocks;

    bool empty() const { return at.empty() && not_at.empty() && integers.empty() && clocks.empty(); }
};

class System {
public:
    System(Context& context, std::vector<ProcessIndex> processes);

    Context& context() const { return context_; }
    const Network& network() const { return context_.network; }
    const std::vector<ProcessIndex>& processes() const { return processes_; }
    bool has(ProcessIndex process) const { return has_[process]; }
    // Clocks that nobody else sets, the constant zero first.
    const std::vector<ClockIndex>& clocks() const { return clocks_; }
    std::size_t row(ClockIndex clock) const { return rows_[clock]; }  // 0: it is not among them
    bool is_visible(const Difference& difference) const {
        return (difference.left == 0 || rows_[difference.left] != 0) &&
               (difference.right == 0 || rows_[difference.right] != 0);
    }
    bool is_visible(TermId term) const;  // as a predicate

    const std::vector<Step>& steps() const { return steps_; }
    const std::vector<ErrorCase>& errors() const { return errors_; }
    // Bounds that hold at a location.
    const std::vector<Difference>& invariant(ProcessIndex process, std::uint32_t number) const;
    // The location of the process says something about clocks, or forbids delays.
    bool is_timed(ProcessIndex process) const { return is_timed_[process]; }
    bool may_delay(ProcessIndex process, std::uint32_t number) const;
    bool restrains_time(ProcessIndex process, std::uint32_t number) const {
        return !invariant(process, number).empty() || !may_delay(process, number);
    }

    // The predicates that stand in guards, invariants and the error condition, and all locations (Sect. 4).
    std::vector<Predicate> syntactic_predicates() const;

private:
    void find_visible();
    void find_invariants();
    void add_steps(std::uint32_t transition);
    void add_step(std::uint32_t transition, const std::vector<EdgeIndex>& edges);
    bool may_lack_value(TermId term) const;
    void add_condition(TermId term, std::vector<TermLiteral>& into) const;
    void add_guards(const Edge& edge, bool reads_inputs, Step& step);
    void add_effect(const Edge& edge, bool reads_inputs, Step& step);
    void add_clock_effects(const Effect& effect, Step& step) const;
    void add_errors();
    std::vector<ErrorCase> errors_of(const Target& target) const;
    std::vector<ErrorCase> error_of_leaf(const Target& leaf) const;
    void add_bounds(const Run& constraints, std::vector<Difference>& into) const;

    Context& context_;
    std::vector<ProcessIndex> processes_;
    std::vector<bool> has_;
    std::vector<bool> sees_;  // per slot
    std::vector<ClockIndex> clocks_;
    std::vector<std::size_t> rows_;  // per clock
    std::vector<bool> is_timed_;
    std::vector<std::vector<Difference>> invariants_;  // per location of the network
    std::vector<Step> steps_;
    std::set<std::vector<EdgeIndex>> known_steps_;
    bool gave_up_ = false;
    std::vector<ErrorCase> errors_;
};

}  // namespace crowfly::predicates
