// Is there a maximal run along which a formula holds all the time? A run is maximal if it never ends: it takes
// transitions for ever (in no time at all, if it likes), or time passes for ever where it is, or nothing can happen any
// more, not even after a delay. Runs that take transitions for ever show as cycles of the zone graph; zones are
// compared by equality for that, because a zone inside another one on the way does not make a cycle. Where that takes
// long a proof is tried that there is no such run, see outline.hpp.
#pragma once

#include <optional>
#include <string>

#include "network/distinction.hpp"
#include "network/formula.hpp"
#include "search/limits.hpp"
#include "search/path.hpp"
#include "search/settings.hpp"
#include "space/stop.hpp"

namespace crowfly {

struct Liveness {
    Abstraction abstraction = Abstraction::m_plus;
    bool compress = false;
    const Distinction* compared = nullptr;  // what tells states apart; null: everything
    const Formula* trigger = nullptr;  // the run starts in any reachable state where this holds; null: at the start
    const Formula* kept = nullptr;     // what holds along the run; or fails, if not `wanted`
    bool wanted = true;
    std::size_t fallback_after =
        no_fallback;  // so many states are looked at before a proof that there is no run is tried
};

struct MaximalRun {
    Path path;                           // from the start; of a lasso, until its first state is there again
    std::optional<std::size_t> trigger;  // where in it the trigger held
    std::optional<std::size_t>
        loop;  // how many of them are the cycle; none: time passes for ever, or nothing happens any more
};

struct LivenessResult {
    std::optional<MaximalRun> found;
    std::string unfinished;
    Stop stop;
    Statistics statistics;
};

LivenessResult search_run(const Network& network, const Liveness& how, const Limits& limits, Observer& observer);

}  // namespace crowfly
