// Networks and circuits for laws about decision diagrams.
#pragma once

#include "frontend/frontend.hpp"
#include "property/random_goal.hpp"
#include "unit/circuits.hpp"

namespace crowfly {

inline tiny::Shape shape_without_clocks() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 3};
    shape.processes = {2, 4};
    shape.locations = {2, 5};
    shape.more_edges = {1, 3};
    shape.committed = 12;
    return shape;
}

// A circuit as a problem, with the query for its first bad state.
struct LoadedCircuit {
    explicit LoadedCircuit(std::string text) {
        const FileId file = sources.add("circuit.aag", text);
        problem = frontend_of("circuit.aag", text).read(file, sources, diagnostics);
        problem->build(diagnostics);
        REQUIRE(!diagnostics.has_errors());
        query = problem->compile(problem->queries().front(), diagnostics);
        REQUIRE(query);
    }

    Sources sources;
    Diagnostics diagnostics;
    std::unique_ptr<Problem> problem;
    std::optional<Property> query;
};

}  // namespace crowfly
