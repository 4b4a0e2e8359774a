// Sets of literals with a distance each, in a tree that shares beginnings of sets (Hoffmann, Koehler: A new method to
// index and query sets, 1999). It finds the least distance among all stored sets that a given set contains: only
// branches with a literal of the given set are followed, and only while a smaller distance can turn up.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "abstraction/predicates/predicate.hpp"

namespace crowfly::predicates {

class Trie {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Match {
        std::uint32_t distance = none;
        std::uint32_t entry = none;
    };

    // `entry`: a number that a search finds again.
    void add(std::span<const Literal> literals, std::uint32_t distance, std::uint32_t entry);
    // The nearest of the stored sets that are contained in `possible`; the first one stored among equals.
    Match find(const LiteralSet& possible) const;
    void parts(auto& each) { each.derived(nodes_); }

private:
    // Children of a node are a list, ascending by literal.
    struct Node {
        Literal literal = 0;
        std::uint32_t child = none;
        std::uint32_t sibling = none;
        std::uint32_t least = none;  // distance in the subtree
        Match own;
    };

    void find(std::uint32_t node, const LiteralSet& possible, Match& best) const;

    std::vector<Node> nodes_ = std::vector<Node>(1);
};

}  // namespace crowfly::predicates
