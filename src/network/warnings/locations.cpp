// Locations that cannot be reached in the graph of their process, guards and synchronisations ignored.
#include <fmt/format.h>

#include "network/warnings/graph.hpp"
#include "network/warnings/texts.hpp"
#include "network/warnings/warnings.hpp"

namespace crowfly {
namespace {

std::vector<bool> reachable_locations(const Network& network, const Process& process) {
    std::vector<std::uint32_t> starts = process.also_initial;
    starts.push_back(process.initial);
    std::vector<bool> reached = led_to(network, process, starts);
    for (const std::uint32_t start : starts) reached[start] = true;
    return reached;
}

}  // namespace

void warn_about_locations(const Network& network, Diagnostics& diagnostics) {
    BadTexts<LocationIndex> texts;
    for (const Process& process : network.processes) {
        const std::vector<bool> reached = reachable_locations(network, process);
        for (std::uint32_t l = 0; l < process.locations.count; ++l) {
            const LocationIndex location = process.locations.first + l;
            texts.add({network.locations[location].span}, !reached[l], location);
        }
    }
    texts.for_each([&](LocationIndex l) {
        const Location& location = network.locations[l];
        diagnostics.add(Code::unreachable_location, location.span,
                        fmt::format("no edges lead from the initial location to `{}`", location.name),
                        "is an edge missing, or drawn the other way round?");
    });
}

}  // namespace crowfly
