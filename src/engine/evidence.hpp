// From the way a search found to the trace that shows it: gone once more with exact clock values, given delays, and replayed.
#pragma once

#include "engine/answer.hpp"
#include "engine/engine.hpp"
#include "search/fastest.hpp"
#include "search/path.hpp"

namespace crowfly {

// To a state where the formula of the query holds, or fails.
Answer::Evidence evidence_of_state(const Question& question, const Path& path);
// The same, as soon as can be.
Answer::Evidence evidence_of_fastest(const Question& question, const Soonest& found);

}  // namespace crowfly
