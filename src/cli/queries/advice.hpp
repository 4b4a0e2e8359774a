// What to try next where a query has no verdict, or none that is verified. Each sentence is computed from the run: the
// limit that was reached, how the search went, the options that were given, and what applies to the model.
#pragma once

#include <string>
#include <vector>

#include "engine/answer.hpp"
#include "network/network.hpp"
#include "render/results/result.hpp"
#include "trace/runs/trace_options.hpp"

namespace crowfly {

struct AdviceInput {
    const Network& network;
    const SearchConfig& config;
    const TraceOptions& trace_options;
    // Options that replace the default search, as typed: "--search greedy --heuristic hU". Empty: none was given.
    std::string chosen;
};

// Those of the options that replace the default search.
std::string options_that_choose(const std::vector<std::string>& arguments);

// The most promising first; empty where nothing is known to help, or nothing is needed.
std::vector<Answer::Advice> advice_on(const AdviceInput& input, const Answer& answer);

}  // namespace crowfly
