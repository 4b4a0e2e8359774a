// Names of nodes that outlive a restart. A node is known by its worker and its number there; after a restart another
// worker may own it, under another number, and there may be more or fewer workers. So what is saved has names: the run
// in which a node was stored, the worker, and the number it had.
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

    // Nodes are loaded before others are stored.
    void load(Name name, Name parent) {
        names_.push_back(name);
        parents_.push_back(parent);
    }
    bool is_loaded(NodeId node) const { return node < names_.size(); }

    Name name_of(std::size_t worker, NodeId node) const {
        return is_loaded(node) ? names_[node] : Name{run_} << 48U | Name{worker} << 32U | node;
    }
    Name parent_of_loaded(NodeId node) const { return parents_[node]; }

    // The node that was loaded under this name.
    std::optional<NodeId> find(Name name) {
        if (sorted_.empty()) {
            for (NodeId node = 0; node < names_.size(); ++node) sorted_.emplace_back(names_[node], node);
            std::ranges::sort(sorted_);
        }
        const auto at = std::ranges::lower_bound(sorted_, std::pair{name, NodeId{0}});
        return at != sorted_.end() && at->first == name ? std::optional(at->second) : std::nullopt;
    }

    std::size_t bytes() const { return names_.bytes() + parents_.bytes(); }

private:
    std::uint32_t run_ = 0;
    Chunked<Name> names_, parents_;                // per loaded node
    std::vector<std::pair<Name, NodeId>> sorted_;  // made where they are looked up
};

}  // namespace crowfly
