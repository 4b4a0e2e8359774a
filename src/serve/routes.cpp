#include "serve/routes.hpp"

#include <fmt/format.h>

#include <charconv>
#include <exception>

#include "engine/engine.hpp"
#include "render/moves.hpp"
#include "render/trace.hpp"
#include "space/walk.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_at_once = 1000;  // steps of a random walk

struct Silent final : Observer {
    void progress(const Statistics&) override {}
};

std::string parameter(const Routes::Parameters& parameters, const std::string& name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? "" : found->second;
}

// Where it is missing, or no such number: the other.
std::uint64_t number(const Routes::Parameters& parameters, const std::string& name, std::uint64_t otherwise) {
    const std::string text = parameter(parameters, name);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty() ? value : otherwise;
}

// "Train(0): Safe -> Appr with Gate: Free -> Occ"
std::string firing_text(const Network& network, const Firing& firing) {
    std::string text;
    for (const Participant& participant : firing.participants) text += (text.empty() ? "" : " with ") + to_string(network, network.edges[participant.edge]);
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

Json steps_json(const Simulation& simulation) { return {{"steps", to_string(simulation.picks())}}; }

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

Reply Routes::answer(const std::string& path, const Parameters& parameters) {
    const std::scoped_lock lock(mutex_);
    try {
        if (path == "/") return {200, "text/html; charset=utf-8", page_html(page())};
        if (path == "/api/walk") return {200, "application/json", text_of(walk(parameters))};
        if (path == "/api/random") return {200, "application/json", text_of(random(parameters))};
        if (path == "/api/reach") return {200, "application/json", text_of(reach(parameters))};
        if (path == "/api/export") return {200, "application/json", exported(parameters)};
        throw Problem{404, "there is no such page"};
    } catch (const Problem& problem) {
        return {problem.status, "application/json", text_of({{"problem", problem.text}})};
    } catch (const std::exception& error) {
        return {500, "application/json", text_of({{"problem", fmt::format("something went wrong here: {}", error.what())}})};
    }
}

void Routes::follow(const Parameters& parameters, Simulation& simulation) const {
    const std::optional<std::vector<Pick>> picks = parse_picks(parameter(parameters, "steps"));
    if (!picks) throw Problem{400, "the steps are not a list such as 0@0,3@1/2"};
    if (!fits_an_address(*picks)) throw Problem{400, "the walk is too long"};
    if (!simulation.follow(*picks)) throw Problem{400, simulation.problem()};
}

Json Routes::page() const {
    Json page = page_json(served_.network, &served_.drawing, served_.path, served_.sha256, served_.command);
    page["trace"] = page_trace_json(served_.network, Simulation(served_.network).trace(), served_.sources);
    page["live"] = {{"base", "/"}, {"steps", to_string(served_.start)}};
    return page;
}

Json Routes::walk(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    Json choices = Json::array();
    for (const Option& option : simulation.ways().options()) choices.push_back(option_json(served_, simulation.ways(), option));
    const Interval& window = simulation.ways().window();
    Json json = steps_json(simulation);
    json["trace"] = page_trace_json(served_.network, simulation.trace(), served_.sources);
    json["query"] = nullptr;
    json["choices"] = std::move(choices);
    json["may_wait"] = window.high ? to_string(*window.high) : "inf";
    json["problem"] = nullptr;
    return json;
}

Json Routes::random(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    const std::size_t count = std::min<std::size_t>(number(parameters, "count", 20), most_at_once);
    const Walk walk = walk_from(served_.network, simulation.trace().last(), number(parameters, "seed", 1), count);
    for (const Step& step : walk.steps) {
        if (!simulation.take(step.move) || !fits_an_address(simulation.picks())) break;  // what was walked is kept
    }
    std::vector<Pick> picks = simulation.picks();
    while (!fits_an_address(picks)) picks.pop_back();
    return {{"steps", to_string(picks)}};
}

Json Routes::reach(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    std::string goal = parameter(parameters, "goal"), problem;
    if (!goal.starts_with("E<>")) goal = "E<> " + goal;
    const std::optional<Query> query = served_.compile(goal, problem);
    if (!query) throw Problem{400, problem};
    const std::optional<Network> from_here = starting_in(served_.network, simulation.trace().last());
    if (!from_here) throw Problem{400, "clocks have fractions here, or are too large, to search from; go back to a state where they are whole numbers"};
    const Choice choice = choose_engine(*from_here, *query);
    if (choice.engine == nullptr) throw Problem{400, choice.refusals.back().why.reason};
    Silent silent;
    Settings settings;
    settings.turns = Turns{};
    const Answer answer = choice.engine->decide({*from_here, *query, settings, served_.limits, silent});
    if (answer.verdict == Verdict::not_satisfied) throw Problem{200, "no such state can be reached from here"};
    if (answer.unverified)
        throw Problem{200, "such a state was found, but no way there could be replayed: " + answer.trace->remark};
    if (!answer.trace || !answer.trace->run) throw Problem{200, answer.reason.empty() ? "no run was found" : answer.reason};
    for (const Step& step : answer.trace->run->steps) {
        if (!simulation.take(step.move)) throw Problem{400, simulation.problem()};
    }
    if (!fits_an_address(simulation.picks())) throw Problem{200, fmt::format("it takes {} steps, which is more than can be walked here", simulation.picks().size())};
    Json json = steps_json(simulation);
    json["verdict"] = to_string(*answer.verdict);
    return json;
}

std::string Routes::exported(const Parameters& parameters) const {
    Simulation simulation(served_.network);
    follow(parameters, simulation);
    const TraceReport report{served_.network, served_.sources, simulation.trace(), served_.path, served_.sha256, "", Verdict::satisfied};
    return trace_formats().find("json")->write(report);
}

}  // namespace crowfly
