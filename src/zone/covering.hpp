// Compares one zone with many stored ones, cell by cell and without branches. Whatever depends on the one zone alone is
// precomputed.
//
// Inclusion: a stored A covers B if no entry of A is below that of B.
//
// a_LU (Herbreteau, Srivathsan, Walukiewicz: Better abstractions for timed automata, 2012): B is not covered by A iff
// for some x, y: B(0,x) >= (<=, -U_x), A(y,x) < B(y,x), and A(y,x) + (<, -L_y) < B(0,x). For a given B the last two say
// that A(y,x) is below a number that does not depend on A; the other way round everything but B(0,x), B(y,x) is known.
//
// Stored cells have 16 bits, or as many as a bound; infinity is the largest number of either.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "zone/zone.hpp"

namespace crowfly::zone {

using NarrowBound = std::int16_t;

// Whether every finite bound can be written with 16 bits, some room left for sums.
template <class B>
bool fits_narrow(const B* z, std::size_t cells);

template <class Cell>
constexpr Cell narrowed(std::int64_t bound) {
    constexpr std::int64_t least = std::numeric_limits<Cell>::min();
    constexpr std::int64_t greatest = std::numeric_limits<Cell>::max();
    return static_cast<Cell>(bound < least ? least : bound > greatest ? greatest : bound);
}

// Compares several cells at once, in registers of 16 bytes. The result has all bits of a cell set or none.
template <class Cell>
class Lanes {
public:
    static constexpr std::size_t count = 16 / sizeof(Cell);

    explicit Lanes(const Cell* cells) { std::memcpy(&lanes_, cells, sizeof lanes_); }

    friend Lanes operator<(const Lanes& a, const Lanes& b) { return Lanes(Register(a.lanes_ < b.lanes_)); }
    friend Lanes operator|(const Lanes& a, const Lanes& b) { return Lanes(Register(a.lanes_ | b.lanes_)); }
    friend Lanes operator&(const Lanes& a, const Lanes& b) { return Lanes(Register(a.lanes_ & b.lanes_)); }
    bool any() const {
        std::uint64_t halves[2];
        std::memcpy(halves, &lanes_, sizeof halves);
        return (halves[0] | halves[1]) != 0;
    }

private:
    typedef Cell Register __attribute__((vector_size(16)));  // an alias would lose the attribute

    explicit Lanes(Register lanes) : lanes_(lanes) {}

    Register lanes_;
};

// The bounds of the first few clocks, stored with a zone: they suffice to reject most comparisons of zones.
struct Signature {
    static constexpr std::size_t clocks = 8;
    std::array<NarrowBound, 2 * clocks> cells;  // lower bounds, then upper bounds

    // The index of the cell in a zone over n clocks; beyond the last clock that of the first cell, which is equal in
    // all zones.
    static std::size_t position(std::size_t i, std::size_t n) {
        const std::size_t clock = i % clocks + 1;
        return clock >= n ? 0 : i < clocks ? clock : clock * n;
    }
};
template <class B>
Signature signature_of(const B* z, std::size_t n);

template <class Cell, class B>
class Covering {
public:
    // For inclusion or, with bounds, for a_LU. The arrays must stay valid during comparisons.
    void prepare(const B* z, std::size_t n);
    void prepare(const B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper);

    bool is_covered_by(const Cell* stored) const { return none_below(stored, thresholds_.data(), thresholds_.size()); }
    // False: the zone with this signature certainly does not cover the prepared one, or is not covered by it.
    bool may_be_covered_by(const Signature& stored) const {
        const NarrowBound* cells = stored.cells.data();
        const NarrowBound* least = threshold_signature_.data();
        constexpr std::size_t half = Signature::clocks;
        return !((NarrowLanes(cells) < NarrowLanes(least)) | (NarrowLanes(cells + half) < NarrowLanes(least + half)))
                    .any();
    }
    bool may_cover(const Signature& stored) const;

    bool covers(const Cell* stored) const { return by_simulation_ ? simulates(stored) : includes(stored); }

private:
    bool includes(const Cell* stored) const { return none_below(own_.data(), stored, own_.size()); }
    static bool none_below(const Cell* cells, const Cell* least, std::size_t count) {
        constexpr std::size_t lanes = Lanes<Cell>::count;
        std::size_t i = 0;
        for (; i + 2 * lanes <= count; i += 2 * lanes) {
            const Lanes<Cell> below = (Lanes<Cell>(cells + i) < Lanes<Cell>(least + i)) |
                                      (Lanes<Cell>(cells + i + lanes) < Lanes<Cell>(least + i + lanes));
            if (below.any()) return false;
        }
        bool none = true;
        for (; i < count; ++i) none &= cells[i] >= least[i];
        return none;
    }
    bool simulates(const Cell* stored) const;

    std::size_t n_ = 0;
    bool by_simulation_ = false;
    std::vector<Cell> thresholds_;  // a stored zone whose cells are at least these covers the prepared one
    std::vector<Cell> own_;
    std::vector<Cell> reduced_;   // own entry (y, x) plus (<, -L_y)
    std::vector<Cell> relevant_;  // per x: below (<=, -U_x)

    using NarrowLanes = Lanes<NarrowBound>;
    static_assert(NarrowLanes::count == Signature::clocks);
    void prepare_signature();

    // The same for the cells of a signature.
    using Cells = std::array<NarrowBound, 2 * Signature::clocks>;
    Cells threshold_signature_, own_signature_, reduced_signature_, relevant_signature_;
    std::array<NarrowBound, Signature::clocks> apart_above_;
};

// As in simulates(), and exact for the cells of the signature: entry (0, x) is one of them, and (0, 0) is known. With
// rounded cells the test may miss that a zone is not covered, never the opposite.
template <class Cell, class B>
inline bool Covering<Cell, B>::may_cover(const Signature& stored) const {
    constexpr std::size_t half = Signature::clocks;
    const NarrowLanes lower(stored.cells.data());
    const NarrowLanes upper(stored.cells.data() + half);
    const NarrowLanes wider_below = NarrowLanes(own_signature_.data()) < lower;
    const NarrowLanes wider_above = NarrowLanes(own_signature_.data() + half) < upper;
    if (!by_simulation_) return !(wider_below | wider_above).any();
    const NarrowLanes apart_below =
        (NarrowLanes(reduced_signature_.data()) < lower) & (NarrowLanes(relevant_signature_.data()) < lower);
    const NarrowLanes apart_above(apart_above_.data());
    return !((wider_below & apart_below) | (wider_above & apart_above)).any();
}

extern template class Covering<NarrowBound, Bound>;
extern template class Covering<Bound, Bound>;
extern template class Covering<NarrowBound, WideBound>;
extern template class Covering<WideBound, WideBound>;

}  // namespace crowfly::zone
