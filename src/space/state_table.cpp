#include "space/state_table.hpp"

#include <algorithm>
#include <cstring>

namespace crowfly {

StateTable::StateTable(std::size_t words, std::size_t key_words) : words_(words), key_words_(key_words), index_(1U << 10, vacant), index_bits_(10) {}

// A multiply-and-fold hash over 64-bit pieces.
std::uint64_t StateTable::hash(const std::uint32_t* packed) const {
    std::uint64_t h = 0x9E3779B97F4A7C15ULL;
    for (std::size_t i = 0; i < key_words_; i += 2) {
        std::uint64_t piece = packed[i];
        if (i + 1 < key_words_) piece |= static_cast<std::uint64_t>(packed[i + 1]) << 32;
        const auto product = static_cast<unsigned __int128>(piece ^ h) * 0xD6E8FEB86659FD93ULL;
        h = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    return h ^ (h >> 29);
}

// Numbers stay below the size of the index, so the bits above are free for the tag. All ones is kept for `vacant`.
std::uint32_t StateTable::entry(StateId id, std::uint64_t hash) const {
    const std::uint32_t tag = static_cast<std::uint32_t>(hash >> 32) & ~((1U << index_bits_) - 1);
    return tag | id;
}

StateTable::Inserted StateTable::insert(const std::uint32_t* packed) {
    if (size_ * 8 >= index_.size() * 7) grow();
    const std::uint64_t h = hash(packed);
    const std::uint32_t number_mask = (1U << index_bits_) - 1;
    const std::uint32_t tag = entry(0, h);
    for (std::size_t at = h & number_mask;; at = (at + 1) & number_mask) {
        const std::uint32_t found = index_[at];
        if (found == vacant) {
            const StateId id = append(packed);
            index_[at] = tag | id;
            return {id, true};
        }
        if ((found & ~number_mask) == tag) {
            const StateId id = found & number_mask;
            if (std::memcmp(this->at(id), packed, key_words_ * sizeof(std::uint32_t)) == 0) return {id, false};
        }
    }
}

StateId StateTable::append(const std::uint32_t* packed) {
    const auto id = static_cast<StateId>(size_++);
    if ((id & (chunk_size - 1)) == 0) chunks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(chunk_size * words_));
    std::copy_n(packed, words_, chunks_.back().get() + static_cast<std::size_t>(id & (chunk_size - 1)) * words_);
    return id;
}

void StateTable::grow() {
    ++index_bits_;
    index_.assign(std::size_t{1} << index_bits_, vacant);
    index_.shrink_to_fit();
    const std::uint32_t number_mask = (1U << index_bits_) - 1;
    for (StateId id = 0; id < size_; ++id) {
        const std::uint64_t h = hash(at(id));
        std::size_t place = h & number_mask;
        while (index_[place] != vacant) place = (place + 1) & number_mask;
        index_[place] = entry(id, h);
    }
}

std::size_t StateTable::bytes() const {
    return chunks_.size() * chunk_size * words_ * sizeof(std::uint32_t) + index_.size() * sizeof(std::uint32_t);
}

std::size_t StateTable::next_allocation() const {
    return (size_ * 8 >= index_.size() * 7 ? index_.size() * 2 * sizeof(std::uint32_t) : 0) + chunk_size * words_ * sizeof(std::uint32_t);
}

}  // namespace crowfly
