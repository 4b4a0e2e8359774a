#include "render/json.hpp"
#include "render/moves_json.hpp"
#include "render/walk.hpp"

namespace crowfly {
namespace {

Json steps_json(const Network& network, const Walk& walk) {
    Json list = Json::array();
    const ConcreteState* before = walk.initial ? &*walk.initial : nullptr;
    for (const Step& step : walk.steps) {
        list.push_back(step_json(network, step, *before, nullptr));
        before = &step.state;
    }
    return list;
}

}  // namespace

std::string walk_json(const WalkReport& report, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-walk/1");
    json["file"] = text_or_null(report.file);
    json["config"] = {{"steps", report.steps}, {"seed", report.seed}};
    json["initial"] = nullptr;
    json["steps"] = Json::array();
    json["failed"] = nullptr;
    json["end"] = nullptr;
    json["reason"] = nullptr;
    if (report.walk) {
        const Walk& walk = *report.walk;
        if (walk.initial) json["initial"] = state_json(*report.network, *walk.initial);
        json["steps"] = steps_json(*report.network, walk);
        if (walk.failed) json["failed"] = move_json(*report.network, *walk.failed, nullptr);
        json["end"] = to_string(walk.end);
        json["reason"] = describe(walk.end);
    }
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace crowfly
