// Intersects zones with limits of the model. A limit whose number does not fit the bounds of the zone throws
// zone::OutOfRange.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "space/evaluator.hpp"
#include "zone/zone.hpp"

namespace crowfly {

constexpr std::uint32_t inactive = static_cast<std::uint32_t>(-1);  // the position of an inactive clock

template <class B>
B bound_of(const Limit& limit) {
    return zone::bound<B>(zone::checked<B>(limit.bound), limit.strict);
}

// Bounds of comparisons of two clocks may add up.
template <class B>
bool cut(B* z, std::size_t n, zone::Clock left, zone::Clock right, B bound) {
    if (!zone::constrain(z, n, left, right, bound)) return false;
    if (left != 0 && right != 0) zone::check_cut(z, n);
    return true;
}

template <class B>
bool cut_all(B* z, std::size_t n, std::span<const Limit> limits, const std::vector<std::uint32_t>& position) {
    for (const Limit& limit : limits) {
        assert(position[limit.left] != inactive && position[limit.right] != inactive);
        if (!cut(z, n, position[limit.left], position[limit.right], bound_of<B>(limit))) return false;
    }
    return true;
}

}  // namespace crowfly
