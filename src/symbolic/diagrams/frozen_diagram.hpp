// Decision diagrams outside of the table of BuDDy, which is there only once in a program: partial functions from states
// to numbers, made of disjoint sets of states. They never change once they are made, so that threads share them, and a
// lookup walks down from a root and reads one digit of the state per node.
//
// One diagram with numbers at its leaves (Fujita, McGeer, Yang: Multi-terminal binary decision diagrams, 1997) is
// looked up in one walk. It may need more nodes than the sets that it is made of. Where it has become large, another
// one is begun for the next numbers, and they are asked one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/diagrams/variables.hpp"

namespace crowfly::symbolic {

class FrozenDiagram {
public:
    static constexpr std::uint32_t none = 0x7fff'ffff;  // the value of states in no set

    // Of a state that can be reached: the digits of slots can say no other values.
    std::uint32_t value(std::span<const std::int32_t> slots) const {
        for (const Reference root : roots_) {
            Reference at = root;
            while (!is_leaf(at)) {
                const Node& node = nodes_[at];
                at = digit(slots, tests_[node.test]) ? node.high : node.low;
            }
            if (at != leaf(none)) return at ^ leaf_mark;
        }
        return none;
    }

    std::size_t nodes() const { return nodes_.size(); }
    std::size_t roots() const { return roots_.size(); }
    void parts(auto& each) { each.derived(nodes_, tests_, roots_); }

private:
    friend class Freezer;

    // The number of a node, or a leaf.
    using Reference = std::uint32_t;
    static constexpr Reference leaf_mark = 0x8000'0000;
    static constexpr Reference leaf(std::uint32_t value) { return value | leaf_mark; }
    static constexpr bool is_leaf(Reference reference) { return (reference & leaf_mark) != 0; }

    struct Node {
        std::uint32_t test = 0;  // a variable
        Reference low = 0, high = 0;
        friend bool operator==(const Node&, const Node&) = default;
    };
    struct Test {
        std::uint32_t slot = 0;
        std::int32_t least = 0;
        std::uint32_t place = 0;  // of the digit
    };

    static bool digit(std::span<const std::int32_t> slots, const Test& test) {
        const auto code = static_cast<std::uint32_t>(slots[test.slot]) - static_cast<std::uint32_t>(test.least);
        return ((code >> test.place) & 1) != 0;
    }

    std::vector<Node> nodes_;
    std::vector<Test> tests_;  // by variable, those after a transition left open
    std::vector<Reference> roots_;
};

// Makes one. The table of BuDDy is only read, so that it may have run out of nodes.
class Freezer {
public:
    Freezer(const StateVariables& variables, std::size_t most_nodes);

    // The states of the set have the value, unless a set that was added before has them. It tests no digits of clocks
    // and none after a transition.
    void add(const Bdd& states, std::uint32_t value);
    FrozenDiagram finish();

private:
    using Reference = FrozenDiagram::Reference;
    using Node = FrozenDiagram::Node;
    struct NodeHash {
        std::size_t operator()(const Node& node) const;
    };
    static constexpr Reference nothing = FrozenDiagram::leaf(FrozenDiagram::none);

    Reference made(const Node& node);
    Reference laid_under(Reference diagram, std::int32_t set, std::uint32_t value);
    void compact();  // drops nodes that no root needs
    Reference compacted(Reference root, std::vector<Reference>& places, std::vector<Node>& into) const;

    FrozenDiagram diagram_;
    std::size_t most_nodes_;  // of a root, roughly
    std::size_t limit_;       // of all nodes, before those that are not needed are dropped
    std::unordered_map<Node, Reference, NodeHash> unique_;
    std::unordered_map<std::uint64_t, Reference> known_;  // by node and node of the set
};

}  // namespace crowfly::symbolic
