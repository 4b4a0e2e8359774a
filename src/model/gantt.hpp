// The Gantt chart that a model declares. The names that lanes and entries bind stand for one lane, or one entry, per
// combination of values.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace crowfly::model {

struct GanttEntry {
    std::vector<const Symbol*> binders;
    Query query;  // sup{condition}: colour; its text is that of the condition
};

struct GanttLane {
    std::string name;
    std::vector<const Symbol*> parameters;
    std::vector<GanttEntry> entries;
};

using Gantt = std::vector<GanttLane>;

}  // namespace crowfly::model
