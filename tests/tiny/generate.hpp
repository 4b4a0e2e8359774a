// Random tiny networks and questions about them. The same seed gives the same network everywhere.
#pragma once

#include "base/rng.hpp"
#include "tiny/net.hpp"

namespace crowfly::tiny {

struct Range {
    int least = 0;
    int greatest = 0;
};

// What networks may contain. Chances are per hundred.
struct Shape {
    Range processes{1, 3};
    Range locations{2, 4};
    Range more_edges{1, 4};  // per process, besides those that lead to each location
    Range clocks{1, 2};
    Range variables{0, 1};
    Range values{2, 3};  // per variable
    Range channels{0, 2};
    int largest_constant = 3;
    int largest_difference = 2;  // constant that differences of clocks are compared with
    bool strict = true;

    int invariants = 35;
    int urgent = 6;
    int committed = 6;
    int guards = 50;
    int resets = 45;
    int synchronisations = 40;
    bool broadcast = true;
    bool urgent_channels = true;

    bool broadcast_clock_guards = false;  // on receivers
    bool urgent_clock_guards = false;
    bool diagonals = false;
    bool clock_values = false;  // clocks set to constants and to variables
    bool clock_copies = false;
    bool variable_bounds = false;  // clocks compared with variables
    bool lower_invariants = false;
    bool apart =
        false;  // a process has a clock and a variable to itself, as far as there are enough, and mostly uses no other
    bool common = false;   // then variables are anybody's nevertheless
    bool errands = false;  // most variables are written on the way to a location and read on the way from it, or copied
                           // then; otherwise not touched
};

Net random_net(Rng& rng, const Shape& shape);

// Over locations, variables and clocks; `diagonals` as the shape says.
Claim random_claim(Rng& rng, const Net& net, const Shape& shape, int depth = 2);

// Whether such a claim can hold, or two of them together, which fewer states satisfy.
Question random_reach(Rng& rng, const Net& net, const Shape& shape, bool two);

}  // namespace crowfly::tiny
