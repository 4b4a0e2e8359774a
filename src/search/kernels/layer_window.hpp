// The states of a search that goes layer by layer and forgets. Open states are kept, and of the states in some layers,
// the relay layers, those that open ones descend from (Zhou, Hansen: Breadth-first heuristic search, 2004). A state
// that was expanded is kept as long as it may be generated once more, as far as that is known: until all its
// predecessors were expanded, or while its layer is one of the last ones or a relay layer. Nodes are numbered in the
// order of their generation, so a layer is a range of them.
#pragma once

#include <algorithm>
#include <vector>

#include "base/files/parts.hpp"
#include "space/node.hpp"

namespace crowfly {

class LayerWindow {
public:
    std::size_t size() const { return nodes_.size() - std::min<std::size_t>(next_, nodes_.size()); }

    // The nodes from `first` on are the layer at that depth.
    void begin(NodeId first, std::uint32_t depth) {
        starts_ = {first};
        next_ = first;
        end_ = static_cast<NodeId>(nodes_.size());
        depth_ = depth;
    }
    std::uint32_t depth() const { return depth_; }

    // A state generated from another one, or from none. `last`: in no later layer it would be expanded again.
    // `awaited`: so many predecessors it has.
    void add(NodeId parent, std::uint32_t last, std::uint32_t awaited) {
        nodes_.push_back({parent == no_node ? no_node : relay_of(parent), last, Kind::plain,
                          static_cast<std::uint8_t>(std::min(awaited, without_number))});
    }
    // One of its predecessors is being expanded.
    void arrive(NodeId node) {
        std::uint8_t& awaited = nodes_[node].awaited;
        if (awaited > 0 && awaited < without_number) --awaited;
    }
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

    // Which expanded states are kept: those of relay layers and of so many layers before the one being expanded; with
    // none before it, not even those of this one. Or those whose predecessors were not all expanded.
    struct Keeping {
        bool awaited = false;
        std::size_t before = 0;
    };
    // What is kept of all nodes, the first `pinned` ones always.
    std::vector<NodeId> kept(NodeId pinned, const Keeping& keeping) {
        const std::size_t before = keeping.awaited ? 0 : keeping.before;
        if (starts_.size() > before + 1) starts_.erase(starts_.begin(), starts_.end() - std::ptrdiff_t(before + 1));
        const NodeId first = before == 0 ? next_ : starts_.front();
        const std::vector<bool> has_descendants = ancestors_of_open();
        std::vector<NodeId> nodes;
        held_ = 0;
        for (NodeId node = 0; node < nodes_.size(); ++node) {
            const bool is_held = node < next_ && is_held_back(node, first, keeping.awaited);
            if (is_held) ++held_;
            const bool is_open = node >= next_ && nodes_[node].kind != Kind::pruned;
            if (node < pinned || is_open || is_held || has_descendants[node]) nodes.push_back(node);
        }
        return nodes;
    }
    // How many expanded states were kept, the last time, so that they are not expanded again.
    std::size_t held() const { return held_; }
    // They are ascending.
    void keep_only(const std::vector<NodeId>& nodes) {
        const Renumbering renumbered(nodes, nodes_.size());
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes_[i] = nodes_[nodes[i]];
            nodes_[i].ancestor = renumbered[nodes_[i].ancestor];
        }
        while (nodes_.size() > nodes.size()) nodes_.pop_back();
        const auto moved = [&](NodeId place) {
            return static_cast<NodeId>(std::ranges::lower_bound(nodes, place) - nodes.begin());
        };
        for (NodeId& start : starts_) start = moved(start);
        next_ = moved(next_);
        end_ = moved(end_);
    }
    void clear() { nodes_ = {}; }

    void parts(auto& each) { each(nodes_, starts_, next_, end_, depth_); }

private:
    enum class Kind : std::uint8_t { plain, relay, pruned };
    static constexpr std::uint32_t without_number = 255;
    struct Node {
        NodeId ancestor;
        std::uint32_t last;
        Kind kind;
        std::uint8_t awaited;  // predecessors that were not expanded; `without_number`: many, or nobody knows

        void parts(auto& each) { each(ancestor, last, kind, awaited); }
        void loaded() { ArchiveReader::demand(kind <= Kind::pruned, "has a state of no kind"); }
    };

    bool is_held_back(NodeId node, NodeId first, bool awaited) const {
        const Node& of = nodes_[node];
        if (of.kind == Kind::pruned || of.last <= depth_) return false;
        return awaited ? of.awaited > 0 : of.kind == Kind::relay || node >= first;
    }
    std::vector<bool> ancestors_of_open() const {
        std::vector<bool> found(nodes_.size(), false);
        for (NodeId node = next_; node < nodes_.size(); ++node) {
            for (NodeId a = ancestor(node); a != no_node && !found[a]; a = ancestor(a)) found[a] = true;
        }
        return found;
    }

    Chunked<Node> nodes_;
    std::vector<NodeId> starts_;  // where the last layers begin, that being expanded last
    NodeId next_ = 0;             // the first of it that is not yet expanded
    NodeId end_ = 0;              // where the next layer begins
    std::uint32_t depth_ = 0;
    std::size_t held_ = 0;
};

}  // namespace crowfly
