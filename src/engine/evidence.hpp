// From the way a search found to the trace that shows it: gone once more with exact clock values, given delays, and
// replayed.
#pragma once

#include "engine/answer.hpp"
#include "engine/engine.hpp"
#include "search/fastest.hpp"
#include "search/liveness.hpp"
#include "search/path.hpp"

namespace crowfly {

// To a state where the formula of the query holds, or fails. `compared`: by what the search told states apart; null: by
// everything. `firings`: the transitions along the path, if they are known.
Answer::Evidence evidence_of_state(const Question& question, const Path& path, const std::vector<Firing>& firings,
                                   const Distinction* compared);
// The same, as soon as can be.
Answer::Evidence evidence_of_fastest(const Question& question, const Soonest& found, const Distinction* compared);
// Of a run that never ends.
Answer::Evidence evidence_of_run(const Question& question, const MaximalRun& found, const Distinction* compared);

}  // namespace crowfly
