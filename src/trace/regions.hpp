// Region equivalence (Alur, Dill: A theory of timed automata, 1994). Two states are equivalent if they have the same
// discrete state; the same integer part of every clock whose value is at most the largest constant it is compared with;
// and the same order of the fractional parts of these clocks.
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

    // The first difference, as a sentence, or "" if the states are equivalent. Only the slots in `compared` are
    // compared; null: all but meta variables.
    std::string differ(const ConcreteState& a, const ConcreteState& b, const SlotSet* compared) const;

private:
    void consider(const ClockConstraint& constraint);
    void consider(const Formula& formula);

    const Network& network_;
    std::vector<std::int64_t> largest_;  // per clock; -1: never compared
    bool exact_ = false;  // two clocks are compared, or one is set from another: equivalent states have equal values
};

}  // namespace crowfly
