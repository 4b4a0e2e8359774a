#include <algorithm>
#include <numeric>

#include "network/symmetry/symmetry.hpp"

namespace crowfly {

Permutation identity_of(const Symmetry& symmetry) {
    Permutation identity;
    for (const Symmetry::Orbit& orbit : symmetry.orbits) {
        identity.emplace_back(orbit.elements.size());
        std::iota(identity.back().begin(), identity.back().end(), 0U);
    }
    return identity;
}

Permutation inverse_of(const Permutation& permutation) {
    Permutation inverse = permutation;
    for (std::size_t o = 0; o < permutation.size(); ++o) {
        for (std::uint32_t e = 0; e < permutation[o].size(); ++e) inverse[o][permutation[o][e]] = e;
    }
    return inverse;
}

Permutation composed(const Permutation& first, const Permutation& second) {
    Permutation both = first;
    for (std::size_t o = 0; o < first.size(); ++o) {
        for (std::uint32_t& e : both[o]) e = second[o][e];
    }
    return both;
}

void permute(const Symmetry& symmetry, const Permutation& permutation, std::span<const std::int32_t> from,
             std::span<std::int32_t> to) {
    std::ranges::copy(from, to.begin());
    for (const Symmetry::Row& row : symmetry.slots) {
        const std::vector<std::uint32_t>& goes = permutation[row.orbit];
        for (std::size_t e = 0; e < goes.size(); ++e) to[row.cells[goes[e]]] = from[row.cells[e]];
    }
    for (const Symmetry::Matrix& matrix : symmetry.matrices) {
        const std::vector<std::uint32_t>& first = permutation[matrix.first_orbit];
        const std::vector<std::uint32_t>& second = permutation[matrix.second_orbit];
        for (std::size_t i = 0; i < first.size(); ++i) {
            for (std::size_t j = 0; j < second.size(); ++j)
                to[matrix.cells[first[i] * second.size() + second[j]]] = from[matrix.cells[i * second.size() + j]];
        }
    }
    for (const Symmetry::Holder& holder : symmetry.holders) {
        const Symmetry::Values& values = symmetry.values[holder.values];
        if (const auto* element = values.find(to[holder.slot])) {
            const auto [orbit, number] = **element;
            to[holder.slot] = values.of[orbit][permutation[orbit][number]];
        }
    }
}

void permute_clocks(const Symmetry& symmetry, const Permutation& permutation, std::span<ClockIndex> to) {
    std::iota(to.begin(), to.end(), ClockIndex{0});
    for (const Symmetry::Row& row : symmetry.clocks) {
        const std::vector<std::uint32_t>& goes = permutation[row.orbit];
        for (std::size_t e = 0; e < goes.size(); ++e) to[row.cells[e]] = row.cells[goes[e]];
    }
}

}  // namespace crowfly
