// Puts back what a search did without: turns a path of a network without its safe slots (network/pruning) into one of
// the network itself.
//
// The path is followed in the original, with exact zones. Where its next transition is not possible, because a slot
// that was left out has another value than is asked for, transitions that only change such slots are put in before it,
// as few as breadth first finds. Whatever was done first and turns out to lead nowhere is taken back: values may have
// to be set well ahead of where they are asked for, while no location is committed.
#pragma once

#include <optional>
#include <string>

#include "network/distinction.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"
#include "network/pruning/safe_slots.hpp"
#include "network/slot_set.hpp"
#include "search/limits.hpp"
#include "search/path.hpp"

namespace crowfly {

struct SplicingTask {
    const Network& network;  // the original
    const SafeSlots& left_out;
    const Path& path;             // of the reduced one
    const Distinction* compared;  // in what the path is to be trusted; null: in everything
    const Formula& formula;       // the original one: at the end it holds …
    bool wanted = true;           // … or fails
    Limits limits = {};           // on trying
};

struct Spliced {
    Path path;              // discrete states of the original along a way that exists
    std::size_t added = 0;  // how many transitions were put in
};

struct SplicingResult {
    std::optional<Spliced> spliced;  // nothing: there is no way, or none was found with reasonable effort …
    SlotSet in_the_way;              // … then these are the slots asked for where it ended
    std::string unfinished;          // … or the limit that was reached
};

SplicingResult splice(const SplicingTask& task);

}  // namespace crowfly
