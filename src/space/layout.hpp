// How a discrete state is packed: each slot gets the bits its range needs, and no slot crosses a word. Meta variables, and others that
// need not be told apart, come last, in words of their own: they travel with a state, but two states are the same if the key, the
// words before, is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

class Layout {
public:
    explicit Layout(const Network& network);                    // all but meta variables tell states apart
    Layout(const Network& network, const SlotSet& compared);  // of those, only these do

    std::size_t words() const { return words_; }
    std::size_t key_words() const { return key_words_; }
    void pack(std::span<const std::int32_t> slots, std::uint32_t* packed) const;
    void replace(std::uint32_t* packed, std::uint32_t slot, std::int32_t value) const {
        const Field& f = fields_[slot];
        const std::uint32_t cell = static_cast<std::uint32_t>(value) - static_cast<std::uint32_t>(f.least);
        packed[f.word] = (packed[f.word] & ~(f.mask << f.shift)) | cell << f.shift;
    }
    void unpack(const std::uint32_t* packed, std::span<std::int32_t> slots) const;
    std::int32_t slot(const std::uint32_t* packed, std::uint32_t slot) const;

private:
    struct Field {
        std::uint32_t word;
        std::uint32_t shift;
        std::uint32_t mask;
        std::int32_t least;
    };

    static std::int32_t value(const Field& field, const std::uint32_t* packed);
    void place(const Network& network, std::vector<std::uint32_t> slots);

    std::vector<Field> fields_;  // per slot
    std::size_t words_ = 0;
    std::size_t key_words_ = 0;
};

}  // namespace crowfly
