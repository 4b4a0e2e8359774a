// Terms over integers as linear constraints: sum of coefficient * slot ~ constant.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "network/terms/terms.hpp"

namespace crowfly::predicates {

struct LinearConstraint {
    enum class Relation : std::uint8_t { at_most, equal, different };

    std::map<std::uint32_t, std::int64_t> coefficients;  // none is 0
    Relation relation{};
    std::int64_t constant = 0;

    // A bound on a variable, or on the difference of two.
    bool is_difference() const;
    LinearConstraint negated() const;
};

// Nothing: it is none, or its numbers are large. Numbers of the constraint are taken as they are: where the term would
// overflow it faults.
std::optional<LinearConstraint> linear_constraint(const TermGraph& graph, TermId term);

}  // namespace crowfly::predicates
