#include "abstraction/cartesian/value_sets.hpp"

#include <bit>

namespace crowfly::cartesian {
namespace {

constexpr std::uint32_t bits_of_word = 64;

}  // namespace

ValueSets::ValueSets(const std::vector<Variable>& variables) {
    std::uint32_t used = bits_of_word;  // bits of the last word
    for (const Variable& variable : variables) {
        Place place;
        place.values = variable.values;
        place.words = (variable.values + bits_of_word - 1) / bits_of_word;
        const bool is_small = variable.values < bits_of_word;
        if (is_small && used + variable.values <= bits_of_word) {
            place.first = words_ - 1;
            place.shift = used;
            used += variable.values;
        } else {
            place.first = words_;
            words_ += place.words;
            used = is_small ? variable.values : bits_of_word;
        }
        place.mask = is_small ? ((Word{1} << variable.values) - 1) << place.shift : ~Word{0};
        places_.push_back(place);
    }
}

std::vector<Word> ValueSets::all() const {
    std::vector<Word> set(words_);
    for (VariableIndex v = 0; v < variables(); ++v) {
        for (Value value = 0; value < places_[v].values; ++value) insert(set, v, value);
    }
    return set;
}

bool ValueSets::contains(Set set, VariableIndex variable, Value value) const {
    const Place& place = places_[variable];
    const std::uint32_t bit = place.shift + value;
    return (set[place.first + bit / bits_of_word] >> (bit % bits_of_word) & 1U) != 0;
}

void ValueSets::insert(MutableSet set, VariableIndex variable, Value value) const {
    const Place& place = places_[variable];
    const std::uint32_t bit = place.shift + value;
    set[place.first + bit / bits_of_word] |= Word{1} << (bit % bits_of_word);
}

void ValueSets::clear(MutableSet set, VariableIndex variable) const {
    const Place& place = places_[variable];
    for (std::uint32_t w = place.first; w < place.first + place.words; ++w) set[w] &= ~place.mask;
}

void ValueSets::insert(MutableSet set, VariableIndex variable, Set more) const {
    insert_common(set, variable, more, more);
}

void ValueSets::insert_common(MutableSet set, VariableIndex variable, Set a, Set b) const {
    const Place& place = places_[variable];
    for (std::uint32_t w = place.first; w < place.first + place.words; ++w) set[w] |= a[w] & b[w] & place.mask;
}

void ValueSets::remove(MutableSet set, VariableIndex variable, Set fewer) const {
    const Place& place = places_[variable];
    for (std::uint32_t w = place.first; w < place.first + place.words; ++w) set[w] &= ~(fewer[w] & place.mask);
}

void ValueSets::intersection(Set a, Set b, VariableIndex variable, MutableSet result) const {
    clear(result, variable);
    insert_common(result, variable, a, b);
}

bool ValueSets::is_empty(Set set, VariableIndex variable) const { return !intersect(set, set, variable); }

bool ValueSets::intersect(Set a, Set b, VariableIndex variable) const {
    const Place& place = places_[variable];
    for (std::uint32_t w = place.first; w < place.first + place.words; ++w) {
        if ((a[w] & b[w] & place.mask) != 0) return true;
    }
    return false;
}

bool ValueSets::is_subset(Set a, Set b, VariableIndex variable) const {
    const Place& place = places_[variable];
    for (std::uint32_t w = place.first; w < place.first + place.words; ++w) {
        if ((a[w] & ~b[w] & place.mask) != 0) return false;
    }
    return true;
}

Value ValueSets::count(Set set, VariableIndex variable) const {
    const Place& place = places_[variable];
    int values = 0;
    for (std::uint32_t w = place.first; w < place.first + place.words; ++w)
        values += std::popcount(set[w] & place.mask);
    return static_cast<Value>(values);
}

bool ValueSets::has_step(Set from, VariableIndex variable, std::span<const Rule> rules, Set to) const {
    for (const Rule& rule : rules) {
        if (rule.from == Rule::any) {
            if (rule.to == Rule::same ? intersect(from, to, variable) : contains(to, variable, rule.to)) return true;
        } else if (contains(from, variable, rule.from) && contains(to, variable, rule.result(rule.from))) {
            return true;
        }
    }
    return false;
}

void ValueSets::progress(Set from, VariableIndex variable, std::span<const Rule> rules, Set to,
                         MutableSet result) const {
    clear(result, variable);
    for (const Rule& rule : rules) {
        if (rule.from == Rule::any && rule.to == Rule::same) {
            insert_common(result, variable, from, to);
        } else {
            const bool applies = rule.from == Rule::any || contains(from, variable, rule.from);
            if (applies && contains(to, variable, rule.result(rule.from)))
                insert(result, variable, rule.result(rule.from));
        }
    }
}

void ValueSets::regress(Set from, VariableIndex variable, std::span<const Rule> rules, Set to,
                        MutableSet result) const {
    clear(result, variable);
    for (const Rule& rule : rules) {
        if (rule.from == Rule::any) {
            if (rule.to == Rule::same)
                insert_common(result, variable, from, to);
            else if (contains(to, variable, rule.to))
                insert(result, variable, from);
        } else if (contains(from, variable, rule.from) && contains(to, variable, rule.result(rule.from))) {
            insert(result, variable, rule.from);
        }
    }
}

}  // namespace crowfly::cartesian
