#include "space/ownership.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "base/rng.hpp"

namespace crowfly {

Ownership::Ownership(const Layout& layout, std::size_t workers)
    : masks_(layout.key_words(), ~std::uint32_t{0}), workers_(workers) {}

// The bits that replacing its value by the least one clears are those of the slot.
Ownership::Place Ownership::place_of(const Layout& layout, const Slot& slot, std::uint32_t number) {
    std::vector<std::uint32_t> words(layout.words(), ~std::uint32_t{0});
    layout.replace(words.data(), number, slot.least);
    for (std::uint32_t word = 0; word < layout.key_words(); ++word) {
        const std::uint32_t bits = ~words[word];
        if (bits == 0) continue;
        const auto shift = static_cast<std::uint32_t>(std::countr_zero(bits));
        return {word, shift, bits >> shift};
    }
    return {};
}

std::size_t Ownership::find(const Place& place) const {
    return static_cast<std::size_t>(std::ranges::find(classed_, place, &Classed::place) - classed_.begin());
}

void Ownership::ignore(const Place& place) {
    masks_[place.word] &= ~(place.mask << place.shift);
    std::erase_if(classed_, [&](const Classed& slot) { return slot.place == place; });
}

void Ownership::unite(const Place& place, std::uint32_t a, std::uint32_t b) {
    if (are_united(place, a, b)) return;
    const std::size_t at = find(place);
    if (at == classed_.size()) {
        ignore(place);
        classed_.push_back({place, numbers_.size()});
        Rng random(std::uint64_t{place.word} << 32U | place.shift);
        for (std::uint64_t cell = 0; cell <= place.mask; ++cell) numbers_.push_back(random.next());
    }
    const auto numbers = std::span(numbers_).subspan(classed_[at].first, std::size_t{place.mask} + 1);
    std::ranges::replace(numbers, std::uint64_t{numbers[b]}, std::uint64_t{numbers[a]});
}

bool Ownership::are_united(const Place& place, std::uint32_t a, std::uint32_t b) const {
    const std::size_t at = find(place);
    if (at < classed_.size()) return numbers_[classed_[at].first + a] == numbers_[classed_[at].first + b];
    return a == b || (masks_[place.word] >> place.shift & place.mask) == 0;
}

}  // namespace crowfly
