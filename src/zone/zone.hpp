// Zones: convex sets of clock valuations as difference bound matrices (Dill 1989; Bengtsson, Yi: Timed automata: semantics,
// algorithms and tools, 2004). Entry [i * n + j] bounds clock i minus clock j; clock 0 is the constant zero.
// Plain functions over memory the caller owns. A zone is *canonical* when no entry can be tightened without changing the set:
// every function expects canonical zones and leaves one, unless it says otherwise. Functions that may find the set empty
// answer false, and leave the matrix in an unspecified state then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "zone/bound.hpp"

namespace crowfly::zone {

using Clock = std::uint32_t;

void set_zero(Bound* z, std::size_t n);  // all clocks are 0
void set_all(Bound* z, std::size_t n);   // every valuation

bool close(Bound* z, std::size_t n);                           // from any matrix: Floyd-Warshall
bool close_over(Bound* z, std::size_t n, Clock i, Clock j);    // after entry (i, j) alone was tightened
bool constrain(Bound* z, std::size_t n, Clock i, Clock j, Bound b);  // intersects with i - j ~ b
// Intersects with i ~ above[i] for all clocks at once; infinity where there is no such bound.
bool constrain_above(Bound* z, std::size_t n, const Bound* above);
bool intersect(Bound* z, const Bound* other, std::size_t n);

void up(Bound* z, std::size_t n);  // time passes
// Time passes for the clocks with running[i] only. The exact result need not be convex: this is the least zone around it.
void up(Bound* z, std::size_t n, std::span<const bool> running);

void up_strictly(Bound* z, std::size_t n);  // some time passes, more than none
void down(Bound* z, std::size_t n);         // everything from which the zone is reached by letting time pass

void reset(Bound* z, std::size_t n, Clock x, std::int32_t value);
void copy(Bound* z, std::size_t n, Clock x, Clock y);  // x = y
void release(Bound* z, std::size_t n, Clock x);        // x may be anything

enum class Relation : std::uint8_t { different, subset, superset, equal };
Relation relation(const Bound* a, const Bound* b, std::size_t n);
bool includes(const Bound* a, const Bound* b, std::size_t n);  // every valuation of b is in a
bool intersects(const Bound* a, const Bound* b, std::size_t n);  // cheap and exact for canonical zones
bool satisfies_some(const Bound* z, std::size_t n, Clock i, Clock j, Bound b);  // the constraint cuts the zone
bool satisfies_all(const Bound* z, std::size_t n, Clock i, Clock j, Bound b);   // the zone lies inside it
bool contains(const Bound* z, std::size_t n, std::span<const std::int64_t> valuation, std::int64_t unit);  // clocks in 1/unit

// ---- Abstractions ------------------------------------------------------------------------------------------------------
// Behrmann, Bouyer, Larsen, Pelánek: Lower and upper bounds in zone-based abstractions of timed automata, STTT 2006.
// `lower` and `upper` hold per clock the largest constant it is compared with from below and from above; none means never.
// For the M versions pass the same array twice. Entry 0 must be 0.

constexpr std::int32_t none = -largest_constant;

void extrapolate_lu(Bound* z, std::size_t n, const std::int32_t* lower, const std::int32_t* upper);
void extrapolate_lu_plus(Bound* z, std::size_t n, const std::int32_t* lower, const std::int32_t* upper);

// Is b contained in the abstraction a_LU of a? Decided without computing it (Herbreteau, Srivathsan, Walukiewicz: Better
// abstractions for timed automata, 2012, Theorem on inclusion tests).
bool includes_alu(const Bound* a, const Bound* b, std::size_t n, const std::int32_t* lower, const std::int32_t* upper);

// ---- Sets of zones -----------------------------------------------------------------------------------------------------

// What is left of z without `removed`, as disjoint canonical zones added to `rest`.
using Zone = std::vector<Bound>;
void subtract(const Bound* z, const Bound* removed, std::size_t n, std::vector<Zone>& rest);

// The constraints that suffice to rebuild a canonical zone (Larsen, Larsson, Pettersson, Yi: Efficient verification of real-time
// systems: compact data structure and state-space reduction, 1997): bit i * n + j of `keep` is set for those kept.
void minimal_form(const Bound* z, std::size_t n, std::vector<bool>& keep);

std::string to_string(const Bound* z, std::size_t n, std::span<const std::string> names);

}  // namespace crowfly::zone
