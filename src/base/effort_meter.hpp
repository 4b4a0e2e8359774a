// Counts the effort of preparations that may be long: analyses of a network, abstractions. Their loops call
// count_effort() with what an iteration takes, in units of about a nanosecond that are counted and not timed
// (search/settings/pacer.hpp). A search that takes turns listens by a Metered, and waits or ends the preparation where
// its turn is over; without a listener nothing happens.
#pragma once

#include <cstdint>
#include <utility>

namespace crowfly {

class EffortMeter {
public:
    // May throw, which ends the preparation, or return later.
    virtual void spent(std::uint64_t effort) = 0;

protected:
    ~EffortMeter() = default;
};

namespace detail {
extern constinit thread_local EffortMeter* current_meter;
}

// As long as it lives, count_effort() in the thread that made it tells the meter, and no outer one.
class Metered {
public:
    explicit Metered(EffortMeter& meter) : outer_(std::exchange(detail::current_meter, &meter)) {}
    ~Metered() { detail::current_meter = outer_; }
    Metered(const Metered&) = delete;
    Metered& operator=(const Metered&) = delete;

private:
    EffortMeter* outer_;
};

inline void count_effort(std::uint64_t effort) {
    if (detail::current_meter != nullptr) detail::current_meter->spent(effort);
}

}  // namespace crowfly
