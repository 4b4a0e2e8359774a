// A set of packed discrete states, optionally compressed as trees. A tree splits a vector of words into pairs, numbers
// the distinct pairs, pairs these numbers, and so on. Common parts of states are stored once, and a state takes one
// pair of numbers, whatever its length (Laarman, van de Pol, Weber: Parallel recursive state compression for free,
// 2011).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "space/layout.hpp"
#include "space/state_table.hpp"

namespace crowfly {

class StateSet {
public:
    // States with meta variables are not compressed: a tree has no place for words that do not distinguish states.
    StateSet(const Layout& layout, bool compressed);

    StateTable::Inserted insert(const std::uint32_t* packed) { return insert(packed, announce(packed)); }
    // See StateTable; with trees nothing is prefetched.
    std::uint64_t announce(const std::uint32_t* packed) const { return levels_.empty() ? roots_->announce(packed) : 0; }
    StateTable::Inserted insert(const std::uint32_t* packed, std::uint64_t announced);
    std::optional<StateId> find(const std::uint32_t* packed) const;
    void read(StateId id, std::uint32_t* packed) const;

    std::size_t size() const { return roots_->size(); }
    std::size_t bytes() const;
    std::size_t bytes_after_growth() const;

private:
    // One level of the tree, with a table of its pairs. The lowest level pairs words, the others numbers.
    struct Level {
        std::vector<std::unique_ptr<StateTable>> tables;
        bool has_single = false;  // the last element has no partner and is passed to the next level
    };

    std::size_t words_;
    std::vector<Level> levels_;  // below the root, lowest first; empty: states are stored uncompressed
    std::unique_ptr<StateTable> roots_;
    mutable std::vector<std::uint32_t> scratch_, next_;
};

}  // namespace crowfly
