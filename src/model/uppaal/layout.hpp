// Coordinates for templates that come without any, so that UPPAAL's editor shows something legible.
#pragma once

#include <vector>

#include "model/uppaal/syntax.hpp"

namespace crowfly::uppaal {

struct Layout {
    struct Arrow {
        Point label;
        std::vector<Point> nails;
    };
    std::vector<Point> nodes;   // locations, then branchpoints
    std::vector<Arrow> arrows;  // one per edge
};

bool has_layout(const Template& of);  // does any location know its place?
Layout lay_out(const Template& of);

}  // namespace crowfly::uppaal
