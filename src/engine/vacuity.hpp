// Why a verdict may say less than it seems to: the premise of a satisfied query is unreachable, or a location that an
// `E<>` asks for is. Both are asked beside the query and change neither its verdict nor its statistics.
#pragma once

#include <string>
#include <vector>

#include "engine/answer.hpp"
#include "engine/side_search.hpp"
#include "property/premise.hpp"

namespace crowfly {

// Adds `vacuity` or `unreachable` to an answer. `premise`: that of the query, if it is satisfied; null: it has none.
void add_vacuity(const Premise* premise, const Sources& sources, SideSearch& side, Answer& answer);

// Unreachable locations because of which no state satisfies the formula: "Train(0).Cross". Empty: none is proved
// unreachable, or the formula fails for other reasons.
std::vector<std::string> blocking_locations(const Formula& formula, SideSearch& side);

}  // namespace crowfly
