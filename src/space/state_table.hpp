// A set of vectors of words, all of the same length: discrete states, zones, or pairs of numbers. Vectors are numbered
// in the order of insertion and never move. The index is an open hash table of 32-bit entries, each with a number and,
// in the remaining bits, a part of the hash, so that almost every comparison of vectors succeeds.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "space/node.hpp"

namespace crowfly {

class StateTable {
public:
    // Vectors have `words` words; the first `key_words` are compared. A frugal table grows in smaller steps: its index
    // has a higher load factor and takes less memory, but is rehashed more often.
    StateTable(std::size_t words, std::size_t key_words, bool frugal = false);

    struct Inserted {
        StateId id;
        bool fresh;
    };
    Inserted insert(const std::uint32_t* packed) { return insert(packed, hash(packed)); }
    // announce() prefetches the memory that a later insert() of the vector needs.
    std::uint64_t announce(const std::uint32_t* packed) const {
        const std::uint64_t h = hash(packed);
        __builtin_prefetch(index_.data() + home(h));
        return h;
    }
    Inserted insert(const std::uint32_t* packed, std::uint64_t hash);
    std::optional<StateId> find(const std::uint32_t* packed) const;
    void erase(StateId id);  // its number may be used again
    const std::uint32_t* at(StateId id) const {
        return chunks_[id >> chunk_bits_].get() + static_cast<std::size_t>(id & (chunk_size() - 1)) * words_;
    }
    std::size_t size() const { return size_ - free_.size(); }
    std::size_t bytes() const;
    // The bytes after some thousand further insertions, so that limits are checked before they are exceeded.
    std::size_t bytes_after_growth() const;

private:
    static constexpr std::uint32_t vacant = 0xFFFFFFFFU;

    StateId chunk_size() const { return StateId{1} << chunk_bits_; }
    std::uint64_t hash(const std::uint32_t* packed) const;
    bool is_same(const std::uint32_t* a, const std::uint32_t* b) const {
        for (std::size_t i = 0; i < key_words_; ++i) {
            if (a[i] != b[i]) return false;
        }
        return true;
    }
    std::size_t home(std::uint64_t hash) const { return (hash & 0xFFFFFFFFU) * index_.size() >> 32; }
    std::size_t after(std::size_t at) const { return at + 1 == index_.size() ? 0 : at + 1; }
    bool is_full() const { return size() >= index_.size() - index_.size() / 5; }
    std::size_t next_size() const { return frugal_ ? index_.size() / 20 * 29 : index_.size() * 2; }
    void make_index(std::size_t size);
    void grow();
    StateId append(const std::uint32_t* packed);

    std::size_t words_;
    std::size_t key_words_;
    bool frugal_;
    unsigned chunk_bits_;        // vectors per chunk of about 64 KiB
    std::size_t size_ = 0;       // numbers in use and free
    std::vector<StateId> free_;  // free numbers
    std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
    std::vector<std::uint32_t> index_;
    std::uint32_t number_mask_ = 0;  // the bits of an entry that hold the number
};

}  // namespace crowfly
