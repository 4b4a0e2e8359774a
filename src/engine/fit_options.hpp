// An option of the command line is for all queries of a run, and may suit only some of them: `--shortest` is for E<>
// and A[]. For each of the others the options that do not suit it are left out.
#pragma once

#include <string>

#include "engine/engine.hpp"

namespace crowfly {

// Why the options give no answer to the query, or a wrong one; "": they suit it.
std::string why_unsuited(const Question& question);

struct FittedOptions {
    Settings settings;
    TraceOptions trace_options;
    std::string left_out;  // "left out for this query: --shortest is for E<> and A[] only"; "": nothing is
};

// Leaves out the first option whose absence removes the reason, until there is none. If no option is the reason, for
// example because no engine can decide the query, the options stay as they are.
FittedOptions fit_options(const Question& question);

}  // namespace crowfly
