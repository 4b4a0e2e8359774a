// Distances in abstractions of a network from which some edges were removed: what is asked to see whether a transition
// is useless (Wehrle: Transition-based directed model checking, 2011, Section 3.3). A table of distances cannot tell.
// But where the abstract transitions are known with their labels, the distances without some of them are computed anew,
// once per set of removed edges, and looked up then as well. A label is left out if its transition has a removed edge.
// Who joins a broadcast is not told by its label, so removed edges of receivers are not missed: the distances are no
// greater than those without these edges.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "abstraction/abstraction.hpp"
#include "abstraction/cost_partitioning/label_graph.hpp"
#include "heuristic/heuristic.hpp"

namespace crowfly {

class AbstractionWithoutEdges {
public:
    AbstractionWithoutEdges(const FactoredSystem& system, const AbstractionSet& set);

    std::string_view why_not() const { return why_not_; }  // "": it can be asked
    Estimate estimate(std::span<const Value> values, const RemovedEdges& removed);
    void parts(auto& each) { each.derived(graphs_, known_); }

private:
    using Tables = std::vector<std::vector<Estimate>>;  // per part, the distances of its states

    const Tables& without(const RemovedEdges& removed);
    Tables computed_without(const RemovedEdges& removed) const;

    const FactoredSystem& system_;
    const AbstractionSet& set_;
    std::string_view why_not_;
    std::vector<LabelGraph> graphs_;         // per part
    std::map<std::uint32_t, Tables> known_;  // by the number of what was removed
};

}  // namespace crowfly
