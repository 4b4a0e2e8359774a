// Every trace that an engine finds in a random network is a run, with numbers for its delays, and shows what it is to
// show; and whoever changes anything about it is found out, at the step that was changed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "network/pruning/relevance.hpp"
#include "space/walk.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "trace/checker/replay.hpp"
#include "trace/runs/concretise.hpp"
#include "trace/runs/retrace.hpp"

using namespace crowfly;

namespace {

struct Silent : Observer {
    void progress(const Statistics&) override {}
};

Limits small() {
    Limits limits;
    limits.states = 3000;
    return limits;
}

std::optional<Answer> decide(const Network& network, const Property& query, const Settings& settings,
                             const TraceOptions& trace_options = {}) {
    const Choice choice = choose_engine(network, query);
    if (choice.engine == nullptr) return std::nullopt;
    Silent silent;
    const Limits limits = small();
    return choice.engine->decide({network, query, settings, limits, silent, trace_options});
}

struct Count {
    std::size_t traces = 0, steps = 0, lassos = 0, without_delays = 0, mutations = 0;
};

std::vector<tiny::Question> questions(Rng& rng, const tiny::Net& net, const tiny::Shape& shape, bool runs) {
    using Kind = tiny::Question::Kind;
    std::vector<tiny::Question> result;
    const std::vector<Kind> kinds =
        runs ? std::vector{Kind::exists_globally, Kind::always_eventually, Kind::leads_to, Kind::leads_to}
             : std::vector{Kind::exists_eventually, Kind::always_globally, Kind::exists_eventually};
    for (const Kind kind : kinds) {
        tiny::Question question;
        question.kind = kind;
        question.first = tiny::random_claim(rng, net, shape);
        if (kind == Kind::leads_to) question.second = tiny::random_claim(rng, net, shape);
        result.push_back(question);
    }
    if (!runs) result.back().first = tiny::both(tiny::deadlock(), result.back().first);
    return result;
}

// Something about one step is not as it was.
std::vector<Trace> changed(const Trace& trace, std::size_t step, Rng& rng, const Network& network) {
    std::vector<Trace> all(2, trace);
    all[0].steps[step].move.delay += Rational(1, 3);
    ConcreteState& state = all[1].steps[step].state;
    const std::size_t slot = rng.below(state.slots.size());
    state.slots[slot] += state.slots[slot] < network.slots[slot].greatest ? 1 : -1;
    if (state.slots == trace.steps[step].state.slots || network.slots[slot].least == network.slots[slot].greatest)
        all.pop_back();
    if (network.clocks.size() > 1) {
        all.push_back(trace);
        all.back().steps[step].state.clocks[1 + rng.below(network.clocks.size() - 1)] += Rational(1, 2);
    }
    return all;
}

void change_and_replay(const Network& network, const Trace& trace, const Claim& claim, Rng& rng, Count& count,
                       const std::string& where) {
    if (trace.steps.empty()) return;
    const std::size_t step = rng.below(trace.steps.size());
    for (const Trace& wrong : changed(trace, step, rng, network)) {
        const std::optional<Rejection> rejected = replay(network, wrong, claim);
        CHECK_MESSAGE(rejected.has_value(), where);
        if (rejected) CHECK_MESSAGE(rejected->step == step + 1, where << rejected->reason);
        ++count.mutations;
    }
    Trace shorter = trace;
    shorter.steps.erase(shorter.steps.begin() + static_cast<std::ptrdiff_t>(step));
    if (shorter.ending == Trace::Ending::lasso || trace.state(step) == trace.state(step + 1)) return;
    const std::optional<Rejection> rejected = replay(network, shorter, claim);
    const bool was_last = step + 1 == trace.steps.size();
    // Without its last step a run that never ends may still be one, and a state looked for may have been there all
    // along; and the step after may undo all that the one left out has done.
    if (was_last) return;
    if (rejected)
        CHECK_MESSAGE(rejected->step == step + 1, where << rejected->reason);
    else
        CHECK_MESSAGE(trace.steps[step].move.delay == Rational(0), where);
}

void look_into(const tiny::Question& question, tiny::Loaded& loaded, const Settings& settings, Delays delays, Rng& rng,
               Count& count, const std::string& where) {
    const std::optional<Property> query = loaded.compile(question);
    REQUIRE_MESSAGE(query.has_value(), where << loaded.problem());
    const Network& network = loaded.network();
    std::optional<Answer> answer;
    TraceOptions trace_options;
    trace_options.delays = delays;
    trace_options.zones = true;
    REQUIRE_NOTHROW_MESSAGE(answer = decide(network, *query, settings, trace_options), where);
    if (!answer || !answer->witness) return;
    ++count.traces;
    CHECK_MESSAGE(answer->unverified == (answer->witness->run == nullptr), where);
    if (!answer->witness->run) {
        ++count.without_delays;
        MESSAGE(where << answer->witness->remark);
        return;
    }
    const Trace& trace = *answer->witness->run;
    const SlotSet relevant = relevant_slots(network, slots_read(*query));
    const Claim claim{&*query, &relevant};
    const std::optional<Rejection> rejected = replay(network, trace, claim);
    CHECK_MESSAGE(!rejected, where << (rejected ? rejected->reason : ""));
    if (network.clocks.size() > 1)
        CHECK_MESSAGE(trace.zones.size() == trace.steps.size() + 1, where << answer->witness->remark);
    if (delays == Delays::integer && answer->witness->remark.empty()) {
        for (const Step& step : trace.steps) CHECK_MESSAGE(step.move.delay.is_integer(), where);
    }
    count.steps += trace.steps.size();
    count.lassos += trace.ending == Trace::Ending::lasso ? 1 : 0;
    change_and_replay(network, trace, claim, rng, count, where);
}

Count sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks, bool runs) {
    networks = tiny::budget(networks);
    Count count;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        REQUIRE_MESSAGE(loaded.problem().empty(), loaded.problem());
        Settings settings;
        settings.search = seed % 3 == 0 && !runs ? "dfs" : "bfs";
        settings.compress = seed % 5 == 0;
        const Delays delays = seed % 7 == 0 ? Delays::latest : seed % 7 == 1 ? Delays::integer : Delays::earliest;
        for (const tiny::Question& question : questions(rng, net, shape, runs)) {
            const std::string where =
                fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
            look_into(question, loaded, settings, delays, rng, count, where);
        }
    }
    if (tiny::law_factor() != nullptr) {
        MESSAGE(fmt::format("{} traces, {} steps, {} lassos, {} without delays, {} mutations", count.traces,
                            count.steps, count.lassos, count.without_delays, count.mutations));
    }
    return count;
}

// Of some two in a thousand runs that never end no delays are found (docs/reference/traces.md). The networks that are
// always tried have none of them; whoever tries more meets a few.
std::size_t tolerated(const Count& count) { return tiny::law_factor() == nullptr ? 0 : count.traces / 300; }

tiny::Shape everything() {
    tiny::Shape shape;
    shape.clocks = {1, 3};
    shape.variables = {0, 2};
    shape.channels = {0, 2};
    shape.clock_values = true;
    shape.clock_copies = true;
    shape.variable_bounds = true;
    shape.lower_invariants = true;
    return shape;
}

}  // namespace

TEST_CASE("traces to states, without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    const Count count = sweep(shape, 40'000'000, 150, false);
    CHECK(count.traces > tiny::share(100));
    CHECK(count.without_delays == 0);
}

TEST_CASE("traces to states, with clocks") {
    const Count count = sweep(everything(), 41'000'000, 300, false);
    CHECK(count.traces > tiny::share(200));
    CHECK(count.mutations > tiny::share(300));
    CHECK(count.without_delays == 0);
}

TEST_CASE("traces where clock guards decide who takes part and when") {
    tiny::Shape shape = everything();
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    const Count count = sweep(shape, 42'000'000, 200, false);
    CHECK(count.traces > tiny::share(150));
    CHECK(count.without_delays == 0);
}

TEST_CASE("traces with comparisons of differences") {
    tiny::Shape shape;
    shape.clocks = {2, 2};
    shape.diagonals = true;
    const Count count = sweep(shape, 43'000'000, 150, false);
    CHECK(count.traces > tiny::share(100));
    CHECK(count.without_delays == 0);
}

// A search has given dead variables other values than a run has.
tiny::Shape with_dead_variables() {
    tiny::Shape shape;
    shape.variables = {2, 3};
    shape.locations = {3, 5};
    shape.channels = {1, 2};
    shape.invariants = 12;
    shape.errands = true;
    return shape;
}

TEST_CASE("traces where variables are dead for a while") {
    const Count count = sweep(with_dead_variables(), 48'000'000, 200, false);
    CHECK(count.traces > tiny::share(100));
    CHECK(count.without_delays == 0);
}

TEST_CASE("runs that never end where variables are dead for a while") {
    const Count count = sweep(with_dead_variables(), 49'500'000, 200, true);
    CHECK(count.traces > tiny::share(100));
    CHECK(count.lassos > tiny::share(20));
    CHECK(count.without_delays <= 1 + tolerated(count));  // delays are missing for a run or two that stop soon after
                                                          // what is to lead to something, whatever is dead
}

TEST_CASE("runs that never end, without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    const Count count = sweep(shape, 44'000'000, 150, true);
    CHECK(count.lassos > tiny::share(30));
    CHECK(count.without_delays == 0);
}

TEST_CASE("runs that never end, with clocks") {
    tiny::Shape shape;
    shape.clocks = {1, 3};
    shape.clock_values = true;
    const Count count = sweep(shape, 45'000'000, 200, true);
    CHECK(count.traces > tiny::share(150));
    CHECK(count.lassos > tiny::share(20));
    CHECK(count.without_delays <= tolerated(count));
}

TEST_CASE("runs that never end where clock guards decide who takes part and when") {
    tiny::Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    const Count count = sweep(shape, 46'000'000, 150, true);
    CHECK(count.traces > tiny::share(100));
    CHECK(count.without_delays <= tolerated(count));
}

// The same transitions once more, with zones over all clocks or over those that matter.
std::optional<Trace> with_delays(const Network& network, const Property& query, const Trace& trace, bool all_clocks,
                                 Delays delays) {
    Path path{trace.initial.slots};
    for (const Step& step : trace.steps) path.push_back(step.state.slots);
    Destination destination;
    destination.formula = &as_reach(query).formula;
    destination.wanted = as_reach(query).exists;
    destination.all_clocks = all_clocks;
    destination.accepts = [&](std::size_t step, const Firing& firing) {
        return firing == trace.steps[step].move.firing;
    };
    const std::optional<SymbolicPath> symbolic_path = retrace(network, path, destination);
    REQUIRE(symbolic_path.has_value());
    return concretise(network, *symbolic_path, symbolic_path->goal_zones.front(), delays, nullptr);
}

void require_same_delays(const Trace& a, const Trace& b, const std::string& where) {
    REQUIRE_MESSAGE(a.steps.size() == b.steps.size(), where);
    for (std::size_t i = 0; i < a.steps.size(); ++i) {
        CHECK_MESSAGE(a.steps[i].move.delay == b.steps[i].move.delay, where << "step " << i + 1);
        CHECK_MESSAGE(a.steps[i].state == b.steps[i].state, where << "step " << i + 1);
    }
    CHECK_MESSAGE(a.rest == b.rest, where);
}

TEST_CASE("clocks that do not matter where they are change no delay") {
    std::size_t compared = 0;
    for (std::uint64_t seed = 47'500'000; seed < 47'500'150; ++seed) {
        Rng rng(seed);
        tiny::Shape shape = everything();
        shape.clocks = {2, 4};
        shape.diagonals = seed % 3 == 0;
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        for (const tiny::Question& question : questions(rng, net, shape, false)) {
            const std::optional<Property> query = loaded.compile(question);
            REQUIRE(query.has_value());
            const std::optional<Answer> answer = decide(loaded.network(), *query, {});
            if (!answer || !answer->witness || !answer->witness->run) continue;
            const std::string where =
                fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
            for (const Delays delays : {Delays::earliest, Delays::latest, Delays::integer}) {
                const std::optional<Trace> all =
                    with_delays(loaded.network(), *query, *answer->witness->run, true, delays);
                const std::optional<Trace> few =
                    with_delays(loaded.network(), *query, *answer->witness->run, false, delays);
                REQUIRE_MESSAGE(all.has_value() == few.has_value(), where);
                if (!all) continue;
                require_same_delays(*all, *few, where);
                CHECK_MESSAGE(all->zones.size() == all->steps.size() + 1, where);
                CHECK_MESSAGE(few->zones.empty(), where);
                ++compared;
            }
        }
    }
    CHECK(compared > 200);
}

TEST_CASE("random walks are runs") {
    for (std::uint64_t seed = 47'000'000; seed < 47'000'200; ++seed) {
        Rng rng(seed);
        tiny::Shape shape = everything();
        shape.broadcast_clock_guards = seed % 2 == 0;
        shape.urgent_clock_guards = seed % 4 < 2;
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const Walk taken = walk(loaded.network(), seed, 30);
        if (!taken.initial) continue;
        Trace trace;
        trace.initial = *taken.initial;
        trace.steps = taken.steps;
        const std::string where = fmt::format("seed {}\n{}\n", seed, tiny::to_xta(net));
        const std::optional<Rejection> rejected = replay(loaded.network(), trace, {});
        CHECK_MESSAGE(!rejected,
                      where << (rejected ? fmt::format("step {}: {}", rejected->step, rejected->reason) : ""));
        Count count;
        change_and_replay(loaded.network(), trace, {}, rng, count, where);
    }
}
