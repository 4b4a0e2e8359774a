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

// The states and transitions of an abstraction that is small enough to be drawn.
struct AbstractionGraph {
    struct Arc {
        AbstractState source = 0;
        AbstractState target = 0;
        std::vector<std::string> labels = {};  // the first few
        bool is_cut = false;                   // it has more labels
    };
    std::vector<Estimate> distances;  // per state
    // Without states that no transition leads to or from and that are nothing else: a table has a place for every
    // combination of values, whether it can be reached or not.
    std::vector<AbstractState> drawn;
    AbstractState initial = StateAbstraction::pruned;
    std::vector<Arc> arcs;
};

struct AbstractionReport {
    struct Part {
        std::size_t states = 0;
        std::vector<std::string> variables;  // that it looks at
        std::vector<StateAbstraction::Size> sizes;
        std::optional<AbstractionGraph> graph;  // nothing: it is too large, or its transitions are not known
    };
    std::vector<Part> parts;
    bool adds_up = false;
    bool has_groups = false;      // of parts that are added up
    bool has_partitions = false;  // of costs, under which parts are added up
    std::size_t built = 0;
};

AbstractionReport describe_abstraction(const Network& network, const FactoredSystem& system, const AbstractionSet& set);

std::string abstraction_text(const AbstractionReport& report);
// "their distances are added up", of several parts.
std::string combination_text(const AbstractionReport& report);
std::string abstraction_dot(const AbstractionGraph& graph);
Json abstraction_json(const AbstractionReport& report);

}  // namespace crowfly
