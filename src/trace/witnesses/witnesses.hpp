// From the path that a search found to its witness: the path is retraced with exact clock values, given delays, and
// replayed.
#pragma once

#include <vector>

#include "network/analyses/distinction.hpp"
#include "property/property.hpp"
#include "search/optimum/fastest_result.hpp"
#include "search/optimum/least_price_result.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/liveness_result.hpp"
#include "search/settings/path.hpp"
#include "trace/runs/trace_options.hpp"
#include "trace/witness.hpp"

namespace crowfly {

struct WitnessTask {
    const Network& network;
    const Property& property;  // what is shown, or refuted
    const TraceOptions& options;
    const Limits& limits;
    Observer& observer;
    const Distinction* compared = nullptr;  // by what the search told states apart; null: by everything
};

// To a state where the formula of the property holds, or fails. `firings`: the transitions along the path, if they are
// known.
Witness witness_of_state(const WitnessTask& task, const Path& path, const std::vector<Firing>& firings);
// The same, as soon as can be.
Witness witness_of_fastest(const WitnessTask& task, const Soonest& found);
// The same, as cheap as can be.
Witness witness_of_least_price(const WitnessTask& task, const LeastPrice& found);
// Of a run that never ends.
Witness witness_of_run(const WitnessTask& task, const MaximalRun& found);

}  // namespace crowfly
