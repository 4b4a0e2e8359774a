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

// Per slot the process it belongs to: the only one that writes it, or the first of two. Slots that more processes
// write, or none, and large arrays belong to none.
std::vector<std::size_t> owners_of(const Network& network) {
    constexpr std::uint32_t largest_array = 256;
    const std::size_t nobody = network.processes.size();
    std::vector<std::size_t> owner(network.slots.size(), nobody), last(network.slots.size(), nobody);
    std::vector<bool> is_shared(network.slots.size());
    for (const Edge& edge : network.edges) {
        for (const SlotSet::Range& range : edge.footprint.writes.ranges()) {
            if (range.last - range.first >= largest_array) continue;
            for (std::uint32_t s = range.first; s <= range.last; ++s) {
                if (owner[s] == nobody) owner[s] = edge.process;
                if (last[s] != edge.process && last[s] != owner[s] && last[s] != nobody) is_shared[s] = true;
                last[s] = edge.process;
            }
        }
    }
    for (std::size_t s = 0; s < owner.size(); ++s) {
        if (is_shared[s]) owner[s] = nobody;
        if (s < nobody) owner[s] = s;  // its location
    }
    return owner;
}

// Where slots are placed, in their order.
struct Placement {
    struct Place {
        std::size_t word;
        std::uint32_t shift;
    };
    std::vector<std::uint32_t> order;
    std::vector<Place> places;
    std::vector<std::uint32_t> used;  // bits per word

    void put(std::size_t word, std::uint32_t bits) {
        if (word == used.size()) used.push_back(0);
        places.push_back({word, bits == 0 ? 0 : used[word]});
        used[word] += bits;
    }
};

// First fit, widest slots first: nearly optimal for fields this small.
Placement tight_placement(const Network& network, std::vector<std::uint32_t> order) {
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return bits_for(network.slots[a]) > bits_for(network.slots[b]);
    });
    Placement placement{std::move(order), {}, {}};
    const std::vector<std::uint32_t>& used = placement.used;
    std::size_t first_open = 0;  // words before this one are full
    std::size_t word = 0;        // words before this one have no room for a slot of the current width
    std::uint32_t width = 0;
    for (const std::uint32_t s : placement.order) {
        const std::uint32_t bits = bits_for(network.slots[s]);
        if (bits != width) word = first_open;
        width = bits;
        while (word < used.size() && used[word] + bits > 32) ++word;
        placement.put(word, bits);
        while (first_open < used.size() && used[first_open] == 32) ++first_open;
    }
    return placement;
}

// In the given order, each slot in one of the last few words or in a new one.
Placement orderly_placement(const Network& network, const std::vector<std::uint32_t>& order, std::size_t open) {
    Placement placement{order, {}, {}};
    const std::vector<std::uint32_t>& used = placement.used;
    for (const std::uint32_t s : order) {
        const std::uint32_t bits = bits_for(network.slots[s]);
        std::size_t word = used.size() > open ? used.size() - open : 0;
        while (word < used.size() && used[word] + bits > 32) ++word;
        placement.put(word, bits);
    }
    return placement;
}

// The slots of a process side by side, so that parts of states repeat, if that takes no more words than needed.
Placement best_placement(const Network& network, std::vector<std::uint32_t> order) {
    Placement tight = tight_placement(network, order);
    const std::vector<std::size_t> owners = owners_of(network);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t s) { return owners[s]; });
    for (const std::size_t open : {1, 2, 4, 8}) {
        Placement placement = orderly_placement(network, order, open);
        if (placement.used.size() <= tight.used.size()) return placement;
    }
    return tight;
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
    used_bits_.resize(words_);
    place(network, std::move(others));
    if (compared != nullptr) find_mortal_words(network, *compared);
}

void Layout::place(const Network& network, std::vector<std::uint32_t> slots) {
    const Placement placement = best_placement(network, std::move(slots));
    for (std::size_t i = 0; i < placement.order.size(); ++i) {
        const Slot& slot = network.slots[placement.order[i]];
        const std::uint32_t bits = bits_for(slot);
        const std::uint32_t mask = bits == 32 ? ~0U : (1U << bits) - 1;
        const Placement::Place& place = placement.places[i];
        fields_[placement.order[i]] = {static_cast<std::uint32_t>(words_ + place.word), place.shift, mask, slot.least};
    }
    words_ += placement.used.size();
    used_bits_.insert(used_bits_.end(), placement.used.begin(), placement.used.end());
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
