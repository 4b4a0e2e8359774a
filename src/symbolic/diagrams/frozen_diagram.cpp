#include "symbolic/diagrams/frozen_diagram.hpp"

#include <algorithm>
#include <limits>

#include "base/alarm.hpp"

namespace crowfly::symbolic {

Freezer::Freezer(const StateVariables& variables, std::size_t most_nodes)
    : most_nodes_(most_nodes), limit_(most_nodes) {
    diagram_.tests_.resize(variables.count());
    for (std::uint32_t slot = 0; slot < variables.slots(); ++slot) {
        const SlotDigits& digits = variables.slot(slot);
        for (std::uint32_t i = 0; i < digits.now.size(); ++i)
            diagram_.tests_[static_cast<std::size_t>(digits.now[i])] = {slot, digits.least, i};
    }
    diagram_.roots_.push_back(nothing);
}

std::size_t Freezer::NodeHash::operator()(const Node& node) const {
    std::uint64_t hash = (std::uint64_t{node.low} << 32 | node.high) * 0x9e37'79b9'7f4a'7c15;
    hash = (hash ^ hash >> 29 ^ node.test) * 0xbf58'476d'1ce4'e5b9;
    return hash ^ hash >> 32;
}

Freezer::Reference Freezer::made(const Node& node) {
    if (node.low == node.high) return node.low;
    const auto [found, is_new] = unique_.try_emplace(node, static_cast<Reference>(diagram_.nodes_.size()));
    if (is_new) diagram_.nodes_.push_back(node);
    return found->second;
}

// Where the diagram has no value yet, that of the set. Most of the diagram is where the set is empty, and stays as it
// is.
Freezer::Reference Freezer::laid_under(Reference diagram, std::int32_t set, std::uint32_t value) {
    if (set == 0 || (FrozenDiagram::is_leaf(diagram) && diagram != nothing)) return diagram;
    if (set == 1 && diagram == nothing) return FrozenDiagram::leaf(value);
    const std::uint64_t key = std::uint64_t{diagram} << 32 | static_cast<std::uint32_t>(set);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    poll();
    constexpr auto last = std::numeric_limits<std::uint32_t>::max();
    const Node own = diagram == nothing ? Node{last, nothing, nothing} : diagram_.nodes_[diagram];
    const BddNode other = set == 1 ? BddNode{} : node_of(set);
    const std::uint32_t tested = set == 1 ? last : static_cast<std::uint32_t>(other.variable);
    const std::uint32_t test = std::min(own.test, tested);
    const bool splits = tested == test;
    const Reference low = laid_under(own.test == test ? own.low : diagram, splits ? other.low : set, value);
    const Reference high = laid_under(own.test == test ? own.high : diagram, splits ? other.high : set, value);
    return known_[key] = made({test, low, high});
}

void Freezer::add(const Bdd& states, std::uint32_t value) {
    std::vector<Reference>& roots = diagram_.roots_;
    if (diagram_.nodes_.size() > limit_) {
        compact();
        limit_ = diagram_.nodes_.size() + most_nodes_;
        if (diagram_.nodes_.size() > most_nodes_ * roots.size()) roots.push_back(nothing);
    }
    known_.clear();
    roots.back() = laid_under(roots.back(), states.id(), value);
}

void Freezer::compact() {
    std::vector<Reference> places(diagram_.nodes_.size(), nothing);
    std::vector<Node> nodes;
    for (Reference& root : diagram_.roots_) root = compacted(root, places, nodes);
    nodes.shrink_to_fit();
    diagram_.nodes_ = std::move(nodes);
    unique_.clear();
    for (std::size_t i = 0; i < diagram_.nodes_.size(); ++i)
        unique_.emplace(diagram_.nodes_[i], static_cast<Reference>(i));
}

Freezer::Reference Freezer::compacted(Reference root, std::vector<Reference>& places, std::vector<Node>& into) const {
    if (FrozenDiagram::is_leaf(root)) return root;
    if (places[root] != nothing) return places[root];
    const Node& node = diagram_.nodes_[root];
    const auto place = static_cast<Reference>(into.size());
    places[root] = place;
    into.push_back(node);
    const Reference low = compacted(node.low, places, into);
    const Reference high = compacted(node.high, places, into);
    into[place].low = low;
    into[place].high = high;
    return place;
}

FrozenDiagram Freezer::finish() {
    known_.clear();
    compact();
    unique_.clear();
    return std::move(diagram_);
}

}  // namespace crowfly::symbolic
