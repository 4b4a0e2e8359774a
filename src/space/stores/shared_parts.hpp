// Vectors of words taken apart into a tree of parts that they share. A tree splits the bits of a vector into leaves
// (leaf_cut.hpp), numbers the distinct pairs of neighbours, pairs these numbers, and so on. Common parts of vectors are
// stored once, and what remains of a vector is its root: one pair of numbers, whatever its length (Laarman, van de Pol,
// Weber: Parallel recursive state compression for free, 2011). Of a vector that differs from the one read last in a few
// words only the parts with these words are looked up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "space/stores/leaf_cut.hpp"
#include "space/stores/pair_table.hpp"

namespace crowfly {

class SharedParts {
public:
    SharedParts(std::size_t words, LeafCut cut);  // of a vector

    NumberPair root_of(const std::uint32_t* packed);  // the parts of the vector are stored from now on
    std::optional<NumberPair> find_root(const std::uint32_t* packed) const;  // nothing: not all of them are
    void read(NumberPair root, std::uint32_t* packed) const;

    const LeafCut& cut() const { return cut_; }
    std::size_t size() const;  // of all tables of parts
    void parts(auto& each) { each.derived(levels_, read_, sought_); }

private:
    // Tables of pairs: of leaves on the lowest level, of numbers on the others.
    using Level = std::vector<PairTable>;

    template <class Levels, class Number>
    bool climb(Levels& levels, const std::uint32_t* packed, Number&& number) const;
    NumberPair sought_root() const { return {*(sought_.end() - 2), sought_.back()}; }

    std::size_t words_;
    LeafCut cut_;
    std::vector<Level> levels_;  // below the root, lowest first
    // The leaves, then the numbers of each level, the root last: of the vector read last, and of the one looked up.
    mutable std::vector<std::uint32_t> read_, sought_;
    mutable bool has_read_ = false;
};

}  // namespace crowfly
