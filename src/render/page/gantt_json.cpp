#include <nlohmann/json.hpp>

#include <stdexcept>

#include "render/page/page.hpp"
#include "trace/measures/lanes.hpp"

namespace crowfly {
namespace {

// Times are told where they are not those of the states.
Json bar_json(const DeclaredLane::Bar& bar, const std::string& condition, const Trace& trace) {
    Json json{{"from", bar.from}, {"to", bar.to}, {"condition", condition}, {"colour", bar.colour}};
    const Rational end = bar.to <= trace.steps.size() ? trace.state(bar.to).time : trace.duration();
    if (bar.begin != trace.state(bar.from).time || bar.end != end) {
        json["begin"] = to_string(bar.begin);
        json["end"] = to_string(bar.end);
    }
    return json;
}

Json declared_json(const Network& network, const Trace& trace, const GanttChart& chart) {
    Json lanes = Json::array();
    const std::vector<DeclaredLane> found = declared_lanes(network, chart, trace);
    for (std::size_t l = 0; l < found.size(); ++l) {
        Json bars = Json::array();
        for (const DeclaredLane::Bar& bar : found[l].bars)
            bars.push_back(bar_json(bar, chart.lanes[l].entries[bar.entry].text, trace));
        lanes.push_back({{"name", chart.lanes[l].name}, {"bars", std::move(bars)}});
    }
    return lanes;
}

Json resources_json(const Network& network, const ResourceLanes& found) {
    Json lanes = Json::array();
    for (const ResourceLane& lane : found.lanes) {
        Json bars = Json::array();
        for (const ResourceLane::Bar& bar : lane.bars)
            bars.push_back({{"from", bar.from}, {"to", bar.to}, {"process", bar.holder}});
        lanes.push_back({{"name", network.slots[lane.slot].name}, {"bars", std::move(bars)}});
    }
    return lanes;
}

}  // namespace

Json page_gantt_json(const Network& network, const Trace& trace, const GanttChart* chart) {
    const ResourceLanes resources = resource_lanes(network, trace);
    Json json{{"declared", Json::array()},
              {"resources", resources_json(network, resources)},
              {"idle", resources.idle},
              {"problem", chart == nullptr ? Json(nullptr) : text_or_null(chart->problem)}};
    try {
        if (chart != nullptr) json["declared"] = declared_json(network, trace, *chart);
    } catch (const std::overflow_error&) {
        json["problem"] = "the times are fractions too long to compute with";
    }
    return json;
}

}  // namespace crowfly
