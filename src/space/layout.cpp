#include "space/layout.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

std::uint32_t bits_for(const Slot& slot) {
    return static_cast<std::uint32_t>(
        std::bit_width(static_cast<std::uint32_t>(slot.greatest) - static_cast<std::uint32_t>(slot.least)));
}

// The bits of a mortal slot, in the locations of a process that need it.
template <class Needs>
void add_needs(const Process& process, const LiveSlots& live, std::size_t which, std::uint32_t bits,
               std::vector<Needs>& needs) {
    for (std::uint32_t l = 0; l < process.locations.count; ++l) {
        if (!live.needs(process.locations.first + l, which)) continue;
        if (needs.empty() || needs.back().process != process.slot)
            needs.push_back({process.slot, std::vector<std::uint32_t>(process.locations.count)});
        needs.back().bits[l] |= bits;
    }
}

}  // namespace

Layout::Layout(const Network& network, const Distinction* compared) : fields_(network.slots.size()) {
    const auto tells = [&](std::uint32_t slot) {
        return slot < network.state_slots && (compared == nullptr || compared->slots.contains(slot));
    };
    std::vector<std::uint32_t> key, others;
    for (std::uint32_t s = 0; s < network.slots.size(); ++s) (tells(s) ? key : others).push_back(s);
    place(network, std::move(key));
    key_words_ = words_ = std::max<std::size_t>(1, words_);
    place(network, std::move(others));
    if (compared != nullptr) find_mortal_words(network, *compared);
}

// First fit, widest slots first: nearly optimal for fields this small.
void Layout::place(const Network& network, std::vector<std::uint32_t> order) {
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return bits_for(network.slots[a]) > bits_for(network.slots[b]);
    });
    std::vector<std::uint32_t> used;  // bits per word
    std::size_t first_open = 0;       // words before this one are full
    std::size_t word = 0;             // words before this one have no room for a slot of the current width
    std::uint32_t width = 0;
    for (const std::uint32_t s : order) {
        const std::uint32_t bits = bits_for(network.slots[s]);
        if (bits != width) word = first_open;
        width = bits;
        while (word < used.size() && used[word] + bits > 32) ++word;
        if (word == used.size()) used.push_back(0);
        const std::uint32_t mask = bits == 32 ? ~0U : (1U << bits) - 1;
        fields_[s] = {static_cast<std::uint32_t>(words_ + word), bits == 0 ? 0 : used[word], mask,
                      network.slots[s].least};
        used[word] += bits;
        while (first_open < used.size() && used[first_open] == 32) ++first_open;
    }
    words_ += used.size();
}

void Layout::find_mortal_words(const Network& network, const Distinction& compared) {
    const std::vector<std::uint32_t>& mortal = compared.live.mortal();
    std::map<std::size_t, MortalWord> words;
    for (const std::uint32_t which : mortal) {
        const Field& f = fields_[which];
        if (f.word >= key_words_) continue;
        MortalWord& word = words.try_emplace(f.word, MortalWord{f.word, ~0U, 0, {}}).first->second;
        word.immortal &= ~(f.mask << f.shift);
        word.initial |= (static_cast<std::uint32_t>(network.slots[which].initial) - static_cast<std::uint32_t>(f.least))
                        << f.shift;
    }
    for (const Process& process : network.processes) {
        poll();
        for (std::size_t which = 0; which < mortal.size(); ++which) {
            const Field& f = fields_[mortal[which]];
            if (f.word < key_words_)
                add_needs(process, compared.live, which, f.mask << f.shift, words.at(f.word).needs);
        }
    }
    for (auto& [number, word] : words) {
        if (word.immortal != ~0U) mortal_words_.push_back(std::move(word));
    }
}

void Layout::clear_dead(const MortalWord& word, std::uint32_t* packed) const {
    std::uint32_t live = word.immortal;
    for (const MortalWord::Needs& needs : word.needs)
        live |= needs.bits[static_cast<std::size_t>(slot(packed, needs.process))];
    packed[word.word] = (packed[word.word] & live) | (word.initial & ~live);
}

// Ranges may be as wide as the integers themselves, so the sum is taken modulo 2^32.
std::int32_t Layout::value(const Field& f, const std::uint32_t* packed) {
    return static_cast<std::int32_t>(((packed[f.word] >> f.shift) & f.mask) + static_cast<std::uint32_t>(f.least));
}

void Layout::pack(std::span<const std::int32_t> slots, std::uint32_t* packed) const {
    std::fill_n(packed, words_, 0U);
    for (std::size_t s = 0; s < fields_.size(); ++s) {
        const Field& f = fields_[s];
        packed[f.word] |= (static_cast<std::uint32_t>(slots[s]) - static_cast<std::uint32_t>(f.least)) << f.shift;
    }
    clear_dead(packed);
}

void Layout::unpack(const std::uint32_t* packed, std::span<std::int32_t> slots) const {
    for (std::size_t s = 0; s < fields_.size(); ++s) {
        const Field& f = fields_[s];
        slots[s] = value(f, packed);
    }
}

std::int32_t Layout::slot(const std::uint32_t* packed, std::uint32_t slot) const {
    const Field& f = fields_[slot];
    return value(f, packed);
}

}  // namespace crowfly
