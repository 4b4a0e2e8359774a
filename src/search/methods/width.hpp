// How many bits the bounds of zones have while a search goes on: 32, unless the constants of the network or of the
// query call for 64 from the start. A search whose numbers get too large for 32 bits ends there (zone::OutOfRange) and
// is done once more with 64; one for which those are not enough either has no answer. One that was saved with 64 goes
// on with them.
#pragma once

#include <initializer_list>
#include <string>

#include "network/formula.hpp"
#include "search/settings/checkpoint.hpp"
#include "search/settings/limits.hpp"
#include "zone/bound.hpp"

namespace crowfly {

// Whether a clock is compared with, or set to, more than zones of 32 bits hold. A bound that may be any integer says
// nothing.
bool calls_for_wide_zones(const Network& network, std::initializer_list<const Formula*> formulas);

inline constexpr const char* too_large_for_zones =
    "clock values exceed 2^56, which is more than zones can compute with";

// `search` is a template over the bounds: search.template operator()<zone::Bound>(limits, observer).
template <class Search>
auto search_in_width(bool wide, const Limits& limits, Observer& observer, const Search& search) {
    const Budget budget(limits);
    Checkpoints* checkpoints = limits.checkpoints;
    wide = wide || (checkpoints != nullptr && checkpoints->resumes_wide());
    if (!wide) {
        try {
            return search.template operator()<zone::Bound>(limits, observer);
        } catch (const zone::OutOfRange&) {
        }
    }
    Statistics used;
    budget.clock(used);
    SecondObserver second(observer, used);
    if (checkpoints != nullptr) checkpoints->use_wide();
    decltype(search.template operator()<zone::WideBound>(limits, observer)) result;
    try {
        result = search.template operator()<zone::WideBound>(left_of(limits, used), second);
    } catch (const zone::OutOfRange&) {
        result.unfinished = too_large_for_zones;
    }
    budget.close(result.statistics);
    if constexpr (requires { result.strategies; }) {
        if (!wide)
            result.strategies.insert(result.strategies.begin(),
                                     "with bounds of 32 bits, until a clock got too far for them; then with 64");
    }
    return result;
}

}  // namespace crowfly
