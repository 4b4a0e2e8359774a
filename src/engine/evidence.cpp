#include "engine/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "trace/concretise.hpp"
#include "trace/lasso.hpp"
#include "trace/replay.hpp"
#include "trace/retrace.hpp"
#include "trace/shorten.hpp"
#include "trace/situation.hpp"

namespace crowfly {
namespace {

constexpr std::string_view no_stopwatches = "no delays were found for which it can be taken, as clocks stop on the way";
constexpr std::string_view too_long =
    "no delays were worked out: it takes too long, or clock values are too large to compute with; --shortest or another --search may help";
constexpr std::string_view interrupted = "no delays were worked out: interrupted";
constexpr std::string_view too_large = "it is too long to work out delays; --shortest or another --search may find a shorter one";
constexpr std::string_view too_fine = "the delays are fractions too long to compute with";
constexpr std::string_view no_integers = "no trace along these transitions has whole numbers for all delays";
constexpr std::string_view not_closed = "no delays were found for it: its loop is long, or does not come back to the same clock values soon";

bool is_interrupted(const Question& q) { return q.limits.interrupted != nullptr && q.limits.interrupted->load(std::memory_order_relaxed); }

// A trace that the replayer does not accept must not get out, and should not exist.
void insist_on_replay(const Question& q, const Trace& trace, const Claim& claim) {
    const std::optional<Rejection> rejected = replay(q.network, trace, claim);
    if (rejected) throw std::logic_error(fmt::format("step {} of the trace that was found is wrong: {}", rejected->step, rejected->reason));
}

// Of the parts of the last state that are the destination, the one that is reached first.
std::optional<Trace> soonest(const Network& network, const Way& way, Delays delays) {
    std::optional<Trace> best;
    for (const zone::WideZone& arrival : way.arrivals) {
        std::optional<Trace> trace = concretise(network, way, arrival, delays);
        if (trace && (!best || trace->duration() < best->duration())) best = std::move(trace);
    }
    return best;
}

std::optional<Trace> with_delays(const Question& q, const Network& network, const Way& way, std::string& remark) {
    std::optional<Trace> trace = soonest(network, way, q.wishes.delays);
    if (trace || q.wishes.delays != Delays::integer) return trace;
    remark = no_integers;
    return soonest(network, way, Delays::earliest);
}

// A few zones over all clocks are kept for each state.
bool does_not_fit(const Question& q, const Network& network, const Path& path) {
    const std::size_t zones = 5 * network.clocks.size() * network.clocks.size() * sizeof(zone::WideBound);
    const std::size_t state = network.slots.size() * sizeof(std::int32_t) + network.clocks.size() * sizeof(Rational) + 256;
    return path.size() > q.limits.bytes / 2 / (zones + 2 * state);
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
    if (!mentions_deadlock(q.query.first) && trace.ending != Trace::Ending::stuck) return;
    Situation end(q.network, trace.last());
    end.pass(trace.rest);
    if (end.is_stuck()) trace.why_stuck = end.barred();
}

void hand_over(const Question& q, Trace trace, Answer::Evidence& evidence) {
    explain_end(q, trace);
    evidence.length = trace.steps.size();
    if (q.network.clocks.size() > 1) evidence.duration = to_string(trace.duration());
    evidence.run = std::make_shared<Trace>(std::move(trace));
}

// Within the time a search may take, or a little while.
void shorten(const Question& q, const Destination& destination, Way& way, Answer::Evidence& evidence) {
    Limits limits = destination.limits;
    limits.seconds = std::min(limits.seconds, 20.0);
    const std::size_t before = way.waypoints.size() - 1;
    way = shortened(q.network, std::move(way), destination, limits);
    if (way.waypoints.size() - 1 < before) evidence.shortened_from = before;
}

Answer::Evidence evidence_along(const Question& q, const Network& network, const Path& path, const Destination& destination) {
    Answer::Evidence evidence;
    evidence.length = transitions_of(path);
    if (does_not_fit(q, network, path)) {
        evidence.remark = too_large;
        return evidence;
    }
    std::optional<Way> way = retrace(network, path, destination);
    if (way && q.wishes.shorten && !destination.latest) shorten(q, destination, *way, evidence);
    std::optional<Trace> trace = way ? with_delays(q, network, *way, evidence.remark) : std::nullopt;
    if (!trace) {
        evidence.remark = is_interrupted(q) ? interrupted : q.network.features.stopwatches ? no_stopwatches : way ? too_fine : too_long;
        return evidence;
    }
    if (network.clocks.size() != q.network.clocks.size()) drop_watch(*trace, q.network.clocks.size());
    // With stopwatches the way may be one that nobody can go.
    if (q.network.features.stopwatches && replay(q.network, *trace, {&q.query, nullptr})) {
        evidence.remark = no_stopwatches;
        return evidence;
    }
    insist_on_replay(q, *trace, {&q.query, nullptr});
    hand_over(q, std::move(*trace), evidence);
    return evidence;
}

// To work out a trace may take as long as the search was given.
Destination within_limits(const Question& q, const Distinction* compared) {
    Destination destination;
    destination.compared = compared;
    destination.limits.seconds = q.limits.seconds;
    destination.limits.interrupted = q.limits.interrupted;
    return destination;
}

Destination state_of(const Question& q, const Distinction* compared) {
    Destination destination = within_limits(q, compared);
    destination.formula = &q.query.first;
    destination.wanted = q.query.kind == QueryKind::exists_eventually;
    return destination;
}

// The transitions must stay as long as the destination is used.
Destination along(const std::vector<Firing>& firings, Destination destination) {
    if (!firings.empty()) destination.accepts = [&](std::size_t step, const Firing& firing) { return firing == firings[step]; };
    return destination;
}

Destination run_of(const Question& q, const MaximalRun& found, const Distinction* compared) {
    Destination destination = within_limits(q, compared);
    const bool leads_to = q.query.kind == QueryKind::leads_to;
    destination.kept = leads_to ? &q.query.second : &q.query.first;
    destination.kept_wanted = q.query.kind == QueryKind::exists_globally;
    if (!found.trigger) return destination;
    destination.trigger = &q.query.first;
    destination.trigger_state = *found.trigger;
    return destination;
}

// A run that ends where time may pass for ever, or where nothing can happen.
std::optional<Trace> ending_run(const Question& q, const Path& path, Destination destination, Trace::Ending ending, const Claim& claim,
                                Delays delays) {
    Formula deadlock;
    deadlock.kind = Formula::Kind::deadlock;
    if (ending == Trace::Ending::stuck) destination.formula = &deadlock;
    const std::optional<Way> way = retrace(q.network, path, destination);
    if (!way) return std::nullopt;
    for (const zone::WideZone& arrival : way->arrivals) {
        std::optional<Trace> trace = concretise(q.network, *way, arrival, delays);
        if (!trace) continue;
        trace->ending = ending;
        if (!replay(q.network, *trace, claim)) return trace;
    }
    return std::nullopt;
}

std::optional<Trace> run_with(const Question& q, const MaximalRun& found, const Distinction* compared, Delays delays) {
    const Destination destination = run_of(q, found, compared);
    const Claim claim{&q.query, compared == nullptr ? nullptr : &compared->slots};
    if (found.loop) return closed_lasso(q.network, found.path, *found.loop, destination, claim, delays);
    std::optional<Trace> trace = ending_run(q, found.path, destination, Trace::Ending::waits_forever, claim, delays);
    return trace ? std::move(trace) : ending_run(q, found.path, destination, Trace::Ending::stuck, claim, delays);
}

}  // namespace

Answer::Evidence evidence_of_state(const Question& q, const Path& path, const std::vector<Firing>& firings, const Distinction* compared) {
    return evidence_along(q, q.network, path, along(firings, state_of(q, compared)));
}

Answer::Evidence evidence_of_fastest(const Question& q, const Soonest& found, const Distinction* compared) {
    Destination destination = along(found.firings, state_of(q, compared));
    destination.latest = found.attained ? zone::at_most<zone::WideBound>(found.time) : zone::less_than<zone::WideBound>(found.time + 1);
    Answer::Evidence evidence = evidence_along(q, with_watch(q.network), found.path, destination);
    evidence.duration = fmt::format("{}{}", found.attained ? "" : ">", found.time);
    return evidence;
}

Answer::Evidence evidence_of_run(const Question& q, const MaximalRun& found, const Distinction* compared) {
    Answer::Evidence evidence;
    evidence.length = transitions_of(found.path);
    evidence.loop = found.loop;
    if (does_not_fit(q, q.network, found.path)) {
        evidence.remark = too_large;
        return evidence;
    }
    std::optional<Trace> trace = run_with(q, found, compared, q.wishes.delays);
    if (!trace && q.wishes.delays != Delays::earliest) {
        if (q.wishes.delays == Delays::integer) evidence.remark = no_integers;
        trace = run_with(q, found, compared, Delays::earliest);
    }
    if (!trace) {
        evidence.remark = is_interrupted(q) ? interrupted : q.network.features.stopwatches ? no_stopwatches : not_closed;
        return evidence;
    }
    if (found.loop) evidence.loop = trace->steps.size() - trace->loop;
    hand_over(q, std::move(*trace), evidence);
    return evidence;
}

}  // namespace crowfly
