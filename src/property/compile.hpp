// From a query of the typed model to a property of its network.
#pragma once

#include <optional>

#include "base/diagnostic.hpp"
#include "model/model.hpp"
#include "network/compile.hpp"
#include "property/property.hpp"

namespace crowfly {

// Nothing if an error was reported. The compiler and its network stay as they are: several threads may do this at once.
std::optional<Property> compile_property(const Compiler& compiler, const model::Query& query, Diagnostics& diagnostics);

}  // namespace crowfly
