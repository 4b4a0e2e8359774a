// A self-contained page that shows an abstraction: its sizes while it was built as a plot and, if it is small, its
// states and transitions as a picture. Everything is drawn here, as SVG; the page's script only makes a state stand
// out.
#pragma once

#include <string>
#include <string_view>

#include "render/abstractions/abstraction.hpp"

namespace crowfly {

struct AbstractionTitle {
    std::string model;
    std::string query;
    std::string heuristic;
};

std::string abstraction_page(const AbstractionReport& report, const AbstractionTitle& title);

// web/abstraction.html, embedded by the build.
std::string_view abstraction_page_frame();

}  // namespace crowfly
