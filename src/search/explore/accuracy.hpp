// How good a heuristic is on a network whose distances are known: its estimate of every reachable state beside the
// truth.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "heuristic/heuristic.hpp"
#include "search/explore/distances.hpp"

namespace crowfly {

struct Accuracy {
    using Distance = Distances::Distance;

    // How many states have this distance and this estimate; both may be without end. Everything else follows from it.
    std::map<std::pair<Distance, Estimate>, std::size_t> states;

    // The states of one distance.
    struct Row {
        std::size_t states = 0;
        std::size_t dead_ends = 0;            // by the heuristic; true ones only if the distance is infinite
        Estimate least = dead_end, most = 0;  // of the others
        double mean = 0;
    };
    std::map<Distance, Row> rows() const;

    // Over the states from which the goal can be reached and which are not given up.
    struct Summary {
        std::size_t all = 0;               // states
        std::size_t hopeless = 0;          // … from which the goal cannot be reached …
        std::size_t proved = 0;            // … which the heuristic knows
        std::size_t given_up = 0;          // false dead ends: states from which the goal can be reached
        std::size_t compared = 0;          // the states that the numbers below are about
        std::optional<double> mean_ratio;  // estimate / distance, where the distance is not 0
        std::optional<double> mean_absolute_error;
        std::optional<double> correlation;       // Pearson's; nothing if either never changes
        Estimate most_over = 0, most_under = 0;  // the largest error in either direction
    };
    Summary summary() const;
};

// Nothing: `unfinished` says which limit was reached, time or an interruption. What finding the distances took is taken
// off first.
std::optional<Accuracy> accuracy_of(Heuristic& heuristic, Distances& distances, const Limits& limits,
                                    std::string& unfinished);

}  // namespace crowfly
