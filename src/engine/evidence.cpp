#include "engine/evidence.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "trace/concretise.hpp"
#include "trace/replay.hpp"
#include "trace/retrace.hpp"

namespace crowfly {
namespace {

// A trace that the replayer does not accept must not get out, and should not exist.
void insist_on_replay(const Question& q, const Trace& trace, const Claim& claim) {
    const std::optional<Rejection> rejected = replay(q.network, trace, claim);
    if (rejected) throw std::logic_error(fmt::format("step {} of the trace that was found is wrong: {}", rejected->step, rejected->reason));
}

// Of the parts of the last state that are the destination, the one that is reached first.
std::optional<Trace> soonest(const Network& network, const Path& path, const Way& way, Delays delays) {
    std::optional<Trace> best;
    for (const zone::Zone& arrival : way.arrivals) {
        std::optional<Trace> trace = concretise(network, path, way, arrival, delays);
        if (trace && (!best || trace->duration() < best->duration())) best = std::move(trace);
    }
    return best;
}

std::optional<Trace> settle(const Question& q, const Path& path, const Network& network, const Way& way, std::string& remark) {
    std::optional<Trace> trace = soonest(network, path, way, q.wishes.delays);
    if (trace || q.wishes.delays != Delays::integer) return trace;
    remark = "no trace along these transitions has whole numbers for all delays";
    return soonest(network, path, way, Delays::earliest);
}

Destination destination_of(const Question& q) {
    Destination destination;
    destination.formula = &q.query.first;
    destination.wanted = q.query.kind == QueryKind::exists_eventually;
    return destination;
}

constexpr std::string_view no_stopwatches = "with stopwatches no delays are worked out";
constexpr std::string_view too_long = "the clock values along it are too large to work out delays";
constexpr std::string_view too_fine = "the delays are fractions too long to compute with";

// Takes the last clock, the watch, out of everything again.
void drop_watch(Trace& trace, std::size_t clocks) {
    trace.initial.clocks.pop_back();
    for (Step& step : trace.steps) step.state.clocks.pop_back();
    for (zone::Zone& z : trace.zones) {
        zone::Zone smaller;
        for (std::size_t i = 0; i < clocks; ++i) {
            const auto row = z.begin() + static_cast<std::ptrdiff_t>(i * (clocks + 1));
            smaller.insert(smaller.end(), row, row + static_cast<std::ptrdiff_t>(clocks));
        }
        z = std::move(smaller);
    }
    if (clocks == 1) trace.zones.clear();
}

Answer::Evidence evidence_along(const Question& q, const Network& network, const Path& path, const Destination& destination) {
    Answer::Evidence evidence;
    evidence.length = transitions_of(path);
    if (q.network.features.stopwatches) {
        evidence.remark = no_stopwatches;
        return evidence;
    }
    const std::optional<Way> way = retrace(network, path, destination);
    std::optional<Trace> trace = way ? settle(q, path, network, *way, evidence.remark) : std::nullopt;
    if (!trace) {
        evidence.remark = way ? too_fine : too_long;
        return evidence;
    }
    if (network.clocks.size() != q.network.clocks.size()) drop_watch(*trace, q.network.clocks.size());
    insist_on_replay(q, *trace, {&q.query, nullptr});
    if (q.network.clocks.size() > 1) evidence.duration = to_string(trace->duration());
    evidence.run = std::make_shared<Trace>(std::move(*trace));
    return evidence;
}

}  // namespace

Answer::Evidence evidence_of_state(const Question& q, const Path& path) { return evidence_along(q, q.network, path, destination_of(q)); }

Answer::Evidence evidence_of_fastest(const Question& q, const Soonest& found) {
    Destination destination = destination_of(q);
    const auto time = static_cast<std::int32_t>(found.time);
    destination.latest = found.attained ? zone::at_most(time) : zone::less_than(time + 1);
    Answer::Evidence evidence = evidence_along(q, with_watch(q.network), found.path, destination);
    evidence.duration = fmt::format("{}{}", found.attained ? "" : ">", found.time);
    return evidence;
}

}  // namespace crowfly
