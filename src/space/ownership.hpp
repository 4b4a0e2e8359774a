// Who owns a state: one of several workers, by a hash of the words of its discrete part that distinguish states. So
// equal states have the same owner, and so have all zones of a discrete state.
//
// The hash may be abstract (Jinnai, Fukunaga: On hash-based work distribution methods for parallel best-first search,
// JAIR 2017): values of a slot are united into classes, or a slot is ignored altogether, so that transitions that
// change nothing else stay with one owner. Each class of a slot with classes has a random number, and these are
// combined by exclusive or (Zobrist hashing); slots without classes are hashed word by word. Which ones are united is
// chosen in search/workers/ownership_choice.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "space/layout.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

class Ownership {
public:
    // By all that distinguishes states.
    Ownership(const Layout& layout, std::size_t workers);

    std::size_t of(const std::uint32_t* packed) const {
        // Tables use a hash of the same words. Among the states of one owner it has to be as random as among all.
        const std::uint64_t hash = hash_of(packed);
        const std::uint64_t mixed = (hash ^ (hash >> 32U)) * 0x9E3779B97F4A7C15ULL;
        return static_cast<std::size_t>((static_cast<unsigned __int128>(mixed) * workers_) >> 64U);
    }
    // Equal for states whose values are all in the same classes.
    std::uint64_t hash_of(const std::uint32_t* packed) const {
        WordHash hash;
        for (std::size_t i = 0; i < masks_.size(); ++i) hash.add(packed[i] & masks_[i]);
        std::uint64_t numbers = 0;
        for (const Classed& slot : classed_) numbers ^= numbers_[slot.first + slot.place.cell(packed)];
        return hash.value() ^ numbers;
    }
    std::size_t workers() const { return workers_; }

    // Where a slot is among the words; the mask is 0 where it does not distinguish states. A cell is the value of a
    // slot less its least one.
    struct Place {
        std::uint32_t word = 0, shift = 0, mask = 0;
        std::uint32_t cell(const std::uint32_t* packed) const { return packed[word] >> shift & mask; }
        bool operator==(const Place&) const = default;
    };
    static Place place_of(const Layout& layout, const Slot& slot, std::uint32_t number);

    // From now on the slot does not matter …
    void ignore(const Place& place);
    // … or which of two classes its value is in.
    void unite(const Place& place, std::uint32_t a, std::uint32_t b);
    bool are_united(const Place& place, std::uint32_t a, std::uint32_t b) const;

private:
    struct Classed {
        Place place;
        std::size_t first;  // of its numbers
    };
    std::size_t find(const Place& place) const;  // among those with classes

    std::vector<std::uint32_t> masks_;    // per word: the bits that are hashed as they are
    std::vector<Classed> classed_;        // slots with classes
    std::vector<std::uint64_t> numbers_;  // of each, per cell
    std::size_t workers_;
};

}  // namespace crowfly
