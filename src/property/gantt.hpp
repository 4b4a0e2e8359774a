// The Gantt chart that a model declares, ready to be evaluated (compile.hpp makes it): names that stand for ranges are
// replaced by values.
#pragma once

#include <string>
#include <vector>

#include "property/kinds/extremum.hpp"

namespace crowfly {

struct GanttChart {
    struct Entry {
        std::string text;         // the condition with its values: "Task(2).Ready"
        property::Extremum asks;  // sup{condition}: colour. The colour is no clock.
    };
    struct Lane {
        std::string name;  // "Task(2)"
        std::vector<Entry> entries;
    };
    std::vector<Lane> lanes;
    std::string problem;  // why there is none, or why some conditions are missing; empty: nothing is wrong
};

}  // namespace crowfly
