#include "serve/walk_zones.hpp"

#include "trace/runs/retrace.hpp"
#include "zone/zone.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_clocks = 200;
constexpr std::size_t most_entries = 20'000'000;  // of all matrices together
constexpr double most_seconds = 1;

std::string obstacle(const Network& network, const Trace& trace) {
    const std::size_t n = network.clocks.size();
    if (n == 1) return "the model has no clocks";
    if (network.features.stopwatches) return "there are no exact zones where clocks can be stopped";
    if (n > most_clocks || (trace.steps.size() + 1) * n * n > most_entries)
        return "too many clocks and steps to work out the zones here";
    return "";
}

}  // namespace

WalkZones zones_along(const Network& network, const Trace& trace) {
    WalkZones result;
    result.why = obstacle(network, trace);
    if (!result.why.empty()) return result;
    Limits limits;
    limits.seconds = most_seconds;
    TimeShare share(limits);
    const std::optional<SymbolicPath> symbolic_path = retrace(network, trace, &share);
    if (!symbolic_path) {
        result.why = "the zones could not be worked out in a second";
        return result;
    }
    std::vector<std::string> names;
    for (const Clock& clock : network.clocks) names.push_back(clock.name);
    for (const SymbolicState& point : symbolic_path->states)
        result.texts.push_back(zone::to_string(point.reached.data(), names.size(), names));
    return result;
}

}  // namespace crowfly
