// Who owns a state: one of several workers, by a hash of the words of its discrete part that distinguish states. So
// equal states have the same owner, and so have all zones of a discrete state.
#pragma once

#include <cstddef>
#include <cstdint>

#include "space/layout.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

class Ownership {
public:
    Ownership(const Layout& layout, std::size_t workers) : words_(layout.key_words()), workers_(workers) {}

    std::size_t of(const std::uint32_t* packed) const {
        WordHash hash;
        for (std::size_t i = 0; i < words_; ++i) hash.add(packed[i]);
        // Tables use the hash as it is. Among the states of one owner it has to be as random as among all.
        const std::uint64_t mixed = (hash.value() ^ (hash.value() >> 32U)) * 0x9E3779B97F4A7C15ULL;
        return static_cast<std::size_t>((static_cast<unsigned __int128>(mixed) * workers_) >> 64U);
    }

private:
    std::size_t words_;
    std::size_t workers_;
};

}  // namespace crowfly
