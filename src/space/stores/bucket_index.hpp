// A hash table of the numbers of elements that are stored elsewhere, as small as it can be with entries of 32 bits: 19
// of 20 entries are in use, and it grows by a tenth. Like NumberIndex an entry has a number and, in the remaining bits,
// a part of the hash. Entries lie in buckets, each a cache line. An element is put into the first bucket from its home
// on that has a vacant entry, so that even a nearly full table is searched in one or two lines (Knuth: The Art of
// Computer Programming 3, 6.4, on external searching). Nothing is ever erased.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/files/parts.hpp"
#include "space/node.hpp"

namespace crowfly {

class BucketIndex {
public:
    BucketIndex() { resize(2); }

    static constexpr StateId vacant = 0xFFFFFFFFU;
    struct Place {
        std::size_t bucket;
        unsigned entry;
        StateId id;  // vacant: it is not there, and can be put at this place
        std::optional<StateId> found() const { return id == vacant ? std::nullopt : std::optional(id); }
    };
    template <class IsSame>
    Place find(std::uint64_t hash, IsSame&& is_same) const {
        const std::uint32_t tag = tag_of(hash);
        for (std::size_t bucket = home(hash);; bucket = after(bucket)) {
            const Bucket& entries = buckets_[bucket].entries;
            for (unsigned same = with_tag(entries, tag); same != 0; same &= same - 1) {
                const auto entry = static_cast<unsigned>(std::countr_zero(same));
                if (entries[entry] == vacant) break;
                if (const StateId id = entries[entry] & number_mask_; is_same(id)) return {bucket, entry, id};
            }
            if (entries.back() == vacant) return {bucket, used(entries), vacant};
        }
    }
    void put(const Place& place, std::uint64_t hash, StateId id) {
        buckets_[place.bucket].entries[place.entry] = tag_of(hash) | id;
    }
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[home(hash)]); }

    bool is_full(std::size_t elements) const { return elements >= limit_; }
    // `hash_of` is asked for the elements from 0 on. A few of them are on their way at a time, so that nobody waits for
    // the memory of their buckets.
    template <class HashOf>
    void grow(std::size_t elements, HashOf&& hash_of) {
        if (next_size() * width > vacant) throw std::bad_alloc();  // more numbers than 32 bits have
        resize(next_size());
        constexpr std::size_t ahead = 16;
        std::array<std::uint64_t, ahead> hashes;
        for (std::size_t id = 0; id < elements + ahead; ++id) {
            if (id >= ahead) add(hashes[id % ahead], static_cast<StateId>(id - ahead));
            if (id >= elements) continue;
            hashes[id % ahead] = hash_of(static_cast<StateId>(id));
            prefetch(hashes[id % ahead]);
        }
    }
    void parts(auto& each) { each.derived(buckets_); }
    // The bytes after some thousand further elements.
    std::size_t bytes_after_growth(std::size_t elements) const {
        constexpr std::size_t soon = 16384;
        return is_full(elements + soon) ? std::max(next_size(), (elements + soon) / width * 5 / 4) * sizeof(Line)
                                        : bytes_of(buckets_);
    }

private:
    static constexpr unsigned width = 16;
    using Bucket = std::array<std::uint32_t, width>;  // the vacant entries come last
    struct alignas(64) Line {
        Bucket entries;
    };

    // As in NumberIndex: numbers are smaller than the number of entries, the bits above are free for the tag.
    std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash >> 32) & ~number_mask_; }
    std::size_t home(std::uint64_t hash) const { return (hash & 0xFFFFFFFFU) * buckets_.size() >> 32; }
    std::size_t after(std::size_t bucket) const { return bucket + 1 == buckets_.size() ? 0 : bucket + 1; }
    // A bit for each entry with this tag, and for vacant ones if its bits are all set.
    unsigned with_tag(const Bucket& entries, std::uint32_t tag) const {
        unsigned same = 0;
        for (unsigned i = 0; i < width; ++i) same |= unsigned{(entries[i] & ~number_mask_) == tag} << i;
        return same;
    }
    static unsigned used(const Bucket& entries) {
        unsigned count = 0;
        for (const std::uint32_t entry : entries) count += entry != vacant ? 1 : 0;
        return count;
    }
    void add(std::uint64_t hash, StateId id) {  // one that is not there
        std::size_t bucket = home(hash);
        while (buckets_[bucket].entries.back() != vacant) bucket = after(bucket);
        put({bucket, used(buckets_[bucket].entries), vacant}, hash, id);
    }
    std::size_t next_size() const { return buckets_.size() + buckets_.size() / 10 + 1; }
    void resize(std::size_t size) {
        std::vector<Line>().swap(buckets_);  // freed before the new ones are allocated
        Line empty{};
        empty.entries.fill(vacant);
        buckets_.assign(size, empty);
        limit_ = size * width * 19 / 20;
        number_mask_ = static_cast<std::uint32_t>(std::bit_ceil(size * width) - 1);
    }

    std::vector<Line> buckets_;
    std::size_t limit_ = 0;          // with that many elements it is full
    std::uint32_t number_mask_ = 0;  // the bits of an entry that hold the number
};

}  // namespace crowfly
