// Evaluates conditions, bounds of clock constraints and rates in a discrete state. The results are constraints over
// clocks and numbers alone.
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
    std::uint32_t constraint = 0;  // into Network::constraints
};

// What the current locations impose: invariants, stopped clocks, urgency.
struct Stay {
    std::vector<Limit> limits;           // invariants
    std::vector<ClockIndex> stopped;     // clocks that do not run; one may be listed twice
    bool committed = false;              // some location is committed
    bool urgent = false;                 // some location is urgent or committed: no time may pass
    std::optional<ProcessIndex> broken;  // a process whose invariant is false for all clock values
};

class Evaluator {
public:
    explicit Evaluator(const Network& network);

    void bind(std::span<std::int32_t> state) { machine_.bind(state); }
    void set_selects(const Edge& edge, std::span<const std::int32_t> values);

    // Each returns nothing (or false) after a fault, see fault().
    bool run(Program program) { return !program || machine_.run(program); }
    std::optional<bool> holds(Program condition);
    std::optional<std::int32_t> value(const Bound& bound);
    std::optional<std::int32_t> value(Program program);
    bool append_limits(Run constraints, std::vector<Limit>& into);

    // Evaluates the invariants of all locations of the state. False: a fault or an obstacle, reported to `stop`.
    bool read_stay(std::span<const std::int32_t> state, Stay& into, Stop& stop);

    const Fault& fault() const { return machine_.fault(); }
    // Whether the last fault disables the transition or condition, as in TChecker's language, rather than ending the
    // search.
    bool fault_disables() const;
    std::vector<ClockUpdate>& clock_updates() { return machine_.clock_updates(); }
    std::int64_t& charged() { return machine_.charged(); }

private:
    void read_plain_locations();
    bool read_invariant(const Invariant& invariant, ProcessIndex process, Stay& into, Fault& fault);
    bool append_stopped(Run rates, std::vector<ClockIndex>& into, Fault& fault);

    // The constraints of a location, if they do not depend on variables: most do not, and need not be evaluated again.
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
    std::vector<ProcessIndex> watched_;  // processes with a location that imposes anything
};

}  // namespace crowfly
