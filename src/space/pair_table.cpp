#include "space/pair_table.hpp"

#include <algorithm>
#include <bit>

namespace crowfly {

PairTable::Chunk::Chunk(Widths widths) : widths(widths), bits(std::make_unique<std::uint64_t[]>(words())) {}

void PairTable::Chunk::write(std::size_t i, NumberPair pair) {
    const std::size_t bit = i * (widths.first + widths.second);
    const auto written = static_cast<unsigned __int128>(std::uint64_t{pair.second} << widths.first | pair.first)
                         << bit % 64;
    bits[bit / 64] |= static_cast<std::uint64_t>(written);
    bits[bit / 64 + 1] |= static_cast<std::uint64_t>(written >> 64);
}

StateTable::Inserted PairTable::insert(NumberPair pair) {
    if (index_.is_full(size_)) {
        index_.grow();
        for (StateId id = 0; id < size_; ++id) index_.add(hash(at(id)), id);
    }
    const std::uint64_t h = hash(pair);
    const NumberIndex::Place place = index_.find(h, [&](StateId id) { return at(id) == pair; });
    if (place.id != NumberIndex::vacant) return {place.id, false};
    const StateId id = append(pair);
    index_.put(place.at, h, id);
    return {id, true};
}

std::optional<StateId> PairTable::find(NumberPair pair) const {
    return index_.find(hash(pair), [&](StateId id) { return at(id) == pair; }).found();
}

StateId PairTable::append(NumberPair pair) {
    const Widths needed{static_cast<unsigned>(std::bit_width(pair.first)),
                        static_cast<unsigned>(std::bit_width(pair.second))};
    const bool is_wider = needed.first > widths_.first || needed.second > widths_.second;
    widths_ = {std::max(widths_.first, needed.first), std::max(widths_.second, needed.second)};
    if (size_ % chunk_size == 0) {
        chunks_.emplace_back(widths_);
        chunk_bytes_ += chunks_.back().words() * sizeof(std::uint64_t);
    } else if (is_wider) {
        widen_last();
    }
    chunks_.back().write(size_ % chunk_size, pair);
    return static_cast<StateId>(size_++);
}

void PairTable::widen_last() {
    Chunk wider(widths_);
    for (std::size_t i = 0; i < size_ % chunk_size; ++i) wider.write(i, chunks_.back().read(i));
    chunk_bytes_ += (wider.words() - chunks_.back().words()) * sizeof(std::uint64_t);
    chunks_.back() = std::move(wider);
}

std::size_t PairTable::bytes_after_growth() const {
    return chunk_bytes_ + chunk_size * sizeof(NumberPair) + index_.bytes_after_growth(size_);
}

}  // namespace crowfly
