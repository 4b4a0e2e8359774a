// Templates as drawn by their author, in any language; pages show them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace crowfly::model {

struct Drawing {
    struct Point {
        int x = 0;
        int y = 0;  // downward
    };

    struct Label {
        std::string kind;  // invariant, select, guard, synchronisation, assignment, probability, …
        std::string text;
        std::optional<Point> at;
    };

    struct Location {
        std::string name;   // as in traces: `_` and the id if it has no name
        bool named = true;  // its author gave it a name
        bool initial = false;
        bool urgent = false;
        bool committed = false;
        std::optional<Point> at, name_at;
        std::string color;  // "#rrggbb", or none
        std::vector<Label> labels;
    };

    struct Arrow {
        std::uint32_t from = 0;  // locations count first, then branchpoints
        std::uint32_t to = 0;
        bool controllable = true;
        std::string color;
        std::vector<Label> labels;
        std::vector<Point> nails;
        std::string name = {};  // of the operator; empty in languages without names of edges
    };

    struct Template {
        std::string name;
        std::vector<Location> locations;
        std::vector<std::optional<Point>> branchpoints;
        std::vector<Arrow> arrows;  // numbered as Edge::arrow of the network is

        bool is_drawn() const { return !locations.empty() && locations.front().at.has_value(); }
    };

    std::vector<Template> templates;
};

}  // namespace crowfly::model
