// Names of nodes that outlive a restart. A node is known by its worker and its number there; after a restart another
// worker may own it, under another number, and there may be more or fewer workers. So what is saved has names: a run,
// the worker that had the node in that run, and the number it had there.
//
// A child knows its parent by the name of the run in which it was generated. So a node has a name of the run in which
// it was expanded, and of each in which it was expanded again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/chunked.hpp"
#include "space/node.hpp"

namespace crowfly {

class NodeNames {
public:
    using Name = std::uint64_t;
    static constexpr Name none = static_cast<Name>(-1);

    // `run`: how often the search was gone on with.
    void begin_run(std::uint32_t run) { run_ = run; }

    // Nodes are loaded before others are stored. `names`: at least one; `is_open`: it is still to be expanded.
    void load(const std::vector<Name>& names, Name parent, bool is_open) {
        const auto node = static_cast<NodeId>(names_.size());
        for (std::size_t i = 1; i < names.size(); ++i) further_.emplace_back(node, names[i]);
        names_.push_back(names.front());
        parents_.push_back(parent);
        is_renamed_.push_back(is_open);
    }
    // The node has another parent from now on, of this run, and is to be expanded again.
    void reopen(NodeId node) {
        if (!is_loaded(node)) return;
        parents_[node] = none;
        is_renamed_[node] = true;
    }

    // In this run.
    Name name_of(std::size_t worker, NodeId node) const { return Name{run_} << 48U | Name{worker} << 32U | node; }
    // All that children may know it by, of this run and of those before.
    std::vector<Name> names_of(std::size_t worker, NodeId node) const {
        if (!is_loaded(node)) return {name_of(worker, node)};
        std::vector<Name> names{names_[node]};
        auto further = std::ranges::lower_bound(further_, std::pair{node, Name{0}});
        for (; further != further_.end() && further->first == node; ++further) names.push_back(further->second);
        if (is_renamed_[node]) names.push_back(name_of(worker, node));
        return names;
    }
    // Nothing: it has none, or one of this run.
    std::optional<Name> parent_of_loaded(NodeId node) const {
        return is_loaded(node) && parents_[node] != none ? std::optional(Name{parents_[node]}) : std::nullopt;
    }

    // The node that was loaded under this name.
    std::optional<NodeId> find(Name name) {
        if (sorted_.empty()) {
            for (NodeId node = 0; node < names_.size(); ++node) sorted_.emplace_back(names_[node], node);
            for (const auto& [node, further] : further_) sorted_.emplace_back(further, node);
            std::ranges::sort(sorted_);
        }
        const auto at = std::ranges::lower_bound(sorted_, std::pair{name, NodeId{0}});
        return at != sorted_.end() && at->first == name ? std::optional(at->second) : std::nullopt;
    }

    void parts(auto& each) { each.derived(names_, parents_, is_renamed_, further_); }

private:
    bool is_loaded(NodeId node) const { return node < names_.size(); }

    std::uint32_t run_ = 0;
    Chunked<Name> names_, parents_;                 // per loaded node
    Chunked<bool> is_renamed_;                      // per loaded node: it may have children of this run
    std::vector<std::pair<NodeId, Name>> further_;  // names of loaded nodes with several, in the order of nodes
    std::vector<std::pair<Name, NodeId>> sorted_;   // made where they are looked up
};

}  // namespace crowfly
