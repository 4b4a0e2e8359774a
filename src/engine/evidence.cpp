#include "engine/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "trace/concretise.hpp"
#include "trace/lasso.hpp"
#include "trace/replay.hpp"
#include "trace/retrace.hpp"
#include "trace/shorten.hpp"
#include "trace/shorten_lasso.hpp"
#include "trace/situation.hpp"

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

bool is_interrupted(const Question& q) {
    return q.limits.interrupted != nullptr && q.limits.interrupted->load(std::memory_order_relaxed);
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
bool insist_on_replay(const Question& q, const Trace& trace, const Claim& claim) {
    const std::optional<Rejection> rejected = replay(q.network, trace, claim);
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

std::optional<Trace> with_delays(const Question& q, const Network& network, const SymbolicPath& symbolic_path,
                                 TimeShare& share, std::string& remark) {
    std::optional<Trace> trace = soonest(network, symbolic_path, q.trace_options.delays, share);
    if (trace || q.trace_options.delays != Delays::integer) return trace;
    remark = no_integers;
    return soonest(network, symbolic_path, Delays::earliest, share);
}

// The symbolic states along a trace, over all clocks, where somebody wants to see them. They are worked out last: a
// trace is good without.
void add_zones(const Question& q, const Network& network, Destination destination, Trace& trace, std::string& remark) {
    if (!q.trace_options.zones || network.clocks.size() == 1 || !trace.zones.empty()) return;
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
void explain_end(const Question& q, Trace& trace) {
    if (!mentions_deadlock(q.query) && trace.ending != Trace::Ending::stuck) return;
    Situation end(q.network, trace.last());
    end.pass(trace.rest);
    if (end.is_stuck()) trace.why_stuck = end.barred();
}

void hand_over(const Question& q, Trace trace, Answer::Evidence& evidence) {
    explain_end(q, trace);
    evidence.length = trace.steps.size();
    evidence.cost = cost_of(q.network, trace);
    if (q.network.clocks.size() > 1) evidence.duration = to_string(trace.duration());
    evidence.run = std::make_shared<Trace>(std::move(trace));
}

// For a little while.
void shorten(const Question& q, const Destination& destination, SymbolicPath& symbolic_path,
             Answer::Evidence& evidence) {
    Limits limits = q.limits;
    limits.seconds = std::min(destination.share->seconds_left() / 2, 20.0);
    const std::size_t before = symbolic_path.states.size() - 1;
    symbolic_path = shortened(q.network, std::move(symbolic_path), destination, limits);
    if (symbolic_path.states.size() - 1 < before) evidence.shortened_from = before;
}

void shorten_lasso(const Question& q, const Destination& destination, Trace& trace, Answer::Evidence& evidence) {
    Limits limits = q.limits;
    limits.seconds = std::min(destination.share->seconds_left() / 2, 20.0);
    const Distinction* compared = destination.compared;
    const Claim claim{&q.query, compared == nullptr ? nullptr : &compared->slots, nullptr};
    const std::size_t before = trace.steps.size();
    trace = shortened_lasso(q.network, std::move(trace), destination, claim, q.trace_options.delays, limits);
    if (trace.steps.size() < before) evidence.shortened_from = before;
}

// How a trace is missing whose delays were not found although there is a way.
std::string_view without_delays(const Question& q, TimeShare& share) {
    if (q.network.features.stopwatches) return no_stopwatches;
    return share.look() ? too_late : too_fine;
}

Answer::Evidence evidence_along(const Question& q, const Network& network, const Path& path,
                                const Destination& destination) {
    Answer::Evidence evidence;
    evidence.length = transitions_of(path);
    const auto without = [&](std::string_view why) {
        evidence.remark = is_interrupted(q) ? interrupted : why;
        return evidence;
    };
    RetraceFailure failure;
    std::optional<SymbolicPath> symbolic_path = retrace(network, path, destination, &failure);
    evidence.out_of_range = !symbolic_path && failure.reason == RetraceFailure::Reason::range;
    if (!symbolic_path)
        return without(q.network.features.stopwatches && failure.reason == RetraceFailure::Reason::no_transition
                           ? no_stopwatches
                           : remark_on(failure.reason));
    if (q.trace_options.shorten && !destination.latest) shorten(q, destination, *symbolic_path, evidence);
    std::optional<Trace> trace = with_delays(q, network, *symbolic_path, *destination.share, evidence.remark);
    if (!trace) return without(without_delays(q, *destination.share));
    symbolic_path.reset();
    std::optional<Trace> judged;  // of the network itself, if this is one with a watch
    if (network.clocks.size() != q.network.clocks.size()) drop_watch(judged.emplace(*trace), q.network.clocks.size());
    const Trace& shown = judged ? *judged : *trace;
    const Claim claim{&q.query, nullptr, destination.share};
    // With stopwatches the way may be one that nobody can go.
    if (q.network.features.stopwatches && replay(q.network, shown, claim)) return without(no_stopwatches);
    if (!insist_on_replay(q, shown, claim)) return without(too_late);
    add_zones(q, network, destination, *trace, evidence.remark);
    if (judged) drop_watch(*trace, q.network.clocks.size());
    hand_over(q, std::move(*trace), evidence);
    return evidence;
}

// The share must stay as long as the destination is used.
Destination within(TimeShare& share, const Distinction* compared) {
    Destination destination;
    destination.compared = compared;
    destination.share = &share;
    return destination;
}

Destination state_of(const Question& q, TimeShare& share, const Distinction* compared) {
    Destination destination = within(share, compared);
    destination.formula = &as_reach(q.query).formula;
    destination.wanted = as_reach(q.query).exists;
    return destination;
}

// The transitions must stay as long as the destination is used.
Destination along(const std::vector<Firing>& firings, Destination destination) {
    if (!firings.empty())
        destination.accepts = [&](std::size_t step, const Firing& firing) { return firing == firings[step]; };
    return destination;
}

Destination run_of(const Question& q, TimeShare& share, const MaximalRun& found, const Distinction* compared) {
    Destination destination = within(share, compared);
    const property::Run& asked = as_run(q.query);
    destination.kept = &asked.kept;
    destination.kept_wanted = asked.exists;
    if (!found.trigger) return destination;
    destination.trigger = &asked.trigger.value();
    destination.trigger_state = *found.trigger;
    return destination;
}

// A run that ends where time may pass for ever, or where nothing can happen.
std::optional<Trace> ending_run(const Question& q, const Path& path, Destination destination, Trace::Ending ending,
                                const Claim& claim, Delays delays, RetraceFailure& failure) {
    Formula deadlock;
    deadlock.kind = Formula::Kind::deadlock;
    if (ending == Trace::Ending::stuck) destination.formula = &deadlock;
    const std::optional<SymbolicPath> symbolic_path = retrace(q.network, path, destination, &failure);
    if (!symbolic_path) return std::nullopt;
    for (const zone::WideZone& goal_zone : symbolic_path->goal_zones) {
        std::optional<Trace> trace = concretise(q.network, *symbolic_path, goal_zone, delays, destination.share);
        if (!trace) continue;
        trace->ending = ending;
        if (!replay(q.network, *trace, claim)) return trace;
    }
    return std::nullopt;
}

std::optional<Trace> run_with(const Question& q, const MaximalRun& found, const Destination& destination, Delays delays,
                              RetraceFailure& failure) {
    const Distinction* compared = destination.compared;
    const Claim claim{&q.query, compared == nullptr ? nullptr : &compared->slots, destination.share};
    if (found.loop) return closed_lasso(q.network, found.path, *found.loop, destination, claim, delays, failure);
    std::optional<Trace> trace =
        ending_run(q, found.path, destination, Trace::Ending::waits_forever, claim, delays, failure);
    return trace ? std::move(trace)
                 : ending_run(q, found.path, destination, Trace::Ending::stuck, claim, delays, failure);
}

}  // namespace

Answer::Evidence evidence_of_state(const Question& q, const Path& path, const std::vector<Firing>& firings,
                                   const Distinction* compared) {
    TimeShare share(q.limits, &q.observer);
    return evidence_along(q, q.network, path, along(firings, state_of(q, share, compared)));
}

Answer::Evidence evidence_of_fastest(const Question& q, const Soonest& found, const Distinction* compared) {
    TimeShare share(q.limits, &q.observer);
    Destination destination = along(found.firings, state_of(q, share, compared));
    destination.latest =
        found.attained ? zone::at_most<zone::WideBound>(found.time) : zone::less_than<zone::WideBound>(found.time + 1);
    Answer::Evidence evidence = evidence_along(q, with_watch(q.network), found.path, destination);
    evidence.duration = fmt::format("{}{}", found.attained ? "" : ">", found.time);
    return evidence;
}

Answer::Evidence evidence_of_run(const Question& q, const MaximalRun& found, const Distinction* compared) {
    Answer::Evidence evidence;
    evidence.length = transitions_of(found.path);
    evidence.loop = found.loop;
    TimeShare share(q.limits, &q.observer);
    const Destination destination = run_of(q, share, found, compared);
    RetraceFailure failure;
    std::optional<Trace> trace = run_with(q, found, destination, q.trace_options.delays, failure);
    if (!trace && q.trace_options.delays != Delays::earliest) {
        if (q.trace_options.delays == Delays::integer) evidence.remark = no_integers;
        trace = run_with(q, found, destination, Delays::earliest, failure);
    }
    if (!trace) {
        evidence.out_of_range = failure.reason == RetraceFailure::Reason::range;
        const std::string_view why =
            failure.reason == RetraceFailure::Reason::no_transition ? not_closed : remark_on(failure.reason);
        evidence.remark = is_interrupted(q)                ? interrupted
                          : q.network.features.stopwatches ? no_stopwatches
                          : share.look()                   ? too_late
                                                           : why;
        return evidence;
    }
    if (found.loop && q.trace_options.shorten) shorten_lasso(q, destination, *trace, evidence);
    if (found.loop) evidence.loop = trace->steps.size() - trace->loop;
    add_zones(q, q.network, destination, *trace, evidence.remark);
    hand_over(q, std::move(*trace), evidence);
    return evidence;
}

}  // namespace crowfly
