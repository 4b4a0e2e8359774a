// The discrete states met so far, packed; optionally as trees. A tree splits a vector of words into pairs, numbers the
// pairs it meets, pairs the numbers, and so on: what two states share is stored once, and a state is one pair of
// numbers, whatever its length (Laarman, van de Pol, Weber: Parallel recursive state compression for free, 2011).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "space/layout.hpp"
#include "space/state_table.hpp"

namespace crowfly {

class StateSet {
public:
    // Meta variables are no part of what tells states apart, and a tree has no other place for them: with them nothing
    // is compressed.
    StateSet(const Layout& layout, bool compressed);

    StateTable::Inserted insert(const std::uint32_t* packed) { return insert(packed, announce(packed)); }
    // See StateTable; a tree has nothing to announce.
    std::uint64_t announce(const std::uint32_t* packed) const { return levels_.empty() ? roots_->announce(packed) : 0; }
    StateTable::Inserted insert(const std::uint32_t* packed, std::uint64_t announced);
    std::optional<StateId> find(const std::uint32_t* packed) const;
    void read(StateId id, std::uint32_t* packed) const;

    std::size_t size() const { return roots_->size(); }
    std::size_t bytes() const;
    std::size_t bytes_after_growth() const;

private:
    // Where the pairs at one place of the tree are numbered. The lowest level pairs words, the others numbers.
    struct Level {
        std::vector<std::unique_ptr<StateTable>> tables;
        bool has_single = false;  // the last element has no partner and is handed on as it is
    };

    std::size_t words_;
    std::vector<Level> levels_;  // below the root, lowest first; none: states are stored as they are
    std::unique_ptr<StateTable> roots_;
    mutable std::vector<std::uint32_t> scratch_, next_;
};

}  // namespace crowfly
