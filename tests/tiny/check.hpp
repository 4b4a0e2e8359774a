// Checks a law in a test case. With CROWFLY_LAW_FACTOR=100 in the environment a hundred times as many networks are
// tried, and the numbers are shown.
#pragma once

#include <doctest/doctest.h>

#include "tiny/budget.hpp"
#include "tiny/law.hpp"

namespace crowfly::tiny {

inline void check(Law law) {
    law.networks = budget(law.networks);
    const Outcome outcome = test(law);
    CHECK_MESSAGE(outcome.failure.empty(), outcome.failure);
    if (!outcome.failure.empty()) return;
    CHECK(outcome.networks > law.networks * 3 / 4);
    if (law_factor() != nullptr) MESSAGE(to_text(outcome));
}

}  // namespace crowfly::tiny
