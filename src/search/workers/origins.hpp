// Where the nodes of one worker come from: per node, which worker has its parent. The number of the parent is kept by
// the space. Nodes that were loaded from a checkpoint know their parent by a name instead, see node_names.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/workers/node_names.hpp"
#include "space/per_node.hpp"

namespace crowfly {

class Origins {
public:
    explicit Origins(NodeColumns& columns) : workers_(columns) {}

    // The node was stored, or is to be expanded again; this worker has its parent.
    void set(NodeId node, std::size_t worker) {
        if (node == workers_.size())
            workers_.push_back(0);
        else
            names_.reopen(node);
        workers_[node] = static_cast<std::uint16_t>(worker);
    }
    // The next node was loaded, before any other is stored.
    void load(const std::vector<NodeNames::Name>& names, NodeNames::Name parent, bool is_open) {
        names_.load(names, parent, is_open);
        workers_.push_back(0);
    }

    std::size_t worker_of_parent(NodeId node) const { return workers_[node]; }
    // By which the parent of the node is saved. `parent`: its number, which counts where it is of this run.
    NodeNames::Name name_of_parent(NodeId node, NodeId parent) const {
        if (const std::optional<NodeNames::Name> name = names_.parent_of_loaded(node)) return *name;
        return parent == no_node ? NodeNames::none : names_.name_of(workers_[node], parent);
    }

    NodeNames& names() { return names_; }
    const NodeNames& names() const { return names_; }
    void parts(auto& each) { each.derived(names_); }

private:
    PerNode<std::uint16_t> workers_;
    NodeNames names_;  // of loaded nodes
};

}  // namespace crowfly
