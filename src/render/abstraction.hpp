// What an abstraction looks like: how many states it had after each phase of building it, and a picture of a small one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "abstraction/abstraction.hpp"
#include "network/network.hpp"
#include "render/json.hpp"
#include "render/text.hpp"

namespace crowfly {

constexpr std::size_t most_states_drawn = 200;

struct AbstractionReport {
    struct Part {
        std::size_t states = 0;
        std::vector<std::string> variables;  // that it looks at
        std::vector<StateAbstraction::Size> sizes;
    };
    std::vector<Part> parts;
    bool adds_up = false;
    std::size_t built = 0;
    std::string picture;  // of the first part, in dot; empty: it is too large, or its transitions are not known
};

AbstractionReport describe_abstraction(const Network& network, const FactoredSystem& system, const AbstractionSet& set);

std::string abstraction_text(const AbstractionReport& report);
Json abstraction_json(const AbstractionReport& report);

}  // namespace crowfly
