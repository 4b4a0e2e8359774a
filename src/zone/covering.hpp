// One zone compared with many stored ones, cell by cell and without branches. What has to be known of the one is worked
// out once:
//
// Plain inclusion: a stored A covers B where no entry of A is below that of B.
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

// Several cells compared at once, in registers of 16 bytes as every machine we know has them. A comparison answers
// cells of all ones or of zeros.
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

// The bounds of the first few clocks, kept beside a zone: enough to tell most pairs of zones apart without looking at
// them.
struct Signature {
    static constexpr std::size_t clocks = 8;
    std::array<NarrowBound, 2 * clocks> cells;  // lower bounds, then upper bounds

    // Which cell of a zone over n clocks; beyond the last clock the first cell, which is the same in all zones.
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
    // By inclusion; or, with bounds, by a_LU. The arrays must stay while comparisons are made.
    void prepare(const B* z, std::size_t n);
    void prepare(const B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper);

    bool is_covered_by(const Cell* stored) const { return none_below(stored, thresholds_.data(), thresholds_.size()); }
    // False: the zone of this signature certainly does not cover the one prepared, or is not covered by it.
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
    std::vector<Cell> thresholds_;  // a stored zone with all cells at least these covers the one prepared
    std::vector<Cell> own_;
    std::vector<Cell> reduced_;   // own entry (y, x) plus (<, -L_y)
    std::vector<Cell> relevant_;  // per x: below (<=, -U_x)

    using NarrowLanes = Lanes<NarrowBound>;
    static_assert(NarrowLanes::count == Signature::clocks);
    void prepare_signature();

    // The same of the cells that make a signature.
    using Cells = std::array<NarrowBound, 2 * Signature::clocks>;
    Cells threshold_signature_, own_signature_, reduced_signature_, relevant_signature_;
    std::array<NarrowBound, Signature::clocks> apart_above_;
};

// As in simulates(), and exact for the cells at hand: entry (0, x) is among them, and (0, 0) is known. Rounded cells
// may hide that a zone is not covered, never the opposite.
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
