// What must still be paid before a goal is reached, at least: every process that the goal wants at a location has to
// get there (own_ways.hpp), and pays for the time that guards make it wait on its way. Rates add up, so the prices of
// all processes do, too.
//
// In the location where a process is, how long it has to wait depends on a clock, and so what it has to pay is an
// affine function of the clocks, like the price of a zone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/optimum/own_ways.hpp"
#include "zone/priced.hpp"

namespace crowfly {

class PriceAhead {
public:
    // The network has prices. `wanted`: the formula is to hold; otherwise nothing is known.
    PriceAhead(const Network& network, const Formula& goal, bool wanted);

    // Adds what must still be paid to the price of a state's zone.
    void add(std::span<const std::int32_t> slots, const ActiveClocks& active, const zone::WideZone& zone,
             zone::Price& price) const;

private:
    // All ways out of a location wait for the same clock, and what must be paid is at least `most` minus rate times it.
    struct Due {
        std::int64_t after = 0;  // once the location has been left
        std::int64_t rate = 0;   // 0: nothing is known of a clock
        ClockIndex clock = 0;
        std::int64_t bound = 0;  // the least that it waits for
    };

    static Due due_at(const Traveller& traveller, std::uint32_t location, std::int64_t rate,
                      const std::vector<std::int64_t>& least);

    struct Debtor {
        ProcessIndex process;
        std::vector<Due> due;  // per location
    };
    std::vector<Debtor> debtors_;
};

}  // namespace crowfly
