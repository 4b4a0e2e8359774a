#include "search/schedule/restarts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "search/schedule/reachability.hpp"

namespace crowfly {
namespace {

Limits limits_of_run(std::size_t states, const Limits& limits, const Statistics& used) {
    Limits own = left_of(limits, used);
    own.explored = std::min(states, limits.explored - std::min(used.explored, limits.explored));
    return own;
}

}  // namespace

std::size_t luby(std::size_t i) {
    std::size_t power = 1;
    while (2 * power - 1 < i) power *= 2;
    return i == 2 * power - 1 ? power : luby(i - power + 1);
}

SearchResult search_with_restarts(const Network& network, const Formula& formula, SearchOptions options,
                                  const Limits& limits, Observer& observer) {
    const std::size_t first_run = std::exchange(options.restart, 0);
    Statistics used;
    for (std::size_t i = 1;; ++i, ++options.seed) {
        SecondObserver second(observer, used);
        const Limits own = limits_of_run(first_run * luby(i), limits, used);
        SearchResult result = search(network, formula, options, own, second);
        const std::size_t stored = result.statistics.stored;
        used = result.statistics = used + result.statistics;
        used.stored = used.bytes = used.waiting = 0;
        result.statistics.stored = stored;
        if (result.unfinished == enough_states_reason && used.explored <= limits.explored) continue;
        result.strategies = {
            fmt::format("random depth first, {} run{}: {} states", i, i == 1 ? "" : "s", used.explored)};
        return result;
    }
}

}  // namespace crowfly
