#include "search/optimum/one_machine.hpp"

#include <algorithm>
#include <limits>

namespace crowfly {

std::int64_t preemptive_makespan(std::vector<OneMachineJob>& jobs) {
    std::int64_t now = std::numeric_limits<std::int64_t>::max(), makespan = 0;
    for (const OneMachineJob& job : jobs) now = std::min(now, job.head);
    while (!jobs.empty()) {
        OneMachineJob* longest = nullptr;
        std::int64_t next = std::numeric_limits<std::int64_t>::max();  // the next head
        for (OneMachineJob& job : jobs) {
            if (job.head > now)
                next = std::min(next, job.head);
            else if (longest == nullptr || job.tail > longest->tail)
                longest = &job;
        }
        if (longest == nullptr) {
            now = next;
            continue;
        }
        const std::int64_t runs = std::min(longest->work, next - now);
        now += runs;
        longest->work -= runs;
        if (longest->work > 0) continue;
        makespan = std::max(makespan, now + longest->tail);
        *longest = jobs.back();
        jobs.pop_back();
    }
    return makespan;
}

}  // namespace crowfly
