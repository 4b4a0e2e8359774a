#include "space/stores/lossy_states.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "base/files/parts.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t first_seed = 0x9e3779b97f4a7c15ULL;
constexpr std::uint64_t second_seed = 0xd1b54a32d192ed03ULL;

}  // namespace

// Pages that no bit was set in take no memory.
BitStates::BitStates(std::uint64_t bits, std::uint32_t hashes)
    : bits_(bits), hashes_(hashes), table_(static_cast<std::uint64_t*>(std::calloc(words(), sizeof(std::uint64_t)))) {
    if (!table_) throw std::bad_alloc();
}

// Two hash functions do for all (Kirsch, Mitzenmacher: Less hashing, same performance, 2006).
bool BitStates::insert(const std::uint32_t* words, std::size_t count) {
    std::uint64_t hash = hash_of_state(words, count, first_seed);
    const std::uint64_t step = hash_of_state(words, count, second_seed) | 1U;
    const double chance = chance_of_next();
    bool is_new = false;
    for (std::uint32_t i = 0; i < hashes_; ++i, hash += step) {
        const auto bit = static_cast<std::uint64_t>(static_cast<unsigned __int128>(hash) * bits_ >> 64U);
        const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
        std::uint64_t& word = table_[bit / 64];
        if ((word & mask) != 0) continue;
        word |= mask;
        ++set_;
        is_new = true;
    }
    if (!is_new) return false;
    ++size_;
    omissions_.note_new(chance);
    return true;
}

double BitStates::chance_of_next() const {
    double chance = 1;
    for (std::uint32_t i = 0; i < hashes_; ++i) chance *= fill();
    return chance;
}

CompactStates::CompactStates(std::uint32_t bits) : bits_(bits), table_(words_of(places_, bits)) {}

bool CompactStates::insert(const std::uint32_t* words, std::size_t count) {
    if (size_ >= most()) grow();
    const std::uint64_t value = hash_of_state(words, count, first_seed) >> (64U - bits_);
    if (!put(std::max(value, vacant + 1))) return false;
    omissions_.note_new(chance_of_next());
    ++size_;
    return true;
}

bool CompactStates::put(std::uint64_t value) {
    std::size_t place = home(value);
    for (std::uint64_t found = read(place); found != vacant; found = read(place)) {
        if (found == value) return false;
        place = after(place);
    }
    write(place, value);
    return true;
}

std::uint64_t CompactStates::read(std::size_t place) const {
    const std::size_t bit = place * bits_;
    const auto both = static_cast<unsigned __int128>(table_[bit / 64 + 1]) << 64U | table_[bit / 64];
    return static_cast<std::uint64_t>(both >> bit % 64) & (~std::uint64_t{0} >> (64U - bits_));
}

void CompactStates::write(std::size_t place, std::uint64_t value) {
    const std::size_t bit = place * bits_;
    const auto both = static_cast<unsigned __int128>(value) << bit % 64;
    table_[bit / 64] |= static_cast<std::uint64_t>(both);
    table_[bit / 64 + 1] |= static_cast<std::uint64_t>(both >> 64U);
}

void CompactStates::grow() {
    CompactStates larger(bits_);
    larger.places_ = next_places();
    larger.table_ = std::vector<std::uint64_t>(words_of(larger.places_, bits_));
    for (std::size_t place = 0; place < places_; ++place) {
        if (const std::uint64_t value = read(place); value != vacant) larger.put(value);
    }
    places_ = larger.places_;
    table_ = std::move(larger.table_);
}

double CompactStates::chance_of_next() const {
    return std::ldexp(static_cast<double>(size_), -static_cast<int>(bits_));
}

std::size_t CompactStates::bytes_after_growth() const {
    constexpr std::size_t soon = 16384;
    if (size_ + soon < most()) return bytes_of(table_);
    return bytes_of(table_) + words_of(next_places(), bits_) * sizeof(std::uint64_t);
}

}  // namespace crowfly
