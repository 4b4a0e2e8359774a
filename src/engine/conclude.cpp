#include "engine/conclude.hpp"

#include "engine/idle_options.hpp"
#include "engine/judge.hpp"
#include "engine/kinds.hpp"
#include "network/analyses/distinction.hpp"
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

}  // namespace

Answer conclude(const Question& q, std::optional<Abstraction> abstraction) {
    SlotSet asked = slots_read(q.query);
    if (q.settings.costs && q.settings.costs->expression) asked.add(q.settings.costs->expression->footprint.reads);
    const Distinction distinction(q.network, asked);
    Answer answer = decide(q, {abstraction, q.settings.all_variables ? nullptr : &distinction});
    if (is_decided(answer) && may_see_false_deadlocks(q.network, q.query, answer)) {
        answer.verdict = Verdict::maybe;
        answer.reason = stopwatch_reason;
    }
    if (!is_decided(answer)) answer.proof.reset();
    if (const std::string idle = idle_options(q, answer); !idle.empty())
        answer.note += (answer.note.empty() ? "" : "; ") + idle;
    if (!asks_for_states(q.query) && q.settings.reduction == Reduction::symmetry)
        find_symmetry(q.network, q.query, answer.symmetry.emplace().refused);
    if (abstraction) answer.abstraction = to_string(*abstraction);
    return answer;
}

}  // namespace crowfly
