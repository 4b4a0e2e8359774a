#include "space/stores/state_table.hpp"

#include <algorithm>
#include <bit>

#include "space/word_hash.hpp"

namespace crowfly {

StateTable::StateTable(std::size_t words, std::size_t key_words, bool frugal)
    : words_(words), key_words_(key_words),
      chunk_bits_(static_cast<unsigned>(std::clamp<std::size_t>(std::bit_width(16384 / words), 5, 14))),
      index_(NumberIndex::least, frugal) {}

std::uint64_t StateTable::hash(const std::uint32_t* packed) const {
    WordHash hash;
    for (std::size_t i = 0; i < key_words_; i += 2) {
        std::uint64_t piece = packed[i];
        if (i + 1 < key_words_) piece |= static_cast<std::uint64_t>(packed[i + 1]) << 32;
        hash.add(piece);
    }
    return hash.value();
}

StateTable::Inserted StateTable::insert(const std::uint32_t* packed, std::uint64_t h) {
    if (index_.is_full(size())) grow();
    const NumberIndex::Place place = index_.find(h, [&](StateId id) { return is_same(at(id), packed); });
    if (place.id != NumberIndex::vacant) return {place.id, false};
    const StateId id = append(packed);
    index_.put(place.at, h, id);
    return {id, true};
}

std::optional<StateId> StateTable::find(const std::uint32_t* packed) const {
    return index_.find(hash(packed), [&](StateId id) { return is_same(at(id), packed); }).found();
}

void StateTable::erase(StateId id) {
    index_.erase(id, [&](StateId other) { return hash(at(other)); });
    free_.push_back(id);
}

StateId StateTable::append(const std::uint32_t* packed) {
    if (!free_.empty()) {
        const StateId id = free_.back();
        free_.pop_back();
        put(id, packed);
        return id;
    }
    const auto id = static_cast<StateId>(size_);
    if ((id & (chunk_size() - 1)) == 0)
        chunks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(chunk_size() * words_));
    put(id, packed);
    ++size_;
    return id;
}

void StateTable::keep_only(std::span<const StateId> ids) {
    for (StateId id = 0; id < ids.size(); ++id) {
        if (ids[id] != id) put(id, at(ids[id]));
    }
    size_ = ids.size();
    chunks_.resize((size_ + chunk_size() - 1) >> chunk_bits_);
    index_.shrink(size_);
    fill_index();
}

void StateTable::grow() {
    index_.grow();
    fill_index();
}

void StateTable::fill_index() {
    std::vector<bool> is_free(free_.empty() ? 0 : size_);
    for (const StateId id : free_) is_free[id] = true;
    for (StateId id = 0; id < size_; ++id) {
        if (is_free.empty() || !is_free[id]) index_.add(hash(at(id)), id);
    }
}

std::size_t StateTable::bytes_after_growth() const {
    return (chunks_.size() + 1) * chunk_bytes() + index_.bytes_after_growth(size());
}

}  // namespace crowfly
