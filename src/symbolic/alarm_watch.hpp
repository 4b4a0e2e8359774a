// Ends work of libraries, which do not poll: a thread looks now and then whether the alarm rings.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "base/alarm.hpp"

namespace crowfly::symbolic {

// Acts again and again while the alarm rings, until it is stopped.
template <class Act>
void act_while_ringing(std::stop_token stop, const Alarm& alarm, Act act) {
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        never.wait_for(lock, stop, 20ms, [] { return false; });
        if (alarm.rings()) act();
    }
}

}  // namespace crowfly::symbolic
