// Goes the way a search found once more, exactly: all clocks, no widening. A search only keeps the discrete states along its way; here
// the transitions between them are found again, with the clock values for which each is possible.
//
// The way exists: what a search widens or covers can be done by clock values that were reached, with the same transitions. Which of
// several transitions between the same two states, or which part of a zone that urgency has cut up, is found by trying.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/machine.hpp"
#include "network/network.hpp"
#include "search/path.hpp"
#include "space/firing.hpp"
#include "zone/zone.hpp"

namespace crowfly {

// A state on the way, and how it was come by. Zones are over all clocks of the network.
struct Waypoint {
    Firing firing;                     // that led here; of the start: none
    std::vector<ClockUpdate> updates;  // its assignments to clocks
    zone::Zone enabled;                // where in the state before it may fire
    zone::Zone entry;                  // the values it is entered with …
    bool held = false;                 // … which may not change here: no time passes
    zone::Zone reached;                // after all delays
};

// What the last state has to be like.
struct Destination {
    const Formula* formula = nullptr;  // null: anything will do
    bool wanted = true;                // it holds there, or fails
    std::optional<zone::Bound> latest;  // a bound on the last clock, which measures all time
    const std::vector<Firing>* firings = nullptr;  // the transitions to take, where they are known
    // What holds all the way from some state on, the last one included.
    const Formula* kept = nullptr;
    bool kept_wanted = true;
    std::size_t kept_from = 0;
};

struct Way {
    std::vector<Waypoint> waypoints;    // one per state of the path
    std::vector<zone::Zone> arrivals;  // the parts of the last state that are the destination; none is empty
};

// Nothing: no way through, which is a mistake of ours, or clock values that are too large for zones.
std::optional<Way> retrace(const Network& network, const Path& path, const Destination& destination);

}  // namespace crowfly
