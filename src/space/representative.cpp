#include "space/representative.hpp"

#include <algorithm>
#include <tuple>

#include "zone/bound.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_rounds = 4;
constexpr std::int64_t largest = std::int64_t{1} << 50;  // many of these can be added

std::uint64_t mix(std::uint64_t hash, std::uint64_t part) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9U;
    return hash ^ (hash >> 32);
}

std::uint64_t number(std::int64_t value) { return static_cast<std::uint64_t>(value); }

constexpr std::uint64_t is_own = 0x51ED270B;
constexpr std::uint64_t is_other = 0x2545F491;

}  // namespace

Representatives::Representatives(const Network& network, const Symmetry& symmetry, const Distinction* compared)
    : symmetry_(symmetry), values_of_slot_(network.slots.size(), -1), owner_of_clock_(network.clocks.size()),
      permutation_(identity_of(symmetry)) {
    std::uint32_t count = 0;
    for (const Symmetry::Orbit& orbit : symmetry.orbits) {
        first_.push_back(count);
        count += static_cast<std::uint32_t>(orbit.elements.size());
    }
    colours_.resize(count);
    sums_.resize(count);
    ages_.resize(count);
    bounds_.resize(count);
    for (const Symmetry::Holder& holder : symmetry.holders)
        values_of_slot_[holder.slot] = static_cast<std::int32_t>(holder.values);
    const auto tells = [&](std::uint32_t slot) { return compared == nullptr || compared->slots.contains(slot); };
    const auto any_tells = [&](const auto& table) { return std::ranges::any_of(table.cells, tells); };
    std::vector<bool> is_owned(network.slots.size());
    for (const Symmetry::Row& row : symmetry.slots) {
        for (const std::uint32_t slot : row.cells) is_owned[slot] = true;
        if (any_tells(row)) rows_.push_back(row);
        if (any_tells(row) && values_of_slot_[row.cells[0]] >= 0) pointers_.push_back(row);
    }
    for (const Symmetry::Matrix& matrix : symmetry.matrices) {
        for (const std::uint32_t slot : matrix.cells) is_owned[slot] = true;
        if (any_tells(matrix)) matrices_.push_back(matrix);
    }
    for (const Symmetry::Holder& holder : symmetry.holders) {
        if (!is_owned[holder.slot] && tells(holder.slot)) shared_.push_back(holder);
    }
    for (std::uint32_t r = 0; r < symmetry.clocks.size(); ++r) {
        const Symmetry::Row& row = symmetry.clocks[r];
        for (std::uint32_t e = 0; e < row.cells.size(); ++e)
            owner_of_clock_[row.cells[e]] = {r + 1, first_[row.orbit] + e};
    }
}

const Permutation& Representatives::of(std::span<const std::int32_t> slots) {
    clocks_.clear();
    std::ranges::fill(ages_, 0);
    std::ranges::fill(bounds_, std::array<std::int64_t, 2>{});
    colour(slots);
    refine(slots);
    sort();
    return permutation_;
}

template <class B>
const Permutation& Representatives::of(std::span<const std::int32_t> slots, const ActiveClocks& active, const B* zone) {
    colour(slots);
    read_clocks(active, zone);
    refine(slots);
    sort();
    return permutation_;
}

void Representatives::colour(std::span<const std::int32_t> slots) {
    for (std::size_t o = 0; o < first_.size(); ++o) {
        for (std::size_t e = 0; e < permutation_[o].size(); ++e) colours_[first_[o] + e] = o;
    }
    for (const Symmetry::Row& row : rows_) {
        const std::int32_t table = values_of_slot_[row.cells[0]];
        for (std::uint32_t e = 0; e < row.cells.size(); ++e) {
            const std::int32_t value = slots[row.cells[e]];
            Colour& colour = colours_[first_[row.orbit] + e];
            const auto* held = table < 0 ? nullptr : symmetry_.values[static_cast<std::size_t>(table)].find(value);
            if (held == nullptr)
                colour = mix(colour, number(value));
            else
                colour = mix(colour, element(**held) == first_[row.orbit] + e ? is_own : is_other);
        }
    }
    std::uint64_t position = 0;
    for (const Symmetry::Holder& holder : shared_) {
        ++position;
        if (const auto* held = symmetry_.values[holder.values].find(slots[holder.slot])) {
            Colour& colour = colours_[element(**held)];
            colour = mix(colour, position << 32);
        }
    }
}

// What is told of another element may be told by its colour only.
Representatives::Colour Representatives::colour_of_value(std::uint32_t slot, std::int32_t value) const {
    const std::int32_t table = values_of_slot_[slot];
    const auto* held = table < 0 ? nullptr : symmetry_.values[static_cast<std::size_t>(table)].find(value);
    return held == nullptr ? number(value) : mix(colours_[element(**held)], is_other);
}

std::size_t Representatives::colours() {
    sorted_ = colours_;
    std::ranges::sort(sorted_);
    return static_cast<std::size_t>(std::unique(sorted_.begin(), sorted_.end()) - sorted_.begin());
}

void Representatives::refine(std::span<const std::int32_t> slots) {
    unrefined_ = colours_;
    std::size_t before = colours();
    for (std::size_t round = 0; round < most_rounds && before < colours_.size(); ++round) {
        std::ranges::fill(sums_, 0);
        std::uint64_t salt = 0;
        for (const Symmetry::Row& row : pointers_) {
            ++salt;
            for (std::uint32_t e = 0; e < row.cells.size(); ++e) {
                const std::uint32_t own = first_[row.orbit] + e;
                const std::int32_t value = slots[row.cells[e]];
                sums_[own] += mix(colour_of_value(row.cells[e], value), salt);
                const auto& table = symmetry_.values[static_cast<std::size_t>(values_of_slot_[row.cells[e]])];
                if (const auto* held = table.find(value)) sums_[element(**held)] += mix(colours_[own], ~salt);
            }
        }
        for (const Symmetry::Matrix& matrix : matrices_) refine_by_matrix(matrix, ++salt, slots);
        refine_by_clocks();
        for (std::size_t e = 0; e < colours_.size(); ++e) colours_[e] = mix(colours_[e], sums_[e]);
        const std::size_t now = colours();
        if (now == before) return;
        before = now;
    }
}

void Representatives::refine_by_matrix(const Symmetry::Matrix& matrix, std::uint64_t salt,
                                       std::span<const std::int32_t> slots) {
    const std::size_t rows = permutation_[matrix.first_orbit].size();
    const std::size_t columns = permutation_[matrix.second_orbit].size();
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            const std::uint32_t slot = matrix.cells[i * columns + j];
            const std::uint64_t value = colour_of_value(slot, slots[slot]);
            const std::size_t a = first_[matrix.first_orbit] + i;
            const std::size_t b = first_[matrix.second_orbit] + j;
            const std::uint64_t own = a == b ? is_own : is_other;
            sums_[a] += mix(mix(mix(colours_[b], value), own), 2 * salt);
            if (a != b) sums_[b] += mix(mix(colours_[a], value), 2 * salt + 1);
        }
    }
}

void Representatives::refine_by_clocks() {
    const std::size_t n = clocks_.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j) continue;
            const auto sign = number(signs_[i * n + j]) + 2;
            const std::uint64_t rows = clocks_[i].row * std::uint64_t{1000} + clocks_[j].row;
            const std::uint64_t own = clocks_[i].element == clocks_[j].element ? is_own : is_other;
            sums_[clocks_[i].element] += mix(mix(colours_[clocks_[j].element], own), (rows << 3) + sign);
        }
    }
}

// Of two clocks that one is older whose lead can be larger than that of the other. How far one is ahead of another
// matters only where lower bounds are asked of the one and upper bounds of the other, and not beyond all constants:
// these are what coverings compare.
template <class B>
void Representatives::read_clocks(const ActiveClocks& active, const B* zone) {
    const std::size_t n = active.size();
    clocks_.clear();
    std::ranges::fill(ages_, 0);
    std::ranges::fill(bounds_, std::array<std::int64_t, 2>{});
    const auto seen = [&](std::size_t i, std::size_t j) {
        const bool matters = (i == 0 || active.lower[i] != zone::none) && (j == 0 || active.upper[j] != zone::none);
        return matters ? zone[i * n + j] : zone::infinity<B>;
    };
    const auto is_beyond = [&](std::size_t i) {
        return -std::int64_t{zone::value_of(zone[i])} > std::max(active.lower[i], active.upper[i]);
    };
    const auto sign = [&](std::size_t i, std::size_t j) {
        const bool beyond = is_beyond(i);
        if (beyond != is_beyond(j)) return static_cast<std::int8_t>(beyond ? 1 : -1);
        if (beyond) return std::int8_t{0};
        const B lead = seen(i, j);
        const B lag = seen(j, i);
        return static_cast<std::int8_t>(lead > lag ? 1 : lead < lag ? -1 : 0);
    };
    for (std::uint32_t i = 1; i < n; ++i) {
        const auto [row, element] = owner_of_clock_[active.clocks[i]];
        if (row == 0) continue;
        clocks_.push_back({row, element, i});
        Colour& colour = colours_[element];
        colour = mix(colour, row);
        for (std::size_t other = 1; other < n; ++other) {
            if (owner_of_clock_[active.clocks[other]].first == 0)
                colour = mix(colour, (std::uint64_t{other} << 8) + number(sign(i, other)) + 2);
        }
        if (is_beyond(i)) continue;
        bounds_[element][0] += std::clamp(std::int64_t{seen(0, i)}, -largest, largest);
        bounds_[element][1] += std::clamp(std::int64_t{seen(i, 0)}, -largest, largest);
    }
    signs_.resize(clocks_.size() * clocks_.size());
    for (std::size_t i = 0; i < clocks_.size(); ++i) {
        for (std::size_t j = 0; j < clocks_.size(); ++j) {
            signs_[i * clocks_.size() + j] = sign(clocks_[i].position, clocks_[j].position);
            ages_[clocks_[i].element] += signs_[i * clocks_.size() + j];
        }
    }
}

void Representatives::sort() {
    for (std::size_t o = 0; o < first_.size(); ++o) {
        order_.resize(permutation_[o].size());
        for (std::uint32_t e = 0; e < order_.size(); ++e) order_[e] = e;
        const auto key = [&](std::uint32_t e) {
            const std::uint32_t g = first_[o] + e;
            return std::tuple(unrefined_[g], ages_[g], colours_[g], bounds_[g], e);
        };
        std::ranges::sort(order_, {}, key);
        for (std::uint32_t place = 0; place < order_.size(); ++place) permutation_[o][order_[place]] = place;
    }
}

template const Permutation& Representatives::of(std::span<const std::int32_t>, const ActiveClocks&, const zone::Bound*);
template const Permutation& Representatives::of(std::span<const std::int32_t>, const ActiveClocks&,
                                                const zone::WideBound*);

}  // namespace crowfly
