#include "engine/conclude.hpp"

#include <fmt/format.h>

#include "engine/judge.hpp"
#include "engine/kinds.hpp"
#include "network/distinction.hpp"
#include "property/symmetry.hpp"
#include "search/costs/step_costs.hpp"

namespace crowfly {
namespace {

bool is_decided(const Answer& answer) {
    return answer.verdict == Verdict::satisfied || answer.verdict == Verdict::not_satisfied;
}

// Whether something can happen after a delay is worked out for clocks that all run.
bool may_see_false_deadlocks(const Network& network, const Property& property, const Answer& answer) {
    return network.features.stopwatches && mentions_deadlock(property) && !(answer.witness && answer.witness->run);
}

// In what the heuristic was of use nevertheless, see search/dead_ends.hpp.
std::string pruning_note(const Answer& answer) {
    if (!answer.statistics || answer.statistics->pruned == 0) return "";
    return fmt::format(", of which the heuristic pruned {} dead end{}", answer.statistics->pruned,
                       answer.statistics->pruned == 1 ? "" : "s");
}

}  // namespace

Answer conclude(const Question& q, std::optional<Abstraction> abstraction) {
    SlotSet asked = slots_read(q.query);
    if (q.settings.costs && q.settings.costs->expression) asked.add(q.settings.costs->expression->footprint.reads);
    const Distinction distinction(q.network, asked);
    Answer answer = kind_of(q.query).decide(q, {abstraction, q.settings.all_variables ? nullptr : &distinction});
    if (is_decided(answer) && may_see_false_deadlocks(q.network, q.query, answer)) {
        answer.verdict = Verdict::maybe;
        answer.reason = stopwatch_reason;
    }
    if (!is_decided(answer)) answer.proof.reset();
    if (if_reach(q.query) == nullptr && q.settings.search != Settings{}.search && q.settings.search != automatic)
        answer.note = "--search is for E<> and A[]; this query has a search of its own" + pruning_note(answer);
    if (if_reach(q.query) == nullptr && q.settings.time == TimeSemantics::local)
        answer.note = "there is one time for all processes: local time is for E<> and A[]";
    if (if_reach(q.query) == nullptr && q.settings.reduction == Reduction::symmetry)
        find_symmetry(q.network, q.query, answer.symmetry.emplace().refused);
    if (abstraction) answer.abstraction = to_string(*abstraction);
    return answer;
}

}  // namespace crowfly
