// Cartesian sets of states: a set of values per variable, as bits. Small variables share a word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abstraction/factored_system.hpp"

namespace crowfly::cartesian {

using Word = std::uint64_t;
using Set = std::span<const Word>;
using MutableSet = std::span<Word>;

class ValueSets {
public:
    explicit ValueSets(const std::vector<Variable>& variables);

    std::uint32_t words() const { return words_; }  // of a set
    VariableIndex variables() const { return static_cast<VariableIndex>(places_.size()); }
    Value values(VariableIndex variable) const { return places_[variable].values; }

    std::vector<Word> all() const;  // every value of every variable
    bool contains(Set set, VariableIndex variable, Value value) const;
    void insert(MutableSet set, VariableIndex variable, Value value) const;
    void clear(MutableSet set, VariableIndex variable) const;
    void insert(MutableSet set, VariableIndex variable, Set more) const;
    void remove(MutableSet set, VariableIndex variable, Set fewer) const;
    void intersection(Set a, Set b, VariableIndex variable, MutableSet result) const;
    bool is_empty(Set set, VariableIndex variable) const;
    bool intersect(Set a, Set b, VariableIndex variable) const;
    bool is_subset(Set a, Set b, VariableIndex variable) const;
    Value count(Set set, VariableIndex variable) const;

    // Whether one of the rules leads from a value of the one set to a value of the other.
    bool has_step(Set from, VariableIndex variable, std::span<const Rule> rules, Set to) const;
    // The values of `to` that rules lead to from a value of `from`, and the values of `from` that they come from.
    void progress(Set from, VariableIndex variable, std::span<const Rule> rules, Set to, MutableSet result) const;
    void regress(Set from, VariableIndex variable, std::span<const Rule> rules, Set to, MutableSet result) const;

private:
    struct Place {
        std::uint32_t first = 0;  // word
        std::uint32_t words = 1;
        std::uint32_t shift = 0;  // of the first value in the first word; 0 where it has several words
        Value values = 1;
        Word mask = 0;  // of each of its words
    };

    void insert_common(MutableSet set, VariableIndex variable, Set a, Set b) const;

    std::vector<Place> places_;
    std::uint32_t words_ = 0;
};

}  // namespace crowfly::cartesian
