// A set of vectors of words that several threads fill at once. They wait for each other only where it grows, so that
// memory is allocated by one of them: otherwise there are no locks. Vectors are numbered, and neither they
// nor the table ever move. With each vector there is a mark that threads may change.
//
// The index has levels, each four times as large as the one before. A vector is looked up in one bucket of eight slots
// per level, and put into the first vacant slot by compare-and-swap. Slots are written once, so whoever looks for the
// same vector meets it before any vacant slot: it is put in by one thread only. A vector is written before the slot
// that publishes it (after Laarman, van de Pol, Weber: Boosting multi-core reachability performance with shared hash
// tables, 2010, where a table has a fixed size).
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "space/node.hpp"

namespace crowfly {

// A growing array whose elements never move. Elements are zero until they are written.
template <class Element>
class SharedArray {
public:
    SharedArray() = default;
    SharedArray(const SharedArray&) = delete;
    SharedArray& operator=(const SharedArray&) = delete;
    ~SharedArray() {
        for (std::size_t s = 0; s < segments_.size(); ++s) delete[] segments_[s].load(std::memory_order_relaxed);
    }

    // Of an element that reserve() was called for, in this thread or before in the one that told of it.
    Element& operator[](std::uint32_t i) { return segment_of(i).load(std::memory_order_acquire)[offset_of(i)]; }

    void reserve(std::uint32_t i) {
        std::atomic<Element*>& segment = segment_of(i);
        if (segment.load(std::memory_order_acquire) != nullptr) return;
        const std::lock_guard alone(growing_);
        if (segment.load(std::memory_order_relaxed) != nullptr) return;
        segment.store(new Element[size_of(number_of(i))](), std::memory_order_release);
        bytes_.fetch_add(size_of(number_of(i)) * sizeof(Element), std::memory_order_relaxed);
    }
    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

private:
    static constexpr unsigned first_bits = 10;  // segment s has 2^(first_bits + s) elements

    static unsigned number_of(std::uint32_t i) {
        return static_cast<unsigned>(std::bit_width((std::uint64_t{i} >> first_bits) + 1)) - 1;
    }
    static std::size_t size_of(unsigned number) { return std::size_t{1} << (first_bits + number); }
    static std::size_t offset_of(std::uint32_t i) { return i + (std::size_t{1} << first_bits) - size_of(number_of(i)); }
    std::atomic<Element*>& segment_of(std::uint32_t i) { return segments_[number_of(i)]; }

    std::array<std::atomic<Element*>, 33 - first_bits> segments_{};
    std::atomic<std::size_t> bytes_ = 0;
    std::mutex growing_;
};

class SharedTable {
public:
    // A thread's own part of the table: where it writes vectors.
    class Writer {
    public:
        explicit Writer(SharedTable& table) : table_(table) {}
        Writer(const Writer&) = delete;
        Writer& operator=(const Writer&) = delete;

        struct Inserted {
            std::uint32_t id;
            bool fresh;
        };
        // The first `key_words` words are compared. Throws std::bad_alloc.
        Inserted insert(const std::uint32_t* words, std::uint32_t count, std::uint32_t key_words);

    private:
        void write(const std::uint32_t* words, std::uint32_t count, std::uint32_t key_words);

        SharedTable& table_;
        std::uint32_t* free_ = nullptr;  // the rest of the chunk that is being filled
        std::size_t left_ = 0;
        bool has_id_ = false;  // a number that is not in use yet, with a vector written for it
        std::uint32_t id_ = 0;
        std::size_t written_ = 0;
    };

    SharedTable() = default;
    SharedTable(const SharedTable&) = delete;
    SharedTable& operator=(const SharedTable&) = delete;
    ~SharedTable();

    struct Vector {
        const std::uint32_t* words;
        std::uint32_t count;
    };
    Vector at(std::uint32_t id);
    std::atomic<std::uint8_t>& mark(std::uint32_t id) { return marks_[id]; }  // 0 at first

    std::size_t size() const { return size_.load(std::memory_order_relaxed); }
    std::size_t bytes() const;
    std::size_t bytes_after_growth() const;  // some thousand vectors later

private:
    static constexpr std::size_t bucket = 8;
    static constexpr unsigned first_level_bits = 12;  // of the number of slots; each level has two more
    static constexpr std::size_t levels = 12;
    using Slot = std::atomic<std::uint64_t>;  // 0, or a part of the hash above the number + 1

    Slot* bucket_of(std::size_t level, std::uint64_t hash);
    Slot* add_level(std::size_t level);
    static unsigned slot_bits(std::size_t level) { return first_level_bits + 2 * static_cast<unsigned>(level); }
    bool is_same(std::uint32_t id, const std::uint32_t* words, std::uint32_t key_words);
    std::uint32_t* add_chunk(std::size_t words);

    // A vector is preceded by the number of its words and of those that are compared.
    SharedArray<std::atomic<const std::uint32_t*>> vectors_;  // per number
    SharedArray<std::atomic<std::uint8_t>> marks_;
    std::array<std::atomic<Slot*>, levels> index_{};
    std::mutex growing_;  // of the index
    std::atomic<std::uint64_t> next_id_ = 0;
    std::atomic<std::size_t> size_ = 0;
    std::atomic<std::size_t> bytes_ = 0;  // of the index and of chunks
    struct Chunk {
        std::unique_ptr<std::uint32_t[]> words;
        Chunk* next;
    };
    std::atomic<Chunk*> chunks_ = nullptr;
};

}  // namespace crowfly
