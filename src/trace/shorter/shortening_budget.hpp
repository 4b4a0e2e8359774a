// What shortening a path may use: effort, which is counted, so that the same path is shortened alike on every machine;
// and time, beyond which nobody waits.
#pragma once

#include <algorithm>
#include <cstdint>

#include "network/network.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/pacer.hpp"

namespace crowfly {

class ShorteningBudget {
public:
    // `effort`: in the unit of pacer.hpp, about a nanosecond.
    ShorteningBudget(const Network& network, const Limits& limits, std::uint64_t effort)
        : effort_(network, network.clocks.size() > 1), cells_(network.clocks.size() * network.clocks.size()),
          limits_(limits), budget_(limits_), left_(effort) {}

    // States expanded with zones, their successors, and transitions fired without regard to clocks.
    void spend(std::uint64_t explored, std::uint64_t generated, std::uint64_t fired = 0) {
        const std::uint64_t used = effort_.of(explored, generated, {0, generated * cells_}) + fired * per_fired;
        left_ -= std::min(left_, used);
    }

    std::uint64_t left() const { return left_; }

    bool is_over() { return left_ == 0 || over_ || (++asked_ % 16 == 0 && look()); }

private:
    static constexpr std::uint64_t per_fired = 300;

    bool look() {
        budget_.clock(used_);
        over_ = !budget_.exceeded(used_, 0).empty();
        return over_;
    }

    SearchEffort effort_;
    std::uint64_t cells_;  // of a zone, all clocks of which are active
    Limits limits_;
    Budget budget_;
    Statistics used_;
    std::uint64_t left_;
    std::uint64_t asked_ = 0;
    bool over_ = false;
};

}  // namespace crowfly
