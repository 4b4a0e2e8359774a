// Where vectors of words are cut into the leaves of a tree of shared parts (shared_parts.hpp). The tree is smallest
// where no part has many more values than its neighbour: if one half of the vectors had nearly as many values as there
// are vectors, hardly any of them would be shared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace crowfly {

// Neighbouring bits of a word that are neighbours in a leaf.
struct LeafPiece {
    std::size_t word;
    unsigned word_shift;
    std::size_t leaf;
    unsigned leaf_shift;
    std::uint32_t mask;
};

struct LeafCut {
    std::size_t leaves = 0;  // a power of two
    std::vector<LeafPiece> pieces;
    std::uint64_t middle = 0;  // so many bits are in the first half of the leaves
};

// `used_bits` per word of a vector, from the lowest.
LeafCut even_cut(std::span<const std::uint32_t> used_bits);

// By the values that parts have in some vectors, which are given one after the other.
LeafCut balanced_cut(std::span<const std::uint32_t> used_bits, std::span<const std::uint32_t> vectors);

// About how many distinct values the first so many bits, and the others, have in these vectors.
std::uint64_t values_of_halves(std::span<const std::uint32_t> used_bits, std::span<const std::uint32_t> vectors,
                               std::uint64_t middle);

}  // namespace crowfly
