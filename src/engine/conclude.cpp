#include "engine/conclude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/evidence.hpp"
#include "engine/pruned_search.hpp"
#include "network/distinction.hpp"
#include "property/symmetry.hpp"
#include "search/end_at_limits.hpp"
#include "search/extrema.hpp"
#include "search/fastest.hpp"
#include "search/liveness.hpp"
#include "search/reachability.hpp"

namespace crowfly {
namespace {

constexpr std::string_view stopwatch_reason = "the network has stopwatches, and zones hold more than can be reached";

// Common to all searches: statistics, and the ends that are no verdict.
template <class Result>
bool settled(const Result& result, Answer& answer) {
    answer.statistics = result.statistics;
    answer.stop = result.stop;
    answer.reason = result.unfinished;
    if (result.stop)
        answer.verdict = Verdict::error;
    else if (!result.unfinished.empty())
        answer.verdict = Verdict::unknown;
    return !answer.verdict;
}

// What a search has found is believed once the replayer has accepted a trace of it; no other run is handed over
// (evidence.cpp).
bool is_replayed(const Answer& answer) {
    const auto has_run = [](const Answer::Evidence& evidence) { return evidence.run != nullptr; };
    return (answer.trace && has_run(*answer.trace)) || std::ranges::any_of(answer.more_traces, has_run);
}

// What was not found does not exist. What was found rests on its trace: without one that was replayed the verdict is
// unverified, and `unknown` where the user insists. With stopwatches there are states in the zones that cannot be
// reached, so it may not exist at all.
void judge(const Question& q, bool found, bool good_if_found, Answer& answer) {
    answer.verdict = found == good_if_found ? Verdict::satisfied : Verdict::not_satisfied;
    if (!found || is_replayed(answer)) return;
    if (answer.trace->out_of_range) {  // of the trace, and so perhaps in the search
        answer.verdict = Verdict::unknown;
        answer.reason = "clock values are too large to compute with";
    } else if (q.network.features.stopwatches) {
        answer.verdict = Verdict::maybe;
        answer.reason = stopwatch_reason;
    } else if (q.trace_options.strict) {
        answer.verdict = Verdict::unknown;
        answer.reason = fmt::format("unverified: something was found, but {}", answer.trace->remark);
    } else {
        answer.unverified = true;
    }
}

// Traces are worked out in the time that the search has left; or in a moment, if it has used it up.
class TraceWork {
public:
    TraceWork(const Question& q, const Statistics& used)
        : seconds_(std::max(q.limits.seconds - used.seconds, least_seconds)), limits_(q.limits), budget_(limits_),
          observer_(q.observer, used), question_{q.network, q.query, q.settings, limits_, observer_, q.trace_options} {}
    TraceWork(const TraceWork&) = delete;
    TraceWork& operator=(const TraceWork&) = delete;

    // The next trace, in what is left of the time. The search may have used up its own, so an alarm of its own is set.
    // The verdict stands although a limit is reached meanwhile.
    template <class WorkOut>
    Answer::Evidence in_time(const Path& path, WorkOut work_out) {
        Statistics spent;
        budget_.clock(spent);
        limits_.seconds = seconds_ - spent.seconds;
        Alarm alarm(limits_.interrupted);
        alarm.set(limits_.seconds);
        Answer::Evidence evidence;
        std::string limit;
        end_at_limits(limit, [&] { evidence = work_out(question_); });
        if (limit.empty()) return evidence;
        evidence = {};
        evidence.length = transitions_of(path);
        evidence.remark = "no delays were worked out: " + limit;
        return evidence;
    }

    void account(Answer& answer) const {
        Statistics spent;
        budget_.close(spent);
        Statistics& all = *answer.statistics;
        all.trace_seconds += spent.seconds;
        all.seconds += spent.seconds;
        all.cpu_seconds += spent.cpu_seconds;
        all.peak_bytes = std::max(all.peak_bytes, spent.peak_bytes);
    }

private:
    static constexpr double least_seconds = 0.5;

    double seconds_;
    Limits limits_;
    Budget budget_;
    SecondObserver observer_;
    Question question_;
};

// Where a trace ends, and the transitions it is made of.
std::pair<std::vector<std::int32_t>, std::set<std::uint32_t>> character(const Trace& trace) {
    std::set<std::uint32_t> transitions;
    for (const Step& step : trace.steps) transitions.insert(step.move.firing.transition);
    return {trace.last().slots, std::move(transitions)};
}

void keep_different(Answer& answer) {
    if (answer.more_traces.empty() || !answer.trace->run) return;
    std::set seen{character(*answer.trace->run)};
    std::erase_if(answer.more_traces,
                  [&](const Answer::Evidence& e) { return e.run && !seen.insert(character(*e.run)).second; });
}

// Says of the traces how much of them a pruned search did not see. What was shortened afterwards cannot be told apart
// any more.
void tell_pruning(const PrunedSearch& pruned, Answer& answer) {
    answer.pruning = pruned.pruning;
    std::size_t next = 0;
    const auto tell = [&](Answer::Evidence& evidence) {
        if (next < pruned.spliced.size() && !evidence.shortened_from) evidence.spliced = pruned.spliced[next];
        ++next;
    };
    if (answer.trace) tell(*answer.trace);
    for (Answer::Evidence& evidence : answer.more_traces) tell(evidence);
}

// Why states cannot be taken for one although that was asked for, or "".
std::string reduction_against_question(const Question& q) {
    if (q.settings.objective == Objective::fastest) return "symmetry cannot be used with --fastest";
    if (q.settings.pruning != Pruning::none) return "symmetry cannot be used with --prune";
    if (q.trace_options.traces > 1) return "symmetry cannot be used where several traces are asked for";
    return "";
}

std::optional<Symmetry> symmetry_of(const Question& q, Answer::Symmetry& told) {
    if (std::string why = reduction_against_question(q); !why.empty()) {
        told.refused.push_back(std::move(why));
        return std::nullopt;
    }
    std::optional<Symmetry> symmetry = find_symmetry(q.network, q.query, told.refused);
    if (!symmetry) return symmetry;
    for (const Symmetry::Orbit& orbit : symmetry->orbits) told.orbits.push_back(orbit.names);
    return symmetry;
}

Answer conclude_reachability(const Question& q, const property::Reach& asked, std::optional<Abstraction> abstraction,
                             const Distinction* compared, const Symmetry* symmetry) {
    SearchOptions how;
    how.symmetry = symmetry;
    how.search = q.settings.search;
    how.seed = q.settings.seed;
    how.guidance = q.settings.guidance;
    how.fallback_after = q.settings.fallback_after;
    how.shortest = q.settings.objective == Objective::shortest;
    how.abstraction = abstraction;
    how.compress = q.settings.compress;
    how.compared = compared;
    how.traces = q.trace_options.traces;
    if (how.traces > 1) how.fallback_after = no_fallback;
    // Without parents a way back is only found layer by layer, and a shortest one only if nothing is looked at before
    // its turn.
    if (how.traces == 1 && !how.shortest && !how.compress) how.turns = q.settings.turns;
    how.wanted = asked.exists;
    const bool prunes = q.settings.pruning == Pruning::safe;
    PrunedSearch pruned = prunes ? search_pruned(q, how) : PrunedSearch{};
    const SearchResult result =
        prunes ? std::move(pruned.result) : search(q.network, asked.formula, how, q.limits, q.observer);
    Answer answer;
    TraceWork traces(q, result.statistics);
    if (result.found)
        answer.trace = traces.in_time(*result.found, [&](const Question& own) {
            return evidence_of_state(own, *result.found, result.firings, compared);
        });
    for (const Path& path : result.more) {
        answer.more_traces.push_back(
            traces.in_time(path, [&](const Question& own) { return evidence_of_state(own, path, {}, compared); }));
    }
    if (settled(result, answer) || result.found) judge(q, result.found.has_value(), how.wanted, answer);
    if (result.found) traces.account(answer);
    if (prunes) tell_pruning(pruned, answer);
    answer.preference = result.preference;
    answer.ways = result.strategies;
    keep_different(answer);
    return answer;
}

Answer conclude_fastest(const Question& q, const property::Reach& asked, Abstraction abstraction,
                        const Distinction* compared) {
    const FastestResult result = search_fastest(q.network, asked.formula, asked.exists, abstraction,
                                                q.settings.compress, compared, q.limits, q.observer);
    Answer answer;
    TraceWork traces(q, result.statistics);
    if (result.found)
        answer.trace = traces.in_time(
            result.found->path, [&](const Question& own) { return evidence_of_fastest(own, *result.found, compared); });
    if (settled(result, answer)) judge(q, result.found.has_value(), asked.exists, answer);
    if (result.found) traces.account(answer);
    return answer;
}

// A<> q asks whether no run avoids q, p --> q whether none that has met p does.
Answer conclude_liveness(const Question& q, const property::Run& asked, Abstraction abstraction,
                         const Distinction* compared) {
    Liveness how;
    how.abstraction = abstraction;
    how.compress = q.settings.compress;
    how.compared = compared;
    how.kept = &asked.kept;
    how.trigger = asked.trigger ? &*asked.trigger : nullptr;
    how.wanted = asked.exists;
    how.fallback_after = q.settings.fallback_after;
    const LivenessResult result = search_run(q.network, how, q.limits, q.observer);
    Answer answer;
    TraceWork traces(q, result.statistics);
    if (result.found)
        answer.trace = traces.in_time(
            result.found->path, [&](const Question& own) { return evidence_of_run(own, *result.found, compared); });
    if (settled(result, answer)) judge(q, result.found.has_value(), how.wanted, answer);
    if (result.found) traces.account(answer);
    return answer;
}

std::string text_of(const Extremum& e, std::string_view approached) {
    return e.unbounded ? "inf" : fmt::format("{}{}", e.attained ? "" : approached, e.value);
}

// The values rest on all states that were visited, not on a trace: they are never unverified.
Answer conclude_extrema(const Question& q, const property::Extremum& asked, bool zones, const Distinction* compared) {
    const ExtremaResult result =
        search_extrema(q.network, asked, {zones, q.settings.compress, compared}, q.limits, q.observer);
    Answer answer;
    const bool complete = settled(result, answer);
    for (std::size_t i = 0; i < result.ranges.size(); ++i) {
        const MeasuredRange& range = result.ranges[i];
        Answer::Value value;
        value.span = asked.measures[i].span;
        if (range.least && asked.least) value.inf = text_of(*range.least, ">");
        if (range.greatest && asked.greatest) value.sup = text_of(*range.greatest, "<");
        answer.values.push_back(std::move(value));
    }
    if (!complete) return answer;
    const bool empty = !result.ranges.empty() && !result.ranges.front().least;
    answer.verdict = empty                            ? Verdict::not_satisfied
                     : q.network.features.stopwatches ? Verdict::maybe
                                                      : Verdict::satisfied;
    if (empty)
        answer.reason = "no reachable state satisfies the condition";
    else if (q.network.features.stopwatches)
        answer.reason = stopwatch_reason;
    return answer;
}

}  // namespace

Answer conclude(const Question& q, std::optional<Abstraction> abstraction) {
    const Distinction distinction(q.network, slots_read(q.query));
    const Distinction* compared = q.settings.all_variables ? nullptr : &distinction;
    std::optional<Answer::Symmetry> told;
    std::optional<Symmetry> symmetry;
    if (q.settings.reduction == Reduction::symmetry) symmetry = symmetry_of(q, told.emplace());
    Answer answer = std::visit(
        ForEachKind{[&](const property::Reach& reach) {
                        return q.settings.objective == Objective::fastest
                                   ? conclude_fastest(q, reach, abstraction.value_or(Abstraction::a_m), compared)
                                   : conclude_reachability(q, reach, abstraction, compared,
                                                           symmetry ? &*symmetry : nullptr);
                    },
                    [&](const property::Run& run) {
                        return conclude_liveness(q, run, abstraction.value_or(Abstraction::m_plus), compared);
                    },
                    [&](const property::Extremum& extremum) {
                        return conclude_extrema(q, extremum, abstraction.has_value(), compared);
                    }},
        q.query.asks);
    // Whether something can happen after a delay is worked out for clocks that all run.
    const bool shown = answer.trace && answer.trace->run;
    if (q.network.features.stopwatches && mentions_deadlock(q.query) && !shown && answer.verdict != Verdict::unknown &&
        answer.verdict != Verdict::error) {
        answer.verdict = Verdict::maybe;
        answer.reason = stopwatch_reason;
    }
    if (if_reach(q.query) == nullptr && q.settings.search != Settings{}.search)
        answer.note = "--search is for E<> and A[]; this query has a search of its own";
    if (abstraction) answer.abstraction = to_string(*abstraction);
    answer.symmetry = std::move(told);
    return answer;
}

}  // namespace crowfly
