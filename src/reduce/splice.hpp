// Turns a path of a network without its safe slots (network/pruning) into a path of the original network.
//
// The path is followed in the original network with exact zones. If the next transition is not possible because a safe
// slot has the wrong value, transitions that change safe slots alone are inserted before it, as few as a breadth-first
// search finds. The search backtracks: a value may have to be set well before it is needed, while no location is
// committed.
#pragma once

#include <optional>
#include <string>

#include "network/analyses/distinction.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"
#include "network/pruning/safe_slots.hpp"
#include "network/slot_set.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/path.hpp"

namespace crowfly {

struct SplicingTask {
    const Network& network;  // the original
    const SafeSlots& left_out;
    const Path& path;             // of the network without the safe slots
    const Distinction* compared;  // the slots in which the path must agree; null: all
    const Formula& formula;       // of the original query, about the last state
    bool wanted = true;           // it must hold there, or fail
    Limits limits = {};           // on the search
};

struct Spliced {
    Path path;              // of the original network
    std::size_t added = 0;  // how many transitions were inserted
};

struct SplicingResult {
    std::optional<Spliced> spliced;  // nothing: there is no such path, or none was found within the limits
    SlotSet in_the_way;              // if nothing: the safe slots read by the transition that was not possible
    std::string unfinished;          // if nothing: the limit that was reached, or ""
};

SplicingResult splice(const SplicingTask& task);

}  // namespace crowfly
