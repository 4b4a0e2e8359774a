#include "abstraction/predicates/trie.hpp"

#include <algorithm>

namespace crowfly::predicates {

void Trie::add(std::span<const Literal> literals, std::uint32_t distance, std::uint32_t entry) {
    std::uint32_t at = 0;
    nodes_[at].least = std::min(nodes_[at].least, distance);
    for (const Literal literal : literals) {
        std::uint32_t before = none, next = nodes_[at].child;
        while (next != none && nodes_[next].literal < literal) {
            before = next;
            next = nodes_[next].sibling;
        }
        if (next == none || nodes_[next].literal != literal) {
            Node fresh;
            fresh.literal = literal;
            fresh.sibling = next;
            next = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(fresh);
            (before == none ? nodes_[at].child : nodes_[before].sibling) = next;
        }
        at = next;
        nodes_[at].least = std::min(nodes_[at].least, distance);
    }
    if (distance < nodes_[at].own.distance) nodes_[at].own = {distance, entry};
}

Trie::Match Trie::find(const LiteralSet& possible) const {
    Match best;
    find(0, possible, best);
    return best;
}

void Trie::find(std::uint32_t node, const LiteralSet& possible, Match& best) const {
    if (nodes_[node].own.distance < best.distance) best = nodes_[node].own;
    for (std::uint32_t child = nodes_[node].child; child != none; child = nodes_[child].sibling) {
        if (nodes_[child].least < best.distance && possible.contains(nodes_[child].literal))
            find(child, possible, best);
    }
}

}  // namespace crowfly::predicates
