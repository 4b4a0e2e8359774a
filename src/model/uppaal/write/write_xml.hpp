// Writes UPPAAL's XML format (DTD 1.6) in current syntax.
#pragma once

#include <string>

#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

// Keeps coordinates, colours, nails, comments, queries with their comments and expectations, stored options and live
// sequence charts; results of earlier verifications are left out. A template without coordinates is laid out.
std::string write_xml(const Document& document);

}  // namespace crowfly::uppaal
