// A set of vectors of words whose parts are shared (shared_parts.hpp): a vector takes its root, a pair of numbers.
// Words that do not distinguish vectors are shared in a tree of their own, whose roots nobody has to look up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "space/stores/pair_array.hpp"
#include "space/stores/pair_table.hpp"
#include "space/stores/shared_parts.hpp"

namespace crowfly {

class StateTree {
public:
    // `used_bits` per word of a vector, from the lowest; the first `key_words` distinguish vectors.
    StateTree(std::span<const std::uint32_t> used_bits, std::size_t key_words);
    // The words that distinguish vectors are cut so.
    StateTree(std::span<const std::uint32_t> used_bits, std::size_t key_words, LeafCut cut);

    // The root of a vector, whose parts are stored from now on; the vector itself is once its root is inserted.
    NumberPair root_of(const std::uint32_t* packed) { return parts_.root_of(packed); }
    StateTable::Inserted insert(const std::uint32_t* packed, NumberPair root) {
        const StateTable::Inserted inserted = roots_.insert(root);
        if (inserted.fresh && rest_) rest_->roots.append(rest_->shared.root_of(packed + key_words_));
        return inserted;
    }
    void prefetch(NumberPair root) const { roots_.prefetch(root); }
    std::optional<StateId> find(const std::uint32_t* packed) const;
    void read(StateId id, std::uint32_t* packed) const;

    const LeafCut& cut() const { return parts_.cut(); }
    std::size_t shared() const { return parts_.size(); }

    std::size_t size() const { return roots_.size(); }
    void parts(auto& each) { each.derived(parts_, roots_, rest_); }

private:
    // The words that do not distinguish vectors, per vector.
    struct Rest {
        SharedParts shared;
        PairArray roots = {};
        void parts(auto& each) { each.derived(shared, roots); }
    };

    std::size_t key_words_;
    SharedParts parts_;
    PairTable roots_;
    std::optional<Rest> rest_;
};

}  // namespace crowfly
