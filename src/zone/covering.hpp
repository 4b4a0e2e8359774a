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

// The bounds of the first few clocks, stored with a zone: they suffice to reject most comparisons of zones. They are
// rounded to 8 bits, in a way that never reverses the order of two bounds.
struct Signature {
    static constexpr std::size_t clocks = 8;
    using Cells = std::array<std::int8_t, 2 * clocks>;
    Cells cells;  // lower bounds, then upper bounds

    // The index of the cell in a zone over n clocks; beyond the last clock that of the first cell, which is equal in
    // all zones.
    static std::size_t position(std::size_t i, std::size_t n) {
        const std::size_t clock = i % clocks + 1;
        return clock >= n ? 0 : i < clocks ? clock : clock * n;
    }
};

// How many bits of each cell of a signature are dropped: as many as the largest bound met so far requires.
class SignatureScale {
public:
    // Lower bounds are at most `<= 0`, upper ones at least `< 0`, so that each kind has the whole range of a cell.
    // Others fit as well, with more bits dropped.
    std::int8_t rounded(std::size_t i, NarrowBound bound) const {
        if (bound == std::numeric_limits<NarrowBound>::max()) return infinite;
        const int moved = (bound >> dropped_[i]) + offset(i);
        return static_cast<std::int8_t>(moved < least ? least : moved > most ? most : moved);
    }
    template <class B>
    Signature signature_of(const B* z, std::size_t n) const;
    // Drops more bits until the bounds of the zone fit. True: signatures made before must be rescaled.
    template <class B>
    bool widen(const B* z, std::size_t n);
    // From the bits dropped before.
    void rescale(Signature& signature, const SignatureScale& before) const;

private:
    static constexpr int least = std::numeric_limits<std::int8_t>::min();
    static constexpr std::int8_t infinite = std::numeric_limits<std::int8_t>::max();
    static constexpr int most = infinite - 1;

    static int offset(std::size_t i) { return i < Signature::clocks ? most - 1 : least + 1; }

    std::array<std::uint8_t, 2 * Signature::clocks> dropped_{};
};

template <class Cell, class B>
class Covering {
public:
    // For inclusion or, with bounds, for a_LU. The zone and the arrays must stay valid during comparisons.
    void prepare(const B* z, std::size_t n);
    void prepare(const B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper);

    bool is_covered_by(const Cell* stored) const { return none_below(stored, thresholds_.data(), thresholds_.size()); }
    // Must be called before signatures are compared. `scale` is theirs.
    void prepare_signature(const SignatureScale& scale);
    // False: the zone with this signature certainly does not cover the prepared one, or is not covered by it. As in
    // simulates(), and but for rounding exact for the cells of the signature: entry (0, x) is one of them, and (0, 0)
    // is known. With rounded cells the test may miss that a zone is not covered, never the opposite.
    bool may_be_covered_by(const Signature& stored) const {
        return !(SignatureLanes(stored.cells.data()) < SignatureLanes(thresholds_of_signature_.data())).any();
    }
    bool may_cover(const Signature& stored) const {
        const SignatureLanes cells(stored.cells.data());
        return !((SignatureLanes(own_signature_.data()) < cells) & (SignatureLanes(reduced_signature_.data()) < cells) &
                 (SignatureLanes(relevant_signature_.data()) < cells))
                    .any();
    }

    // Whether a single bound of a stored zone shows that it does not cover the prepared one; or, with the bound in the
    // first row of its column, that it is not covered by it.
    bool is_refuted_by(std::size_t i, Cell stored) const { return stored < thresholds_[i]; }
    bool refutes(std::size_t i, Cell stored, Cell first) {
        prepare_to_cover();
        return own_[i] < stored && (!by_simulation_ || (reduced_[i] < first && relevant_[i % n_] < first));
    }

    bool covers(const Cell* stored) {
        prepare_to_cover();
        return by_simulation_ ? simulates(stored) : includes(stored);
    }

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
    // Most zones are covered, and need not be asked what they cover.
    void prepare_to_cover();
    // The largest constant of lower bounds on a clock, doubled. Beyond a fourth of what a bound can be it exceeds the
    // difference of any two.
    static B shift_of(std::int64_t lower) {
        constexpr std::int64_t most = std::numeric_limits<B>::max() / 8;
        return static_cast<B>(2 * (lower < most ? lower : most));
    }

    const B* zone_ = nullptr;
    std::size_t n_ = 0;
    const std::int64_t* lower_ = nullptr;
    const std::int64_t* upper_ = nullptr;
    bool by_simulation_ = false;
    bool may_cover_ = false;        // prepare_to_cover() was called
    std::vector<Cell> thresholds_;  // a stored zone whose cells are at least these covers the prepared one
    std::vector<B> compared_;       // per x: the least number if B(0,x) < (<=, -U_x), else the greatest
    std::vector<Cell> own_;
    std::vector<Cell> reduced_;   // own entry (y, x) plus (<, -L_y)
    std::vector<Cell> relevant_;  // per x: below (<=, -U_x)

    // The same for the cells of a signature.
    using SignatureLanes = Lanes<std::int8_t>;
    static_assert(SignatureLanes::count == 2 * Signature::clocks);
    Signature::Cells thresholds_of_signature_, own_signature_, reduced_signature_, relevant_signature_;
};

extern template class Covering<NarrowBound, Bound>;
extern template class Covering<Bound, Bound>;
extern template class Covering<NarrowBound, WideBound>;
extern template class Covering<WideBound, WideBound>;

}  // namespace crowfly::zone
