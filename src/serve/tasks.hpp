// What the searches of a page do (serve/searches.hpp). Each answers with JSON; a `problem` in it says why there is
// nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serve/searches.hpp"
#include "serve/served.hpp"

namespace crowfly {

// The walk, gone on until an expression holds: `steps`.
Json reach_task(const Served& served, const std::vector<Pick>& picks, const std::string& goal, SearchControl& control);

// A query from the initial state: verdict, reason, values and numbers, and of a trace its `steps`.
Json query_task(const Served& served, const std::string& text, SearchControl& control);

// The walk, gone on at random: `steps`.
Json random_task(const Served& served, const std::vector<Pick>& picks, std::size_t count, std::uint64_t seed,
                 SearchControl& control);

// How often a random run from the end of the walk enters each location and takes each edge. Where it is stuck it starts
// again.
Json coverage_task(const Served& served, const std::vector<Pick>& picks, std::size_t count, std::uint64_t seed,
                   SearchControl& control);

}  // namespace crowfly
