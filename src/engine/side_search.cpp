#include "engine/side_search.hpp"

#include <algorithm>
#include <exception>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

constexpr double share_of_query = 0.1;
constexpr double least_seconds = 0.1;

Settings default_settings() {
    Settings settings;
    settings.search = automatic;
    return settings;
}

}  // namespace

SideSearch::SideSearch(const Network& network, const Limits& limits, double seconds)
    : network_(network), limits_(limits),
      end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

std::optional<bool> SideSearch::is_reachable(const Property& reach) {
    const double left = std::chrono::duration<double>(end_ - Clock::now()).count();
    if (left <= 0) return std::nullopt;
    try {
        return decide(reach, left);
    } catch (const std::exception&) {  // a limit, or a mistake of ours that must not cost the user the verdict
        return std::nullopt;
    }
}

std::optional<bool> SideSearch::decide(const Property& reach, double seconds) const {
    const Choice choice = choose_engine(network_, reach);
    if (choice.engine == nullptr) return std::nullopt;
    Limits limits = limits_;
    limits.seconds = seconds;
    Alarm alarm(limits.interrupted);
    alarm.set(seconds);
    SilentObserver observer;
    const Settings settings = default_settings();
    TraceOptions trace_options;
    trace_options.prompt = true;
    const Answer answer = choice.engine->decide({network_, reach, settings, limits, observer, trace_options});
    if (answer.verdict == Verdict::satisfied && answer.witness && answer.witness->run) return true;
    if (answer.verdict == Verdict::not_satisfied && answer.proof) return false;
    return std::nullopt;
}

double side_search_seconds(double query_seconds) { return std::max(least_seconds, share_of_query * query_seconds); }

}  // namespace crowfly
