#include "trace/witnesses/witnesses.hpp"
#include "space/concrete.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/alarm.hpp"
#include "search/optimum/fastest.hpp"
#include "trace/checker/replay.hpp"
#include "trace/checker/situation.hpp"
#include "trace/measures/priced_trace.hpp"
#include "trace/measures/prices.hpp"
#include "trace/runs/concretise.hpp"
#include "trace/runs/lasso.hpp"
#include "trace/runs/retrace.hpp"
#include "trace/shorter/shorten.hpp"
#include "trace/shorter/shorten_lasso.hpp"

namespace crowfly {
namespace {

constexpr std::string_view no_stopwatches = "no delays were found for which it can be taken, as clocks stop on the way";
constexpr std::string_view too_late =
    "no delays were worked out: the time is over; --shortest or another --search may find a shorter one";
constexpr std::string_view interrupted = "no delays were worked out: interrupted";
constexpr std::string_view too_large =
    "it is too long to work out delays; --shortest or another --search may find a shorter one";
constexpr std::string_view too_many =
    "no delays were worked out: too many transitions lead from state to state; --shortest or another --search may help";
constexpr std::string_view out_of_range = "no delays were worked out: clock values are too large to compute with";
constexpr std::string_view too_fine = "the delays are fractions too long to compute with";
constexpr std::string_view no_integers = "no trace along these transitions has whole numbers for all delays";
constexpr std::string_view not_closed =
    "no delays were found for it: its loop is long, or does not come back to the same clock values soon";
constexpr std::string_view no_zones =
    "its symbolic states were not worked out: the time is over, or they do not fit into memory";

constexpr double most_seconds_after_interrupt = 1;

bool is_interrupted(const WitnessTask& task) {
    return task.limits.interrupted != nullptr && task.limits.interrupted->load(std::memory_order_relaxed);
}

std::string_view remark_on(RetraceFailure::Reason why) {
    switch (why) {
        case RetraceFailure::Reason::no_transition: return too_many;
        case RetraceFailure::Reason::time: return too_late;
        case RetraceFailure::Reason::memory: return too_large;
        case RetraceFailure::Reason::range: return out_of_range;
    }
    return "";
}

// Whether the replayer accepts the trace. One that it rejects must not get out, and should not exist; but there may be
// no time to judge.
bool insist_on_replay(const WitnessTask& task, const Trace& trace, const Claim& claim) {
    const std::optional<Rejection> rejected = replay(task.network, trace, claim);
    if (!rejected || rejected->unfinished) return !rejected;
    throw std::logic_error(
        fmt::format("step {} of the trace that was found is wrong: {}", rejected->step, rejected->reason));
}

// Of the parts of the last state that are the destination, the one that is reached first.
std::optional<Trace> soonest(const Network& network, const SymbolicPath& symbolic_path, Delays delays,
                             TimeShare& share) {
    std::optional<Trace> best;
    for (const zone::WideZone& goal_zone : symbolic_path.goal_zones) {
        std::optional<Trace> trace = concretise(network, symbolic_path, goal_zone, delays, &share);
        if (trace && (!best || trace->duration() < best->duration())) best = std::move(trace);
    }
    return best;
}

std::optional<Trace> with_delays(const WitnessTask& task, const Network& network, const SymbolicPath& symbolic_path,
                                 TimeShare& share, std::string& remark) {
    std::optional<Trace> trace = soonest(network, symbolic_path, task.options.delays, share);
    if (trace || task.options.delays != Delays::integer) return trace;
    remark = no_integers;
    return soonest(network, symbolic_path, Delays::earliest, share);
}

// The symbolic states along a trace, over all clocks, where somebody wants to see them. They are worked out last: a
// trace is good without.
void add_zones(const WitnessTask& task, const Network& network, Destination destination, Trace& trace,
               std::string& remark) {
    if (!task.options.zones || network.clocks.size() == 1 || !trace.zones.empty()) return;
    if (network.clocks.size() > most_clocks_shown) {
        remark = fmt::format("its symbolic states are left out: there are {} clocks", network.clocks.size() - 1);
        return;
    }
    Path path{trace.initial.slots};
    for (const Step& step : trace.steps) path.push_back(step.state.slots);
    destination.all_clocks = true;
    destination.compared = nullptr;
    destination.accepts = [&](std::size_t step, const Firing& firing) {
        return firing == trace.steps[step].move.firing;
    };
    if (trace.ending == Trace::Ending::lasso) destination.formula = nullptr;
    const std::optional<SymbolicPath> symbolic_path = retrace(network, path, destination);
    if (symbolic_path) {
        for (const SymbolicState& point : symbolic_path->states) {
            if (!point.paused) trace.zones.push_back(point.reached);
        }
    } else if (remark.empty()) {
        remark = no_zones;
    }
}

// Takes the last clock, the watch, out of everything again.
void drop_watch(Trace& trace, std::size_t clocks) {
    trace.initial.clocks.pop_back();
    for (Step& step : trace.steps) step.state.clocks.pop_back();
    for (zone::WideZone& z : trace.zones) {
        zone::WideZone smaller;
        for (std::size_t i = 0; i < clocks; ++i) {
            const auto row = z.begin() + static_cast<std::ptrdiff_t>(i * (clocks + 1));
            smaller.insert(smaller.end(), row, row + static_cast<std::ptrdiff_t>(clocks));
        }
        z = std::move(smaller);
    }
    if (clocks == 1) trace.zones.clear();
}

// Says of a state where nothing can happen what bars each edge.
void explain_end(const WitnessTask& task, Trace& trace) {
    if (!mentions_deadlock(task.property) && trace.ending != Trace::Ending::stuck) return;
    Situation end(task.network, trace.last());
    end.pass(trace.rest);
    if (end.is_stuck()) trace.why_stuck = end.barred();
}

void hand_over(const WitnessTask& task, Trace trace, Witness& witness) {
    explain_end(task, trace);
    witness.length = trace.steps.size();
    witness.cost = cost_of(task.network, trace);
    if (task.network.clocks.size() > 1) witness.duration = to_string(trace.duration());
    witness.run = std::make_shared<Trace>(std::move(trace));
}

// For a little while.
void shorten(const WitnessTask& task, const Destination& destination, SymbolicPath& symbolic_path, Witness& witness) {
    Limits limits = task.limits;
    limits.seconds = std::min(destination.share->seconds_left() / 2, 20.0);
    const std::size_t before = symbolic_path.states.size() - 1;
    symbolic_path = shortened(task.network, std::move(symbolic_path), destination, limits, task.options.shortening,
                              task.options.thorough);
    if (symbolic_path.states.size() - 1 < before) witness.shortened_from = before;
}

void shorten_lasso(const WitnessTask& task, const Destination& destination, Trace& trace, Witness& witness) {
    Limits limits = task.limits;
    limits.seconds = std::min(destination.share->seconds_left() / 2, 20.0);
    const Distinction* compared = destination.compared;
    const Claim claim{&task.property, compared == nullptr ? nullptr : &compared->slots, nullptr};
    const std::size_t before = trace.steps.size();
    trace = shortened_lasso(task.network, std::move(trace), destination, claim, task.options.delays, limits,
                            task.options.thorough);
    if (trace.steps.size() < before) witness.shortened_from = before;
}

// Why there are no delays for a symbolic path.
std::string_view without_delays(const WitnessTask& task, TimeShare& share) {
    if (task.network.features.stopwatches) return no_stopwatches;
    return share.look() ? too_late : too_fine;
}

// Gives the symbolic path its delays. `network`: the one of the task, or the same with a watch.
Witness finished(const WitnessTask& task, const Network& network, std::optional<SymbolicPath> symbolic_path,
                 const Destination& destination, Witness witness) {
    const auto without = [&](std::string_view why) {
        witness.remark = is_interrupted(task) ? interrupted : why;
        return witness;
    };
    std::optional<Trace> trace = with_delays(task, network, *symbolic_path, *destination.share, witness.remark);
    if (!trace) return without(without_delays(task, *destination.share));
    symbolic_path.reset();
    std::optional<Trace> judged;  // of the network itself, if this is one with a watch
    if (network.clocks.size() != task.network.clocks.size())
        drop_watch(judged.emplace(*trace), task.network.clocks.size());
    const Trace& shown = judged ? *judged : *trace;
    const Claim claim{&task.property, nullptr, destination.share};
    // With stopwatches there may be no run along the symbolic path.
    if (task.network.features.stopwatches && replay(task.network, shown, claim)) return without(no_stopwatches);
    if (!insist_on_replay(task, shown, claim)) return without(too_late);
    add_zones(task, network, destination, *trace, witness.remark);
    if (judged) drop_watch(*trace, task.network.clocks.size());
    hand_over(task, std::move(*trace), witness);
    return witness;
}

// Whoever interrupts the shortening gets the shortest trace by then, unless its delays take long.
Witness finished_after_interrupt(const WitnessTask& task, const Network& network, SymbolicPath symbolic_path,
                                 Destination destination, Witness witness) {
    Limits limits = task.limits;
    limits.interrupted = nullptr;
    limits.seconds = most_seconds_after_interrupt;
    Alarm alarm;
    alarm.set(limits.seconds);
    TimeShare share(limits, &task.observer);
    destination.share = &share;
    const WitnessTask unhurried{task.network, task.property, task.options, limits, task.observer, task.compared};
    return finished(unhurried, network, std::move(symbolic_path), destination, std::move(witness));
}

Witness witness_along(const WitnessTask& task, const Network& network, const Path& path,
                      const Destination& destination) {
    Witness witness;
    witness.length = transitions_of(path);
    RetraceFailure failure;
    std::optional<SymbolicPath> symbolic_path = retrace(network, path, destination, &failure);
    witness.out_of_range = !symbolic_path && failure.reason == RetraceFailure::Reason::range;
    if (!symbolic_path) {
        const bool stopped =
            task.network.features.stopwatches && failure.reason == RetraceFailure::Reason::no_transition;
        witness.remark = is_interrupted(task) ? interrupted : stopped ? no_stopwatches : remark_on(failure.reason);
        return witness;
    }
    if (!task.options.shorten || destination.latest)
        return finished(task, network, std::move(symbolic_path), destination, std::move(witness));
    shorten(task, destination, *symbolic_path, witness);
    if (is_interrupted(task))
        return finished_after_interrupt(task, network, std::move(*symbolic_path), destination, std::move(witness));
    return finished(task, network, std::move(symbolic_path), destination, std::move(witness));
}

// The share must stay as long as the destination is used.
Destination within(TimeShare& share, const Distinction* compared) {
    Destination destination;
    destination.compared = compared;
    destination.share = &share;
    return destination;
}

Destination state_of(const WitnessTask& task, TimeShare& share) {
    Destination destination = within(share, task.compared);
    destination.formula = &as_reach(task.property).formula;
    destination.wanted = as_reach(task.property).exists;
    return destination;
}

// Selects that are not known may be any.
bool is_like(const Firing& firing, const Firing& known) {
    const auto same = [](const Participant& one, const Participant& other) {
        return one.edge == other.edge && (other.selects.empty() || one.selects == other.selects);
    };
    return firing.transition == known.transition && std::ranges::equal(firing.participants, known.participants, same);
}

// The transitions must stay as long as the destination is used.
Destination along(const std::vector<Firing>& firings, Destination destination) {
    if (!firings.empty())
        destination.accepts = [&](std::size_t step, const Firing& firing) { return is_like(firing, firings[step]); };
    return destination;
}

Destination run_of(const WitnessTask& task, TimeShare& share, const MaximalRun& found) {
    Destination destination = within(share, task.compared);
    const property::Run& asked = as_run(task.property);
    destination.kept = &asked.kept;
    destination.kept_wanted = asked.exists;
    if (!found.trigger) return destination;
    destination.trigger = &asked.trigger.value();
    destination.trigger_state = *found.trigger;
    return destination;
}

// A run that ends where time may pass for ever, or where nothing can happen.
std::optional<Trace> ending_run(const WitnessTask& task, const Path& path, Destination destination,
                                Trace::Ending ending, const Claim& claim, Delays delays, RetraceFailure& otherwise) {
    Formula deadlock;
    deadlock.kind = Formula::Kind::deadlock;
    if (ending == Trace::Ending::stuck) destination.formula = &deadlock;
    const std::optional<SymbolicPath> symbolic_path = retrace(task.network, path, destination, &otherwise);
    if (!symbolic_path) return std::nullopt;
    for (const zone::WideZone& goal_zone : symbolic_path->goal_zones) {
        std::optional<Trace> trace = concretise(task.network, *symbolic_path, goal_zone, delays, destination.share);
        if (!trace) continue;
        trace->ending = ending;
        if (!replay(task.network, *trace, claim)) return trace;
    }
    return std::nullopt;
}

std::optional<Trace> run_with(const WitnessTask& task, const MaximalRun& found, const Destination& destination,
                              Delays delays, RetraceFailure& otherwise) {
    const Claim claim{&task.property, task.compared == nullptr ? nullptr : &task.compared->slots, destination.share};
    if (found.loop) return closed_lasso(task.network, found.path, *found.loop, destination, claim, delays, otherwise);
    std::optional<Trace> trace =
        ending_run(task, found.path, destination, Trace::Ending::waits_forever, claim, delays, otherwise);
    return trace ? std::move(trace)
                 : ending_run(task, found.path, destination, Trace::Ending::stuck, claim, delays, otherwise);
}

// A path whose transitions are known, without clocks.
Witness timeless_witness(const WitnessTask& task, const Path& path, const std::vector<Firing>& firings,
                         TimeShare& share) {
    Witness witness;
    witness.length = firings.size();
    Trace trace;
    trace.initial = initial_state(task.network);
    trace.initial.slots = path.front();
    for (std::size_t i = 0; i < firings.size(); ++i) {
        ConcreteState after = trace.initial;
        after.slots = path[i + 1];
        trace.steps.push_back({{Rational(0), firings[i]}, std::move(after)});
    }
    if (insist_on_replay(task, trace, {&task.property, nullptr, &share}))
        hand_over(task, std::move(trace), witness);
    else
        witness.remark = too_late;
    return witness;
}

}  // namespace

Witness witness_of_state(const WitnessTask& task, const Path& path, const std::vector<Firing>& firings) {
    TimeShare share(task.limits, &task.observer);
    // The states of a circuit have too many successors to look for the transitions among them.
    if (task.network.features.inputs && firings.size() == transitions_of(path))
        return timeless_witness(task, path, firings, share);
    return witness_along(task, task.network, path, along(firings, state_of(task, share)));
}

Witness witness_of_fastest(const WitnessTask& task, const Soonest& found) {
    TimeShare share(task.limits, &task.observer);
    Destination destination = along(found.firings, state_of(task, share));
    destination.latest =
        found.attained ? zone::at_most<zone::WideBound>(found.time) : zone::less_than<zone::WideBound>(found.time + 1);
    Witness witness = witness_along(task, with_watch(task.network), found.path, destination);
    witness.duration = fmt::format("{}{}", found.attained ? "" : ">", found.time);
    return witness;
}

Witness witness_of_least_price(const WitnessTask& task, const LeastPrice& found) {
    TimeShare share(task.limits, &task.observer);
    Witness witness;
    witness.length = found.path.size() - 1;
    witness.costs = TraceCosts{"price", fmt::format("{}{}", found.attained ? "" : ">", found.price), {}, {}};
    std::optional<Trace> trace = priced_trace(task.network, found, task.options.delays, &share);
    if (!trace && task.options.delays != Delays::earliest) {
        witness.remark = no_integers;
        trace = priced_trace(task.network, found, Delays::earliest, &share);
    }
    if (!trace) {
        witness.remark = is_interrupted(task) ? interrupted : without_delays(task, share);
        return witness;
    }
    const Rational total = trace->prices->total();
    if (found.attained ? total != Rational(found.price) : total <= Rational(found.price)) {
        witness.remark = "no trace was found with the cost that the search computed";
        return witness;
    }
    if (!insist_on_replay(task, *trace, {&task.property, nullptr, &share})) {
        witness.remark = too_late;
        return witness;
    }
    add_zones(task, task.network, state_of(task, share), *trace, witness.remark);
    trace->costs = shown_prices(*trace->prices, witness.costs->total);
    witness.costs = trace->costs;
    hand_over(task, std::move(*trace), witness);
    return witness;
}

Witness witness_of_run(const WitnessTask& task, const MaximalRun& found) {
    Witness witness;
    witness.length = transitions_of(found.path);
    witness.loop = found.loop;
    TimeShare share(task.limits, &task.observer);
    const Destination destination = run_of(task, share, found);
    RetraceFailure failure;
    std::optional<Trace> trace = run_with(task, found, destination, task.options.delays, failure);
    if (!trace && task.options.delays != Delays::earliest) {
        if (task.options.delays == Delays::integer) witness.remark = no_integers;
        trace = run_with(task, found, destination, Delays::earliest, failure);
    }
    if (!trace) {
        witness.out_of_range = failure.reason == RetraceFailure::Reason::range;
        const std::string_view why =
            failure.reason == RetraceFailure::Reason::no_transition ? not_closed : remark_on(failure.reason);
        witness.remark = is_interrupted(task)                ? interrupted
                         : task.network.features.stopwatches ? no_stopwatches
                         : share.look()                      ? too_late
                                                             : why;
        return witness;
    }
    if (found.loop && task.options.shorten) shorten_lasso(task, destination, *trace, witness);
    if (found.loop) witness.loop = trace->steps.size() - trace->loop;
    add_zones(task, task.network, destination, *trace, witness.remark);
    hand_over(task, std::move(*trace), witness);
    return witness;
}

}  // namespace crowfly
