// Lifts a path of the network without its bystanders (network/pruning/bystanders.hpp) to the network itself, as
// abstract counterexamples are concretised.
//
// A bystander can keep time from passing, and other processes from moving while it is committed. So there may be no
// such path. It is searched for in the zone graph of the network: a successor either follows the path, by a transition
// that another process initiates, or stays at its position, by a transition that a bystander initiates. The state
// farthest along the path is expanded first. What is found is a path of the zone graph, like that of any search.
#pragma once

#include <vector>

#include "network/analyses/distinction.hpp"
#include "network/formula.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"

namespace crowfly {

struct LiftingTask {
    const Network& network;
    const Formula& formula;
    const SearchOptions& options;         // of a search in the network: its abstraction, and what tells states apart
    const std::vector<bool>& bystanders;  // per process
    const Network& reduced;               // without them
    const Distinction* compared;  // the slots in which the path must agree; null: all that bystanders do not write
    const Path& path;             // of the reduced network, to a state with the formula
};

// Unfinished: there is no such path, or none was found with a small number of states.
SearchResult lift(const LiftingTask& task, const Limits& limits, Observer& observer);

}  // namespace crowfly
