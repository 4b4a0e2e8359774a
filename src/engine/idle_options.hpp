// Options that make no difference to a query. A query of a list may have no use for an option that the others need, so
// such an option is no mistake: the answer says so in its note.
#pragma once

#include <string>

#include "engine/answer.hpp"
#include "engine/engine.hpp"

namespace crowfly {

// A sentence about each option without effect, joined by semicolons; "": all had one.
std::string idle_options(const Question& question, const Answer& answer);

}  // namespace crowfly
