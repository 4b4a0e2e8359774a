// When two states can do the same, as far as any guard can tell (Alur, Dill: A theory of timed automata, 1994): the
// same discrete state; for each clock up to the largest constant it is compared with the same whole part; and among
// those the same order of fractions.
#pragma once

#include <string>
#include <vector>

#include "network/network.hpp"
#include "network/slot_set.hpp"
#include "property/property.hpp"
#include "space/run.hpp"

namespace crowfly {

class Regions {
public:
    Regions(const Network& network, const Property& query);

    // What tells the states apart, or "". `compared`: the slots that matter; null: all but meta variables.
    std::string differ(const ConcreteState& a, const ConcreteState& b, const SlotSet* compared) const;

private:
    void consider(const ClockConstraint& constraint);
    void consider(const Formula& formula);

    const Network& network_;
    std::vector<std::int64_t> largest_;  // per clock; -1: never compared
    bool exact_ = false;  // two clocks are compared with each other, or set from each other: values must be equal
};

}  // namespace crowfly
