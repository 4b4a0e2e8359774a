#include "symbolic/unrolling/bounded_search.hpp"

#include <algorithm>
#include <stop_token>
#include <thread>

#include "symbolic/alarm_watch.hpp"
#include "symbolic/systems/relation_encoder.hpp"
#include "symbolic/unrolling/boolean_solver.hpp"
#include "symbolic/unrolling/boolean_terms.hpp"

namespace crowfly::symbolic {

namespace {

struct TruthValues {
    using Value = char;  // 0 or 1

    static char constant(bool value) { return value ? 1 : 0; }
    static char negation(char a) { return a == 0 ? 1 : 0; }
    static char conjunction(char a, char b) { return a != 0 && b != 0 ? 1 : 0; }
    static char exclusive(char a, char b) { return a != b ? 1 : 0; }
};

using Signal = BooleanSolver::Signal;

// The formulas of the solver as BooleanTerms wants them.
class SolverTerms {
public:
    using Value = Signal;

    explicit SolverTerms(BooleanSolver& solver) : solver_(solver) {}

    static Signal constant(bool value) { return value ? Signal::yes : Signal::no; }
    Signal negation(Signal a) { return solver_.negation(a); }
    Signal conjunction(Signal a, Signal b) { return solver_.conjunction(a, b); }
    Signal exclusive(Signal a, Signal b) { return solver_.exclusive(a, b); }

private:
    BooleanSolver& solver_;
};

// Ends what the solver is doing once the alarm rings.
class SolverWatch {
public:
    explicit SolverWatch(BooleanSolver& solver) {
        if (const Alarm* alarm = Alarm::of_this_thread())
            thread_ = std::jthread([alarm, &solver](std::stop_token stop) {
                act_while_ringing(stop, *alarm, [&] { solver.interrupt(); });
            });
    }

private:
    std::jthread thread_;
};

// The slots that a goal depends on, at any time.
std::vector<bool> slots_behind(const TermGraph& graph, std::vector<TermId> waiting,
                               const std::vector<std::optional<TermId>>& next) {
    std::vector<bool> result(next.size());
    std::vector<bool> seen(graph.size());
    while (!waiting.empty()) {
        poll();
        const TermId id = waiting.back();
        waiting.pop_back();
        if (seen[static_cast<std::size_t>(id)]) continue;
        seen[static_cast<std::size_t>(id)] = true;
        const Term& term = graph[id];
        waiting.insert(waiting.end(), term.arguments().begin(), term.arguments().end());
        if (term.kind != Term::Kind::slot) continue;
        const auto slot = static_cast<std::size_t>(term.a);
        result[slot] = true;
        if (next[slot]) waiting.push_back(*next[slot]);
    }
    return result;
}

class Unrolling final : public BoundedSearch {
public:
    Unrolling(const SystemGoal& goal, std::unique_ptr<BooleanSolver> solver)
        : goal_(goal), network_(goal.network), terms_(goal.network, Terms::Effort::splitting),
          edge_(terms_of(terms_, goal.network.edges.front())), next_(network_.slots.size()), solver_(std::move(solver)),
          algebra_(*solver_) {
        for (const Effect::Assignment& assignment : edge_.effect.assignments) next_[assignment.slot] = assignment.value;
        for (const std::optional<std::uint32_t>& slot : edge_.freed) {
            if (!slot) throw NotSupported{"an input is used before it is part of the state"};
            next_[*slot].reset();
            inputs_.push_back(*slot);
        }
        const Location& location = network_.locations.front();
        if (location.invariant.discrete) invariant_ = terms_.invariant(location);
        std::vector<TermId> roots{edge_.guard};
        if (invariant_) roots.push_back(*invariant_);
        add_terms(goal.formula, roots);
        is_needed_ = slots_behind(terms_.graph(), std::move(roots), next_);
        begin();
    }

    std::optional<FoundPath> find(std::uint32_t length) override {
        while (frames_.size() <= length) unroll();
        const Signal reached = solver_->named(holds(goal_.formula, goal_.wanted, frames_[length]));
        if (solver_->has_failed()) throw LimitReached(memory_limit_reason);
        if (reached == Signal::no) return std::nullopt;
        switch (answer(reached)) {
            case BooleanSolver::Result::satisfiable: return path(length);
            case BooleanSolver::Result::unsatisfiable: break;
            case BooleanSolver::Result::unknown: poll(); throw LimitReached("the solver gave up");
        }
        solver_->require(solver_->negation(reached));
        return std::nullopt;
    }

private:
    using Frame = std::vector<Signal>;  // by slot

    void add_terms(const Formula& formula, std::vector<TermId>& roots) {
        if (formula.kind == Formula::Kind::discrete) roots.push_back(terms_.leaf(formula));
        for (const Formula& operand : formula.operands) add_terms(operand, roots);
    }

    void begin() {
        Frame frame;
        for (std::size_t s = 0; s < network_.slots.size(); ++s) {
            const Slot& slot = network_.slots[s];
            frame.push_back(slot.any_initial && is_needed_[s] ? fresh() : algebra_.constant(slot.initial != 0));
        }
        add(std::move(frame));
    }

    void unroll() {
        const Frame last = frames_.back();
        BooleanTerms<SolverTerms> values(terms_.graph(), algebra_, last);
        solver_->require(values.evaluate(edge_.guard));
        Frame frame;
        for (std::size_t s = 0; s < network_.slots.size(); ++s) {
            poll();
            const bool is_input = std::ranges::find(inputs_, s) != inputs_.end();
            if (!is_needed_[s])
                frame.push_back(last[s]);
            else if (is_input)
                frame.push_back(fresh());
            else
                // A signal that has a name of its own is one variable of the solver, and easily read from its answer.
                frame.push_back(next_[s] ? solver_->named(values.evaluate(*next_[s])) : last[s]);
        }
        add(std::move(frame));
    }

    void add(Frame frame) {
        frames_.push_back(std::move(frame));
        if (invariant_)
            solver_->require(BooleanTerms<SolverTerms>(terms_.graph(), algebra_, frames_.back()).evaluate(*invariant_));
    }

    Signal fresh() { return solver_->fresh(); }

    Signal holds(const Formula& f, bool wanted, const Frame& frame) {
        switch (f.kind) {
            case Formula::Kind::constant: return algebra_.constant(f.value == wanted);
            case Formula::Kind::location: return algebra_.constant(wanted);  // there is one
            case Formula::Kind::negation: return holds(f.operands[0], !wanted, frame);
            case Formula::Kind::discrete: {
                const Signal value =
                    BooleanTerms<SolverTerms>(terms_.graph(), algebra_, frame).evaluate(terms_.leaf(f));
                return wanted ? value : algebra_.negation(value);
            }
            case Formula::Kind::conjunction:
            case Formula::Kind::disjunction: {
                const bool all = (f.kind == Formula::Kind::conjunction) == wanted;
                Signal none = algebra_.constant(true);  // of the operands is other than it should be
                for (const Formula& operand : f.operands)
                    none = algebra_.conjunction(none, holds(operand, wanted == all, frame));
                return all ? none : algebra_.negation(none);
            }
            case Formula::Kind::clock:
            case Formula::Kind::deadlock: break;
        }
        throw NotSupported{"the formula asks for more than the signals of the circuit"};
    }

    BooleanSolver::Result answer(Signal wanted) {
        const SolverWatch watch(*solver_);
        return solver_->check(wanted);
    }

    // The inputs are the solver's; everything else follows from them.
    FoundPath path(std::uint32_t length) {
        FoundPath path;
        std::vector<char> state;
        for (const Slot& slot : network_.slots) state.push_back(slot.initial != 0 ? 1 : 0);
        for (std::size_t s = 0; s < state.size(); ++s) {
            if (network_.slots[s].any_initial) state[s] = value_of(frames_[0][s]);
        }
        path.states.push_back(numbers(state));
        for (std::uint32_t step = 1; step <= length; ++step) {
            state = successor(state);
            for (const std::uint32_t s : inputs_) state[s] = value_of(frames_[step][s]);
            path.states.push_back(numbers(state));
            Firing firing{0, std::nullopt, {{0, {}}}};
            for (const std::optional<std::uint32_t>& slot : edge_.freed)
                firing.participants[0].selects.push_back(state[*slot]);
            path.firings.push_back(std::move(firing));
        }
        return path;
    }

    char value_of(Signal signal) { return solver_->value(signal) ? 1 : 0; }

    std::vector<char> successor(const std::vector<char>& state) const {
        TruthValues truths;
        BooleanTerms<TruthValues> values(terms_.graph(), truths, state);
        std::vector<char> result = state;
        for (std::size_t s = 0; s < state.size(); ++s) {
            if (next_[s]) result[s] = values.evaluate(*next_[s]);
        }
        return result;
    }

    static std::vector<std::int32_t> numbers(const std::vector<char>& state) { return {state.begin(), state.end()}; }

    SystemGoal goal_;
    const Network& network_;
    Terms terms_;
    EdgeTerms edge_;
    std::vector<std::optional<TermId>> next_;  // by slot; none: an input, or it keeps its value
    std::vector<std::uint32_t> inputs_;
    std::optional<TermId> invariant_;
    std::vector<bool> is_needed_;  // by slot
    std::unique_ptr<BooleanSolver> solver_;
    SolverTerms algebra_;
    std::vector<Frame> frames_;
};

bool is_circuit(const Network& network) {
    const auto is_truth = [](const Slot& slot) { return slot.least >= 0 && slot.greatest <= 1; };
    return !network.features.clocks && network.processes.size() == 1 && network.locations.size() == 1 &&
           network.edges.size() == 1 && network.transitions.size() == 1 && std::ranges::all_of(network.slots, is_truth);
}

}  // namespace

std::unique_ptr<BoundedSearch> make_bounded_search(const SystemGoal& goal) {
    if (!is_circuit(goal.network)) return nullptr;
    std::unique_ptr<BooleanSolver> solver = make_boolean_solver();
    if (!solver) return nullptr;
    try {
        return std::make_unique<Unrolling>(goal, std::move(solver));
    } catch (const NotSupported&) {
        return nullptr;
    }
}

}  // namespace crowfly::symbolic
