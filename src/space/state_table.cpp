#include "space/state_table.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace crowfly {

StateTable::StateTable(std::size_t words, std::size_t key_words, bool frugal)
    : words_(words), key_words_(key_words), frugal_(frugal),
      chunk_bits_(static_cast<unsigned>(std::clamp<std::size_t>(std::bit_width(16384 / words), 5, 14))) {
    make_index(1000);
}

void StateTable::make_index(std::size_t size) {
    index_ = {};  // freed before the new one is allocated, which is filled from the vectors
    index_.assign(size, vacant);
    number_mask_ = static_cast<std::uint32_t>(std::bit_ceil(size) - 1);
}

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

// Numbers are smaller than the size of the index, so the bits above are free for the tag. No number has all bits set,
// since the index is never full: an entry differs from `vacant`.
StateTable::Inserted StateTable::insert(const std::uint32_t* packed, std::uint64_t h) {
    if (is_full()) grow();
    const std::uint32_t tag = static_cast<std::uint32_t>(h >> 32) & ~number_mask_;
    for (std::size_t at = home(h);; at = after(at)) {
        const std::uint32_t found = index_[at];
        if (found == vacant) {
            const StateId id = append(packed);
            index_[at] = tag | id;
            return {id, true};
        }
        if ((found & ~number_mask_) == tag) {
            const StateId id = found & number_mask_;
            if (is_same(this->at(id), packed)) return {id, false};
        }
    }
}

std::optional<StateId> StateTable::find(const std::uint32_t* packed) const {
    const std::uint64_t h = hash(packed);
    const std::uint32_t tag = static_cast<std::uint32_t>(h >> 32) & ~number_mask_;
    for (std::size_t at = home(h); index_[at] != vacant; at = after(at)) {
        const StateId id = index_[at] & number_mask_;
        if ((index_[at] & ~number_mask_) == tag && is_same(this->at(id), packed)) return id;
    }
    return std::nullopt;
}

// Deletion from open addressing: entries after the gap that would no longer be found are moved into it.
void StateTable::erase(StateId id) {
    std::size_t gap = home(hash(at(id)));
    while ((index_[gap] & number_mask_) != id) gap = after(gap);
    for (std::size_t next = after(gap); index_[next] != vacant; next = after(next)) {
        const std::size_t wanted = home(hash(at(index_[next] & number_mask_)));
        const bool stays = gap < next ? gap < wanted && wanted <= next : gap < wanted || wanted <= next;
        if (stays) continue;
        index_[gap] = index_[next];
        gap = next;
    }
    index_[gap] = vacant;
    free_.push_back(id);
}

StateId StateTable::append(const std::uint32_t* packed) {
    if (!free_.empty()) {
        const StateId id = free_.back();
        free_.pop_back();
        std::copy_n(packed, words_,
                    chunks_[id >> chunk_bits_].get() + static_cast<std::size_t>(id & (chunk_size() - 1)) * words_);
        return id;
    }
    const auto id = static_cast<StateId>(size_);
    if ((id & (chunk_size() - 1)) == 0)
        chunks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(chunk_size() * words_));
    std::copy_n(packed, words_, chunks_.back().get() + static_cast<std::size_t>(id & (chunk_size() - 1)) * words_);
    ++size_;
    return id;
}

void StateTable::grow() {
    if (next_size() > vacant) throw std::bad_alloc();  // more numbers than 32 bits have
    make_index(next_size());
    std::vector<bool> is_free(free_.empty() ? 0 : size_);
    for (const StateId id : free_) is_free[id] = true;
    for (StateId id = 0; id < size_; ++id) {
        if (!is_free.empty() && is_free[id]) continue;
        const std::uint64_t h = hash(at(id));
        std::size_t place = home(h);
        while (index_[place] != vacant) place = after(place);
        index_[place] = (static_cast<std::uint32_t>(h >> 32) & ~number_mask_) | id;
    }
}

std::size_t StateTable::bytes() const {
    return chunks_.size() * chunk_size() * words_ * sizeof(std::uint32_t) + index_.capacity() * sizeof(std::uint32_t);
}

std::size_t StateTable::bytes_after_growth() const {
    constexpr std::size_t soon = 16384;
    std::size_t bytes = this->bytes();
    if (size() + soon > index_.size() - index_.size() / 5)
        bytes += (next_size() - index_.size()) * sizeof(std::uint32_t);
    return bytes + chunk_size() * words_ * sizeof(std::uint32_t);
}

}  // namespace crowfly
