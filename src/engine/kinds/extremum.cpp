// sup, inf and bounds: all states are visited. The measures rest on them, not on a trace, so they are never unverified.
#include "search/extrema.hpp"

#include <fmt/format.h>

#include "engine/judge.hpp"
#include "engine/kinds.hpp"
#include "search/kernels/dead_ends.hpp"

namespace crowfly {
namespace {

std::string text_of(const Extremum& e, std::string_view approached) {
    return e.unbounded ? "inf" : fmt::format("{}{}", e.attained ? "" : approached, e.value);
}

std::vector<Answer::Measure> measures_of(const property::Extremum& asked, const std::vector<MeasuredRange>& ranges) {
    std::vector<Answer::Measure> measures;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        Answer::Measure& measure = measures.emplace_back();
        measure.span = asked.measures[i].span;
        if (ranges[i].least && asked.least) measure.inf = text_of(*ranges[i].least, ">");
        if (ranges[i].greatest && asked.greatest) measure.sup = text_of(*ranges[i].greatest, "<");
    }
    return measures;
}

}  // namespace

Answer decide(const Question& q, const property::Extremum& asked, const StateOptions& states) {
    const ExtremaResult result = search_extrema(
        q.network, asked,
        {states.abstraction.has_value(), q.settings.compress, states.compared, pruning_guidance(q.settings)}, q.limits,
        q.observer);
    Answer answer;
    const bool is_sure = settle(result, answer);
    answer.measures = measures_of(asked, result.ranges);
    if (!is_sure) return answer;
    const bool empty = !result.ranges.empty() && !result.ranges.front().least;
    const bool stopwatches = q.network.features.stopwatches;
    answer.verdict = empty ? Verdict::not_satisfied : stopwatches ? Verdict::maybe : Verdict::satisfied;
    if (empty)
        answer.reason = "no reachable state satisfies the condition";
    else if (stopwatches)
        answer.reason = stopwatch_reason;
    return answer;
}

Abstraction coarsest_for(const Property& property, const property::Extremum&) {
    return mentions_deadlock(property) ? Abstraction::a_m : Abstraction::a_lu;
}

std::vector<QueryForm> forms_of(const property::Extremum&) {
    return {
        {property::Extremum{false, true, {}, {}},
         "sup{p}: e, f: the largest values of clocks and integers where p holds"},
        {property::Extremum{true, false, {}, {}},
         "inf{p}: e, f: the smallest values of clocks and integers where p holds"},
        {property::Extremum{true, true, {}, {}}, "bounds{p}: e, f: the smallest and the largest values where p holds"}};
}

}  // namespace crowfly
