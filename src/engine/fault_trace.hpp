// The trace to a run-time error of the model. A search that meets the error ends without a path, so the nearest one is
// searched for again. The trace is replayed, and its last state is asked once more for the error.
#pragma once

#include "engine/engine.hpp"

namespace crowfly {

// Adds the witness to an answer that rests on a run-time error; `stop` of the answer then says which error it leads to.
// Nothing changes if none is found in ten seconds, or in the time of the query if that was more.
void add_fault_trace(const Question& question, Answer& answer);

}  // namespace crowfly
