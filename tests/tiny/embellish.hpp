// Adds to a random network what models of users have: initial values, arrays that are accessed by an index, records,
// functions, selects, priorities, like processes that know their number, and values that are handed on from edge to
// edge. The same seed gives the same network.
#pragma once

#include "base/rng.hpp"
#include "tiny/net.hpp"

namespace crowfly::tiny {

// Chances are per hundred.
struct Features {
    int initials = 40;    // a variable starts with another value than 0
    int groups = 50;      // the next variables become an array or a record
    int indices = 50;     // a cell of an array is accessed by an index, or with all others
    int operands = 35;    // a select, or the number of a copy, stands in place of a constant
    int conditions = 20;  // an update depends on a test
    int fills = 10;       // an update writes a whole array
    int functions = 30;   // an edge is written with functions
    int selects = 25;     // an edge selects a value
    int priorities = 12;  // a network has priorities of processes, or of channels
    int copies = 40;      // a process has copies
    int own_clocks = 40;  // … each with a clock of its own
    int identities = 75;  // … that write their number to a variable, and have a cell of an array
    int chains = 60;      // a process has edges each of which needs what the one before has written
    int most_copies = 4;  // of all processes together
    int most_clocks = 3;
};

void embellish(Rng& rng, const Features& features, Net& net);

// A claim about all copies of a process, or about some; nothing is drawn if none has any.
bool has_copies(const Net& net);
Claim random_claim_about_copies(Rng& rng, const Net& net);

}  // namespace crowfly::tiny
