// Zones: convex sets of clock valuations as difference bound matrices (Dill 1989; Bengtsson, Yi: Timed automata:
// semantics, algorithms and tools, 2004). Entry [i * n + j] bounds clock i minus clock j; clock 0 is the constant zero.
// Plain functions over memory the caller owns. A zone is *canonical* when no entry can be tightened without changing
// the set: every function expects canonical zones and leaves one, unless it says otherwise. Functions that may find the
// set empty answer false, and leave the matrix in an unspecified state then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "zone/bound.hpp"

namespace crowfly::zone {

using Clock = std::uint32_t;

template <class B>
using BasicZone = std::vector<B>;
using Zone = BasicZone<Bound>;
using WideZone = BasicZone<WideBound>;

template <class B>
void set_zero(B* z, std::size_t n);  // all clocks are 0
template <class B>
void set_all(B* z, std::size_t n);  // every valuation

template <class B>
bool close(B* z, std::size_t n);  // from any matrix: Floyd-Warshall
template <class B>
bool close_over(B* z, std::size_t n, Clock i, Clock j);  // after entry (i, j) alone was tightened
template <class B>
bool constrain(B* z, std::size_t n, Clock i, Clock j, std::type_identity_t<B> b);  // intersects with i - j ~ b
// Intersects with i ~ above[i] for all clocks; infinity: no bound.
template <class B>
bool constrain_above(B* z, std::size_t n, const B* above);
template <class B>
bool intersect(B* z, const B* other, std::size_t n);

template <class B>
void up(B* z, std::size_t n);  // time passes
// Time passes for the clocks with running[i] alone. The exact result need not be convex: this is the least zone around
// it.
template <class B>
void up(B* z, std::size_t n, std::span<const bool> running);

template <class B>
void up_strictly(B* z, std::size_t n);  // a delay greater than 0 passes
template <class B>
void down(B* z, std::size_t n);  // predecessors under delay

template <class B>
void reset(B* z, std::size_t n, Clock x, std::int64_t value);
template <class B>
void copy(B* z, std::size_t n, Clock x, Clock y);  // x = y
template <class B>
void release(B* z, std::size_t n, Clock x);  // x may have any value

enum class Relation : std::uint8_t { different, subset, superset, equal };
template <class B>
Relation relation(const B* a, const B* b, std::size_t n);
template <class B>
bool includes(const B* a, const B* b, std::size_t n);  // every valuation of b is in a
template <class B>
bool intersects(const B* a, const B* b, std::size_t n);  // cheap and exact for canonical zones
// The constraint holds for some valuation of the zone.
template <class B>
bool satisfies_some(const B* z, std::size_t n, Clock i, Clock j, std::type_identity_t<B> b);
template <class B>
bool satisfies_all(const B* z, std::size_t n, Clock i, Clock j, std::type_identity_t<B> b);  // for all of them
// Clock values are multiples of 1/unit.
template <class B>
bool contains(const B* z, std::size_t n, std::span<const std::int64_t> valuation, std::int64_t unit);

// ---- Abstractions ---------------------------------------------------------------------------------------------------
//
// Behrmann, Bouyer, Larsen, Pelánek: Lower and upper bounds in zone-based abstractions of timed automata, STTT 2006.
// `lower` and `upper` hold per clock the largest constant of lower and upper bounds on it; none: there is no such
// bound. For the M versions pass the same array twice. Entry 0 must be 0.

template <class B>
void extrapolate_lu(B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper);
template <class B>
void extrapolate_lu_plus(B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper);

// Whether b is included in the abstraction a_LU of a, decided without computing it (Herbreteau, Srivathsan,
// Walukiewicz: Better abstractions for timed automata, 2012, Theorem on inclusion tests).
template <class B>
bool includes_alu(const B* a, const B* b, std::size_t n, const std::int64_t* lower, const std::int64_t* upper);

// ---- The range of numbers, see bound.hpp ----------------------------------------------------------------------------

template <class B>
bool is_within(const B* z, std::size_t n, B range);  // all finite bounds are within the range
template <class B>
void check_cut(const B* z, std::size_t n) {  // after an intersection whose bound may add up with others
    if (!is_within(z, n, cut_range<B>)) throw OutOfRange();
}

// ---- Sets of zones --------------------------------------------------------------------------------------------------

// Appends z without `removed` to `rest`, as disjoint canonical zones.
template <class B>
void subtract(const B* z, const B* removed, std::size_t n, std::vector<BasicZone<B>>& rest);
// The same for a union of zones, in place.
template <class B>
void subtract_from(std::vector<BasicZone<B>>& pieces, const BasicZone<B>& removed, std::size_t n) {
    std::vector<BasicZone<B>> rest;
    for (const BasicZone<B>& piece : pieces) subtract(piece.data(), removed.data(), n, rest);
    pieces = std::move(rest);
}

// The minimal constraint form of a canonical zone (Larsen, Larsson, Pettersson, Yi: Efficient verification of real-time
// systems: compact data structure and state-space reduction, 1997): bit i * n + j of `keep` is set if the bound is
// needed to rebuild the zone.
template <class B>
void minimal_form(const B* z, std::size_t n, std::vector<bool>& keep);

template <class B>
std::string to_string(const B* z, std::size_t n, std::span<const std::string> names);

}  // namespace crowfly::zone
