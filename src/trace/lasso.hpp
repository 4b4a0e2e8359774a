// A lasso with numbers. That a cycle of zones can be gone for ever does not mean that one round of it ends with the
// clock values it began with: each round may begin in another region. There are finitely many, so after enough rounds
// one has been seen before; rounds are added until that happens, and the trace then proves its own cycle.
#pragma once

#include <optional>

#include "trace/concretise.hpp"
#include "trace/replay.hpp"
#include "trace/retrace.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// `path` ends where its last `loop` transitions began. Nothing: it did not close soon enough; or there is no way, see
// `otherwise`.
std::optional<Trace> closed_lasso(const Network& network, const Path& path, std::size_t loop,
                                  const Destination& destination, const Claim& claim, Delays delays, NoWay& otherwise);

}  // namespace crowfly
