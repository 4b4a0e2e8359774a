// Which locations can be reached and which values slots can have at all, by abstract interpretation (Cousot, Cousot:
// Abstract interpretation, 1977): starting from the initial values, every transition whose edges may be enabled adds
// the values that its updates may assign, until nothing changes. Per slot there is one set (value_set.hpp); a guard
// narrows the sets for its own transition. A set that keeps growing is widened to the declared range, and afterwards
// narrowed by what guards say.
//
// Clocks are ignored. A run-time error ends the run that has it, so it contributes no value; that there may be one is
// reported.
#pragma once

#include <vector>

#include "network/network.hpp"
#include "network/symmetry/symmetry.hpp"
#include "network/values/value_set.hpp"

namespace crowfly {

struct ValueRanges {
    std::vector<ValueSet> slots;
    std::vector<bool> reached;  // per location of the network
    // A search may meet a run-time error, or a part of the model that is not supported.
    bool may_stop = false;
    bool is_known = false;  // false: the network is too large, and all members say that anything is possible

    bool is_reached(const Network& network, ProcessIndex process, std::uint32_t number) const {
        return reached[network.processes[process].locations.first + number];
    }
};

// Takes time about linear in the network, and gives up on large ones. With a symmetry also permuted states are counted
// among those that can be reached.
ValueRanges find_value_ranges(const Network& network, const Symmetry* symmetry = nullptr);

ValueSet declared_values(const Slot& slot);

}  // namespace crowfly
