// The parts of a concrete run: states with a number for every clock, and moves between them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rational.hpp"
#include "space/firing.hpp"

namespace crowfly {

struct ConcreteState {
    std::vector<std::int32_t> slots;
    std::vector<Rational> clocks;  // clocks[0] is 0
    Rational time;                 // since the start

    friend bool operator==(const ConcreteState&, const ConcreteState&) = default;
};

// A delay followed by a transition.
struct Move {
    Rational delay;
    Firing firing;
};

struct Step {
    Move move;
    ConcreteState state;  // after the move
};

}  // namespace crowfly
