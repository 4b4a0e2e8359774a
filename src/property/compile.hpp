// From a query of the typed model to a property of its network, and from its Gantt chart to one of formulas.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "model/gantt.hpp"
#include "network/compile/compile.hpp"
#include "property/gantt.hpp"
#include "property/property.hpp"

namespace crowfly {

// Values of names that the query does not bind itself.
using BinderValues = std::vector<std::pair<const model::Symbol*, std::int32_t>>;

// Nothing if an error was reported. The compiler and its network stay as they are: several threads may do this at once.
std::optional<Property> compile_property(const Compiler& compiler, const model::Query& query, Diagnostics& diagnostics,
                                         const BinderValues& values = {});

// The Gantt chart that the model declares.
GanttChart compile_gantt(const Compiler& compiler, const model::Gantt& gantt, Diagnostics& diagnostics);

}  // namespace crowfly
