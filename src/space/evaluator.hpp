// Evaluates the parts of edges and locations on a discrete state: conditions, bounds of clock constraints, rates. What
// depends on integers is gone afterwards; what is left speaks of clocks and numbers only.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "network/machine.hpp"
#include "network/network.hpp"
#include "space/stop.hpp"

namespace crowfly {

// left - right < bound, or <= bound.
struct Limit {
    ClockIndex left = 0;
    ClockIndex right = 0;
    bool strict = false;
    std::int64_t bound = 0;
    std::uint32_t constraint = 0;  // where it came from, in Network::constraints
};

// What the locations of a state ask for while they are held.
struct Stay {
    std::vector<Limit> limits;           // invariants
    std::vector<ClockIndex> stopped;     // clocks that do not run; one may be listed twice
    bool committed = false;              // some location is
    bool urgent = false;                 // some location is urgent or committed: no time may pass
    std::optional<ProcessIndex> broken;  // a process whose invariant is false whatever the clocks say
};

class Evaluator {
public:
    explicit Evaluator(const Network& network);

    void bind(std::span<std::int32_t> state) { machine_.bind(state); }
    void set_selects(const Edge& edge, std::span<const std::int32_t> values);

    // Each answers nothing (or false) after a fault; fault() then says which.
    bool run(Program program) { return !program || machine_.run(program); }
    std::optional<bool> holds(Program condition);
    std::optional<std::int32_t> value(const Bound& bound);
    std::optional<std::int32_t> value(Program program);
    bool append_limits(Run constraints, std::vector<Limit>& into);

    // Reads the invariants of all locations of the state. False: a fault or an obstacle, told to `stop`.
    bool read_stay(std::span<const std::int32_t> state, Stay& into, Stop& stop);

    const Fault& fault() const { return machine_.fault(); }
    // Whether the last fault only takes away what it happened in, as some languages have it.
    bool fault_disables() const;
    std::vector<ClockUpdate>& clock_updates() { return machine_.clock_updates(); }

private:
    void read_plain_locations();
    bool read_invariant(const Invariant& invariant, ProcessIndex process, Stay& into, Fault& fault);
    bool append_stopped(Run rates, std::vector<ClockIndex>& into, Fault& fault);

    // What a location asks for, where that depends on nothing: most do, and need not be evaluated again.
    struct Plain {
        bool plain = false;
        bool urgent = false;
        bool committed = false;
        Run limits;  // into plain_limits_
    };

    const Network& network_;
    Machine machine_;
    std::vector<Plain> plain_;  // per location
    std::vector<Limit> plain_limits_;
};

}  // namespace crowfly
