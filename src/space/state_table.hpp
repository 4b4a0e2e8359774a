// The set of discrete states met so far. States are numbered in the order of their arrival and never move; the index is an open
// hash table of 32-bit entries, each a state number and, in the bits the number does not need, a tag of its hash, so that
// almost every comparison of states is one that succeeds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace crowfly {

using StateId = std::uint32_t;

class StateTable {
public:
    // States have `words` words; the first `key_words` tell them apart.
    StateTable(std::size_t words, std::size_t key_words);

    struct Inserted {
        StateId id;
        bool fresh;
    };
    Inserted insert(const std::uint32_t* packed);
    const std::uint32_t* at(StateId id) const {
        return chunks_[id >> chunk_bits].get() + static_cast<std::size_t>(id & (chunk_size - 1)) * words_;
    }
    std::size_t size() const { return size_; }
    std::size_t bytes() const;
    // What the next insertion may allocate at once: limits are checked before they are exceeded.
    std::size_t next_allocation() const;

private:
    static constexpr unsigned chunk_bits = 14;
    static constexpr std::size_t chunk_size = std::size_t{1} << chunk_bits;
    static constexpr std::uint32_t vacant = 0xFFFFFFFFU;

    std::uint64_t hash(const std::uint32_t* packed) const;
    std::uint32_t entry(StateId id, std::uint64_t hash) const;
    void grow();
    StateId append(const std::uint32_t* packed);

    std::size_t words_;
    std::size_t key_words_;
    std::size_t size_ = 0;
    std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
    std::vector<std::uint32_t> index_;
    unsigned index_bits_;
};

}  // namespace crowfly
