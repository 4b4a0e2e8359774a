#include "space/stores/shared_table.hpp"

#include <algorithm>
#include <cassert>

#include "space/word_hash.hpp"

namespace crowfly {
namespace {

std::uint64_t hash_of_words(const std::uint32_t* words, std::uint32_t count) {
    WordHash hash;
    for (std::uint32_t i = 0; i + 1 < count; i += 2) hash.add(std::uint64_t{words[i + 1]} << 32U | words[i]);
    if (count % 2 == 1) hash.add(words[count - 1]);
    hash.add(count);
    return hash.value();
}

}  // namespace

SharedTable::~SharedTable() {
    for (std::atomic<Slot*>& level : index_) delete[] level.load(std::memory_order_relaxed);
    for (Chunk* chunk = chunks_.load(std::memory_order_relaxed); chunk != nullptr;) {
        Chunk* next = chunk->next;
        delete chunk;
        chunk = next;
    }
}

SharedTable::Vector SharedTable::at(std::uint32_t id) {
    const std::uint32_t* vector = vectors_[id].load(std::memory_order_acquire);
    return {vector + 2, vector[0]};
}

bool SharedTable::is_same(std::uint32_t id, const std::uint32_t* words, std::uint32_t key_words) {
    const std::uint32_t* vector = vectors_[id].load(std::memory_order_acquire);
    return vector[1] == key_words && std::equal(words, words + key_words, vector + 2);
}

SharedTable::Slot* SharedTable::add_level(std::size_t level) {
    const std::lock_guard alone(growing_);
    if (Slot* slots = index_[level].load(std::memory_order_acquire)) return slots;
    const std::size_t size = std::size_t{1} << slot_bits(level);
    auto* slots = new Slot[size]();
    index_[level].store(slots, std::memory_order_release);
    bytes_.fetch_add(size * sizeof(Slot), std::memory_order_relaxed);
    return slots;
}

// Each level takes its own bits of the hash; the upper half is compared.
SharedTable::Slot* SharedTable::bucket_of(std::size_t level, std::uint64_t hash) {
    Slot* slots = index_[level].load(std::memory_order_acquire);
    if (slots == nullptr) slots = add_level(level);
    const std::uint64_t mixed = (hash + level) * 0x9E3779B97F4A7C15ULL;
    return slots + (mixed >> (64U - slot_bits(level))) / bucket * bucket;
}

std::uint32_t* SharedTable::add_chunk(std::size_t words) {
    auto chunk = std::make_unique<Chunk>();
    chunk->words = std::make_unique_for_overwrite<std::uint32_t[]>(words);
    bytes_.fetch_add(words * sizeof(std::uint32_t), std::memory_order_relaxed);
    chunk->next = chunks_.load(std::memory_order_relaxed);
    while (!chunks_.compare_exchange_weak(chunk->next, chunk.get(), std::memory_order_relaxed)) {
    }
    return chunk.release()->words.get();
}

std::size_t SharedTable::bytes() const {
    return bytes_.load(std::memory_order_relaxed) + vectors_.bytes() + marks_.bytes();
}

// A level is made when a bucket of the one before is full, long before all of its slots are.
std::size_t SharedTable::bytes_after_growth() const {
    std::size_t slots = 0, next = std::size_t{1} << first_level_bits;
    for (const std::atomic<Slot*>& level : index_) {
        if (level.load(std::memory_order_relaxed) == nullptr) break;
        slots += next;
        next *= 4;
    }
    constexpr std::size_t soon = 16384;
    return bytes() + bytes() / 4 + (8 * (size() + soon) > slots ? next * sizeof(Slot) : 0);
}

SharedTable::Writer::Inserted SharedTable::Writer::insert(const std::uint32_t* words, std::uint32_t count,
                                                          std::uint32_t key_words) {
    const std::uint64_t hash = hash_of_words(words, key_words);
    const std::uint64_t tag = hash >> 32U << 32U;
    bool is_written = false;
    for (std::size_t level = 0; level < levels; ++level) {
        Slot* slots = table_.bucket_of(level, hash);
        for (std::size_t i = 0; i < bucket; ++i) {
            std::uint64_t found = slots[i].load(std::memory_order_acquire);
            if (found == 0) {
                if (!is_written) write(words, count, key_words);
                is_written = true;
                if (slots[i].compare_exchange_strong(found, tag | (std::uint64_t{id_} + 1),
                                                     std::memory_order_acq_rel)) {
                    has_id_ = false;
                    free_ += written_;
                    left_ -= written_;
                    table_.size_.fetch_add(1, std::memory_order_relaxed);
                    return {id_, true};
                }
            }
            const auto id = static_cast<std::uint32_t>(found) - 1;
            if ((found ^ tag) >> 32U == 0 && table_.is_same(id, words, key_words)) return {id, false};
        }
    }
    throw std::bad_alloc();  // more than 2^32 vectors would be there before
}

// Where nobody looks yet. What was written but not needed, because another thread came first, is written over.
void SharedTable::Writer::write(const std::uint32_t* words, std::uint32_t count, std::uint32_t key_words) {
    constexpr std::size_t chunk = 1U << 14U;
    written_ = count + 2;
    if (left_ < written_) {
        left_ = 0;
        free_ = table_.add_chunk(std::max(chunk, written_));
        left_ = std::max(chunk, written_);
    }
    if (!has_id_) {
        const std::uint64_t id = table_.next_id_.fetch_add(1, std::memory_order_relaxed);
        if (id >= no_node) throw std::bad_alloc();
        id_ = static_cast<std::uint32_t>(id);
        table_.vectors_.reserve(id_);
        table_.marks_.reserve(id_);
        has_id_ = true;
    }
    free_[0] = count;
    free_[1] = key_words;
    std::copy_n(words, count, free_ + 2);
    table_.vectors_[id_].store(free_, std::memory_order_release);
}

}  // namespace crowfly
