// Sets of states that do not hold the states. Both may take a new state for a known one, so a search with them may
// leave states out; they never take a known state for a new one.
//
// BitStates sets a few bits per state in a table of fixed size: bit-state hashing, or supertrace (Holzmann: An improved
// protocol reachability analysis technique, 1988), a Bloom filter. CompactStates keeps a hash of 16 to 64 bits per
// state: hash compaction (Wolper, Leroy: Reliable hashing without collision detection, 1993).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace crowfly {

// Of the words that tell states apart. The same seed gives the same number everywhere. A state of one or two words
// shares its number with no other.
inline std::uint64_t hash_of_state(const std::uint32_t* words, std::size_t count, std::uint64_t seed) {
    std::uint64_t hash = seed;
    for (std::size_t i = 0; i < count; i += 2) {
        hash ^= words[i];
        if (i + 1 < count) hash ^= std::uint64_t{words[i + 1]} << 32U;
        hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebULL;
        hash ^= hash >> 31U;
        hash += seed;
    }
    return hash;
}

// How many states were probably taken for known ones by mistake. Where a new state is with probability p, that are
// p / (1 - p) for each that was not.
class Omissions {
public:
    void note_new(double chance) { expected_ += chance < 1 ? chance / (1 - chance) : 0; }
    double expected() const { return expected_; }

private:
    double expected_ = 0;
};

class BitStates {
public:
    // Throws std::bad_alloc. There is at least one bit and one hash function.
    BitStates(std::uint64_t bits, std::uint32_t hashes);

    // False: all of its bits are set, so it is taken for a known one.
    bool insert(const std::uint32_t* words, std::size_t count);

    std::size_t size() const { return size_; }  // states that were taken for new ones
    double omissions() const { return omissions_.expected(); }
    // That the next new state is left out: f^k, where a share f of the bits is set, and a state has k of them.
    double chance_of_next() const;
    double fill() const { return static_cast<double>(set_) / static_cast<double>(bits_); }
    std::size_t bytes() const { return words() * sizeof(std::uint64_t); }

private:
    struct Free {
        void operator()(std::uint64_t* memory) const { std::free(memory); }
    };
    std::size_t words() const { return bits_ / 64 + 1; }

    std::uint64_t bits_;
    std::uint32_t hashes_;
    std::unique_ptr<std::uint64_t[], Free> table_;
    std::uint64_t set_ = 0;
    std::size_t size_ = 0;
    Omissions omissions_;
};

// An open hash table of the hashes themselves, each in as many bits as it has.
class CompactStates {
public:
    explicit CompactStates(std::uint32_t bits);  // 16 to 64

    bool insert(const std::uint32_t* words, std::size_t count);  // false: its hash is there

    std::size_t size() const { return size_; }
    double omissions() const { return omissions_.expected(); }
    double chance_of_next() const;  // n / 2^bits with n states
    void parts(auto& each) { each.derived(table_); }
    std::size_t bytes_after_growth() const;  // while it grows there are two tables

private:
    static constexpr std::uint64_t vacant = 0;

    static std::size_t words_of(std::size_t places, std::uint32_t bits) { return places * bits / 64 + 2; }
    std::size_t home(std::uint64_t value) const {
        return static_cast<std::size_t>(static_cast<unsigned __int128>(value) * places_ >> bits_);
    }
    std::size_t after(std::size_t place) const { return place + 1 == places_ ? 0 : place + 1; }
    std::uint64_t read(std::size_t place) const;
    void write(std::size_t place, std::uint64_t value);  // where nothing is
    bool put(std::uint64_t value);
    std::size_t next_places() const { return places_ + places_ / 2; }
    std::size_t most() const { return places_ - places_ / 8; }  // with that many hashes the table grows
    void grow();

    std::uint32_t bits_;
    std::size_t places_ = 1024;
    std::size_t size_ = 0;
    Omissions omissions_;
    std::vector<std::uint64_t> table_;
};

}  // namespace crowfly
