// One zone compared with many stored ones, cell by cell and without branches. What has to be known of the one is worked out once:
//
// Plain inclusion: a stored A covers B where no entry of A is below that of B.
//
// a_LU (Herbreteau, Srivathsan, Walukiewicz: Better abstractions for timed automata, 2012): B is not covered by A iff for some
// x, y: B(0,x) >= (<=, -U_x), A(y,x) < B(y,x), and A(y,x) + (<, -L_y) < B(0,x). For a given B the last two say that A(y,x) is below a
// number that does not depend on A; the other way round everything but B(0,x), B(y,x) is known.
//
// Stored cells have 16 or 32 bits; infinity is the largest number of either.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "zone/zone.hpp"

namespace crowfly::zone {

using NarrowBound = std::int16_t;

// Whether every finite bound can be written with 16 bits, some room left for sums.
bool fits_narrow(const Bound* z, std::size_t cells);

template <class Cell>
constexpr Cell narrowed(std::int64_t bound) {
    constexpr std::int64_t least = std::numeric_limits<Cell>::min();
    constexpr std::int64_t greatest = std::numeric_limits<Cell>::max();
    return static_cast<Cell>(bound < least ? least : bound > greatest ? greatest : bound);
}

template <class Cell>
class Covering {
public:
    // By inclusion; or, with bounds, by a_LU. The arrays must stay while comparisons are made.
    void prepare(const Bound* z, std::size_t n);
    void prepare(const Bound* z, std::size_t n, const std::int32_t* lower, const std::int32_t* upper);

    bool is_covered_by(const Cell* stored) const { return none_below(stored, thresholds_.data(), thresholds_.size()); }
    bool covers(const Cell* stored) const { return by_simulation_ ? simulates(stored) : includes(stored); }

private:
    bool includes(const Cell* stored) const { return none_below(own_.data(), stored, own_.size()); }
    // Blocks of cells at a time: within one nothing branches, after one a difference ends the comparison.
    static bool none_below(const Cell* cells, const Cell* least, std::size_t count) {
        constexpr std::size_t block = 32;
        std::size_t i = 0;
        for (; i + block <= count; i += block) {
            Cell below = 0;
            for (std::size_t k = 0; k < block; ++k) below |= static_cast<Cell>(cells[i + k] < least[i + k] ? -1 : 0);
            if (below != 0) return false;
        }
        Cell below = 0;
        for (; i < count; ++i) below |= static_cast<Cell>(cells[i] < least[i] ? -1 : 0);
        return below == 0;
    }
    bool simulates(const Cell* stored) const;

    std::size_t n_ = 0;
    bool by_simulation_ = false;
    std::vector<Cell> thresholds_;  // a stored zone with all cells at least these covers the one prepared
    std::vector<Cell> own_;
    std::vector<Cell> reduced_;  // own entry (y, x) plus (<, -L_y)
    std::vector<Cell> relevant_; // per x: (<=, -U_x)
};

extern template class Covering<NarrowBound>;
extern template class Covering<Bound>;

}  // namespace crowfly::zone
