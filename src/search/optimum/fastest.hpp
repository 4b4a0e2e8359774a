// How soon can a state be reached where a formula holds (or fails)? A clock that is never reset measures; states are
// popped in the order of the least time they can be reached at. Only lower bounds of that clock matter, so zones that
// differ by being reached later cover each other, and the search stays finite.
#pragma once

#include "network/analyses/distinction.hpp"
#include "network/formula.hpp"
#include "search/optimum/fastest_result.hpp"
#include "zone/abstraction.hpp"

namespace crowfly {

// The network with a clock more, the last, that is never reset.
Network with_watch(const Network& network);

// The abstraction has to be a simulation. `compared`: what tells states apart; null: everything.
FastestResult search_fastest(const Network& network, const Formula& formula, bool wanted, Abstraction abstraction,
                             bool compress, const Distinction* compared, const Limits& limits, Observer& observer);

}  // namespace crowfly
