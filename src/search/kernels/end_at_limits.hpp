// How a search ends in the middle of something: a limit is reached inside an expansion, or there is no more memory. It
// keeps what it knows so far and reports the reason, as if it had noticed between two expansions.
#pragma once

#include <new>
#include <string>

#include "base/alarm.hpp"

namespace crowfly {

template <class Part>
void end_at_limits(std::string& unfinished, Part part) {
    try {
        part();
    } catch (const LimitReached& limit) {
        unfinished = limit.what();
    } catch (const std::bad_alloc&) {
        unfinished = memory_limit_reason;
    }
}

}  // namespace crowfly
