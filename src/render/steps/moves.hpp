// Names of the parts of runs, for all formats of runs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/network.hpp"
#include "space/firing.hpp"

namespace crowfly {

std::string_view location_name(const Network& network, ProcessIndex process, std::span<const std::int32_t> slots);

// The slots that differ, locations excluded.
std::vector<std::uint32_t> changed_variables(const Network& network, std::span<const std::int32_t> before,
                                             std::span<const std::int32_t> after);

// The names of a slot's values, the least value first; empty: they are numbers.
std::vector<std::string> value_names(const Network& network, std::size_t slot);

// The name of a slot's value, or its number if it has none.
std::string value_text(const Network& network, std::size_t slot, std::int32_t value);

// "truck = at(truck, a)", of a variable that has just got its value. Facts of a planning task need no variable:
// "at(truck, a)", and "not at(truck, a)" if nothing else holds instead.
std::string change_text(const Network& network, std::size_t slot, std::int32_t before, std::int32_t after);

// A planning task: one process with one location, and its edges are operators with names, and its values are facts.
bool is_planning_task(const Network& network);

// Edges between the same two locations are numbered from 0, in the order of the model.
std::uint32_t number_among_parallel(const Network& network, EdgeIndex edge);

// "appr[0]!", the plain name of an event, or "" for an internal edge.
std::string synchronisation(const Network& network, const Firing& firing, const Participant& participant);

}  // namespace crowfly
