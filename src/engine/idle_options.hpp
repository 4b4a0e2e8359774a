// Options that make no difference to a query. A query of a list may have no use for an option that the others need, so
// such an option is no mistake: the answer says so in its note.
#pragma once

#include <string>

#include "engine/answer.hpp"
#include "engine/engine.hpp"

namespace crowfly {

// Whether the heuristic that was asked for estimates 0 for every state.
bool has_blind_heuristic(const Question& question, const property::Reach& reach);

// A sentence about each option without effect, joined by semicolons; "": all had one.
std::string idle_options(const Question& question, const Answer& answer);

}  // namespace crowfly
