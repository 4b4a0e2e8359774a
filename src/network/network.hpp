// The flat network: every frontend produces one, every engine starts from one.
// A discrete state is a vector of slots, each with a finite range: first one per process (its location), then the
// integers, then the meta variables, which do not distinguish states. Clocks are separate; clock 0 is the constant
// zero. Edges have bytecode over slots and clock constraints; transitions are the sets of edges that can fire together.
// Nothing refers back to syntax, except spans for traces and messages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/codes.hpp"
#include "base/messages/source.hpp"
#include "network/program.hpp"
#include "network/run.hpp"
#include "network/slot_set.hpp"

namespace crowfly {

using ProcessIndex = std::uint32_t;
using LocationIndex = std::uint32_t;  // into Network::locations; a location slot holds the number within its process
using EdgeIndex = std::uint32_t;
using ClockIndex = std::uint32_t;  // 0 is the constant zero
using ChannelIndex = std::uint32_t;

struct Slot {
    enum class Kind : std::uint8_t { location, integer, boolean, scalar };

    std::string name;  // "Train(0)", "id", "Gate.list[2]"
    Kind kind{};
    bool meta = false;
    std::int32_t least = 0;
    std::int32_t greatest = 0;
    std::int32_t initial = 0;
    Span span;
    bool any_initial = false;  // it starts with any value of its range; see space/starts.hpp
};

// What it may start with.
inline std::vector<std::int32_t> initial_values(const Slot& slot) {
    if (!slot.any_initial) return {slot.initial};
    std::vector<std::int32_t> values;
    for (std::int64_t v = slot.least; v <= slot.greatest; ++v) values.push_back(static_cast<std::int32_t>(v));
    return values;
}

struct Clock {
    std::string name;
    std::int32_t initial = 0;
    Span span;
};

struct Channel {
    std::string name;
    bool broadcast = false;
    bool urgent = false;
    int priority = 0;
    Span span;
    bool event = false;  // joined by edges in vectors; not sent or received
};

// A number that is fixed, or computed from the state. `least` and `greatest` bound it either way.
struct Bound {
    Program program;  // absent: `least` is the value
    std::int32_t least = 0;
    std::int32_t greatest = 0;

    bool is_constant() const { return !program; }
    std::int64_t magnitude() const { return std::max(std::abs(std::int64_t{least}), std::abs(std::int64_t{greatest})); }
};

// left - right < bound or <= bound; the bound is negated first if `negated` (x >= n is 0 - x <= -n). Applies only if
// `condition` holds.
struct ClockConstraint {
    ClockIndex left = 0;
    ClockIndex right = 0;
    bool strict = false;
    bool negated = false;
    Bound bound;
    Program condition;
    Span span;
};

// The rate of a clock in a location, if it is not always 1.
struct ClockRate {
    ClockIndex clock = 0;
    Bound rate;         // 0 or 1; anything else is a fault
    Program condition;  // if it does not hold, the clock runs at rate 1
    Span span;
};

// What it costs per time unit to be in a location, as far as the location says so.
struct PriceRate {
    Bound rate;         // not negative; a negative one is a fault
    Program condition;  // if it does not hold, the location says nothing
    Span span;
};

// What runs cost, as in UPPAAL Cora: per time unit the sum of the rates of the current locations, and the amounts that
// updates charge. Only searches for the least price know of it.
struct Prices {
    std::vector<PriceRate> rates;
    std::int32_t otherwise = 0;              // the rate where no location gives one
    std::optional<std::uint32_t> remaining;  // the slot that is a lower bound on the price still to come
    std::optional<std::uint32_t> heur;       // the slot whose least values are expanded first among equals
};

// What a piece of the model reads and writes. Clocks are listed by number, like slots.
struct Footprint {
    SlotSet reads, writes;
    SlotSet clock_reads, clock_writes;
    SlotSet clock_resets;    // the clock_writes that always happen
    SlotSet certain_writes;  // the writes that always happen

    void add(const Footprint& other);
};

struct Invariant {
    Program discrete;
    Run constraints;  // into Network::constraints
    Run rates;        // into Network::rates
    Footprint footprint;
    Span span = {};   // in the source; empty: there is no invariant
    Run prices = {};  // into Prices::rates
};

struct Location {
    std::string name;
    bool urgent = false;
    bool committed = false;
    Invariant invariant;
    Run edges;                   // leaving it, into Network::edges
    std::int32_t obstacle = -1;  // into Network::obstacles: why the location is not supported
    Span span;
    std::vector<std::string> labels = {};
};

// A select: an input of its edge, chosen anew each time the edge fires. The edge exists once per value of the local
// cell.
struct Select {
    std::string name;
    std::uint32_t local = 0;
    std::int32_t least = 0;
    std::int32_t greatest = 0;
};

// A conjunct of a guard, or an assignment of an update. Analyses take transitions apart into clauses; engines run
// guards and updates as a whole.
struct Clause {
    Program program;
    Footprint footprint;
};

enum class Sync : std::uint8_t { none, send, receive, join };

// The probability and the cost of an edge as the outcome of a choice. An arrow into a branchpoint stands for one edge
// per arrow out of it; these edges share the number `branch` and are the outcomes of one choice, each with the
// probability of its weight among theirs. Any other edge is the only outcome of its choice. Exhaustive search ignores
// both: every outcome is possible.
struct Outcome {
    Bound weight = {{}, 1, 1};
    std::int32_t cost = 1;  // of one firing; searches count transitions, not costs
};

struct Edge {
    ProcessIndex process = 0;
    std::uint32_t source = 0;  // location number within the process
    std::uint32_t target = 0;
    Run selects;  // into Network::selects
    Program guard;
    Run constraints;
    Sync sync = Sync::none;
    ChannelIndex channel = 0;  // the channel, or the first of those it may be
    std::uint32_t channels = 1;
    Program channel_program;  // computes the channel; absent: always `channel`
    Program update;
    std::int32_t branch = -1;  // edges through the same arrow into a branchpoint share a number; -1: none
    Outcome outcome = {};
    bool controllable = true;
    std::int32_t obstacle = -1;
    Footprint footprint;    // guard, channel, select, update; the locations of its own process included
    Footprint enabling;     // guard, channel and select alone
    Run guard_clauses;      // its conjuncts without clocks, into Network::clauses
    Run update_clauses;     // its assignments, into Network::clauses
    SlotSet channel_reads;  // of channel_program
    Span span, guard_span, sync_span, update_span;
    std::vector<Span> branch_spans;  // the arrow from the branchpoint, if there is one
    std::uint32_t arrow = 0;         // the number of its arrow in the template, in the order of writing
    std::int32_t branch_arrow = -1;  // the number of the arrow from the branchpoint, or -1
    std::string name = {};           // shown in traces: "drive truck1"; empty in languages without names of edges
};

// A parameter that a process gets by value. Without a slot: it never changes.
struct Parameter {
    std::string name;  // "Car.speed"
    std::int32_t value = 0;
    std::optional<std::uint32_t> slot = {};
};

struct Process {
    std::string name;                     // "Train(0)"
    std::string template_name;            // "Train"
    std::vector<std::int32_t> arguments;  // values of its free parameters
    std::uint32_t slot = 0;               // equal to its number
    std::uint32_t initial = 0;
    std::vector<std::uint32_t> also_initial;  // further initial locations; see space/starts.hpp
    Run locations;                            // into Network::locations
    Run edges;                                // into Network::edges
    int priority = 0;
    Span span;
    std::vector<Parameter> parameters = {};  // parameters that are neither constants nor references
    Run variables = {};                      // its slots, parameters first, meta variables left out
};

// A process in a vector and the event its edge must have. `required`: it takes part; `optional`: it takes part if an
// edge from its current location has the event; `absent`: no edge from its current location has it.
struct VectorPart {
    enum class Role : std::uint8_t { required, optional, absent };

    ProcessIndex process = 0;
    ChannelIndex event = 0;
    Role role{};
};

// Edges that can fire together, the sender first. A binary synchronisation has the receiver's edge as `partner`. A
// broadcast has the edges that may have to receive as `receivers`. A vector has the edge whose update runs first, and
// the other processes as `parts`; those written before the edge's own process are absent, so that edges fire in the
// order in which the vector lists them.
struct Transition {
    enum class Kind : std::uint8_t { internal, binary, broadcast, vector };

    Kind kind{};
    EdgeIndex edge = 0;
    EdgeIndex partner = 0;  // binary only
    Run receivers;          // broadcast only, into Network::receivers; grouped by process in system order
    Run parts = {};         // vector only, into Network::parts, in the order of writing
};

// The edges that take part in any case.
inline std::vector<EdgeIndex> edges_of(const Transition& transition) {
    return transition.kind == Transition::Kind::binary ? std::vector{transition.edge, transition.partner}
                                                       : std::vector{transition.edge};
}

// The largest constants that a clock is compared with before its next reset, from a location on: `lower` in x > c and x
// >= c, `upper` in x < c and x <= c, `none` if there is no such comparison.
struct ClockBound {
    static constexpr std::int64_t none = -(std::int64_t{1} << 60);  // zone::none

    ClockIndex clock = 0;
    std::int64_t lower = none;
    std::int64_t upper = none;
};

struct Obstacle {
    Code code{};
    std::string reason;
    Span span;
};

// Features of a network that decide which engines accept it.
struct Features {
    bool clocks = false;
    bool diagonals = false;    // x - y compared with something, in guards or invariants
    bool stopwatches = false;  // some rate may be 0
    bool clock_copies = false;
    bool priorities = false;  // of channels or processes
    bool broadcast = false;
    bool broadcast_clock_guards = false;  // on receivers
    bool urgent_channels = false;
    bool urgent_clock_guards = false;
    bool urgent_locations = false;
    bool committed_locations = false;
    bool functions = false;
    bool selects = false;
    bool branchpoints = false;
    bool meta_variables = false;
    bool scalars = false;
    bool clock_variable_bounds = false;  // clocks compared with expressions
    bool progress_measures = false;
    bool lower_bound_invariants = false;
    bool costs = false;   // the model gives its edges costs
    bool prices = false;  // runs have a price
    bool inputs = false;  // some slots start with any value: the network is a circuit
};

struct Network {
    std::vector<Slot> slots;
    std::uint32_t state_slots = 0;                      // slots before the meta variables
    std::vector<std::vector<std::string>> value_names;  // per slot, the least value first; empty: values are numbers
    std::vector<Clock> clocks;                          // [0] is the constant zero
    std::vector<Channel> channels;
    std::vector<Process> processes;
    std::vector<Location> locations;
    std::vector<Edge> edges;
    std::vector<Transition> transitions;
    std::vector<EdgeIndex> receivers;
    std::vector<VectorPart> parts;

    std::vector<Select> selects;
    std::vector<Clause> clauses;
    std::vector<ClockConstraint> constraints;
    std::vector<ClockRate> rates;
    Bytecode code;

    Program before_update, after_update;
    Footprint update_footprint;  // of both
    int internal_priority = 0;   // of transitions without a channel
    // A run-time error disables the transition, and a guard or invariant with one does not hold.
    bool faults_disable = false;
    std::vector<Bound> progress;
    std::optional<Prices> prices;  // nothing: runs have no price

    std::int64_t largest_clock_value = 0;  // the largest value that an update may set a clock to

    // Per location, ascending by clock; computed from guards, invariants and resets.
    std::vector<std::vector<ClockBound>> clock_bounds;

    std::vector<Obstacle> obstacles;
    Features features;

    const Location& location(ProcessIndex process, std::uint32_t number) const {
        return locations[processes[process].locations.first + number];
    }
};

std::string to_string(const Network& network, const Edge& edge);  // "Train(0): Safe -> Appr", or its name

}  // namespace crowfly
