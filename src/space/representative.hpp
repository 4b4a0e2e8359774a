// Of all states that a symmetry makes of one another a search stores one, the representative. Which one is chosen
// changes no answer: a permuted state can do the same, permuted. The more of them have the same representative, the
// fewer states there are.
//
// Elements are sorted. Each has a colour, a hash of what it has in the state and which variables hold its number; what
// pairs of elements have in common refines the colours, as long as that tells more of them apart. Elements of one
// colour are sorted by their clocks: older ones first, which is the same in a zone and in most zones around it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "network/analyses/distinction.hpp"
#include "network/symmetry/symmetry.hpp"
#include "space/active_clocks.hpp"

namespace crowfly {

class Representatives {
public:
    // `compared`: what tells states apart; null: everything. What does not is no reason to sort by.
    Representatives(const Network& network, const Symmetry& symmetry, const Distinction* compared);

    const Symmetry& symmetry() const { return symmetry_; }

    // The permutation that makes a state its representative. It stays until the next one. Dead slots should have been
    // cleared.
    const Permutation& of(std::span<const std::int32_t> slots);
    // The same with a zone over the active clocks.
    template <class B>
    const Permutation& of(std::span<const std::int32_t> slots, const ActiveClocks& active, const B* zone);

    const Permutation& last() const { return permutation_; }

private:
    using Colour = std::uint64_t;
    // A clock of an element that is active.
    struct OwnClock {
        std::uint32_t row, element, position;
    };

    void colour(std::span<const std::int32_t> slots);
    void refine(std::span<const std::int32_t> slots);
    void refine_by_matrix(const Symmetry::Matrix& matrix, std::uint64_t salt, std::span<const std::int32_t> slots);
    void refine_by_clocks();
    std::size_t colours();
    template <class B>
    void read_clocks(const ActiveClocks& active, const B* zone);
    void sort();
    std::uint32_t element(const Symmetry::Element& e) const { return first_[e.orbit] + e.number; }
    Colour colour_of_value(std::uint32_t slot, std::int32_t value) const;

    const Symmetry& symmetry_;
    std::vector<std::uint32_t> first_;          // per orbit, the number of its first element among all
    std::vector<std::int32_t> values_of_slot_;  // per slot, the table of the numbers it holds, or -1
    std::vector<Symmetry::Holder> shared_;      // holders that are not an element's own
    std::vector<Symmetry::Row> rows_;           // those that tell states apart, and of these …
    std::vector<Symmetry::Row> pointers_;       // … the ones of holders
    std::vector<Symmetry::Matrix> matrices_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> owner_of_clock_;  // per clock: its row + 1, or 0; the element
    std::vector<Colour> colours_, unrefined_, sums_, sorted_;
    std::vector<OwnClock> clocks_;
    std::vector<std::int8_t> signs_;  // of each two of them: which is older
    std::vector<std::int64_t> ages_;  // per element
    std::vector<std::array<std::int64_t, 2>> bounds_;
    std::vector<std::uint32_t> order_;
    Permutation permutation_;
};

}  // namespace crowfly
