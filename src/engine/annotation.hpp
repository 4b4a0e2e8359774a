// What can be said of each state of a trace: which parts of the query hold there, and how far a heuristic thinks it is
// from the goal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/messages/source.hpp"
#include "heuristic/registry.hpp"
#include "property/property.hpp"
#include "trace/trace.hpp"

namespace crowfly {

struct Annotation {
    // Of each state, the initial one first; of the last when its rest has passed.
    using Truth = std::vector<bool>;
    struct Atom {
        std::string text;
        Truth truth;
    };
    std::vector<Atom> atoms;
    Truth truth;                   // of the formula that a state is looked for by, or that shall hold or come about
    std::optional<Truth> premise;  // of `p --> q`: of p
    std::optional<std::vector<Estimate>> estimates;
    std::string heuristic;  // that estimated
};

constexpr std::size_t most_atoms = 200;  // of a query that quantifies over more, the others are left out

// `heuristic`: none was used, or the one that was. The formula is the first of the query, and for `p --> q` the second.
// `tasks`: shared by all traces of the query. `kept`: where the heuristic was saved, or loaded from; null: nowhere.
Annotation annotate(const Network& network, const Property& query, const Trace& trace,
                    const std::optional<HeuristicSpec>& heuristic, const Sources& sources,
                    std::shared_ptr<TaskCache> tasks = make_task_cache(), KeptHeuristics* kept = nullptr);

}  // namespace crowfly
