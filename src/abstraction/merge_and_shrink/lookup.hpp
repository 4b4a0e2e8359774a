// How the abstract state of a state is found after merging and shrinking: a tree of tables, the leaves of which are
// variables (Helmert et al. 2014 call them cascading tables).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "abstraction/loaded_abstraction.hpp"
#include "abstraction/merge_and_shrink/nodes.hpp"

namespace crowfly::mas {

class Lookup {
public:
    static constexpr std::string_view kind = "merge-and-shrink";

    Lookup() = default;
    // Children come before their parents, and the root last.
    Lookup(std::vector<Node> nodes, std::vector<Estimate> distances, std::vector<VariableIndex> variables)
        : nodes_(std::move(nodes)), distances_(std::move(distances)), variables_(std::move(variables)) {}

    std::size_t states() const { return distances_.size(); }
    Estimate distance(AbstractState state) const { return distances_[state]; }
    const std::vector<VariableIndex>& variables() const { return variables_; }
    AbstractState state_of(std::span<const Value> values) const;
    Estimate least_distance(std::span<const ValueRange> ranges) const;

    void parts(auto& each) { each(nodes_, distances_, variables_); }
    void fit(ValueCounts values) const;

private:
    std::vector<Node> nodes_;
    std::vector<Estimate> distances_;
    std::vector<VariableIndex> variables_;
};

}  // namespace crowfly::mas
