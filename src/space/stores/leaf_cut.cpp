#include "space/stores/leaf_cut.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "space/word_hash.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t most_leaf_bits = 32;
constexpr std::size_t least_leaves = 4;

std::size_t leaves_for(std::uint64_t bits) {
    return std::max<std::size_t>(least_leaves, std::bit_ceil((bits + most_leaf_bits - 1) / most_leaf_bits));
}

std::uint32_t low_bits(std::uint64_t bits) { return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1); }

// The bits of all words in a row, between two of which the row can be cut.
class BitRow {
public:
    explicit BitRow(std::span<const std::uint32_t> used_bits) : begins_{0} {
        for (const std::uint32_t bits : used_bits) begins_.push_back(begins_.back() + bits);
    }
    std::uint64_t bits() const { return begins_.back(); }

    // Visits the words that have bits between two places of the row: the word, the first of its bits, and how many.
    template <class Visit>
    void for_each_word(std::uint64_t from, std::uint64_t to, Visit&& visit) const {
        auto word = static_cast<std::size_t>(std::ranges::upper_bound(begins_, from) - begins_.begin()) - 1;
        for (; from < to; from = begins_[++word]) {
            const std::uint64_t end = std::min(to, begins_[word + 1]);
            if (end > from) visit(word, static_cast<unsigned>(from - begins_[word]), end - from);
        }
    }

private:
    std::vector<std::uint64_t> begins_;  // of words, and the end
};

void add_leaf(LeafCut& cut, const BitRow& row, std::size_t leaf, std::uint64_t from, std::uint64_t to) {
    unsigned filled = 0;
    row.for_each_word(from, to, [&](std::size_t word, unsigned shift, std::uint64_t bits) {
        cut.pieces.push_back({word, shift, leaf, filled, low_bits(bits)});
        filled += static_cast<unsigned>(bits);
    });
}

// About how many distinct hashes were added (Flajolet, Fusy, Gandouet, Meunier: HyperLogLog, 2007).
class DistinctCount {
public:
    void add(std::uint64_t hash) {
        const auto zeros = static_cast<std::uint8_t>(std::countr_zero(hash | std::uint64_t{1} << 50U) + 1);
        std::uint8_t& most = most_zeros_[hash >> (64U - log_size)];
        most = std::max(most, zeros);
    }
    double count() const {
        double sum = 0;
        std::size_t untouched = 0;
        for (const std::uint8_t zeros : most_zeros_) {
            sum += std::ldexp(1.0, -zeros);
            untouched += zeros == 0 ? 1 : 0;
        }
        const double about = 0.7213 / (1 + 1.079 / size) * size * size / sum;
        return about > 2.5 * size || untouched == 0 ? about : size * std::log(size / static_cast<double>(untouched));
    }

private:
    static constexpr unsigned log_size = 10;
    static constexpr double size = 1U << log_size;
    std::array<std::uint8_t, std::size_t{1} << log_size> most_zeros_{};
};

// Bits of one word. Rows are cut between two of them.
struct Unit {
    std::size_t word;
    std::uint32_t mask;
    std::uint64_t end;  // the place in the row behind them
};

// Halves a row of bits, their halves and so on, so that both halves have about as many distinct values.
class BalancedCut {
public:
    BalancedCut(std::span<const std::uint32_t> used_bits, std::span<const std::uint32_t> vectors)
        : row_(used_bits), words_(used_bits.size()), vectors_(vectors) {}

    LeafCut make() const {
        // Twice as many leaves as needed, so that a half can be a short one.
        LeafCut cut{leaves_for(2 * row_.bits()), {}, 0};
        std::vector<std::uint64_t> places{0, row_.bits()};
        for (std::size_t leaves = cut.leaves; leaves > 1; leaves /= 2) {
            const bool counts = 8 * leaves > cut.leaves;  // lower parts have few values
            std::vector<std::uint64_t> finer{0};
            for (std::size_t i = 0; i + 1 < places.size(); ++i) {
                finer.push_back(middle_of(places[i], places[i + 1], leaves / 2 * most_leaf_bits, counts));
                finer.push_back(places[i + 1]);
            }
            places = std::move(finer);
            if (leaves == cut.leaves) cut.middle = places[1];
        }
        for (std::size_t leaf = 0; leaf < cut.leaves; ++leaf) add_leaf(cut, row_, leaf, places[leaf], places[leaf + 1]);
        return cut;
    }

    std::uint64_t values_between(std::uint64_t from, std::uint64_t to) const {
        return static_cast<std::uint64_t>(values_from(units_between(from, to)).back().count());
    }

private:
    // Either half has room for so many bits.
    std::uint64_t middle_of(std::uint64_t from, std::uint64_t to, std::uint64_t room, bool counts) const {
        const std::uint64_t least = to - from > room ? to - room : from, most = std::min(to, from + room);
        std::uint64_t best = std::clamp((from + to) / 2, least, most);
        if (!counts) return best;
        std::vector<Unit> units = units_between(from, to);
        const std::vector<DistinctCount> before = values_from(units);
        std::ranges::reverse(units);
        const std::vector<DistinctCount> after = values_from(units);
        double fewest = std::numeric_limits<double>::max();
        for (std::size_t i = 0; i + 1 < units.size(); ++i) {
            const std::uint64_t place = units[units.size() - 1 - i].end;
            if (place < least || place > most) continue;
            const double values = std::max(before[i].count(), after[units.size() - 2 - i].count());
            if (values < fewest) {
                fewest = values;
                best = place;
            }
        }
        return best;
    }

    // Words, or bytes where there are few words.
    std::vector<Unit> units_between(std::uint64_t from, std::uint64_t to) const {
        constexpr std::size_t many_words = 8;
        const unsigned unit_bits = words_ < many_words ? 8 : 32;
        std::vector<Unit> units;
        row_.for_each_word(from, to, [&](std::size_t word, unsigned shift, std::uint64_t bits) {
            for (const unsigned end = shift + static_cast<unsigned>(bits); shift < end;) {
                const unsigned width = std::min(unit_bits, end - shift);
                from += width;
                units.push_back({word, low_bits(width) << shift, from});
                shift += width;
            }
        });
        return units;
    }

    // How many distinct values the first unit has in the vectors, the first two, and so on.
    std::vector<DistinctCount> values_from(std::span<const Unit> units) const {
        std::vector<DistinctCount> counts(std::max<std::size_t>(units.size(), 1));
        for (std::size_t at = 0; at < vectors_.size(); at += words_) {
            WordHash hash;
            for (std::size_t i = 0; i < units.size(); ++i) {
                hash.add(vectors_[at + units[i].word] & units[i].mask);
                counts[i].add(hash.value() * 0x9E3779B97F4A7C15ULL);
            }
        }
        return counts;
    }

    BitRow row_;
    std::size_t words_;
    std::span<const std::uint32_t> vectors_;
};

}  // namespace

LeafCut even_cut(std::span<const std::uint32_t> used_bits) {
    const BitRow row(used_bits);
    LeafCut cut{leaves_for(row.bits()), {}, 0};
    const std::uint64_t leaf_bits = (row.bits() + cut.leaves - 1) / cut.leaves;
    for (std::size_t leaf = 0; leaf < cut.leaves; ++leaf)
        add_leaf(cut, row, leaf, std::min(row.bits(), leaf * leaf_bits), std::min(row.bits(), (leaf + 1) * leaf_bits));
    cut.middle = std::min(row.bits(), cut.leaves / 2 * leaf_bits);
    return cut;
}

LeafCut balanced_cut(std::span<const std::uint32_t> used_bits, std::span<const std::uint32_t> vectors) {
    return BalancedCut(used_bits, vectors).make();
}

std::uint64_t values_of_halves(std::span<const std::uint32_t> used_bits, std::span<const std::uint32_t> vectors,
                               std::uint64_t middle) {
    const BalancedCut cut(used_bits, vectors);
    const auto bits = std::accumulate(used_bits.begin(), used_bits.end(), std::uint64_t{0});
    return cut.values_between(0, middle) + cut.values_between(middle, bits);
}

}  // namespace crowfly
