// What shows that something exists: a state that a query asks for, a violation, a run. It is a trace or a lasso.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace crowfly {

struct Witness {
    enum class Kind : std::uint8_t { trace, lasso };

    // Transitions; of a lasso: stem and loop.
    std::size_t length = 0;
    // How long it takes: "37/2"; of the fastest ">5" where the infimum is not attained.
    std::optional<std::string> duration = {};
    // Of a lasso: how many of the transitions are its loop.
    std::optional<std::size_t> loop = {};
    // Itself, with a number for every delay, accepted by the replayer. Null: `remark` says why there is none.
    std::shared_ptr<const Trace> run = {};
    // What could not be had.
    std::string remark = {};
    // The files it was written to.
    std::vector<std::string> files = {};
    // How many transitions it had before it was shortened.
    std::optional<std::size_t> shortened_from = {};
    // How many of its transitions change only what was left out of the network, and were put back.
    std::optional<std::size_t> spliced = {};
    // Without a run: clock values were too large to compute with.
    bool out_of_range = false;
    // The sum of the costs of its edges; none: the model has no costs.
    std::optional<std::int64_t> cost = {};

    // If something was minimised.
    std::optional<TraceCosts> costs = {};

    Kind kind() const { return loop ? Kind::lasso : Kind::trace; }
};

}  // namespace crowfly
