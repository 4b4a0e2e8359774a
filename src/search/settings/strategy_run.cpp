#include "search/settings/strategy_run.hpp"

namespace crowfly {
namespace {

void join(std::vector<StrategyRun::Interval>& intervals, std::size_t first) {
    StrategyRun::Interval& joined = intervals[first];
    const StrategyRun::Interval& next = intervals[first + 1];
    joined.end = next.end;
    joined.effort += next.effort;
    joined.seconds += next.seconds;
    intervals.erase(intervals.begin() + static_cast<std::ptrdiff_t>(first) + 1);
}

}  // namespace

void StrategyRun::add_turn(const Interval& turn) {
    ++turns;
    intervals.push_back(turn);
    const auto gap = [&](std::size_t i) { return intervals[i + 1].begin - intervals[i].end; };
    const std::size_t last = intervals.size() - 1;
    if (last > 0 && gap(last - 1) == 0) return join(intervals, last - 1);
    if (intervals.size() <= most_intervals) return;
    std::size_t least = 0;
    for (std::size_t i = 1; i < last; ++i) {
        if (gap(i) < gap(least)) least = i;
    }
    join(intervals, least);
}

std::uint64_t StrategyRun::effort() const {
    std::uint64_t sum = 0;
    for (const Interval& interval : intervals) sum += interval.effort;
    return sum;
}

double StrategyRun::seconds() const {
    double sum = 0;
    for (const Interval& interval : intervals) sum += interval.seconds;
    return sum;
}

std::string_view to_string(StrategyRun::Outcome outcome) {
    switch (outcome) {
        case StrategyRun::Outcome::found: return "found";
        case StrategyRun::Outcome::proved: return "proved";
        case StrategyRun::Outcome::failed: return "failed";
        case StrategyRun::Outcome::inconclusive: return "inconclusive";
        case StrategyRun::Outcome::memory: return "memory";
        case StrategyRun::Outcome::limit: return "limit";
        case StrategyRun::Outcome::cancelled: return "cancelled";
        case StrategyRun::Outcome::improved: return "improved";
    }
    return "";
}

}  // namespace crowfly
