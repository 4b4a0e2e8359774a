#include "space/stores/pair_array.hpp"

#include <algorithm>
#include <bit>

namespace crowfly {

PairArray::Chunk::Chunk(Widths widths) : widths(widths), bits(std::make_unique<std::uint64_t[]>(words())) {}

void PairArray::Chunk::write(std::size_t i, NumberPair pair) {
    const std::size_t bit = i * (widths.first + widths.second);
    const auto written = static_cast<unsigned __int128>(std::uint64_t{pair.second} << widths.first | pair.first)
                         << bit % 64;
    bits[bit / 64] |= static_cast<std::uint64_t>(written);
    bits[bit / 64 + 1] |= static_cast<std::uint64_t>(written >> 64);
}

StateId PairArray::append(NumberPair pair) {
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

void PairArray::widen_last() {
    Chunk wider(widths_);
    for (std::size_t i = 0; i < size_ % chunk_size; ++i) wider.write(i, chunks_.back().read(i));
    chunk_bytes_ += (wider.words() - chunks_.back().words()) * sizeof(std::uint64_t);
    chunks_.back() = std::move(wider);
}

}  // namespace crowfly
