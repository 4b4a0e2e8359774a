// What a search did with zones, as the effort of it is counted (search/settings/pacer.hpp).
#pragma once

#include <cstdint>

namespace crowfly {

struct ZoneWork {
    std::uint64_t comparisons = 0;  // of the zone of a successor with a stored one, if only by their signatures
    std::uint64_t cells = 0;        // of the matrices of successors; only active clocks have rows
};

}  // namespace crowfly
