#include "serve/routes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <exception>

#include "render/page/page.hpp"
#include "render/steps/moves.hpp"
#include "render/trace.hpp"
#include "serve/places.hpp"
#include "serve/tasks.hpp"
#include "serve/walk_zones.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_at_once = 1000;        // steps of a random walk that is shown
constexpr std::size_t most_counted = 10'000'000;  // steps of a random walk that is only counted

// The value of the parameter; `otherwise` if it is missing or not a number.
std::uint64_t number(const Routes::Parameters& parameters, const std::string& name, std::uint64_t otherwise) {
    const std::string text = parameter(parameters, name);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty() ? value : otherwise;
}

// "Train(0): Safe -> Appr with Gate: Free -> Occ"
std::string firing_text(const Network& network, const Firing& firing) {
    std::string text;
    for (const Participant& participant : firing.participants)
        text += (text.empty() ? "" : " with ") + to_string(network, network.edges[participant.edge]);
    return text;
}

Json option_json(const Served& served, const ConcreteSteps& ways, const Option& option) {
    const Firing firing = ways.firing(option);
    Json json{{"text", firing_text(served.network, firing)}};
    json.update(page_firing_json(served.network, firing, served.sources));
    json["least"] = to_string(option.delays.low);
    json["least_strict"] = option.delays.low_open;
    json["most"] = option.delays.high ? Json(to_string(*option.delays.high)) : Json(nullptr);
    json["most_strict"] = option.delays.high_open;
    return json;
}

// Choices of the inputs of a circuit. Their edges say nothing, and no time passes.
void add_samples(const Network& network, const InputSamples& found, Json& json) {
    json["choices"] = Json::array();
    for (const InputSample& sample : found.samples) {
        json["choices"].push_back({{"text", sample.text},
                                   {"pick", 'x' + to_bits(sample.inputs)},
                                   {"channel", nullptr},
                                   {"broadcast", false},
                                   {"edges", Json::array()},
                                   {"least", "0"},
                                   {"least_strict", false},
                                   {"most", "0"},
                                   {"most_strict", false}});
    }
    const std::uint32_t inputs = network.edges[0].selects.count;
    json["may_wait"] = "0";
    json["note"] =
        found.samples.empty() && !found.complete
            ? fmt::format("None of {} choices at random is allowed by the constraints; there are 2^{} choices.",
                          InputSteps::tries, inputs)
        : found.complete ? "All inputs of the next state that the constraints allow:"
                         : fmt::format(
                               "Samples of the 2^{} choices of inputs of the next state, some of "
                               "them at random; any other can be set below:",
                               inputs);
}

void add_choices(const Served& served, const Simulation& simulation, Json& json) {
    json["problem"] = nullptr;
    json["note"] = nullptr;
    if (const std::optional<InputSamples> found = simulation.samples())
        return add_samples(served.network, *found, json);
    Json choices = Json::array();
    for (const Option& option : simulation.successors().options())
        choices.push_back(option_json(served, simulation.successors(), option));
    const Interval& window = simulation.successors().window();
    json["choices"] = std::move(choices);
    json["may_wait"] = window.high ? to_string(*window.high) : "inf";
}

}  // namespace

std::string text_of_json(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Routes::Routes(Served served, const Searches::Bounds& bounds) : served_(std::move(served)), searches_(bounds) {
    for (const Edge& edge : served_.network.edges) files_.insert(edge.span.file);
    for (const Served::ModelQuery& query : served_.queries) files_.insert(query.span.file);
}

Reply Routes::answer(const std::string& path, const Parameters& parameters) {
    try {
        if (path == "/") return {200, "text/html; charset=utf-8", page()};
        if (path == "/api/export") return {200, "application/json", exported(parameters)};
        return {200, "application/json", text_of_json(call(path, parameters))};
    } catch (const Problem& problem) {
        return {problem.status, "application/json", text_of_json({{"problem", problem.text}})};
    } catch (const std::exception& error) {
        return {500, "application/json",
                text_of_json({{"problem", fmt::format("something went wrong here: {}", error.what())}})};
    }
}

Json Routes::call(const std::string& path, const Parameters& parameters) {
    if (path == "/api/walk") return walk(parameters);
    if (path == "/api/choices") return choices(parameters);
    if (path == "/api/zones") return zones(parameters);
    if (path == "/api/source") return source(parameters);
    if (path == "/api/search/start") return start(parameters);
    if (path == "/api/search/status") return status(parameters);
    if (path == "/api/search/cancel") return cancel(parameters);
    throw Problem{404, "there is no such page"};
}

std::vector<Pick> Routes::picks(const Parameters& parameters) const {
    std::optional<std::vector<Pick>> picks = parse_picks(parameter(parameters, "steps"));
    if (!picks) throw Problem{400, "the steps are not a list such as 0@0,3@1/2"};
    if (!fits_an_address(*picks)) throw Problem{400, "the walk is too long"};
    return std::move(*picks);
}

void Routes::follow(const Parameters& parameters, Simulation& simulation) const {
    if (!simulation.follow(picks(parameters))) throw Problem{400, simulation.problem()};
}

// Computed once: it is the same for all pages, and takes a while for a large model.
const std::string& Routes::page() {
    std::call_once(page_made_, [this] { page_ = page_html(page_json()); });
    return page_;
}

Json Routes::page_json() const {
    Json page = crowfly::page_json(served_.network, &served_.drawing, served_.path, served_.sha256, served_.command);
    page["trace"] = trace_json(Simulation(served_.network).trace());
    std::vector<std::string> templates;
    for (const Json& of : page["model"]["templates"]) templates.push_back(of["name"]);
    page["live"] = {{"base", "/"}, {"steps", to_string(served_.start)}, {"queries", queries_json()}};
    page["live"]["version"] = served_.version == 0 ? Json(nullptr) : Json(served_.version);
    page["live"]["places"] = arrow_places_json(served_.network, served_.sources, templates);
    return page;
}

Json Routes::trace_json(const Trace& trace) const {
    Json json = page_trace_json(served_.network, trace, served_.sources, served_.gantt);
    json["outputs"] = page_outputs_json(served_.problem, trace);
    return json;
}

Json Routes::queries_json() const {
    Json list = Json::array();
    for (const Served::ModelQuery& query : served_.queries) {
        list.push_back({{"text", query.text},
                        {"comment", text_or_null(query.comment)},
                        {"expected", query.expected ? Json(*query.expected) : Json(nullptr)},
                        {"place", place_json(served_.sources, query.span)}});
    }
    return list;
}

Json Routes::walk(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    Json json{{"steps", to_string(simulation.picks())}};
    json["trace"] = trace_json(simulation.trace());
    json["query"] = nullptr;
    add_choices(served_, simulation, json);
    return json;
}

Json Routes::choices(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    Json json{{"steps", to_string(simulation.picks())}};
    add_choices(served_, simulation, json);
    return json;
}

Json Routes::zones(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    const WalkZones found = zones_along(served_.network, simulation.trace());
    Json json{{"steps", to_string(simulation.picks())}};
    json["zones"] = found.why.empty() ? Json(found.texts) : Json(nullptr);
    json["why"] = text_or_null(found.why);
    json["problem"] = nullptr;
    return json;
}

Json Routes::source(const Parameters& parameters) const {
    constexpr std::uint64_t none = 0xffffffff;
    const auto at = [&](const char* name) {
        return static_cast<std::uint32_t>(std::min(number(parameters, name, none), none));
    };
    const FileId file{at("file")};
    if (!files_.contains(file)) throw Problem{404, "there is no such file"};
    Json json = excerpt_json(served_.sources, {file, at("begin"), at("end")});
    if (json.is_null()) throw Problem{404, "the file has no such part"};
    json["problem"] = nullptr;
    return json;
}

Json Routes::start(const Parameters& parameters) {
    const std::optional<Searches::Id> id = searches_.start(parameter(parameters, "page"), work_of(parameters));
    if (!id) throw Problem{503, "busy: too many searches run and wait already; try again later"};
    return {{"id", *id}, {"problem", nullptr}};
}

Searches::Work Routes::work_of(const Parameters& parameters) const {
    const std::string kind = parameter(parameters, "kind");
    const std::vector<Pick> walked = picks(parameters);
    const std::uint64_t seed = number(parameters, "seed", 1);
    const std::uint64_t count = number(parameters, "count", 20);
    if (kind == "reach") {
        return [this, walked, goal = parameter(parameters, "goal")](SearchControl& control) {
            return reach_task(served_, walked, goal, control);
        };
    }
    if (kind == "query") {
        return [this, text = parameter(parameters, "query")](SearchControl& control) {
            return query_task(served_, text, control);
        };
    }
    if (kind == "random") {
        return [this, walked, seed, count = std::min(count, most_at_once)](SearchControl& control) {
            return random_task(served_, walked, count, seed, control);
        };
    }
    if (kind == "coverage") {
        return [this, walked, seed, count = std::min(count, most_counted)](SearchControl& control) {
            return coverage_task(served_, walked, count, seed, control);
        };
    }
    throw Problem{400, "the kind of a search is reach, query, random or coverage"};
}

Json Routes::status(const Parameters& parameters) {
    Json json = searches_.status(number(parameters, "id", 0));
    if (json.is_null()) throw Problem{404, "there is no such search, or nobody has asked for it for too long"};
    return json;
}

// The search with this number, or all that the page has started.
Json Routes::cancel(const Parameters& parameters) {
    if (const std::string page = parameter(parameters, "page"); !page.empty())
        searches_.cancel_page(page);
    else if (!searches_.cancel(number(parameters, "id", 0)))
        throw Problem{404, "there is no such search"};
    return {{"problem", nullptr}};
}

std::string Routes::exported(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    const TraceReport report{served_.network,   served_.sources, simulation.trace(), served_.path, served_.sha256, "",
                             Verdict::satisfied};
    return trace_formats().find("json")->write(report);
}

}  // namespace crowfly
