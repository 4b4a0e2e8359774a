// One machine and jobs with heads and tails: a job is there from its head on, needs the machine for its work, and then
// its tail passes without it. If jobs may be interrupted, the least time until all are done is found by always running
// the job with the longest tail (Jackson's preemptive schedule; Carlier: The one-machine sequencing problem, 1982). If
// they may not, it is a lower bound.
#pragma once

#include <cstdint>
#include <vector>

namespace crowfly {

struct OneMachineJob {
    std::int64_t head = 0, work = 0, tail = 0;
};

// The jobs are used up.
std::int64_t preemptive_makespan(std::vector<OneMachineJob>& jobs);

}  // namespace crowfly
