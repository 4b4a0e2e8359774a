// A search in the network without its safe slots, whose paths are those of the network itself again.
#pragma once

#include <vector>

#include "engine/answer.hpp"
#include "engine/engine.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {

struct PrunedSearch {
    SearchResult result;               // its paths are paths of the network itself
    std::vector<std::size_t> spliced;  // per path, `found` first: how many transitions were put in
    Answer::Pruning pruning;
};

// What is found is only believed once it has been spliced: where that fails, slots are taken back and the search is
// repeated. What is not found is not there, since leaving slots out never takes anything away.
PrunedSearch search_pruned(const StrategyTask& task, const Limits& limits, Observer& observer);

// Why the question must not be asked of a pruned network, or "".
std::string pruning_against_question(const Question& question);

}  // namespace crowfly
