#include "cli/queries/remarks.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "engine/vacuity.hpp"

namespace crowfly {

void add_remarks(const RemarkInput& input, Answer& answer) {
    if (!answer.asked) return;
    const Silence silence;  // remarks have alarms of their own
    answer.advice = advice_on(input.advice, answer);
    std::optional<Premise> premise;
    if (answer.verdict == Verdict::satisfied) premise = input.model.problem->premise(input.query);
    const double used = answer.statistics ? answer.statistics->seconds : 0;
    SideSearch side(input.model.network(), input.limits, std::min(side_search_seconds(used), input.seconds_left));
    add_vacuity(premise ? &*premise : nullptr, input.sources, side, answer);
}

}  // namespace crowfly
