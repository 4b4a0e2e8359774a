#include "engine/fault_trace.hpp"

#include <algorithm>
#include <exception>
#include <limits>

#include "base/alarm.hpp"
#include "search/explore/fault.hpp"
#include "space/concrete.hpp"
#include "space/evaluator.hpp"
#include "trace/checker/replay.hpp"
#include "trace/checker/situation.hpp"
#include "trace/witnesses/witness_maker.hpp"

namespace crowfly {
namespace {

constexpr double least_seconds_for_faults = 10;

Formula clock_leaf(const Limit& limit) {
    Formula leaf;
    leaf.kind = Formula::Kind::clock;
    leaf.constraint.left = limit.left;
    leaf.constraint.right = limit.right;
    leaf.constraint.strict = limit.strict;
    leaf.constraint.bound.least = leaf.constraint.bound.greatest = static_cast<std::int32_t>(limit.bound);
    return leaf;
}

bool fits_a_constraint(const Limit& limit) {
    return limit.bound >= std::numeric_limits<std::int32_t>::min() &&
           limit.bound <= std::numeric_limits<std::int32_t>::max();
}

// When the transition that fails is enabled: its guards over clocks. Selected values are not known, so guards of edges
// with selects are left to `fault_from`.
Formula moment_of(const Network& network, const Stop& stop, std::vector<std::int32_t> slots) {
    std::vector<Limit> limits;
    Evaluator evaluator(network);
    evaluator.bind(slots);
    for (const EdgeIndex edge : stop.edges) {
        if (network.edges[edge].selects.count == 0) evaluator.append_limits(network.edges[edge].constraints, limits);
    }
    Formula moment;
    moment.kind = Formula::Kind::conjunction;
    for (const Limit& limit : limits) {
        if (fits_a_constraint(limit)) moment.operands.push_back(clock_leaf(limit));
    }
    return moment;
}

bool is_same(const Stop& one, const Stop& other) { return one.part == other.part && one.edge == other.edge; }

struct Failure {
    Stop stop;
    Rational delay;  // after which the transition fails
};

std::optional<Failure> failure_of_option(const Network& network, const ConcreteState& state, std::size_t number) {
    ConcreteSteps steps(network);
    if (!steps.enter(state)) return std::nullopt;
    const Option& option = steps.options()[number];
    const Rational delay = simplest_in(option.delays);
    if (steps.take(option, delay) || !steps.stop().is_run_time_error()) return std::nullopt;
    return Failure{steps.stop(), delay};
}

// The error that occurs in this state, or in one of its transitions; the expected one if it is among them.
std::optional<Failure> failure_in(const Network& network, const ConcreteState& state, const Stop& expected) {
    ConcreteSteps steps(network);
    if (!steps.enter(state))
        return steps.stop().is_run_time_error() ? std::optional(Failure{steps.stop(), 0}) : std::nullopt;
    std::optional<Failure> any;
    for (std::size_t i = 0; i < steps.options().size(); ++i) {
        const std::optional<Failure> failure = failure_of_option(network, state, i);
        if (failure && is_same(failure->stop, expected)) return failure;
        if (failure && !any) any = failure;
    }
    return any;
}

// The replayed trace up to the error. Nothing: the error does not occur there.
std::optional<Trace> up_to_error(const Network& network, const Trace& found, Stop& stop) {
    Situation end(network, found.last());
    end.pass(found.rest);
    const std::optional<Failure> failure = failure_in(network, end.state(), stop);
    if (!failure) return std::nullopt;
    Trace trace = found;
    trace.rest = trace.rest + failure->delay;
    if (replay(network, trace, {})) return std::nullopt;
    stop = failure->stop;
    trace.error = to_diagnostic(network, stop).message;
    return trace;
}

void search_trace(const Question& q, const Limits& limits, Answer& answer) {
    SilentObserver observer;
    const FaultFound found = find_fault(q.network, limits, observer);
    if (found.path.empty()) return;
    Property reached;
    reached.asks = property::Reach{true, moment_of(q.network, found.stop, found.path.back())};
    reached.span = q.query.span;
    TraceOptions options = q.trace_options;
    options.shorten = false;
    WitnessMaker make({q.network, reached, options, limits, observer, nullptr}, found.statistics);
    Witness witness = make.state(found.path);
    if (!witness.run) return;
    Stop stop = found.stop;
    const std::optional<Trace> trace = up_to_error(q.network, *witness.run, stop);
    if (!trace) return;
    if (witness.duration) witness.duration = to_string(trace->duration());
    witness.run = std::make_shared<const Trace>(*trace);
    answer.witness = std::move(witness);
    answer.stop = stop;
}

}  // namespace

void add_fault_trace(const Question& question, Answer& answer) {
    if (!answer.stop.is_run_time_error() || answer.witness || question.network.features.inputs) return;
    const Silence silence;  // the alarm of the query may have rung
    Limits limits = question.limits;
    limits.pacer = nullptr;
    limits.checkpoints = nullptr;
    const double used = answer.statistics ? answer.statistics->seconds : 0;
    limits.seconds = std::min(limits.seconds, std::max(least_seconds_for_faults, used));
    Alarm alarm(limits.interrupted);
    alarm.set(limits.seconds);
    try {
        search_trace(question, limits, answer);
    } catch (const std::exception&) {  // a limit, or a mistake of ours that must not cost the user the answer
    }
}

}  // namespace crowfly
