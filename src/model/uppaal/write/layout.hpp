// Computes coordinates for templates without any, for display.
#pragma once

#include <vector>

#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

struct Layout {
    struct Arrow {
        Point label;
        std::vector<Point> nails;
    };
    std::vector<Point> nodes;   // locations, then branchpoints
    std::vector<Arrow> arrows;  // one per edge
};

bool has_layout(const Template& of);  // some location has coordinates
Layout lay_out(const Template& of);

}  // namespace crowfly::uppaal
