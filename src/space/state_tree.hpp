// A set of vectors of words as trees of shared parts. A tree splits the bits of a vector into leaves of equal width,
// numbers the distinct pairs of neighbours, pairs these numbers, and so on. Common parts of vectors are stored once,
// and a vector takes one pair of numbers, whatever its length (Laarman, van de Pol, Weber: Parallel recursive state
// compression for free, 2011). Of a vector that differs from the one read last in a few words only the parts with these
// words are looked up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "space/pair_table.hpp"

namespace crowfly {

class StateTree {
public:
    explicit StateTree(const std::vector<std::uint32_t>& used_bits);  // per word of a vector, from the lowest

    // The root of a vector, whose parts are stored from now on; the vector itself is once its root is inserted.
    NumberPair root_of(const std::uint32_t* packed);
    StateTable::Inserted insert(NumberPair root) { return roots_.insert(root); }
    void prefetch(NumberPair root) const { roots_.prefetch(root); }
    std::optional<StateId> find(const std::uint32_t* packed) const;
    void read(StateId id, std::uint32_t* packed) const;

    std::size_t size() const { return roots_.size(); }
    std::size_t bytes() const;
    std::size_t bytes_after_growth() const;

private:
    static constexpr std::size_t least_leaves = 4;

    // Neighbouring bits of a word that are neighbours in a leaf.
    struct Piece {
        std::size_t word;
        unsigned word_shift;
        std::size_t leaf;
        unsigned leaf_shift;
        std::uint32_t mask;
    };
    // Tables of pairs: of leaves on the lowest level, of numbers on the others.
    using Level = std::vector<PairTable>;

    void cut(const std::vector<std::uint32_t>& used_bits, std::uint64_t leaf_bits);
    template <class Levels, class Number>
    bool climb(Levels& levels, const std::uint32_t* packed, Number&& number) const;
    NumberPair sought_root() const { return {*(sought_.end() - 2), sought_.back()}; }

    std::size_t words_;
    std::size_t leaves_;
    std::vector<Piece> pieces_;
    std::vector<Level> levels_;  // below the root, lowest first
    PairTable roots_;
    // The leaves, then the numbers of each level, the root last: of the vector read last, and of the one looked up.
    mutable std::vector<std::uint32_t> read_, sought_;
    mutable bool has_read_ = false;
};

}  // namespace crowfly
