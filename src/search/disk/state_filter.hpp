// A Bloom filter of keys (Bloom: Space/time trade-offs in hash coding with allowable errors, 1970) whose three bits are
// in one word, so that asking it costs one access to memory. Most states of a small bucket are new, and the filter says
// so without any file being read.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "space/word_hash.hpp"

namespace crowfly {

class StateFilter {
public:
    explicit StateFilter(std::size_t bytes)
        : words_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(std::uint64_t), 8))) {}

    void add(const std::uint32_t* key, std::size_t words) {
        const std::uint64_t hash = hash_of(key, words);
        words_[place(hash)] |= bits(hash);
    }
    bool may_contain(const std::uint32_t* key, std::size_t words) const {
        const std::uint64_t hash = hash_of(key, words);
        return (words_[place(hash)] & bits(hash)) == bits(hash);
    }
    void parts(auto& each) { each(words_); }

private:
    static std::uint64_t hash_of(const std::uint32_t* key, std::size_t words) {
        WordHash hash;
        for (std::size_t i = 0; i < words; ++i) hash.add(key[i]);
        return hash.value();
    }
    std::size_t place(std::uint64_t hash) const { return (hash >> 20U) & (words_.size() - 1); }
    static std::uint64_t bits(std::uint64_t hash) {
        return std::uint64_t{1} << (hash & 63U) | std::uint64_t{1} << (hash >> 6U & 63U) |
               std::uint64_t{1} << (hash >> 12U & 63U);
    }

    std::vector<std::uint64_t> words_;
};

}  // namespace crowfly
