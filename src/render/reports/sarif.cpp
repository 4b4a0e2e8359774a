// SARIF 2.1.0, which code hosts and editors show beside the source: each query is a rule, each answer a result. An
// answer that is not as expected fails; its trace is a code flow whose steps point at the edges taken. An undecided one
// is open. Mistakes in the model or a query are notifications of the tool.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>

#include "base/commit.hpp"
#include "base/version.hpp"
#include "render/diagnostics.hpp"
#include "render/json.hpp"
#include "render/remarks.hpp"
#include "render/results/report.hpp"
#include "render/steps/moves.hpp"

namespace crowfly {
namespace {

// A path as a URI reference: relative paths stay so, and a reader resolves them where the tool was started.
std::string uri_of(std::string_view path) {
    std::string uri = path.starts_with('/') ? "file://" : "";
    // "a:b" would be read as the scheme a.
    if (!path.starts_with('/') && path.find(':') < path.find('/')) uri = "./";
    for (const char c : path) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                           std::string_view("-._~/:").find(c) != std::string_view::npos;
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
}

Json message(std::string_view text) { return {{"text", text}}; }

Json region_of(Span span, const Sources& sources) {
    const Position from = sources.position(span.file, span.begin);
    const Position to = sources.position(span.file, span.end);
    return {{"startLine", from.line}, {"startColumn", from.column}, {"endLine", to.line}, {"endColumn", to.column}};
}

// Without a region if the span is in no file, as for messages about the command line.
Json location_of(Span span, const Sources& sources) {
    Json place = {{"artifactLocation", {{"uri", uri_of(sources.name(span.file))}}}};
    if (!sources.text(span.file).empty()) place["region"] = region_of(span, sources);
    return {{"physicalLocation", place}};
}

// "delay 5/2, Train(0): Safe -> Appr appr[0]!"
std::string step_text(const Network& network, const Move& move, const Participant& participant, bool first) {
    const std::string sync = synchronisation(network, move.firing, participant);
    const std::string edge = to_string(network, network.edges[participant.edge]) + (sync.empty() ? "" : " " + sync);
    return first && move.delay != Rational(0) ? fmt::format("delay {}, {}", to_string(move.delay), edge) : edge;
}

// The changes of the step, by name.
Json state_of(const Network& network, const ConcreteState& before, const ConcreteState& after) {
    Json state = Json::object();
    for (const std::uint32_t slot : changed_variables(network, before.slots, after.slots)) {
        state[network.slots[slot].name] = message(std::to_string(after.slots[slot]));
    }
    return state;
}

Json flow_of(const Trace& trace, const ReportInput& input) {
    const Network& network = *input.network;
    Json places = Json::array();
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const Move& move = trace.steps[i].move;
        for (std::size_t p = 0; p < move.firing.participants.size(); ++p) {
            const Participant& participant = move.firing.participants[p];
            Json place = location_of(network.edges[participant.edge].span, input.sources);
            place["message"] = message(step_text(network, move, participant, p == 0));
            Json& step = places.emplace_back();
            step["location"] = std::move(place);
            step["executionOrder"] = i + 1;
            Json state = p == 0 ? state_of(network, trace.state(i), trace.state(i + 1)) : Json::object();
            if (!state.empty()) step["state"] = std::move(state);
        }
    }
    return {{"threadFlows", Json::array({{{"locations", std::move(places)}}})}};
}

std::string_view kind_of(const Answer& answer) {
    if (answer.verdict == Verdict::error || answer.as_expected() == false) return "fail";
    if (answer.as_expected() == true) return "pass";
    return answer.verdict == Verdict::maybe ? "review" : "open";
}

Json properties_of(const Answer& answer) {
    Json properties = Json::object();
    if (answer.unverified) properties = {{"unverified", true}, {"remark", answer.witness->remark}};
    if (answer.vacuity) properties["vacuity"] = to_string(answer.vacuity->result);
    if (const std::string remark = remark_line(answer); !remark.empty()) properties["remark"] = remark;
    return properties;
}

Json result_of(const Answer& answer, std::size_t number, const ReportInput& input) {
    Json result;
    result["ruleId"] = fmt::format("query-{}", number + 1);
    result["ruleIndex"] = number;
    result["kind"] = kind_of(answer);
    result["level"] = kind_of(answer) == "fail" ? "error" : "none";  // SARIF requires `none` for all other kinds
    result["message"] = message(fmt::format("{}: {}", answer.query, answer_line(answer)));
    const Json properties = properties_of(answer);
    if (!properties.empty()) result["properties"] = properties;
    const Trace* trace = answer.witness ? answer.witness->run.get() : nullptr;
    const bool has_steps = trace != nullptr && input.network != nullptr && !trace->steps.empty();
    Json place = {{"physicalLocation",
                   {{"artifactLocation", {{"uri", uri_of(input.result.model)}}}, {"region", {{"startLine", 1}}}}}};
    if (has_steps)
        place = location_of(input.network->edges[trace->steps.back().move.firing.participants.front().edge].span,
                            input.sources);
    result["locations"] = Json::array({std::move(place)});
    if (has_steps) result["codeFlows"] = Json::array({flow_of(*trace, input)});
    return result;
}

Json rules_of(const Result& result) {
    Json rules = Json::array();
    for (std::size_t i = 0; i < result.answers.size(); ++i) {
        const Answer& answer = result.answers[i];
        rules.push_back({{"id", fmt::format("query-{}", i + 1)},
                         {"shortDescription", message(answer.query)},
                         {"defaultConfiguration", {{"level", "error"}}}});
    }
    return rules;
}

Json notifications_of(const ReportInput& input) {
    Json list = Json::array();
    for (const Diagnostic* diagnostic : distinct(input.diagnostics)) {
        Json item;
        item["descriptor"] = {{"id", describe(diagnostic->code).id}};
        item["level"] = diagnostic->severity == Severity::error ? "error" : "warning";
        item["message"] = message(diagnostic->message);
        const bool has_file = !input.sources.name(diagnostic->span.file).empty();
        if (has_file) item["locations"] = Json::array({location_of(diagnostic->span, input.sources)});
        list.push_back(std::move(item));
    }
    return list;
}

Json artifact_of(const Result& result) {
    Json artifact = {{"location", {{"uri", uri_of(result.model)}}}};
    if (!result.sha256.empty()) artifact["hashes"] = {{"sha-256", result.sha256}};
    return artifact;
}

std::string write_sarif(const ReportInput& input) {
    const Result& result = input.result;
    Json driver = {{"name", "crowfly"}, {"version", version}, {"rules", rules_of(result)}};
    if (!commit().empty()) driver["properties"] = {{"commit", commit()}};
    Json run;
    run["tool"] = {{"driver", std::move(driver)}};
    run["invocations"] = Json::array({{{"executionSuccessful", !input.diagnostics.has_errors()},
                                       {"toolConfigurationNotifications", notifications_of(input)}}});
    run["columnKind"] = "unicodeCodePoints";
    if (!result.model.empty()) run["artifacts"] = Json::array({artifact_of(result)});
    run["results"] = Json::array();
    for (std::size_t i = 0; i < result.answers.size(); ++i)
        run["results"].push_back(result_of(result.answers[i], i, input));
    Json json;
    json["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    json["version"] = "2.1.0";
    json["runs"] = Json::array({std::move(run)});
    return dump(json);
}

const Registered<ReportFormat> registered_sarif(report_formats(),
                                                {{.name = "sarif",
                                                  .description = "SARIF 2.1.0: queries as rules, traces as code flows",
                                                  .options = {},
                                                  .properties = {}},
                                                 write_sarif});

}  // namespace
}  // namespace crowfly
