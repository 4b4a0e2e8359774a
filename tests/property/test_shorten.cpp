// Shortened traces of random networks are traces: they are replayed, show what they are to show, and are never longer
// than what was found, nor shorter than a shortest one. So are shortened lassos, and searches between their states make
// some of them shorter still.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "network/pruning/relevance.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "trace/checker/replay.hpp"

using namespace crowfly;

namespace {

struct Count {
    std::size_t traces = 0, shortened = 0, shortened_by_windows = 0;
};

// Its traces are the longest.
Settings depth_first() {
    Settings settings;
    settings.search = "rdfs";
    return settings;
}

Settings to_the_shortest() {
    Settings settings;
    settings.objective = Objective::shortest;
    return settings;
}

std::optional<Answer> decide(const Network& network, const Property& query, const Settings& settings, bool shorten,
                             bool thorough = true) {
    const Choice choice = choose_engine(network, query);
    if (choice.engine == nullptr) return std::nullopt;
    Limits limits;
    limits.states = 3000;
    SilentObserver silent;
    TraceOptions options;
    options.shorten = shorten;
    options.shortening = 2'000'000;
    options.thorough = thorough;
    return choice.engine->decide({network, query, settings, limits, silent, options});
}

// The shortened trace, which is one.
Trace checked_trace(const Network& network, const Property& query, const std::optional<Answer>& shorter,
                    const std::string& where) {
    REQUIRE_MESSAGE(shorter->witness.has_value(), where);
    REQUIRE_MESSAGE(shorter->witness->run != nullptr, where << shorter->witness->remark);
    const Trace& trace = *shorter->witness->run;
    const SlotSet relevant = relevant_slots(network, slots_read(query));
    const std::optional<Rejection> rejected = replay(network, trace, {&query, &relevant, nullptr});
    CHECK_MESSAGE(!rejected, where << (rejected ? rejected->reason : ""));
    return trace;
}

void shorten_and_compare(const Network& network, const Property& query, const std::string& where, Count& count) {
    const std::optional<Answer> found = decide(network, query, depth_first(), false);
    if (!found || !found->witness || !found->witness->run) return;
    const Trace trace = checked_trace(network, query, decide(network, query, depth_first(), true), where);
    CHECK_MESSAGE(trace.steps.size() <= found->witness->run->steps.size(), where);
    const std::optional<Answer> shortest = decide(network, query, to_the_shortest(), false);
    if (shortest->witness) CHECK_MESSAGE(trace.steps.size() >= shortest->witness->length, where);
    ++count.traces;
    if (trace.steps.size() < found->witness->run->steps.size()) ++count.shortened;
}

void shorten_lasso_and_compare(const Network& network, const Property& query, const std::string& where, Count& count) {
    const std::optional<Answer> found = decide(network, query, {}, false);
    if (!found || !found->witness || !found->witness->run) return;
    if (found->witness->run->ending != Trace::Ending::lasso) return;
    const std::size_t before = found->witness->run->steps.size();
    const Trace plain = checked_trace(network, query, decide(network, query, {}, true, false), where);
    const Trace thorough = checked_trace(network, query, decide(network, query, {}, true), where);
    CHECK_MESSAGE(thorough.ending == Trace::Ending::lasso, where);
    CHECK_MESSAGE(plain.steps.size() <= before, where);
    CHECK_MESSAGE(thorough.steps.size() <= plain.steps.size(), where);
    ++count.traces;
    if (thorough.steps.size() < before) ++count.shortened;
    if (thorough.steps.size() < plain.steps.size()) ++count.shortened_by_windows;
}

template <class Check>
void for_each_query(const tiny::Net& net, const std::vector<tiny::Question>& questions, std::uint64_t seed,
                    const Check& check) {
    tiny::Loaded loaded(net);
    REQUIRE_MESSAGE(loaded.problem().empty(), loaded.problem());
    for (const tiny::Question& question : questions) {
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        check(loaded.network(), *query,
              fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net)));
    }
}

void tell(const Count& count) {
    if (tiny::law_factor() != nullptr)
        MESSAGE(fmt::format("{} traces, {} shortened, {} by windows", count.traces, count.shortened,
                            count.shortened_by_windows));
}

Count sweep_lassos(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    using Kind = tiny::Question::Kind;
    Count count;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(networks); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        std::vector<tiny::Question> questions;
        for (const Kind kind : {Kind::exists_globally, Kind::always_eventually, Kind::leads_to}) {
            tiny::Question& question = questions.emplace_back();
            question.kind = kind;
            question.first = tiny::random_claim(rng, net, shape);
            if (kind == Kind::leads_to) question.second = tiny::random_claim(rng, net, shape);
        }
        for_each_query(net, questions, seed, [&](const Network& network, const Property& query, const auto& where) {
            shorten_lasso_and_compare(network, query, where, count);
        });
    }
    tell(count);
    return count;
}

Count sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    Count count;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(networks); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        std::vector<tiny::Question> questions(3);
        for (tiny::Question& question : questions) {
            question.kind = tiny::Question::Kind::exists_eventually;
            question.first = tiny::random_claim(rng, net, shape);
        }
        questions.back().first = tiny::both(tiny::deadlock(), questions.back().first);
        for_each_query(net, questions, seed, [&](const Network& network, const Property& query, const auto& where) {
            shorten_and_compare(network, query, where, count);
        });
    }
    tell(count);
    return count;
}

}  // namespace

TEST_CASE("shortened traces without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.channels = {0, 2};
    shape.processes = {3, 4};
    const Count count = sweep(shape, 90'000'000, 100);
    CHECK(count.traces > tiny::share(60));
    CHECK(count.shortened > tiny::share(5));
}

TEST_CASE("shortened traces where clock guards decide who takes part and when") {
    tiny::Shape shape;
    shape.clocks = {1, 3};
    shape.variables = {0, 2};
    shape.channels = {1, 2};
    shape.processes = {3, 4};
    shape.clock_values = true;
    shape.clock_copies = true;
    shape.variable_bounds = true;
    shape.lower_invariants = true;
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    const Count count = sweep(shape, 91'000'000, 150);
    CHECK(count.traces > tiny::share(80));
    CHECK(count.shortened > tiny::share(5));
}

TEST_CASE("shortened lassos without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {1, 2};
    shape.channels = {0, 2};
    shape.processes = {2, 4};
    const Count count = sweep_lassos(shape, 92'000'000, 1200);
    CHECK(count.traces > tiny::share(60));
    CHECK(count.shortened > tiny::share(5));
    CHECK(count.shortened_by_windows > 0);
}

TEST_CASE("shortened lassos with clocks") {
    tiny::Shape shape;
    shape.clocks = {1, 2};
    shape.variables = {0, 2};
    shape.channels = {0, 2};
    shape.processes = {2, 4};
    const Count count = sweep_lassos(shape, 93'000'000, 600);
    CHECK(count.traces > tiny::share(60));
    CHECK(count.shortened > tiny::share(5));
    CHECK(count.shortened_by_windows > 0);
}
