// How a maximal run is searched for along which a formula holds (or fails) all the time.
#pragma once

#include "network/distinction.hpp"
#include "network/formula.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct Liveness {
    Abstraction abstraction = Abstraction::m_plus;
    bool compress = false;
    const Distinction* compared = nullptr;  // what tells states apart; null: everything
    const Formula* trigger = nullptr;  // the run starts in any reachable state where this holds; null: at the start
    const Formula* kept = nullptr;     // what holds along the run; or fails, if not `wanted`
    bool wanted = true;
    std::size_t fallback_after =
        no_fallback;  // so many states are expanded before a proof that there is no run is tried
};

}  // namespace crowfly
