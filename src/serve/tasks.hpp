// The searches of a page (serve/searches.hpp). Each returns JSON; its `problem` says why there is no other result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serve/searches.hpp"
#include "serve/served.hpp"

namespace crowfly {

// Continues the walk until an expression holds: `steps`.
Json reach_task(const Served& served, const std::vector<Pick>& picks, const std::string& goal, SearchControl& control);

// Decides a query from the initial state: verdict, reason, values, statistics, and the `steps` of a trace.
Json query_task(const Served& served, const std::string& text, SearchControl& control);

// Continues the walk at random: `steps`.
Json random_task(const Served& served, const std::vector<Pick>& picks, std::size_t count, std::uint64_t seed,
                 SearchControl& control);

// How often a random run from the end of the walk enters each location and takes each edge. It starts again in
// deadlocks.
Json coverage_task(const Served& served, const std::vector<Pick>& picks, std::size_t count, std::uint64_t seed,
                   SearchControl& control);

}  // namespace crowfly
