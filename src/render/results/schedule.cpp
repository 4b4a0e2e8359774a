#include "render/results/schedule.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "render/results/statistics.hpp"

namespace crowfly {
namespace {

constexpr std::size_t bar_columns = 40;

std::uint64_t end_of(const std::vector<StrategyRun>& schedule) {
    std::uint64_t end = 0;
    for (const StrategyRun& run : schedule) {
        if (!run.intervals.empty()) end = std::max(end, run.intervals.back().end);
    }
    return end;
}

// "proved that there is none", "stopped, best estimate 4"
std::string learnt(const StrategyRun& run) {
    switch (run.outcome) {
        case StrategyRun::Outcome::found: return run.answered ? "found it" : "found it, which was not enough";
        case StrategyRun::Outcome::proved: return "proved that there is none";
        case StrategyRun::Outcome::failed: return "the model went wrong";
        case StrategyRun::Outcome::inconclusive: return run.reason.empty() ? "not sure" : run.reason;
        case StrategyRun::Outcome::memory: return "given up for lack of memory";
        case StrategyRun::Outcome::limit: return run.reason;
        case StrategyRun::Outcome::improved: return "found a shorter path afterwards";
        case StrategyRun::Outcome::cancelled: break;
    }
    return run.best_estimate ? fmt::format("stopped, best estimate {}", *run.best_estimate) : "stopped";
}

std::string line_of(const StrategyRun& run) {
    const std::string options = run.options.empty() ? "" : fmt::format(" ({})", run.options);
    return fmt::format("searched {}{}: {} state{} in {} turn{}, {:.3f} s: {}", run.name, options, grouped(run.explored),
                       run.explored == 1 ? "" : "s", run.turns, run.turns == 1 ? "" : "s", run.seconds(), learnt(run));
}

double in_microseconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

Json interval_json(const StrategyRun::Interval& interval) {
    return {{"begin", interval.begin},
            {"end", interval.end},
            {"effort", interval.effort},
            {"begin_seconds", in_microseconds(interval.begin_seconds)},
            {"seconds", in_microseconds(interval.seconds)}};
}

Json run_json(const StrategyRun& run) {
    Json intervals = Json::array();
    for (const StrategyRun::Interval& interval : run.intervals) intervals.push_back(interval_json(interval));
    return {{"strategy", run.name},
            {"description", run.description},
            {"options", text_or_null(run.options)},
            {"outcome", to_string(run.outcome)},
            {"reason", text_or_null(run.reason)},
            {"answered", run.answered},
            {"explored", run.explored},
            {"stored", run.stored},
            {"best_estimate", run.best_estimate ? Json(*run.best_estimate) : Json(nullptr)},
            {"turns", run.turns},
            {"effort", run.effort()},
            {"seconds", in_microseconds(run.seconds())},
            {"intervals", std::move(intervals)}};
}

}  // namespace

std::string schedule_bar(const StrategyRun& run, std::uint64_t effort_of_all, std::size_t columns) {
    const double width = std::max(1.0, static_cast<double>(effort_of_all)) / static_cast<double>(columns);
    std::string bar(columns, ' ');
    std::vector<double> shares(columns);
    for (const StrategyRun::Interval& interval : run.intervals) {
        const double begin = static_cast<double>(interval.begin) / width;
        const double end = static_cast<double>(interval.end) / width;
        const double density = end > begin ? static_cast<double>(interval.effort) / width / (end - begin) : 0;
        const auto first = std::min(columns - 1, static_cast<std::size_t>(begin));
        const auto last = std::min(columns - 1, static_cast<std::size_t>(std::ceil(std::max(end, begin + 1e-9))) - 1);
        for (std::size_t column = first; column <= last; ++column) {
            const auto left = static_cast<double>(column);
            shares[column] += density * (std::min(end, left + 1) - std::max(begin, left));
            bar[column] = shares[column] >= 0.5 ? '#' : shares[column] >= 0.1 ? '+' : '-';
        }
    }
    return bar;
}

std::vector<std::string> schedule_lines(const std::vector<StrategyRun>& schedule) {
    std::vector<std::string> lines;
    const std::uint64_t end = end_of(schedule);
    for (const StrategyRun& run : schedule) {
        const std::string bar =
            schedule.size() > 1 ? fmt::format("|{}| ", schedule_bar(run, end, bar_columns)) : std::string();
        lines.push_back(bar + line_of(run));
    }
    return lines;
}

std::string improvement_line(const PathImprovement& improvement) {
    const std::string more =
        fmt::format("with {} more state{}", grouped(improvement.explored), improvement.explored == 1 ? "" : "s");
    if (improvement.to == improvement.from)
        return fmt::format("a path of less than {} transitions was not found {}", improvement.from, more);
    return fmt::format("improved from {} to {} transitions, {}", improvement.from, improvement.to, more);
}

Json schedule_json(const std::vector<StrategyRun>& schedule) {
    Json list = Json::array();
    for (const StrategyRun& run : schedule) list.push_back(run_json(run));
    return list;
}

}  // namespace crowfly
