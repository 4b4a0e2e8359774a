// What a rank has found out, as a message to the leader. Threads see each other's results anyway.
#pragma once

#include <functional>
#include <vector>

#include "search/workers/ranks.hpp"
#include "search/workers/worker.hpp"

namespace crowfly {

// Does the work of this rank, and makes its result known to the leader, who is given those of all, the first rank
// first; others are given nothing. If the numbers of one rank get too large for its zones all ranks throw
// zone::OutOfRange, so that all search once more alike. Where something else was thrown, that rank and the leader throw
// it on, as std::runtime_error.
std::vector<WorkerResult> report_to_leader(Cluster& ranks, const std::function<WorkerResult()>& work);

}  // namespace crowfly
