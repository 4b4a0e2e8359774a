// Finds the predecessors of abstract states of a projection, or their successors.
//
// A projected label leads to a state if for each of its moves a rule leads to the value that the state has. Labels
// whose moves lead to few values are filed under them in a match tree (Edelkamp; Sievers, Ortlieb, Helmert: Efficient
// implementation of pattern database heuristics for classical planning, 2012): a node looks at one digit, and has a
// child per value and one for labels that do not care. Moves that lead to most values, such as x := x + 1, are not
// split up: a table tells per value where it may come from. Forwards it is the same with rules turned around.
#pragma once

#include <functional>
#include <map>

#include "abstraction/patterns/projection.hpp"

namespace crowfly::pdb {

enum class Direction : std::uint8_t { backward, forward };

class TransitionFinder {
public:
    TransitionFinder(const LabelTable& table, const PerfectHash& hash, Direction direction)
        : table_(&table), hash_(&hash), direction_(direction) {}
    // Of the labels that are `wanted`; has to be called first.
    void build(const std::vector<ProjectedLabel>& labels, const std::function<bool(const ProjectedLabel&)>& wanted);

    bool empty() const { return entries_.empty(); }

    // Calls take(neighbour, label) with the index of a projected label, for all that lead to a state with these digits,
    // or forwards from it.
    template <class Take>
    void each_neighbour(Rank state, const std::vector<Value>& digits, Take& take) const {
        if (!nodes_.empty()) visit(0, state, digits.data(), take);
    }

    // What is left once it is built.
    void parts(auto& each) { each.derived(nodes_, children_, entries_, conditions_, choices_, rows_, differences_); }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Condition {
        std::uint32_t digit = 0;
        Value value = 0;
    };
    // The digit may have several values before: those in the row of the value that it has.
    struct Choice {
        std::uint32_t digit = 0;
        std::uint32_t first_row = 0;
    };
    struct Entry {
        std::uint32_t label = 0;
        Rank difference = 0;  // between the neighbour and the state, modulo 2^64
        Run conditions;       // that are left to be tested
        Run choices;
    };
    struct Node {
        Run entries;
        std::uint32_t digit = 0;
        std::uint32_t children = none;  // one per value of the digit
        std::uint32_t other = none;     // a node for all values
    };
    // An entry before it has its place in the tree.
    struct Draft {
        std::uint32_t label = 0;
        Rank difference = 0;
        std::vector<Condition> conditions;
        Run choices;
    };

    // Per digit and kind of move: the values that each value may come from, as differences.
    struct Origins {
        std::uint32_t first_row = 0;
        std::vector<Value> targets;  // values with an origin
        bool single = true;          // each of them has only one
    };

    const Origins& origins_of(DigitMove move);
    void add_label(const ProjectedLabel& label, std::uint32_t index);
    std::uint32_t add_node(std::vector<std::uint32_t> drafts);
    void store(Node& node, const std::vector<std::uint32_t>& drafts);
    std::uint32_t most_frequent_digit(const std::vector<std::uint32_t>& drafts) const;

    template <class Take>
    void visit(std::uint32_t at, Rank state, const Value* digits, Take& take) const {
        while (at != none) {
            const Node& node = nodes_[at];
            for (std::uint32_t e = node.entries.first; e < node.entries.first + node.entries.count; ++e)
                apply(entries_[e], state, digits, take);
            if (node.children != none) {
                const std::uint32_t child = children_[node.children + digits[node.digit]];
                if (child != none) visit(child, state, digits, take);
            }
            at = node.other;
        }
    }

    template <class Take>
    void apply(const Entry& entry, Rank state, const Value* digits, Take& take) const {
        for (std::uint32_t c = entry.conditions.first; c < entry.conditions.first + entry.conditions.count; ++c) {
            if (digits[conditions_[c].digit] != conditions_[c].value) return;
        }
        choose(entry.choices, entry.label, state + entry.difference, digits, take);
    }

    template <class Take>
    void choose(Run choices, std::uint32_t label, Rank neighbour, const Value* digits, Take& take) const {
        if (choices.count == 0) return take(neighbour, label);
        const Choice& choice = choices_[choices.first];
        const std::uint32_t row = choice.first_row + digits[choice.digit];
        for (std::uint32_t d = rows_[row]; d < rows_[row + 1]; ++d)
            choose({choices.first + 1, choices.count - 1}, label, neighbour + differences_[d], digits, take);
    }

    const LabelTable* table_;  // while it is built
    const PerfectHash* hash_;
    Direction direction_;
    std::vector<Node> nodes_;  // the root is the first
    std::vector<std::uint32_t> children_;
    std::vector<Entry> entries_;
    std::vector<Condition> conditions_;
    std::vector<Choice> choices_;
    std::vector<std::uint32_t> rows_;  // into differences_; the row after it ends it
    std::vector<Rank> differences_;

    std::map<DigitMove, Origins> origins_;  // while it is built
    std::vector<Draft> drafts_;
    std::vector<bool> used_;  // per digit: a node above looks at it
};

}  // namespace crowfly::pdb
