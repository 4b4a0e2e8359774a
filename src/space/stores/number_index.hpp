// An open hash table of the numbers of elements that are stored elsewhere. An entry has 32 bits: a number and, in the
// remaining bits, a part of the hash, so that almost every comparison of elements succeeds.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/files/parts.hpp"
#include "space/node.hpp"

namespace crowfly {

class NumberIndex {
public:
    // A frugal index grows in smaller steps and up to a higher load: it never takes more memory, but is rehashed more
    // often.
    NumberIndex(std::size_t size, bool frugal) : frugal_(frugal), doubled_(2 * size) { resize(size); }

    static constexpr StateId vacant = 0xFFFFFFFFU;
    static constexpr std::size_t least = 1000;  // a size to begin with
    struct Place {
        std::size_t at;
        StateId id;  // vacant: it is not there, and can be put at this place
        std::optional<StateId> found() const { return id == vacant ? std::nullopt : std::optional(id); }
    };
    template <class IsSame>
    Place find(std::uint64_t hash, IsSame&& is_same) const {
        const std::uint32_t tag = tag_of(hash);
        for (std::size_t at = home(hash);; at = after(at)) {
            const std::uint32_t found = entries_[at];
            if (found == vacant) return {at, vacant};
            if ((found & ~number_mask_) != tag) continue;
            if (const StateId id = found & number_mask_; is_same(id)) return {at, id};
        }
    }
    void put(std::size_t at, std::uint64_t hash, StateId id) { entries_[at] = tag_of(hash) | id; }
    void add(std::uint64_t hash, StateId id) {  // one that is not there
        std::size_t at = home(hash);
        while (entries_[at] != vacant) at = after(at);
        put(at, hash, id);
    }
    // Entries after the gap that would no longer be found are moved into it.
    template <class HashOf>
    void erase(StateId id, HashOf&& hash_of) {
        std::size_t gap = home(hash_of(id));
        while ((entries_[gap] & number_mask_) != id) gap = after(gap);
        for (std::size_t next = after(gap); entries_[next] != vacant; next = after(next)) {
            const std::size_t wanted = home(hash_of(entries_[next] & number_mask_));
            const bool stays = gap < next ? gap < wanted && wanted <= next : gap < wanted || wanted <= next;
            if (stays) continue;
            entries_[gap] = entries_[next];
            gap = next;
        }
        entries_[gap] = vacant;
    }
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(entries_.data() + home(hash)); }

    bool is_full(std::size_t elements) const { return elements >= limit_; }
    void grow() {                                          // and forgets its entries
        if (next_size() > vacant) throw std::bad_alloc();  // more numbers than 32 bits have
        resize(next_size());
        if (entries_.size() == doubled_) doubled_ *= 2;
    }
    // Forgets its entries, and has room for so many elements and some more.
    void shrink(std::size_t elements) {
        doubled_ = 2 * least;
        resize(least);
        while (is_full(elements + elements / 8)) grow();
    }
    void parts(auto& each) { each.derived(entries_); }
    // The bytes after some thousand further elements.
    std::size_t bytes_after_growth(std::size_t elements) const {
        constexpr std::size_t soon = 16384;
        return is_full(elements + soon) ? next_size() * sizeof(std::uint32_t) : bytes_of(entries_);
    }

private:
    // Numbers are smaller than the size of the index, so the bits above are free for the tag. No number has all bits
    // set, since the index is never full: an entry differs from `vacant`.
    std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash >> 32) & ~number_mask_; }
    std::size_t home(std::uint64_t hash) const { return (hash & 0xFFFFFFFFU) * entries_.size() >> 32; }
    std::size_t after(std::size_t at) const { return at + 1 == entries_.size() ? 0 : at + 1; }
    std::size_t next_size() const { return frugal_ ? std::min(doubled_, entries_.size() / 10 * 13) : doubled_; }
    void resize(std::size_t size) {
        std::vector<std::uint32_t>().swap(entries_);  // freed before the new ones, which are filled from the elements
        entries_.assign(size, vacant);
        limit_ = size - size / (frugal_ ? 8 : 5);
        number_mask_ = static_cast<std::uint32_t>(std::bit_ceil(size) - 1);
    }

    bool frugal_;
    std::size_t doubled_;    // the next size of an index that is not frugal
    std::size_t limit_ = 0;  // with that many elements it is full
    std::vector<std::uint32_t> entries_;
    std::uint32_t number_mask_ = 0;  // the bits of an entry that hold the number
};

}  // namespace crowfly
