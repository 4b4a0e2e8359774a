#include "symbolic/bounded_search.hpp"

#ifdef CROWFLY_Z3
#include <algorithm>
#include <stop_token>
#include <thread>

#include <fmt/format.h>
#include <z3++.h>

#include "symbolic/alarm_watch.hpp"
#include "symbolic/boolean_terms.hpp"
#include "symbolic/relation_encoder.hpp"
#endif

namespace crowfly::symbolic {

#ifdef CROWFLY_Z3

namespace {

struct TruthValues {
    using Value = char;  // 0 or 1

    static char constant(bool value) { return value ? 1 : 0; }
    static char negation(char a) { return a == 0 ? 1 : 0; }
    static char conjunction(char a, char b) { return a != 0 && b != 0 ? 1 : 0; }
    static char exclusive(char a, char b) { return a != b ? 1 : 0; }
};

// Constants are folded: what is known of the initial state makes the first steps small.
class SolverTerms {
public:
    using Value = z3::expr;

    explicit SolverTerms(z3::context& context) : context_(context) {}

    z3::expr constant(bool value) const { return context_.bool_val(value); }
    static z3::expr negation(const z3::expr& a) {
        if (a.is_true()) return a.ctx().bool_val(false);
        if (a.is_false()) return a.ctx().bool_val(true);
        return a.is_not() ? a.arg(0) : !a;
    }
    static z3::expr conjunction(const z3::expr& a, const z3::expr& b) {
        if (a.is_false() || b.is_true()) return a;
        if (b.is_false() || a.is_true()) return b;
        return a && b;
    }
    static z3::expr exclusive(const z3::expr& a, const z3::expr& b) {
        if (a.is_false()) return b;
        if (b.is_false()) return a;
        if (a.is_true()) return negation(b);
        return b.is_true() ? negation(a) : a != b;
    }

private:
    z3::context& context_;
};

// Ends what the solver is doing once the alarm rings.
class SolverWatch {
public:
    explicit SolverWatch(z3::context& context) {
        if (const Alarm* alarm = Alarm::of_this_thread())
            thread_ = std::jthread([alarm, &context](std::stop_token stop) {
                act_while_ringing(stop, *alarm, [&] { context.interrupt(); });
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
    explicit Unrolling(const SystemGoal& goal)
        : goal_(goal), network_(goal.network), terms_(goal.network, Terms::Effort::splitting),
          edge_(terms_of(terms_, goal.network.edges.front())), next_(network_.slots.size()), algebra_(context_),
          solver_(context_, "QF_FD") {
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
        try {
            return ask(length);
        } catch (const z3::exception&) {
            throw LimitReached(memory_limit_reason);
        }
    }

private:
    using Frame = std::vector<z3::expr>;  // by slot

    std::optional<FoundPath> ask(std::uint32_t length) {
        while (frames_.size() <= length) unroll();
        const z3::expr reached = holds(goal_.formula, goal_.wanted, frames_[length]);
        if (reached.is_false()) return std::nullopt;
        z3::expr_vector wanted(context_);
        wanted.push_back(named(reached));
        switch (answer(wanted)) {
            case z3::sat: return path(length);
            case z3::unsat: break;
            case z3::unknown: poll(); throw LimitReached("the solver gave up");
        }
        solver_.add(!wanted[0]);
        return std::nullopt;
    }

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
        solver_.add(values.evaluate(edge_.guard));
        Frame frame;
        for (std::size_t s = 0; s < network_.slots.size(); ++s) {
            poll();
            const bool is_input = std::ranges::find(inputs_, s) != inputs_.end();
            if (!is_needed_[s])
                frame.push_back(last[s]);
            else if (is_input)
                frame.push_back(fresh());
            else
                frame.push_back(next_[s] ? named(values.evaluate(*next_[s])) : last[s]);
        }
        add(std::move(frame));
    }

    void add(Frame frame) {
        frames_.push_back(std::move(frame));
        if (invariant_)
            solver_.add(BooleanTerms<SolverTerms>(terms_.graph(), algebra_, frames_.back()).evaluate(*invariant_));
    }

    z3::expr fresh() { return context_.bool_const(fmt::format("v{}", made_++).c_str()); }
    // A signal that has a name of its own is one variable of the solver, and easily read from its answer.
    z3::expr named(const z3::expr& value) {
        if (value.is_const()) return value;
        z3::expr name = fresh();
        solver_.add(name == value);
        return name;
    }

    z3::expr holds(const Formula& f, bool wanted, const Frame& frame) {
        switch (f.kind) {
            case Formula::Kind::constant: return algebra_.constant(f.value == wanted);
            case Formula::Kind::location: return algebra_.constant(wanted);  // there is one
            case Formula::Kind::negation: return holds(f.operands[0], !wanted, frame);
            case Formula::Kind::discrete: {
                const z3::expr value =
                    BooleanTerms<SolverTerms>(terms_.graph(), algebra_, frame).evaluate(terms_.leaf(f));
                return wanted ? value : SolverTerms::negation(value);
            }
            case Formula::Kind::conjunction:
            case Formula::Kind::disjunction: {
                const bool all = (f.kind == Formula::Kind::conjunction) == wanted;
                z3::expr none = algebra_.constant(true);  // of the operands is other than it should be
                for (const Formula& operand : f.operands)
                    none = SolverTerms::conjunction(none, holds(operand, wanted == all, frame));
                return all ? none : SolverTerms::negation(none);
            }
            case Formula::Kind::clock:
            case Formula::Kind::deadlock: break;
        }
        throw NotSupported{"the formula asks for more than the signals of the circuit"};
    }

    z3::check_result answer(z3::expr_vector& wanted) {
        const SolverWatch watch(context_);
        try {
            return solver_.check(wanted);
        } catch (const z3::exception&) {  // it was interrupted
            return z3::unknown;
        }
    }

    // The inputs are the solver's; everything else follows from them.
    FoundPath path(std::uint32_t length) {
        const z3::model model = solver_.get_model();
        FoundPath path;
        std::vector<char> state;
        for (const Slot& slot : network_.slots) state.push_back(slot.initial != 0 ? 1 : 0);
        for (std::size_t s = 0; s < state.size(); ++s) {
            if (network_.slots[s].any_initial) state[s] = value_in(model, frames_[0][s]);
        }
        path.states.push_back(numbers(state));
        for (std::uint32_t step = 1; step <= length; ++step) {
            state = successor(state);
            for (const std::uint32_t s : inputs_) state[s] = value_in(model, frames_[step][s]);
            path.states.push_back(numbers(state));
            Firing firing{0, std::nullopt, {{0, {}}}};
            for (const std::optional<std::uint32_t>& slot : edge_.freed)
                firing.participants[0].selects.push_back(state[*slot]);
            path.firings.push_back(std::move(firing));
        }
        return path;
    }

    static char value_in(const z3::model& model, const z3::expr& signal) {
        return model.eval(signal, true).is_true() ? 1 : 0;
    }

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
    z3::context context_;
    SolverTerms algebra_;
    z3::solver solver_;
    std::vector<Frame> frames_;
    std::size_t made_ = 0;
};

bool is_circuit(const Network& network) {
    const auto is_truth = [](const Slot& slot) { return slot.least >= 0 && slot.greatest <= 1; };
    return !network.features.clocks && network.processes.size() == 1 && network.locations.size() == 1 &&
           network.edges.size() == 1 && network.transitions.size() == 1 && std::ranges::all_of(network.slots, is_truth);
}

}  // namespace

bool has_circuit_solver() { return true; }

std::unique_ptr<BoundedSearch> make_bounded_search(const SystemGoal& goal) {
    if (!is_circuit(goal.network)) return nullptr;
    try {
        return std::make_unique<Unrolling>(goal);
    } catch (const NotSupported&) {
        return nullptr;
    }
}

#else

bool has_circuit_solver() { return false; }

std::unique_ptr<BoundedSearch> make_bounded_search(const SystemGoal&) { return nullptr; }

#endif

}  // namespace crowfly::symbolic
