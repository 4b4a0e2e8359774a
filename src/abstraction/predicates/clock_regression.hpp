// Regression of clocks: what a step or the error condition does to a difference bound matrix, as a list of operations.
// A list can be applied as it is, or without some of its bounds, which tells which of them matter (reasons.hpp).
#pragma once

#include <optional>
#include <vector>

#include "abstraction/predicates/system.hpp"
#include "zone/zone.hpp"

namespace crowfly::predicates {

// Per process of the network: its location, or `anywhere`.
using Places = std::vector<std::int32_t>;
constexpr std::int32_t anywhere = -1;

struct ClockOperation {
    enum class Kind : std::uint8_t { bound, assignment, delay, standstill };

    Kind kind{};
    Difference difference;     // bound
    Step::ClockEffect effect;  // assignment
    // Where a process has to be known to be for a bound or a standstill to apply. Nothing: the step says so itself.
    std::optional<Predicate> location;
};
using ClockOperations = std::vector<ClockOperation>;

class ClockRegression {
public:
    explicit ClockRegression(const System& system) : system_(system) {}

    zone::WideZone any_clocks() const;
    bool constrain(zone::WideZone& zone, const Difference& difference) const;

    // The last operation in time comes first. A standstill is a delay of length 0.
    ClockOperations operations(const ErrorCase& error, const Places& at) const;
    ClockOperations operations(const Step& step, const Places& at, const Places& at_before) const;
    // False: no clock values are left.
    bool apply(const ClockOperations& operations, zone::WideZone& zone) const;

private:
    void add_invariants(const Places& at, const Step* known, ClockOperations& into) const;
    void add_delay(const Places& at, const Step* known, ClockOperations& into) const;
    bool assign(const Step::ClockEffect& effect, zone::WideZone& zone) const;

    const System& system_;
};

}  // namespace crowfly::predicates
