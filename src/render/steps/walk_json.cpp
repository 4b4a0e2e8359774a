#include <nlohmann/json.hpp>

#include "render/json.hpp"
#include "render/steps/moves_json.hpp"
#include "render/steps/walk.hpp"

namespace crowfly {
namespace {

Json steps_json(const Network& network, const Walk& walk, const Sources& sources) {
    Json list = Json::array();
    const ConcreteState* before = walk.initial ? &*walk.initial : nullptr;
    for (const Step& step : walk.steps) {
        list.push_back(step_json(network, step, *before, &sources));
        before = &step.state;
    }
    return list;
}

// The members of crowfly-trace/1. A walk belongs to no query; `end` says why it ended.
void add_trace_members(const WalkReport& report, Json& json) {
    const bool has_begun = report.walk && report.walk->initial;
    const std::size_t length = has_begun ? report.walk->steps.size() : 0;
    json["query"] = {{"text", nullptr}, {"verdict", "unknown"}};
    json["ending"] = has_begun ? Json("reached") : Json(nullptr);
    json["loop"] = nullptr;
    json["length"] = length;
    json["duration"] = length == 0 ? "0" : to_string(report.walk->steps.back().state.time);
    json["why_stuck"] = Json::array();
    json["rest"] = "0";
}

}  // namespace

std::string walk_json(const WalkReport& report, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-walk/1");
    json["file"] = text_or_null(report.file);
    json["model"] = {{"path", text_or_null(report.file)}, {"sha256", text_or_null(report.sha256)}};
    add_trace_members(report, json);
    json["config"] = {{"steps", report.steps}, {"seed", report.seed}};
    json["initial"] = nullptr;
    json["steps"] = Json::array();
    json["failed"] = nullptr;
    json["end"] = nullptr;
    json["reason"] = nullptr;
    if (report.walk) {
        const Walk& walk = *report.walk;
        if (walk.initial) json["initial"] = state_json(*report.network, *walk.initial);
        json["steps"] = steps_json(*report.network, walk, sources);
        if (walk.failed) json["failed"] = move_json(*report.network, *walk.failed, &sources);
        json["end"] = to_string(walk.end);
        json["reason"] = describe(walk.end);
    }
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    return dump(json);
}

}  // namespace crowfly
