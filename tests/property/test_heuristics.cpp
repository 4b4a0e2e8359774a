// Every heuristic that is registered keeps what it declares, on networks whose distances are known because all their states are; and every search it
// guides answers what breadth first does.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "space/predicate.hpp"
#include "space/zone_graph.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

constexpr std::size_t far = static_cast<std::size_t>(-1);

// All symbolic states of a network, and how far each is from the goal.
class Solved {
public:
    Solved(const Network& network, const Goal& goal) : predicate_(network, goal.formula), wanted_(goal.wanted) {
        ZoneGraph graph(network, use_of(goal.formula), Abstraction::m_plus);
        ZoneGraph looks(network, use_of(goal.formula), Abstraction::m_plus);
        if (graph.start()) collect(graph, looks, far);
        for (std::size_t i = 0; i < states.size() && states.size() < most; ++i) {
            const State from = states[i];
            if (graph.leave(from.slots, from.zone.data())) collect(graph, looks, i);
        }
        complete = states.size() < most;
        measure();
    }

    struct State {
        std::vector<std::int32_t> slots;
        zone::Zone zone;
        std::size_t distance = far;
    };
    std::vector<State> states;
    std::vector<std::pair<std::size_t, std::size_t>> steps;
    bool complete = false;

private:
    static constexpr std::size_t most = 3000;

    void collect(ZoneGraph& graph, ZoneGraph& looks, std::size_t from) {
        while (graph.next()) {
            const std::size_t n = graph.active().size();
            State state{{graph.slots().begin(), graph.slots().end()}, {graph.zone(), graph.zone() + n * n}, far};
            const auto [entry, fresh] = numbers_.try_emplace({state.slots, state.zone}, states.size());
            if (fresh) {
                if (predicate_.somewhere(graph.slots(), graph.zone(), graph.active(), looks, wanted_)) state.distance = 0;
                states.push_back(std::move(state));
            }
            if (from != far) steps.emplace_back(from, entry->second);
        }
    }

    void measure() {
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto& [from, to] : steps) {
                if (states[to].distance == far || states[from].distance <= states[to].distance + 1) continue;
                states[from].distance = states[to].distance + 1;
                changed = true;
            }
        }
    }

    Predicate predicate_;
    bool wanted_;
    std::map<std::pair<std::vector<std::int32_t>, zone::Zone>, std::size_t> numbers_;
};

// Every heuristic with every value of its options; combinations of two that differ.
std::vector<HeuristicSpec> all_specs() {
    std::vector<std::string> texts;
    for (const HeuristicPlugin& plugin : heuristics().all()) {
        if (plugin.combines) texts.push_back(plugin.name + "(dL,hamming)");
        else texts.push_back(plugin.name);
        for (const auto& [option, values] : plugin.choices) {
            for (const std::string& value : values) texts.push_back(fmt::format("{}({}={})", plugin.name, option, value));
        }
    }
    texts.emplace_back("max(dL,formula(and=max))");
    std::vector<HeuristicSpec> specs;
    for (const std::string& text : texts) {
        std::string problem;
        const std::optional<HeuristicSpec> spec = parse_heuristic(text, problem);
        REQUIRE_MESSAGE(spec.has_value(), problem);
        specs.push_back(*spec);
    }
    return specs;
}

void check_declared(const Goal& goal, const Solved& solved, const HeuristicSpec& spec, const std::string& where) {
    const std::unique_ptr<Heuristic> heuristic = make_heuristic(goal, spec);
    const Reliance reliance = reliance_of(spec);
    std::vector<Estimate> estimates;
    for (const Solved::State& state : solved.states) {
        const Estimate estimate = heuristic->estimate(state.slots);
        estimates.push_back(estimate);
        CHECK_MESSAGE(heuristic->estimate(state.slots) == estimate, where);
        if (reliance.safe && estimate == dead_end) CHECK_MESSAGE(state.distance == far, where);
        if (reliance.admissible && state.distance != far) CHECK_MESSAGE(estimate <= state.distance, where);
    }
    if (!reliance.consistent) return;
    for (const auto& [from, to] : solved.steps) CHECK_MESSAGE(estimates[from] <= plus(estimates[to], 1), where);
}

struct Silent : Observer {
    void progress(const Statistics&) override {}
};

Answer decide(const Network& network, const Query& query, const Settings& settings) {
    Silent silent;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, silent});
}

void check_searches(const Network& network, const Query& query, const HeuristicSpec& spec, Rng& rng, const std::string& where) {
    Settings settings;
    settings.objective = Objective::shortest;
    const Answer expected = decide(network, query, settings);
    settings.order = Order::best_first;
    settings.guidance.heuristic = spec;
    settings.guidance.ties = static_cast<Guidance::Ties>(rng.below(3));
    settings.compress = rng.below(3) == 0;
    settings.objective = Objective::any;
    settings.guidance.lazy = rng.below(3) == 0;
    CHECK_MESSAGE(decide(network, query, settings).verdict == expected.verdict, where << "greedy");
    settings.guidance.own = settings.guidance.ahead = 100;
    const Answer astar = decide(network, query, settings);
    CHECK_MESSAGE(astar.verdict == expected.verdict, where << "astar");
    if (!settings.guidance.is_shortest() || !expected.trace) return;
    REQUIRE_MESSAGE(astar.trace.has_value(), where);
    CHECK_MESSAGE(astar.trace->length == expected.trace->length, where << "astar");
}

void sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    const char* factor = std::getenv("CROWFLY_LAW_FACTOR");
    if (factor != nullptr) networks *= static_cast<std::size_t>(std::atoi(factor));
    const std::vector<HeuristicSpec> specs = all_specs();
    std::size_t solved_ones = 0, reachable = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        tiny::Question question;
        question.kind = seed % 3 == 0 ? tiny::Question::Kind::always_globally : tiny::Question::Kind::exists_eventually;
        question.first = tiny::random_claim(rng, net, shape);
        if (seed % 5 == 0) question.first = tiny::both(question.first, tiny::random_claim(rng, net, shape));
        const std::optional<Query> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Goal goal{loaded.network(), query->first, question.kind == tiny::Question::Kind::exists_eventually};
        const Solved solved(loaded.network(), goal);
        if (!solved.complete) continue;
        ++solved_ones;
        reachable += std::any_of(solved.states.begin(), solved.states.end(), [](const Solved::State& s) { return s.distance == 0; }) ? 1 : 0;
        for (const HeuristicSpec& spec : specs) {
            const std::string where = fmt::format("seed {}: {} {}\n{}\n", seed, to_string(spec), tiny::to_text(question), tiny::to_xta(net));
            check_declared(goal, solved, spec, where);
            check_searches(loaded.network(), *query, spec, rng, where);
        }
    }
    CHECK(solved_ones > networks / 2);
    CHECK(reachable > networks / 4);
}

}  // namespace

TEST_CASE("heuristics without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    sweep(shape, 50'000'000, 120);
}

TEST_CASE("heuristics with clocks") {
    tiny::Shape shape;
    shape.processes = {2, 3};
    sweep(shape, 51'000'000, 120);
}

TEST_CASE("heuristics where clock guards decide who takes part and when") {
    tiny::Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    sweep(shape, 52'000'000, 80);
}

TEST_CASE("a heuristic is typed as name, options and parts") {
    std::string problem;
    CHECK(to_string(*parse_heuristic("max(dL, formula(and=max))", problem)) == "max(dL,formula(and=max))");
    CHECK(to_string(*parse_heuristic(" dU ", problem)) == "dU");
    for (const auto& [text, complaint] : std::vector<std::pair<std::string, std::string>>{
             {"dX", "there is no heuristic `dX`"}, {"formula(or=max)", "`formula` has no option `or`"}, {"formula(and=min)", "is one of sum, max"},
             {"max", "`max` combines others"}, {"max(dL", "is not closed"}, {"dL(hamming)", "not a combination"}, {"dL x", "`x` is not understood"}}) {
        CHECK_FALSE(parse_heuristic(text, problem));
        CHECK_MESSAGE(problem.find(complaint) != std::string::npos, problem);
    }
}
