// A set of vectors of words, all of the same length: discrete states, zones, or pairs of numbers. Vectors are numbered
// in the order of insertion and never move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "space/node.hpp"
#include "space/stores/number_index.hpp"

namespace crowfly {

class StateTable {
public:
    // Vectors have `words` words; the first `key_words` are compared. Frugal: see NumberIndex.
    StateTable(std::size_t words, std::size_t key_words, bool frugal = false);

    struct Inserted {
        StateId id;
        bool fresh;
    };
    Inserted insert(const std::uint32_t* packed) { return insert(packed, hash(packed)); }
    // announce() prefetches the memory that a later insert() of the vector needs.
    std::uint64_t announce(const std::uint32_t* packed) const {
        const std::uint64_t h = hash(packed);
        index_.prefetch(h);
        return h;
    }
    Inserted insert(const std::uint32_t* packed, std::uint64_t hash);
    std::optional<StateId> find(const std::uint32_t* packed) const;
    void erase(StateId id);  // its number may be used again
    // Forgets all vectors but these, which get the numbers from 0 on. They are ascending, and nothing was erased. It
    // takes no more memory meanwhile.
    void keep_only(std::span<const StateId> ids);
    const std::uint32_t* at(StateId id) const {
        return chunks_[id >> chunk_bits_].get() + static_cast<std::size_t>(id & (chunk_size() - 1)) * words_;
    }
    std::size_t size() const { return size_ - free_.size(); }
    void parts(auto& each) {
        each.known(chunks_.size() * chunk_bytes());
        each.derived(index_, free_);
    }
    // The bytes after some thousand further insertions, so that limits are checked before they are exceeded.
    std::size_t bytes_after_growth() const;

private:
    StateId chunk_size() const { return StateId{1} << chunk_bits_; }
    std::size_t chunk_bytes() const { return chunk_size() * words_ * sizeof(std::uint32_t); }
    std::uint64_t hash(const std::uint32_t* packed) const;
    bool is_same(const std::uint32_t* a, const std::uint32_t* b) const {
        for (std::size_t i = 0; i < key_words_; ++i) {
            if (a[i] != b[i]) return false;
        }
        return true;
    }
    void grow();
    StateId append(const std::uint32_t* packed);
    void put(StateId id, const std::uint32_t* packed) {
        std::copy_n(packed, words_,
                    chunks_[id >> chunk_bits_].get() + static_cast<std::size_t>(id & (chunk_size() - 1)) * words_);
    }
    void fill_index();

    std::size_t words_;
    std::size_t key_words_;
    unsigned chunk_bits_;        // vectors per chunk of about 64 KiB
    std::size_t size_ = 0;       // numbers in use and free
    std::vector<StateId> free_;  // free numbers
    std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
    NumberIndex index_;
};

}  // namespace crowfly
