#include "symbolic/frozen_diagram.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly::symbolic {

std::size_t FrozenDiagram::bytes() const {
    return nodes_.capacity() * sizeof(Node) + tests_.capacity() * sizeof(Test) + roots_.capacity() * sizeof(Reference);
}

Freezer::Freezer(const StateVariables& variables, std::size_t most_nodes) : most_nodes_(most_nodes) {
    diagram_.tests_.resize(variables.count());
    for (std::uint32_t slot = 0; slot < variables.slots(); ++slot) {
        const SlotDigits& digits = variables.slot(slot);
        for (std::uint32_t i = 0; i < digits.now.size(); ++i)
            diagram_.tests_[static_cast<std::size_t>(digits.now[i])] = {slot, digits.least, i};
    }
}

std::size_t Freezer::NodeHash::operator()(const Node& node) const {
    std::uint64_t hash = (std::uint64_t{node.low} << 32 | node.high) * 0x9e37'79b9'7f4a'7c15;
    hash = (hash ^ hash >> 29 ^ node.test) * 0xbf58'476d'1ce4'e5b9;
    return hash ^ hash >> 32;
}

Freezer::Reference Freezer::made(const Node& node) {
    if (node.low == node.high) return node.low;
    const auto [found, is_new] = unique_.try_emplace(node, static_cast<Reference>(diagram_.nodes_.size()));
    if (is_new) {
        if (is_merging_ && diagram_.nodes_.size() >= most_nodes_) {
            unique_.erase(found);
            throw TooMany{};
        }
        diagram_.nodes_.push_back(node);
    }
    return found->second;
}

Freezer::Reference Freezer::copy(std::int32_t id, std::uint32_t value,
                                 std::unordered_map<std::int32_t, Reference>& known) {
    if (id <= 1) return FrozenDiagram::leaf(id == 1 ? value : FrozenDiagram::none);
    if (const auto found = known.find(id); found != known.end()) return found->second;
    poll();
    const BddNode node = node_of(id);
    const Reference low = copy(node.low, value, known);
    const Reference high = copy(node.high, value, known);
    const Reference result = made({static_cast<std::uint32_t>(node.variable), low, high});
    known.emplace(id, result);
    return result;
}

void Freezer::add(const Bdd& states, std::uint32_t value) {
    if (states.is_false()) return;
    std::unordered_map<std::int32_t, Reference> known;
    diagram_.roots_.push_back(copy(states.id(), value, known));
}

Freezer::Reference Freezer::merged(Reference first, Reference second) {
    constexpr Reference nothing = FrozenDiagram::leaf(FrozenDiagram::none);
    if (first == second || second == nothing) return first;
    if (first == nothing) return second;
    if (FrozenDiagram::is_leaf(first)) return first;
    const std::uint64_t key = std::uint64_t{first} << 32 | second;
    if (const auto found = merged_.find(key); found != merged_.end()) return found->second;
    poll();
    const Node a = diagram_.nodes_[first];
    const Node b = FrozenDiagram::is_leaf(second) ? Node{a.test, second, second} : diagram_.nodes_[second];
    const std::uint32_t test = std::min(a.test, b.test);
    const Node left = a.test == test ? a : Node{test, first, first};
    const Node right = b.test == test ? b : Node{test, second, second};
    const Reference low = merged(left.low, right.low);
    const Reference high = merged(left.high, right.high);
    const Reference result = made({test, low, high});
    merged_.emplace(key, result);
    return result;
}

// Neighbours first, as long as there is room.
void Freezer::merge_all() try {
    is_merging_ = true;
    std::vector<Reference>& roots = diagram_.roots_;
    while (roots.size() > 1) {
        for (std::size_t i = 0; i + 1 < roots.size(); ++i) {
            roots[i] = merged(roots[i], roots[i + 1]);
            roots.erase(roots.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
        merged_.clear();
    }
} catch (const TooMany&) {
    // Those that are left are asked one after the other.
}

Freezer::Reference Freezer::compacted(Reference root, std::vector<Reference>& places, std::vector<Node>& into) const {
    constexpr Reference unknown = FrozenDiagram::leaf(FrozenDiagram::none);
    if (FrozenDiagram::is_leaf(root) || places[root] != unknown)
        return FrozenDiagram::is_leaf(root) ? root : places[root];
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
    merge_all();
    unique_.clear();
    merged_.clear();
    std::vector<Reference> places(diagram_.nodes_.size(), FrozenDiagram::leaf(FrozenDiagram::none));
    std::vector<Node> nodes;
    for (Reference& root : diagram_.roots_) root = compacted(root, places, nodes);
    nodes.shrink_to_fit();
    diagram_.nodes_ = std::move(nodes);
    return std::move(diagram_);
}

}  // namespace crowfly::symbolic
