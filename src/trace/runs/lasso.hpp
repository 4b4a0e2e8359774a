// Turns a cycle of symbolic states into a lasso with a number for every delay. One iteration of the cycle need not end
// with the clock values it began with; it may end in another region. There are finitely many regions, so some region
// repeats after enough iterations. Iterations are added until one does.
#pragma once

#include <optional>

#include "trace/checker/replay.hpp"
#include "trace/runs/concretise.hpp"
#include "trace/runs/retrace.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// The last `loop` transitions of `path` are a cycle. Nothing: no region repeated within the limits; or the path could
// not be retraced, see `failure`.
std::optional<Trace> closed_lasso(const Network& network, const Path& path, std::size_t loop,
                                  const Destination& destination, const Claim& claim, Delays delays,
                                  RetraceFailure& failure);

}  // namespace crowfly
