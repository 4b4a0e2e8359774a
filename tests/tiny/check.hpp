// Checks a law in a test case. With CROWFLY_LAW_FACTOR=100 in the environment a hundred times as many networks are
// tried, and the numbers are shown.
#pragma once

#include <cstdlib>

#include <doctest/doctest.h>

#include "tiny/law.hpp"

namespace crowfly::tiny {

inline void check(Law law) {
    const char* factor = std::getenv("CROWFLY_LAW_FACTOR");
#ifdef __SANITIZE_ADDRESS__
    law.networks = (law.networks + 3) / 4;  // sanitizers look for other mistakes, and take ten times as long
#endif
    if (factor != nullptr) law.networks *= static_cast<std::size_t>(std::atoi(factor));
    const Outcome outcome = test(law);
    CHECK_MESSAGE(outcome.failure.empty(), outcome.failure);
    if (!outcome.failure.empty()) return;
    CHECK(outcome.networks > law.networks * 3 / 4);
    if (factor != nullptr) MESSAGE(to_text(outcome));
}

}  // namespace crowfly::tiny
