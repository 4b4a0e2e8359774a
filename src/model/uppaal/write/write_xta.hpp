// Writes UPPAAL's textual format (XTA) in current syntax.
#pragma once

#include <string>

#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

// XTA cannot represent coordinates, colours, comments on locations and edges, stored options and live sequence charts:
// they are left out. Locations without a legal name get one. Queries follow the system in a `query` block; those that
// cannot be parsed become comments.
std::string write_xta(const Document& document);

}  // namespace crowfly::uppaal
