// Finds the transitions along a path again, with exact zones. A search keeps only the discrete states along its path;
// it widens zones and leaves out covered ones. Retracing computes the symbolic states of the path without widening, and
// the transition between each two of them.
//
// The zones are over the active clocks of each state: the clocks that are compared before their next reset. The values
// of the other clocks change neither which transitions are enabled nor when. A step thus costs what it cost the search,
// however many clocks the network has. `Destination::all_clocks` asks for zones over all clocks, to show them.
//
// The path can be retraced: every clock value that widening or covering adds is simulated by a value that was reached,
// with the same transitions (Behrmann et al.: Lower and upper bounds in zone-based abstractions of timed automata,
// 2006). Several transitions may lead from one state to the next, and urgency may cut a zone into parts; the right ones
// are found by backtracking.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "network/analyses/distinction.hpp"
#include "network/formula.hpp"
#include "network/machine.hpp"
#include "network/network.hpp"
#include "search/settings/path.hpp"
#include "space/firing.hpp"
#include "space/zones/zone_graph.hpp"
#include "trace/time_share.hpp"
#include "trace/trace.hpp"
#include "zone/zone.hpp"

namespace crowfly {

// A symbolic state of a retraced path and the transition that leads to it. Its zones are over its clocks.
struct SymbolicState {
    std::vector<std::int32_t> slots;
    std::vector<ClockIndex> clocks;  // ascending; [0] is the constant zero
    // The state before once more, from the moment at which the trigger holds; no transition leads to it.
    bool paused = false;
    Firing firing;                     // the transition that leads to it; the initial state has none
    std::vector<ClockUpdate> updates;  // the transition's assignments to clocks
    zone::WideZone enabled;            // the part of the state before in which it may fire, over that state's clocks
    zone::WideZone entry;              // the clock values after the transition
    bool held = false;                 // no time passes in this state
    std::vector<ClockIndex> stopped;   // the clocks that do not run in this state
    zone::WideZone reached;            // the clock values after the transition and any delay
};

// What the retraced path must satisfy.
struct Destination {
    const Distinction* compared = nullptr;  // the slots in which it agrees with the path; null: all but meta variables
    const Formula* formula = nullptr;       // about the last state; null: true
    bool wanted = true;                     // the formula must hold there, or fail
    std::optional<zone::WideBound> latest;  // an upper bound on the last clock, which measures the time since the start
    // Whether the transition may be the one of this step, counted from 0. Empty: any transition may.
    std::function<bool(std::size_t step, const Firing& firing)> accepts;
    const Formula* kept = nullptr;     // must hold in all states, or fail; after the trigger, if there is one
    bool kept_wanted = true;           // it must hold, or fail
    const Formula* trigger = nullptr;  // must hold at some moment of the state `trigger_state` of the path
    std::size_t trigger_state = 0;
    bool all_clocks = false;     // zones over all clocks; always so in networks with stopwatches
    TimeShare* share = nullptr;  // null: no limit of time
};

struct SymbolicPath {
    std::vector<SymbolicState> states;       // one per state of the path, and one more where the trigger holds
    std::vector<zone::WideZone> goal_zones;  // the parts of the last state that satisfy the formula; none is empty
    bool all_clocks = false;                 // the zones are over all clocks
};

// The clocks that the zones of such a path are over.
ClockUse clocks_of_path(const Network& network, const Destination& destination);

// Why a path was not retraced.
struct RetraceFailure {
    enum class Reason : std::uint8_t {
        no_transition,  // no transition leads on, which is a bug of ours; or the limit on backtracking was reached
        time,           // the share of time is used up
        memory,         // the zones do not fit into memory
        range,          // clock values are too large for zones
    };
    Reason reason = Reason::no_transition;
    std::size_t furthest = 0;  // how many states of the path were reached
};

std::optional<SymbolicPath> retrace(const Network& network, const Path& path, const Destination& destination,
                                    RetraceFailure* failure = nullptr);

// The symbolic states along a run, over all clocks. Nothing: they could not be computed within the share of time.
std::optional<SymbolicPath> retrace(const Network& network, const Trace& trace, TimeShare* share);

}  // namespace crowfly
