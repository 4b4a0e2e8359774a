// Whether a state formula can be told to hold in no reachable state without a search: from the locations and values
// that can be reached at all (network/analyses/value_ranges.hpp) and the invariants of the locations that the formula
// names.
#pragma once

#include <optional>
#include <string>

#include "network/analyses/value_ranges.hpp"
#include "network/formula.hpp"

namespace crowfly {

// Why no reachable state satisfies the formula (or, if not `wanted`, violates it): "n is always 1". Nothing: there may
// be one, or a search would meet a run-time error that it has to report, or the formula is constant.
//
// The formula is split into conjunctions. Each must be impossible: a location that is not reached, two locations of one
// process, integer conditions that no values within the ranges satisfy, or clock constraints that together with the
// invariants of the locations of the conjunction leave no clock values. `deadlock` is always possible. Too many
// conjunctions: every part of the formula is judged on its own.
std::optional<std::string> impossible_because(const Network& network, const Formula& formula, bool wanted,
                                              const ValueRanges& ranges);

bool is_impossible(const Network& network, const Formula& formula, bool wanted, const ValueRanges& ranges);

}  // namespace crowfly
