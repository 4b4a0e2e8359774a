// The states of a search that goes layer by layer and forgets: the last layers, and relay layers further back, one of
// several, from which every later state knows its ancestor (Zhou, Hansen: Breadth-first heuristic search, 2004). Nodes
// are numbered in the order of their generation, so a layer is a range of them.
#pragma once

#include <algorithm>
#include <vector>

#include "base/chunked.hpp"
#include "space/node.hpp"

namespace crowfly {

class LayerWindow {
public:
    std::size_t size() const { return nodes_.size() - std::min<std::size_t>(next_, nodes_.size()); }
    std::size_t bytes() const { return nodes_.bytes(); }

    // The nodes from `first` on are the layer at that depth.
    void begin(NodeId first, std::uint32_t depth) {
        starts_ = {first};
        next_ = first;
        end_ = static_cast<NodeId>(nodes_.size());
        depth_ = depth;
    }
    std::uint32_t depth() const { return depth_; }

    // A state generated from another one, or from none.
    void add(NodeId parent) { nodes_.push_back({parent == no_node ? no_node : relay_of(parent), Kind::plain}); }
    void prune(NodeId node) { nodes_[node].kind = Kind::pruned; }
    // The state itself if it is in a relay layer, else its ancestor there; no_node: there was no relay layer.
    NodeId relay_of(NodeId node) const { return nodes_[node].kind == Kind::relay ? node : nodes_[node].ancestor; }
    // The ancestor of a state, in the relay layer before its own.
    NodeId ancestor(NodeId node) const { return nodes_[node].ancestor; }

    // The next node of the layer. False: there is none.
    bool pop(NodeId& node) {
        while (next_ < end_ && nodes_[next_].kind == Kind::pruned) ++next_;
        if (next_ == end_) return false;
        node = next_++;
        return true;
    }
    // The states generated since become the layer. False: there are none.
    bool begin_layer() {
        if (end_ == nodes_.size()) return false;
        starts_.push_back(end_);
        next_ = end_;
        end_ = static_cast<NodeId>(nodes_.size());
        ++depth_;
        return true;
    }
    void make_relay() {
        for (NodeId node = next_; node < end_; ++node) {
            if (nodes_[node].kind == Kind::plain) nodes_[node].kind = Kind::relay;
        }
    }

    // What is kept of all nodes: the first `pinned` ones, the relay layers, the layer, so many before it, and the next.
    // With none before it, only what is not yet expanded of the layer.
    std::vector<NodeId> kept(NodeId pinned, std::size_t before) {
        if (starts_.size() > before + 1) starts_.erase(starts_.begin(), starts_.end() - std::ptrdiff_t(before + 1));
        const NodeId first = before == 0 ? next_ : starts_.front();
        std::vector<NodeId> nodes;
        for (NodeId node = 0; node < nodes_.size(); ++node) {
            const Kind kind = nodes_[node].kind;
            if (node < pinned || kind == Kind::relay || (node >= first && kind != Kind::pruned)) nodes.push_back(node);
        }
        return nodes;
    }
    // They are ascending.
    void keep_only(const std::vector<NodeId>& nodes) {
        const Renumbering renumbered(nodes, nodes_.size());
        Chunked<Node> kept;
        for (const NodeId node : nodes) kept.push_back({renumbered[nodes_[node].ancestor], nodes_[node].kind});
        nodes_ = std::move(kept);
        const auto moved = [&](NodeId place) {
            return static_cast<NodeId>(std::ranges::lower_bound(nodes, place) - nodes.begin());
        };
        for (NodeId& start : starts_) start = moved(start);
        next_ = moved(next_);
        end_ = moved(end_);
    }
    void clear() { nodes_ = {}; }

private:
    enum class Kind : std::uint8_t { plain, relay, pruned };
    struct Node {
        NodeId ancestor;
        Kind kind;
    };

    Chunked<Node> nodes_;
    std::vector<NodeId> starts_;  // where the last layers begin, that being expanded last
    NodeId next_ = 0;             // the first of it that is not yet expanded
    NodeId end_ = 0;              // where the next layer begins
    std::uint32_t depth_ = 0;
};

}  // namespace crowfly
