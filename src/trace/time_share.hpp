// The time that working out one trace may take, from finding its transitions again to replaying it. Whoever works in a
// loop asks often; the clock is looked at now and then.
#pragma once

#include <cstddef>

#include "search/limits.hpp"

namespace crowfly {

class TimeShare {
public:
    explicit TimeShare(const Limits& limits) : limits_(limits), budget_(limits) {}

    bool is_over() { return over_ || (++asked_ % 16 == 0 && look()); }

    // The same, with a look at the clock in any case.
    bool look() {
        budget_.clock(used_);
        over_ = !budget_.exceeded(used_, 0).empty();
        return over_;
    }

    double seconds_left() {
        budget_.clock(used_);
        return limits_.seconds - used_.seconds;
    }

    const Limits& limits() const { return limits_; }

private:
    Limits limits_;
    Budget budget_;
    Statistics used_;
    std::size_t asked_ = 0;
    bool over_ = false;
};

}  // namespace crowfly
