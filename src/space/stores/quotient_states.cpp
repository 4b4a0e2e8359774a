#include "space/stores/quotient_states.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/files/parts.hpp"

namespace crowfly {
namespace {

std::uint64_t low_bits_of(unsigned count) { return count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0}; }

// One to one among the numbers below 2^bits: each of the steps is.
std::uint64_t mixed(std::uint64_t number, unsigned bits) {
    const std::uint64_t mask = low_bits_of(bits);
    const unsigned shift = (bits + 1) / 2;
    number ^= number >> shift;
    number = number * 0xbf58476d1ce4e5b9ULL & mask;
    number ^= number >> shift;
    number = number * 0x94d049bb133111ebULL & mask;
    return number ^ number >> shift;
}

}  // namespace

// Parts begin with different sizes, so that they grow at different times and their load is always about the same.
QuotientStates::QuotientStates(std::span<const std::uint32_t> used_bits, std::size_t key_words)
    : used_bits_(used_bits.begin(), used_bits.end()), key_words_(key_words) {
    const std::uint64_t bits = std::accumulate(used_bits.begin(), used_bits.begin() + key_words, std::uint64_t{0});
    const bool is_short = bits <= 64;
    // The form has all words, or a root and the words that do not distinguish states.
    form_.resize(is_short ? used_bits.size() : used_bits.size() - key_words + 2);
    if (!is_short) parts_.emplace(key_words, even_cut(used_bits.first(key_words)));
    home_bits_ = is_short ? std::max(static_cast<unsigned>(bits), part_bits) : 2 * half;
    constexpr std::size_t least = 512;
    constexpr std::size_t count = std::size_t{1} << part_bits;
    for (std::size_t part = 0; part < count; ++part)
        tables_.emplace_back(home_bits_ - part_bits, least + part * least / 8 / count);
}

bool QuotientStates::insert(const std::uint32_t* packed) {
    std::uint64_t number = 0;
    if (parts_) {
        const NumberPair root = parts_->root_of(packed);
        number = number_of(root);
        form_[0] = root.first;
        form_[1] = root.second;
        std::copy(packed + key_words_, packed + used_bits_.size(), form_.begin() + 2);
    } else {
        number = number_of(packed);
        std::copy_n(packed, used_bits_.size(), form_.begin());
    }
    const unsigned table_bits = home_bits_ - part_bits + rest_bits_[0] + rest_bits_[1];
    if (!tables_[number >> table_bits].insert(number & low_bits_of(table_bits))) return false;
    ++size_;
    return true;
}

void QuotientStates::read(const std::uint32_t* form, std::uint32_t* packed) const {
    if (parts_) {
        parts_->read({form[0], form[1]}, packed);
        std::copy(form + 2, form + form_.size(), packed + key_words_);
    } else {
        std::copy_n(form, form_.size(), packed);
    }
}

std::uint64_t QuotientStates::number_of(const std::uint32_t* packed) const {
    std::uint64_t number = 0;
    for (std::size_t word = 0, shift = 0; word < key_words_; shift += used_bits_[word++]) {
        if (used_bits_[word] > 0) number |= std::uint64_t{packed[word]} << shift;
    }
    return mixed(number, home_bits_);
}

std::uint64_t QuotientStates::number_of(NumberPair root) {
    const std::array<std::uint32_t, 2> upper{root.first >> half, root.second >> half};
    if (upper[0] >> rest_bits_[0] != 0 || upper[1] >> rest_bits_[1] != 0) widen(upper);
    const std::uint64_t lower = (root.first & low_bits_of(half)) | (root.second & low_bits_of(half)) << half;
    const std::uint64_t other = upper[0] | std::uint64_t{upper[1]} << half;
    const std::uint64_t home = mixed(lower ^ mixed(other, 64) >> (64 - 2 * half), 2 * half);
    return (home << rest_bits_[1] | upper[1]) << rest_bits_[0] | upper[0];
}

// Of a number, where the upper halves have more bits.
std::uint64_t QuotientStates::renumbered(std::uint64_t number, std::array<unsigned, 2> wider) const {
    const std::uint64_t first = number & low_bits_of(rest_bits_[0]);
    const std::uint64_t second = number >> rest_bits_[0] & low_bits_of(rest_bits_[1]);
    const std::uint64_t home = number >> (rest_bits_[0] + rest_bits_[1]);
    return (home << wider[1] | second) << wider[0] | first;
}

void QuotientStates::widen(std::array<std::uint32_t, 2> upper) {
    std::array<unsigned, 2> wider{};
    for (std::size_t i = 0; i < 2; ++i)
        wider[i] = std::max(rest_bits_[i], static_cast<unsigned>(std::bit_width(upper[i])));
    for (QuotientTable& table : tables_)
        table.renumber(home_bits_ - part_bits + wider[0] + wider[1],
                       [&](std::uint64_t number) { return renumbered(number, wider); });
    rest_bits_ = wider;
}

std::size_t QuotientStates::bytes_after_growth() const {
    constexpr std::size_t soon = 16384;
    const std::size_t sum = bytes_after_growth_of(parts_) + bytes_of(tables_);
    return sum + sum / tables_.size() * 2 + soon * 2 * sizeof(std::uint64_t);
}

}  // namespace crowfly
