// Splits text with several queries into formulas and their comments.
#pragma once

#include <cstdint>
#include <vector>

#include "model/uppaal/parse/parse.hpp"

namespace crowfly::uppaal {

// The text between two positions, which knows where it stands in the file.
Fragment part_of(const Fragment& whole, std::uint32_t begin, std::uint32_t end);

// The inside of `query { … }`, between two positions: a formula ends with `;`, or else with its line.
std::vector<Query> parse_query_block(const Fragment& fragment, std::uint32_t begin, std::uint32_t end,
                                     ParseContext& context);

}  // namespace crowfly::uppaal
