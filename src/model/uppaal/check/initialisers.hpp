// Initial values: expressions, and lists in braces for arrays and structs.
#pragma once

#include <optional>

#include "model/uppaal/check/checking.hpp"

namespace crowfly::uppaal {

// The result has one item per element or field, in order. Nothing: an error was reported.
std::optional<model::Initialiser> check_initialiser(Context& c, const Initialiser& written, const model::Type* type);

}  // namespace crowfly::uppaal
