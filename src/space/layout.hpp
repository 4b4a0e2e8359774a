// How a discrete state is packed. Each slot gets the bits its range needs, and no slot crosses a word boundary. The
// slots of a process are neighbours where that costs no further word. Slots that do not distinguish states (meta
// variables, irrelevant variables) come last, in words of their own: they are stored with a state, but two states are
// equal if the words before, the key, are. Dead slots (network/analyses/live_slots.hpp) are set to their initial value
// when a state is packed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/analyses/distinction.hpp"
#include "network/network.hpp"

namespace crowfly {

class Layout {
public:
    // Null: all but meta variables distinguish states.
    explicit Layout(const Network& network, const Distinction* compared = nullptr);

    std::size_t words() const { return words_; }
    std::size_t key_words() const { return key_words_; }
    const std::vector<std::uint32_t>& used_bits() const { return used_bits_; }  // per word, from the lowest
    void pack(std::span<const std::int32_t> slots, std::uint32_t* packed) const;
    void replace(std::uint32_t* packed, std::uint32_t slot, std::int32_t value) const {
        const Field& f = fields_[slot];
        const std::uint32_t cell = static_cast<std::uint32_t>(value) - static_cast<std::uint32_t>(f.least);
        packed[f.word] = (packed[f.word] & ~(f.mask << f.shift)) | cell << f.shift;
    }
    // Resets dead slots after single slots of a packed state were replaced. Packing does this by itself.
    void clear_dead(std::uint32_t* packed) const {
        for (const MortalWord& word : mortal_words_) clear_dead(word, packed);
    }
    bool resets_dead() const { return !mortal_words_.empty(); }
    void unpack(const std::uint32_t* packed, std::span<std::int32_t> slots) const;
    std::int32_t slot(const std::uint32_t* packed, std::uint32_t slot) const;

private:
    struct Field {
        std::uint32_t word;
        std::uint32_t shift;
        std::uint32_t mask;
        std::int32_t least;
    };

    // A word with slots that are dead in some locations: which of its bits are live in all states, and which are live
    // because a process needs them in its location.
    struct MortalWord {
        std::size_t word = 0;
        std::uint32_t immortal = 0;
        std::uint32_t initial = 0;  // the value of the bits that are dead
        struct Needs {
            std::uint32_t process;
            std::vector<std::uint32_t> bits;  // per location
        };
        std::vector<Needs> needs;  // processes without any are left out
    };

    static std::int32_t value(const Field& field, const std::uint32_t* packed);
    void place(const Network& network, std::vector<std::uint32_t> slots);
    void find_mortal_words(const Network& network, const Distinction& compared);
    void clear_dead(const MortalWord& word, std::uint32_t* packed) const;

    std::vector<Field> fields_;  // per slot
    std::size_t words_ = 0;
    std::vector<std::uint32_t> used_bits_;
    std::size_t key_words_ = 0;
    std::vector<MortalWord> mortal_words_;
};

}  // namespace crowfly
