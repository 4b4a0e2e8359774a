#include "serve/tasks.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

#include "base/alarm.hpp"
#include "base/messages/source_text.hpp"
#include "engine/engine.hpp"
#include "engine/fault_trace.hpp"
#include "engine/vacuity.hpp"
#include "render/page/page.hpp"
#include "render/remarks.hpp"
#include "render/results/statistics.hpp"
#include "search/kernels/end_at_limits.hpp"
#include "space/walk.hpp"

namespace crowfly {
namespace {

constexpr std::size_t steps_at_once = 50;  // of random walks, between two checks for cancellation

Json problem(std::string text) { return {{"problem", std::move(text)}}; }

Json problem(const Complaint& why) { return {{"problem", why.message}, {"hint", text_or_null(why.hint)}}; }

Limits limits_of(const Served& served, const SearchControl& control) {
    Limits limits = served.limits;
    limits.interrupted = &control.cancelled();
    return limits;
}

// The defaults of `crowfly check`.
Settings default_settings() {
    Settings settings;
    settings.search = automatic;
    return settings;
}

Answer undecided(Verdict verdict, std::string reason) {
    Answer answer;
    answer.verdict = verdict;
    answer.reason = std::move(reason);
    return answer;
}

Answer decide(const Served& served, const Network& network, const Property& query, SearchControl& control) {
    const Choice choice = choose_engine(network, query);
    if (choice.engine == nullptr) return undecided(Verdict::error, choice.refusals.back().why.reason);
    const Limits limits = limits_of(served, control);
    const Settings settings = default_settings();
    Alarm alarm(limits.interrupted);  // polled inside the search as well
    alarm.set(limits.seconds);
    Answer answer;
    std::string limit;
    end_at_limits(limit, [&] { answer = choice.engine->decide({network, query, settings, limits, control}); });
    if (!limit.empty()) return undecided(Verdict::unknown, limit);
    if (answer.stop) add_fault_trace({network, query, settings, limits, control}, answer);
    if (answer.stop && answer.reason.empty()) answer.reason = to_diagnostic(network, answer.stop).message;
    return answer;
}

// Nothing: `remark` says why.
std::optional<std::vector<Pick>> picks_along(const Trace& trace, Simulation& simulation, std::string& remark) {
    if (simulation.trace().last().slots != trace.initial.slots && !simulation.start(trace.initial)) {
        remark = "it begins elsewhere";
        return std::nullopt;
    }
    for (const Step& step : trace.steps) {
        if (simulation.take(step.move)) continue;
        remark = simulation.problem();
        return std::nullopt;
    }
    if (fits_an_address(simulation.picks())) return simulation.picks();
    remark = fmt::format("it takes {} steps, which is more than can be walked here", simulation.trace().steps.size());
    return std::nullopt;
}

Json evidence_json(const Served& served, const Witness& evidence) {
    std::string remark = evidence.remark;
    std::optional<std::vector<Pick>> picks;
    if (evidence.run) {
        Simulation simulation(served.network);
        picks = picks_along(*evidence.run, simulation, remark);
    }
    Json json{{"length", evidence.length}, {"duration", evidence.duration ? Json(*evidence.duration) : Json(nullptr)}};
    json["steps"] = picks ? Json(to_string(*picks)) : Json(nullptr);
    json["remark"] = text_or_null(remark);
    json["ending"] = evidence.run ? Json(to_string(evidence.run->ending)) : Json(nullptr);
    json["loop"] =
        evidence.run && evidence.run->ending == Trace::Ending::lasso ? Json(evidence.run->loop) : Json(nullptr);
    json["rest"] = evidence.run ? to_string(evidence.run->rest) : "0";
    json["why_stuck"] = evidence.run ? Json(evidence.run->why_stuck) : Json::array();
    return json;
}

Json values_json(const Answer& answer, const Sources& sources) {
    Json values = Json::array();
    for (const Answer::Measure& value : answer.measures) {
        values.push_back({{"expression", source_text(sources, value.span)},
                          {"inf", value.inf ? Json(*value.inf) : Json(nullptr)},
                          {"sup", value.sup ? Json(*value.sup) : Json(nullptr)}});
    }
    return values;
}

// What holds along the trace, for the page.
Json truth_json(const Served& served, const Served::Compiled& compiled, const Answer& answer, const std::string& text) {
    if (!answer.witness || !answer.witness->run) return nullptr;
    std::optional<Annotation> annotation;
    if (answer.asked) annotation = annotate(served.network, *answer.asked, *answer.witness->run, {}, compiled.sources);
    return page_query_json({served.network,
                            compiled.sources,
                            *answer.witness->run,
                            served.path,
                            served.sha256,
                            text,
                            *answer.verdict,
                            {nullptr, &answer, "", annotation ? &*annotation : nullptr}});
}

// Counts of visited locations and edges.
class Tally {
public:
    explicit Tally(const Network& network) : network_(network) {
        for (const Process& process : network.processes) {
            locations_.emplace_back(process.locations.count, 0);
            edges_.emplace_back();
        }
    }

    void start(const ConcreteState& state) {
        for (ProcessIndex process = 0; process < locations_.size(); ++process) enter(process, state);
    }

    void add(const Step& step) {
        for (const Participant& participant : step.move.firing.participants) {
            const Edge& edge = network_.edges[participant.edge];
            enter(edge.process, step.state);
            take(edge.process, edge.arrow);
            if (edge.branch_arrow >= 0) take(edge.process, static_cast<std::size_t>(edge.branch_arrow));
        }
    }

    Json json() const { return {{"locations", locations_}, {"edges", edges_}}; }

private:
    void enter(ProcessIndex process, const ConcreteState& state) {
        ++locations_[process][static_cast<std::size_t>(state.slots[network_.processes[process].slot])];
    }
    void take(ProcessIndex process, std::size_t arrow) {
        if (edges_[process].size() <= arrow) edges_[process].resize(arrow + 1, 0);
        ++edges_[process][arrow];
    }

    const Network& network_;
    std::vector<std::vector<std::uint64_t>> locations_, edges_;  // per process
};

// A random walk in pieces, so that it can be cancelled.
class Wanderer {
public:
    Wanderer(const Network& network, ConcreteState from, std::uint64_t seed, SearchControl& control)
        : network_(network), state_(std::move(from)), seed_(seed), control_(control) {}

    // Calls take(step) for each step. False: the walk ended earlier.
    template <class Take>
    bool go(std::size_t count, const Take& take) {
        for (std::size_t gone = 0; gone < count && !control_.cancelled();) {
            const std::size_t piece = std::min(steps_at_once, count - gone);
            Walk walk = walk_from(network_, state_, seed_++, piece);
            for (const Step& step : walk.steps) take(step);
            gone += walk.steps.size();
            taken_ += walk.steps.size();
            if (!walk.steps.empty()) state_ = std::move(walk.steps.back().state);
            Statistics statistics;
            statistics.explored = taken_;
            control_.progress(statistics);
            if (walk.steps.size() < piece) return false;
        }
        return !control_.cancelled();
    }

    void jump(const ConcreteState& state) { state_ = state; }
    std::size_t taken() const { return taken_; }

private:
    const Network& network_;
    ConcreteState state_;
    std::uint64_t seed_;
    SearchControl& control_;
    std::size_t taken_ = 0;
};

void add_remark(const Served& served, const Served::Compiled& compiled, SearchControl& control, Answer& answer) {
    const double used = answer.statistics ? answer.statistics->seconds : 0;
    SideSearch side(served.network, limits_of(served, control), side_search_seconds(used));
    add_vacuity(compiled.premise ? &*compiled.premise : nullptr, compiled.sources, side, answer);
}

}  // namespace

Json reach_task(const Served& served, const std::vector<Pick>& picks, const std::string& goal, SearchControl& control) {
    Simulation simulation(served.network);
    if (!simulation.follow(picks)) return problem(simulation.problem());
    Complaint why;
    const std::string asked = served.language->asks_for_reachability(goal) ? goal : served.language->reachable(goal);
    const std::optional<Served::Compiled> compiled = served.compile(asked, why);
    if (!compiled) return problem(why);
    const std::optional<Network> from_here = starting_in(served.network, simulation.trace().last());
    if (!from_here)
        return problem(
            "clocks have fractions here, or are too large, to search from; go back to a state where they are whole "
            "numbers");
    const Answer answer = decide(served, *from_here, compiled->query, control);
    if (answer.verdict == Verdict::not_satisfied) return problem("no such state can be reached from here");
    if (answer.unverified)
        return problem("such a state was found, but no way there could be replayed: " + answer.witness->remark);
    if (!answer.witness || !answer.witness->run)
        return problem(answer.reason.empty() ? "no run was found" : answer.reason);
    std::string remark;
    const std::optional<std::vector<Pick>> found = picks_along(*answer.witness->run, simulation, remark);
    if (!found) return problem(remark);
    return {{"steps", to_string(*found)}, {"verdict", to_string(*answer.verdict)}, {"problem", nullptr}};
}

Json query_task(const Served& served, const std::string& text, SearchControl& control) {
    Complaint why;
    const std::optional<Served::Compiled> compiled = served.compile(text, why);
    Answer answer =
        compiled ? decide(served, served.network, compiled->query, control) : undecided(Verdict::error, why.message);
    const auto of_model = std::ranges::find(served.queries, text, &Served::ModelQuery::text);
    if (of_model != served.queries.end()) answer.expected = of_model->expected;
    if (compiled) {
        answer.asked = std::make_shared<const Property>(compiled->query);
        add_remark(served, *compiled, control, answer);
    }
    const Statistics used = answer.statistics.value_or(Statistics{});
    Json json{{"text", text}, {"verdict", to_string(*answer.verdict)}, {"reason", text_or_null(answer.reason)}};
    json["hint"] = text_or_null(why.hint);
    json["expected"] = answer.expected ? Json(*answer.expected) : Json(nullptr);
    json["as_expected"] = answer.as_expected() ? Json(*answer.as_expected()) : Json(nullptr);
    json["values"] = compiled ? values_json(answer, compiled->sources) : Json::array();
    json["unverified"] = answer.unverified;
    json["remark"] = text_or_null(remark_line(answer));
    json["explored"] = used.explored;
    json["seconds"] = used.seconds;
    json["trace"] = answer.witness ? evidence_json(served, *answer.witness) : Json(nullptr);
    json["query"] = compiled ? truth_json(served, *compiled, answer, text) : Json(nullptr);
    json["problem"] = nullptr;
    return json;
}

Json random_task(const Served& served, const std::vector<Pick>& picks, std::size_t count, std::uint64_t seed,
                 SearchControl& control) {
    Simulation simulation(served.network);
    if (!simulation.follow(picks)) return problem(simulation.problem());
    Wanderer wanderer(served.network, simulation.trace().last(), seed, control);
    bool fits = true;  // the steps are kept
    const bool went = wanderer.go(count, [&](const Step& step) {
        fits = fits && simulation.take(step.move) && fits_an_address(simulation.picks());
    });
    std::vector<Pick> kept = simulation.picks();
    while (!fits_an_address(kept)) kept.pop_back();
    return {{"steps", to_string(kept)}, {"complete", went && fits}, {"problem", nullptr}};
}

Json coverage_task(const Served& served, const std::vector<Pick>& picks, std::size_t count, std::uint64_t seed,
                   SearchControl& control) {
    Simulation simulation(served.network);
    if (!simulation.follow(picks)) return problem(simulation.problem());
    const ConcreteState& start = simulation.trace().last();
    Tally tally(served.network);
    Wanderer wanderer(served.network, start, seed, control);
    std::size_t runs = 0;
    while (wanderer.taken() < count && !control.cancelled()) {
        const std::size_t before = wanderer.taken();
        ++runs;
        tally.start(start);
        wanderer.jump(start);
        wanderer.go(count - before, [&](const Step& step) { tally.add(step); });
        if (wanderer.taken() == before) break;  // no transition is possible
    }
    Json json = tally.json();
    json["steps"] = wanderer.taken();
    json["runs"] = runs;
    json["problem"] = nullptr;
    return json;
}

}  // namespace crowfly
