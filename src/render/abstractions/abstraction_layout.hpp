// Where the states of a picture of an abstraction stand. States of one distance stand together, the goal to the right
// and what cannot reach it to the left, so that a step towards the goal goes one group to the right. Within a group,
// states stand at the height of what they are connected with (barycenters, as in layered drawings of graphs).
#pragma once

#include <string>
#include <vector>

#include "render/abstractions/abstraction.hpp"

namespace crowfly {

constexpr double radius_of_state = 16;

struct PictureLayout {
    struct Point {
        double x = 0;
        double y = 0;
    };
    struct Group {
        Estimate distance = 0;
        double x = 0;  // of its middle
    };
    std::vector<Point> places;  // per state
    std::vector<Group> groups;  // from left to right
    double width = 0;
    double height = 0;
};

PictureLayout lay_out(const AbstractionGraph& graph);

}  // namespace crowfly
