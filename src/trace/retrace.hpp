// Goes the way a search found once more, exactly, without widening. A search only keeps the discrete states along its
// way; here the transitions between them are found again, with the clock values for which each is possible.
//
// As in a search a zone knows only the clocks that matter where it is: those compared with something before their next
// reset. What the others are can change neither which transitions are possible nor when. A step then costs what it cost
// the search, however many clocks the network has. Whoever wants to show whole symbolic states asks for all clocks.
//
// The way exists: what a search widens or covers can be done by clock values that were reached, with the same
// transitions. Which of several transitions between the same two states, or which part of a zone that urgency has cut
// up, is found by trying.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "network/distinction.hpp"
#include "network/formula.hpp"
#include "network/machine.hpp"
#include "network/network.hpp"
#include "search/path.hpp"
#include "space/firing.hpp"
#include "space/zone_graph.hpp"
#include "trace/time_share.hpp"
#include "zone/zone.hpp"

namespace crowfly {

// Has every clock kept, wherever one is.
ClockUse all_clocks(const Network& network);

// A state on the way, and how it was come by. Its zones are over its clocks.
struct Waypoint {
    std::vector<std::int32_t> slots;
    std::vector<ClockIndex> clocks;  // ascending; [0] is the constant zero
    bool paused =
        false;      // it is the state before, from the moment on at which the trigger held; no transition leads here
    Firing firing;  // that led here; of the start: none
    std::vector<ClockUpdate> updates;  // its assignments to clocks
    zone::WideZone enabled;            // where in the state before it may fire, over the clocks there
    zone::WideZone entry;              // the values it is entered with …
    bool held = false;                 // … which may not change here: no time passes
    std::vector<ClockIndex> stopped;   // clocks it does not pass for
    zone::WideZone reached;            // after all delays
};

// What the way has to be like.
struct Destination {
    const Distinction* compared = nullptr;  // in what it agrees with the path; null: in all but meta variables
    const Formula* formula = nullptr;       // of the last state; null: anything will do
    bool wanted = true;                     // it holds there, or fails
    std::optional<zone::WideBound> latest;  // a bound on the last clock, which measures all time
    // Where it is known which transitions are taken: whether this one may be, counted from 0.
    std::function<bool(std::size_t step, const Firing& firing)> accepts;
    const Formula* kept = nullptr;  // holds all the way, or fails; from the trigger on, if there is one
    bool kept_wanted = true;
    const Formula* trigger = nullptr;  // holds at some moment of a state of the path …
    std::size_t trigger_state = 0;     // … of this one
    bool all_clocks = false;           // zones know all clocks; as they do where clocks stop, whatever is said here
    TimeShare* share = nullptr;        // null: it may take as long as it takes
};

struct Way {
    std::vector<Waypoint> waypoints;       // one per state of the path, and one more where the trigger held
    std::vector<zone::WideZone> arrivals;  // the parts of the last state that are the destination; none is empty
    bool all_clocks = false;               // the zones are over all clocks
};

// The clocks that the zones of such a way know.
ClockUse clocks_of_way(const Network& network, const Destination& destination);

// Why there is none.
struct NoWay {
    enum class Why : std::uint8_t {
        no_transition,  // there is no way through, which is a mistake of ours; or too many ways ended in nothing
        time,           // the share is over
        memory,         // its zones do not fit
        range,          // clock values are too large for zones
    };
    Why why = Why::no_transition;
    std::size_t furthest = 0;  // how many states of the path were reached
};

std::optional<Way> retrace(const Network& network, const Path& path, const Destination& destination,
                           NoWay* otherwise = nullptr);

}  // namespace crowfly
