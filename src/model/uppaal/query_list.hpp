// Cuts text with several queries into formulas and the comments that go with them.
#pragma once

#include <cstdint>
#include <vector>

#include "model/uppaal/parse.hpp"

namespace crowfly::uppaal {

// The inside of `query { … }`, between two positions of a fragment: formulas end with `;`, or where there is none, with
// the line.
std::vector<Query> parse_query_block(const Fragment& fragment, std::uint32_t begin, std::uint32_t end,
                                     ParseContext& context);

}  // namespace crowfly::uppaal
