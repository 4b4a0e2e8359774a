// No search at all: what contradicts an invariant, or the values and locations that can be reached with clocks ignored,
// is found in no state.
#include "network/analyses/value_ranges.hpp"
#include "property/impossible.hpp"
#include "search/kernels/end_at_limits.hpp"
#include "search/schedule/strategy.hpp"
#include "search/settings/paced_part.hpp"

namespace crowfly {
namespace {

// With less it does not begin.
constexpr std::size_t needed_bytes = std::size_t{16} << 10U;

SearchResult run_value_ranges(const StrategyTask& task, const Limits& limits, Observer& /*observer*/) {
    SearchResult result;
    result.unfinished = memory_limit_reason;
    if (limits.bytes < needed_bytes) return result;
    result.unfinished = "values alone do not decide it";
    const PacedPart paced(limits);
    end_at_limits(result.unfinished, [&] {
        const ValueRanges ranges = find_value_ranges(task.network);
        const auto reason = impossible_because(task.network, task.formula, task.options.wanted, ranges);
        if (!reason) return;
        result.unfinished.clear();
        result.proof = Proof{.method = Proof::Method::values, .reason = *reason};
    });
    return result;
}

// It begins after the first turn of the exact search, which decides what is smallest.
Strategy value_ranges() {
    Strategy strategy{{.name = "value-ranges",
                       .description = "no search: an over-approximation of the reachable values and locations"}};
    strategy.proves = true;
    strategy.share = 10;
    strategy.order = 1;
    strategy.opening = {{Round::small_spaces, first_look_effort}, {Round::first_look, first_look_effort}};
    strategy.run = run_value_ranges;
    return strategy;
}

const Registered<Strategy> registered_value_ranges(strategies(), value_ranges());

}  // namespace
}  // namespace crowfly
