// What is checked, step by step, with exact fractions (each condition in situation.cpp):
//
//  start      every variable has its initial value, every process is at one of its initial locations, the
//             invariants hold (meta variables are checked like others, but not compared at the ends of a loop)
//  delay      not negative; none where a location is urgent or committed, or once an urgent synchronisation is
//             possible (for a broadcast the sender alone counts); clocks that a location stops stay as they are; the
//             invariants hold until its end (they are convex, so it suffices that they do at both ends)
//  edges      each leaves its process's current location, its select values are in range, its guard holds on the
//             state before, nothing about it is unsupported
//  together   an edge without channel fires alone; a sender with one receiver of another process on the same channel;
//             a broadcast with every process that can receive; a vector with all its parts; if a location is
//             committed, one of the edges leaves such a location; no transition of higher priority is enabled
//  updates    one after the other: before_update, sender, receivers in order, after_update; without a run-time error;
//             then the clocks they set, in order
//  prices     if the trace has any: each delay costs the sum of the rates of the locations per time unit, each
//             transition what its updates charge
//  after      the invariants hold, and the state is the one the trace says
//  ending     the formula of the query holds or fails in the last state; or in every state, and the run is maximal:
//             its last state is equivalent to an earlier one (trace/regions.hpp), or time may diverge there, or it is a
//             deadlock. A transition that would end in a run-time error counts as disabled. The formula is evaluated at
//             the moments at which a guard, an invariant or the formula may change, and between each two of them.
//
// The slots compared at the ends of a loop are those relevant to the query (network/pruning/relevance.hpp).
#include "trace/checker/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/overloaded.hpp"
#include "trace/checker/situation.hpp"
#include "trace/regions.hpp"

namespace crowfly {
namespace {

constexpr const char* no_values = "no trace can show the values of sup, inf and bounds";

// The first difference of two states, as a sentence, or "".
std::string difference(const Network& network, const ConcreteState& said, const ConcreteState& found) {
    for (std::size_t i = 0; i < found.slots.size(); ++i) {
        if (i >= said.slots.size() || said.slots[i] == found.slots[i]) continue;
        if (i >= network.processes.size()) {
            return fmt::format("`{}` is {} after it, not {}", network.slots[i].name, found.slots[i], said.slots[i]);
        }
        const auto process = static_cast<ProcessIndex>(i);
        const auto name = [&](std::int32_t number) {
            return network.location(process, static_cast<std::uint32_t>(number)).name;
        };
        return fmt::format("`{}` is at `{}` after it, not at `{}`", network.processes[i].name, name(found.slots[i]),
                           name(said.slots[i]));
    }
    for (std::size_t c = 1; c < found.clocks.size(); ++c) {
        if (said.clocks[c] == found.clocks[c]) continue;
        return fmt::format("the clock `{}` is {} after it, not {}", network.clocks[c].name, to_string(found.clocks[c]),
                           to_string(said.clocks[c]));
    }
    return said.time == found.time
               ? ""
               : fmt::format("the time is {} after it, not {}", to_string(found.time), to_string(said.time));
}

bool starts_there(const Process& process, std::int32_t location) {
    const auto number = static_cast<std::uint32_t>(location);
    return number == process.initial || std::ranges::find(process.also_initial, number) != process.also_initial.end();
}

bool starts_with(const Slot& slot, std::int32_t value) {
    return slot.any_initial ? slot.least <= value && value <= slot.greatest : value == slot.initial;
}

class Replay {
public:
    Replay(const Network& network, const Trace& trace, const Claim& claim)
        : network_(network), trace_(trace), claim_(claim),
          asked_run_(claim.query == nullptr ? nullptr : decisive_run(*claim.query)), here_(network, trace.initial) {}

    std::optional<Rejection> run() {
        std::string why;
        try {
            why = first_mistake();
        } catch (const std::overflow_error&) {
            why = "the clock values are fractions too long to compute with";
        }
        return why.empty() ? std::nullopt : std::optional(Rejection{step_, why, unfinished_});
    }

private:
    // A mistake in the step `step_`.
    std::string first_mistake() {
        std::string why = start();
        while (why.empty() && step_ < trace_.steps.size()) {
            if (claim_.share != nullptr && claim_.share->is_over()) {
                unfinished_ = true;
                return "the time for replaying it is over";
            }
            why = take(trace_.steps[step_++]);
        }
        if (!why.empty()) return why;
        ++step_;
        return end();
    }

    std::string start() {
        const ConcreteState& state = here_.state();
        if (state.slots.size() != network_.slots.size() || state.clocks.size() != network_.clocks.size())
            return "the trace is of another model";
        if (trace_.prices && (!network_.prices || trace_.prices->steps.size() != trace_.steps.size()))
            return "the prices are those of another trace";
        for (std::size_t i = 0; i < state.slots.size(); ++i) {
            const bool is_process = i < network_.processes.size();
            const bool good = is_process ? starts_there(network_.processes[i], state.slots[i])
                                         : starts_with(network_.slots[i], state.slots[i]);
            if (!good) return fmt::format("`{}` does not start like this", network_.slots[i].name);
        }
        for (std::size_t c = 0; c < state.clocks.size(); ++c) {
            if (state.clocks[c] != Rational(network_.clocks[c].initial))
                return fmt::format("the clock `{}` does not start like this", network_.clocks[c].name);
        }
        return here_.invariants();
    }

    std::string take(const Step& step) {
        if (std::string why = wait(step.move.delay); !why.empty()) return why;
        if (std::string why = here_.fire(step.move.firing); !why.empty()) return why;
        if (trace_.prices) {
            const TracePrices::StepPrice& said = trace_.prices->steps[step_ - 1];
            if (said.transition != here_.charged())
                return fmt::format("the transition costs {}, not {}", here_.charged(), said.transition);
        }
        return difference(network_, step.state, here_.state());
    }

    std::string wait(const Rational& delay) {
        if (std::string why = here_.allows(delay); !why.empty()) return why;
        if (asked_run_ != nullptr) watch(delay);
        if (trace_.prices) {
            const bool last = step_ > trace_.steps.size();
            const Rational& said = last ? trace_.prices->rest : trace_.prices->steps[step_ - 1].delay;
            const Rational price = delay * here_.price_rate();
            if (said != price) return fmt::format("the delay costs {}, not {}", to_string(price), to_string(said));
        }
        here_.pass(delay);
        return "";
    }

    // ---- The ending

    // The formula that must hold in every state: p of E[] p, not p of A<> p, not q of p --> q.
    bool keeps(Situation& at) const { return at.holds(asked_run_->kept) == asked_run_->exists; }

    // The moments from now on at which a guard or one of the formulas may change, and one between each two.
    std::vector<Rational> moments() {
        std::vector<Rational> all = here_.moments(&asked_run_->kept);
        if (!asked_run_->trigger) return all;
        const std::vector<Rational> more = here_.moments(&*asked_run_->trigger);
        all.insert(all.end(), more.begin(), more.end());
        std::sort(all.begin(), all.end());
        return all;
    }

    void watch(const Rational& delay) {
        for (const Rational& moment : moments()) {
            if (moment > delay) break;
            look(moment);
        }
        look(delay);
    }

    void look(const Rational& moment) {
        Situation at(network_, here_.state());
        at.pass(moment);
        const bool kept = keeps(at);
        if (!kept) last_break_ = step_;
        const std::optional<Formula>& trigger = asked_run_->trigger;
        if (!trigger) return;
        if (!kept)
            triggered_ = false;
        else if (at.holds(*trigger))
            triggered_ = true;
    }

    std::string end() {
        if (std::string why = wait(trace_.rest); !why.empty()) return why;
        if (claim_.query == nullptr) return "";
        return std::visit(Overloaded{[&](const property::Reach& asked) { return end_at_state(asked); },
                                     [&](const property::Run& asked) { return end_of_run(asked); },
                                     [](const property::Extremum&) -> std::string { return no_values; }},
                          claim_.query->asks);
    }

    std::string end_at_state(const property::Reach& asked) {
        if (trace_.ending != Trace::Ending::reached) return "the query asks for a state, not for a run";
        if (here_.holds(asked.formula) == asked.exists) return "";
        return asked.exists ? "the formula of the query does not hold in the last state"
                            : "the formula of the query holds in the last state";
    }

    std::string end_of_run(const property::Run& asked) {
        if (trace_.ending == Trace::Ending::reached) return "the query asks for a run that never ends";
        if (std::string why = goes_on_for_ever(); !why.empty()) return why;
        const bool leads_to = asked.trigger.has_value();
        if (leads_to && !triggered_) return "no state of the run has to lead to the other formula";
        if (leads_to)
            return trace_.ending == Trace::Ending::lasso && last_break_ && *last_break_ > trace_.loop
                       ? "the formula to be avoided holds in the loop"
                       : "";
        return last_break_
                   ? fmt::format(
                         "the formula of the query does not have its value all along, but changes it before step {}",
                         *last_break_)
                   : "";
    }

    std::string goes_on_for_ever() {
        switch (trace_.ending) {
            case Trace::Ending::reached: break;
            case Trace::Ending::waits_forever:
                if (here_.delays().high) return "time may not pass for ever in the last state";
                watch_the_end();
                break;
            case Trace::Ending::stuck:
                if (!here_.is_stuck()) return "something can happen in the last state";
                watch_the_end();
                break;
            case Trace::Ending::lasso: return closes();
        }
        return "";
    }

    void watch_the_end() {
        for (const Rational& moment : moments()) look(moment);
    }

    std::string closes() {
        if (trace_.loop >= trace_.steps.size()) return "the loop has no steps";
        const Regions regions(network_, *claim_.query);
        return regions.differ(trace_.state(trace_.loop), here_.state(), claim_.compared);
    }

    const Network& network_;
    const Trace& trace_;
    const Claim& claim_;
    const property::Run* asked_run_;  // null: the query asks for something else, or nothing is claimed
    Situation here_;
    std::size_t step_ = 0;
    bool unfinished_ = false;
    std::optional<std::size_t> last_break_;  // the last step before which the formula that must hold did not
    bool triggered_ = false;
};

}  // namespace

std::optional<Rejection> replay(const Network& network, const Trace& trace, const Claim& claim) {
    return Replay(network, trace, claim).run();
}

}  // namespace crowfly
