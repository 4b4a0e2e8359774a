// How a priced symbolic state was reached, and at which bounds that was cheapest.
#pragma once

#include <cstdint>
#include <vector>

#include "network/machine.hpp"
#include "space/firing.hpp"
#include "zone/priced.hpp"

namespace crowfly {

// Zones are over the clocks of the state that they are about.
struct PricedPassage {
    bool is_initial = true;  // no transition led there
    Firing firing;
    std::vector<ClockUpdate> updates;
    zone::WideZone enabled;                // the part of the state before in which it may fire
    std::vector<zone::Tie> before_update;  // what holds there if it fires as cheaply as possible
    zone::WideZone entry;                  // the clock values after the transition
    std::vector<zone::Tie> before_delay;   // what holds there if the delay is as cheap as possible
    bool held = false;                     // no time may pass
    bool at_once = false;                  // no delay is cheapest
    std::int64_t charged = 0;              // by the updates
    std::int64_t rate = 0;                 // per time unit in this state
};

}  // namespace crowfly
