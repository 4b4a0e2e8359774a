// Pairs of numbers in the order they were appended. A number takes as many bits as the greatest one needed when its
// chunk of pairs was written. In a tree of shared parts (shared_parts.hpp) numbers grow with the tables they come from,
// so that early pairs are short.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "space/node.hpp"

namespace crowfly {

struct NumberPair {
    std::uint32_t first;
    std::uint32_t second;
    friend bool operator==(const NumberPair&, const NumberPair&) = default;
};

class PairArray {
public:
    StateId append(NumberPair pair);
    NumberPair at(StateId id) const { return chunks_[id >> chunk_bits].read(id & (chunk_size - 1)); }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return chunk_bytes_; }
    std::size_t bytes_after_growth() const { return chunk_bytes_ + chunk_size * sizeof(NumberPair); }

private:
    static constexpr unsigned chunk_bits = 10;
    static constexpr std::size_t chunk_size = std::size_t{1} << chunk_bits;

    struct Widths {
        unsigned first = 0;
        unsigned second = 0;
    };
    struct Chunk {
        Widths widths;
        std::unique_ptr<std::uint64_t[]> bits;

        explicit Chunk(Widths widths);
        std::size_t words() const { return chunk_size * (widths.first + widths.second) / 64 + 2; }
        NumberPair read(std::size_t i) const {
            const std::size_t bit = i * (widths.first + widths.second);
            const auto both = static_cast<unsigned __int128>(bits[bit / 64 + 1]) << 64 | bits[bit / 64];
            const auto found = static_cast<std::uint64_t>(both >> bit % 64);
            return {static_cast<std::uint32_t>(found & low_bits(widths.first)),
                    static_cast<std::uint32_t>(found >> widths.first & low_bits(widths.second))};
        }
        void write(std::size_t i, NumberPair pair);  // at a place that was not written yet
    };
    static std::uint64_t low_bits(unsigned width) { return (std::uint64_t{1} << width) - 1; }
    void widen_last();

    Widths widths_;  // of the chunk that is being filled
    std::size_t size_ = 0;
    std::vector<Chunk> chunks_;
    std::size_t chunk_bytes_ = 0;
};

}  // namespace crowfly
