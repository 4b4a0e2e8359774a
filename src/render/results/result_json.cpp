#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "render/json.hpp"
#include "render/results/result.hpp"
#include "render/results/schedule.hpp"
#include "render/results/statistics.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

template <class Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json limit(std::size_t most) { return most == std::numeric_limits<std::size_t>::max() ? Json(nullptr) : Json(most); }

std::string_view to_string(Objective objective) {
    switch (objective) {
        case Objective::any: return "any";
        case Objective::shortest: return "shortest";
        case Objective::fastest: return "fastest";
        case Objective::cheapest: return "cheapest";
        case Objective::price: return "price";
    }
    return "";
}

Json config_json(const Result& result) {
    const Settings& settings = result.config.settings;
    const Limits& limits = result.config.limits;
    Json stored = Json::array();
    for (const Result::Option& option : result.options)
        stored.push_back({{"key", option.key}, {"value", option.value}});
    Json json;
    json["dry_run"] = result.dry_run;
    json["search"] = result.config.search;
    json["heuristic"] = is_guided(settings) ? Json(to_string(settings.guidance.heuristic)) : Json(nullptr);
    json["prefer"] = text_or_null(to_string(settings.guidance.preference));
    json["seed"] = settings.seed;
    if (settings.workers > 1) json["portfolio"] = settings.workers;
    if (settings.threads > 1) json["threads"] = settings.threads;
    if (!settings.strategies.empty()) json["strategies"] = settings.strategies;
    json["objective"] = to_string(settings.objective);
    json["extrapolation"] = settings.extrapolation ? to_string(*settings.extrapolation) : "auto";
    json["compress"] = settings.compress;
    if (settings.store) json["store"] = to_string(*settings.store);
    if (settings.disk) json["disk"] = settings.disk->folder;
    json["prune"] = to_string(settings.pruning);
    if (settings.reduction != Reduction::none) json["reduce"] = to_string(settings.reduction);
    if (settings.time == TimeSemantics::local) json["time_semantics"] = "local";
    json["all_variables"] = settings.all_variables;
    json["limits"] = {{"seconds", std::isinf(limits.seconds) ? Json(nullptr) : Json(limits.seconds)},
                      {"bytes", limit(limits.bytes)},
                      {"states", limit(limits.states)}};
    json["ignored_options"] = std::move(stored);
    return json;
}

Json values_json(const Answer& answer) {
    Json values = Json::array();
    for (const Answer::Measure& value : answer.measures) {
        values.push_back({{"expr", value.expression}, {"inf", or_null(value.inf)}, {"sup", or_null(value.sup)}});
    }
    return values;
}

Json trace_json(const Witness& trace) {
    Json json = {{"length", trace.length}, {"duration", or_null(trace.duration)}};
    if (trace.cost) json["cost"] = *trace.cost;
    if (trace.costs) json["minimised"] = {{"of", trace.costs->of}, {"total", trace.costs->total}};
    json["loop"] = or_null(trace.loop);
    json["shortened_from"] = or_null(trace.shortened_from);
    json["spliced"] = or_null(trace.spliced);
    json["remark"] = text_or_null(trace.remark);
    json["file"] = trace.files.empty() ? Json(nullptr) : Json(trace.files.front());
    json["files"] = trace.files;
    return json;
}

bool lists_states(const Proof& proof) {
    return proof.method == Proof::Method::abstraction || proof.method == Proof::Method::backward;
}

Json proof_json(const Proof& proof) {
    return {{"by", to_string(proof)},
            {"method", to_string(proof.method)},
            {"search", text_or_null(proof.search)},
            {"heuristic", text_or_null(proof.heuristic)},
            {"abstraction", text_or_null(proof.abstraction)},
            {"states", lists_states(proof) ? Json(proof.states) : Json(nullptr)},
            {"ignored", proof.ignored},
            {"without", proof.without}};
}

Json preference_json(const PreferenceUse& use) {
    Json queues = Json::array();
    for (const PreferenceUse::Queue& queue : use.queues)
        queues.push_back({{"name", queue.name}, {"pushed", queue.pushed}, {"popped", queue.popped}});
    return {{"queues", std::move(queues)}, {"switches", use.switches}};
}

Json workers_json(const std::vector<WorkerUse>& workers) {
    Json json = Json::array();
    for (const WorkerUse& worker : workers) {
        json.push_back({{"explored", worker.explored},
                        {"generated", worker.generated},
                        {"stored", worker.stored},
                        {"bytes", worker.bytes},
                        {"sent", worker.sent},
                        {"messages", worker.messages}});
    }
    return json;
}

Json pruning_json(const Answer::Pruning& pruning) {
    Json kept = Json::array();
    for (const Answer::Pruning::Kept& slot : pruning.kept) kept.push_back({{"name", slot.name}, {"why", slot.why}});
    return {{"dropped", pruning.dropped}, {"kept", std::move(kept)}, {"restored", pruning.restored}};
}

Json optimum_json(const Answer::Optimum& optimum) {
    return {{"of", optimum.of},         {"at_least", or_null(optimum.at_least)}, {"at_most", or_null(optimum.at_most)},
            {"proved", optimum.proved}, {"limit", text_or_null(optimum.limit)},  {"found", optimum.found}};
}

Json symbolic_json(const Answer::Symbolic& use) {
    Json layers = Json::array();
    for (const Answer::Symbolic::Layer& layer : use.layers)
        layers.push_back({{"nodes", layer.nodes}, {"states", layer.states}});
    return {{"search", text_or_null(use.search)},
            {"heuristic", text_or_null(use.heuristic)},
            {"variables", use.variables},
            {"relations", use.relations},
            {"relation_nodes", use.relation_nodes},
            {"peak_nodes", use.peak_nodes},
            {"collections", use.collections},
            {"cached", use.cached},
            {"sets", use.sets},
            {"sets_per_layer", use.sets_per_layer},
            {"layers", std::move(layers)},
            {"order", use.order}};
}

Json advice_json(const Answer& answer) {
    Json list = Json::array();
    for (const Answer::Advice& advice : answer.advice)
        list.push_back({{"text", advice.text}, {"option", text_or_null(advice.option)}});
    return list;
}

Json answer_json(const Answer& answer) {
    Json passed = Json::array();
    for (const Answer::Passed& other : answer.passed)
        passed.push_back({{"engine", other.engine}, {"reason", other.reason}});
    Json json;
    json["text"] = answer.query;
    json["verdict"] = answer.verdict ? Json(to_string(*answer.verdict)) : Json(nullptr);
    json["unverified"] = answer.unverified;
    json["expected"] = or_null(answer.expected);
    json["as_expected"] = or_null(answer.as_expected());
    json["reason"] = text_or_null(answer.reason);
    json["vacuity"] = answer.vacuity ? Json(to_string(answer.vacuity->result)) : Json(nullptr);
    json["premise"] = answer.vacuity ? Json(answer.vacuity->premise) : Json(nullptr);
    json["unreachable"] = answer.unreachable;
    json["advice"] = advice_json(answer);
    json["ways"] = answer.strategies;
    json["schedule"] = schedule_json(answer.schedule);
    if (const auto& improvement = answer.improvement)
        json["improvement"] = {
            {"from", improvement->from}, {"to", improvement->to}, {"explored", improvement->explored}};
    if (!answer.lengths_found.empty()) json["lengths_found"] = answer.lengths_found;
    if (!answer.costs_found.empty()) json["costs_found"] = answer.costs_found;
    if (answer.optimum) json["optimum"] = optimum_json(*answer.optimum);
    json["note"] = text_or_null(answer.note);
    json["engine"] = text_or_null(answer.engine);
    json["passed_over"] = std::move(passed);
    json["abstraction"] = text_or_null(answer.abstraction);
    json["pruning"] = answer.pruning ? pruning_json(*answer.pruning) : Json(nullptr);
    if (answer.symmetry)
        json["symmetry"] = {{"orbits", answer.symmetry->orbits}, {"refused", answer.symmetry->refused}};
    if (answer.symbolic) json["symbolic"] = symbolic_json(*answer.symbolic);
    if (!answer.workers.empty()) json["workers"] = workers_json(answer.workers);
    json["preference"] = answer.preference ? preference_json(*answer.preference) : Json(nullptr);
    json["values"] = values_json(answer);
    json["trace"] = answer.witness ? trace_json(*answer.witness) : Json(nullptr);
    json["more_traces"] = Json::array();
    for (const Witness& other : answer.more_witnesses) json["more_traces"].push_back(trace_json(other));
    json["proof"] = answer.proof ? proof_json(*answer.proof) : Json(nullptr);
    // Whoever reads answers wants numbers beside every one of them, also in a dry run or where a mistake kept the
    // search from beginning.
    json["stats"] = statistics_json(answer.statistics.value_or(Statistics{}));
    return json;
}

}  // namespace

std::string result_json(const Result& result, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-result/1");
    json["model"] = {{"path", text_or_null(result.model)}, {"sha256", text_or_null(result.sha256)}};
    json["config"] = config_json(result);
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    json["queries"] = Json::array();
    for (const Answer& answer : result.answers) {
        json["queries"].push_back(answer_json(answer));
        if (result.samples) json["queries"].back()["samples"] = samples_json(answer.samples);
        if (answer.profile) json["queries"].back()["profile"] = profile_json(*answer.profile);
    }
    json["complete"] = result.complete;
    return dump(json);
}

}  // namespace crowfly
