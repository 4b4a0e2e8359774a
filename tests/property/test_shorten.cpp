// Shortened traces of random networks are traces: they are replayed, show what they are to show, and are never longer
// than what was found, nor shorter than a shortest one.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "trace/replay.hpp"

using namespace crowfly;

namespace {

struct Count {
    std::size_t traces = 0, shortened = 0;
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

std::optional<Answer> decide(const Network& network, const Property& query, const Settings& settings, bool shorten) {
    const Choice choice = choose_engine(network, query);
    if (choice.engine == nullptr) return std::nullopt;
    Limits limits;
    limits.states = 3000;
    SilentObserver silent;
    TraceOptions options;
    options.shorten = shorten;
    options.shortening = 2'000'000;
    options.thorough = true;
    return choice.engine->decide({network, query, settings, limits, silent, options});
}

void shorten_and_compare(const Network& network, const Property& query, const std::string& where, Count& count) {
    const std::optional<Answer> found = decide(network, query, depth_first(), false);
    if (!found || !found->witness || !found->witness->run) return;
    const std::optional<Answer> shorter = decide(network, query, depth_first(), true);
    REQUIRE_MESSAGE(shorter->witness.has_value(), where);
    REQUIRE_MESSAGE(shorter->witness->run != nullptr, where << shorter->witness->remark);
    const Trace& trace = *shorter->witness->run;
    const std::optional<Rejection> rejected = replay(network, trace, {&query, nullptr, nullptr});
    CHECK_MESSAGE(!rejected, where << (rejected ? rejected->reason : ""));
    CHECK_MESSAGE(trace.steps.size() <= found->witness->run->steps.size(), where);
    const std::optional<Answer> shortest = decide(network, query, to_the_shortest(), false);
    if (shortest->witness) CHECK_MESSAGE(trace.steps.size() >= shortest->witness->length, where);
    ++count.traces;
    if (trace.steps.size() < found->witness->run->steps.size()) ++count.shortened;
}

Count sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    Count count;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(networks); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        REQUIRE_MESSAGE(loaded.problem().empty(), loaded.problem());
        for (int i = 0; i < 3; ++i) {
            tiny::Question question;
            question.kind = tiny::Question::Kind::exists_eventually;
            question.first = tiny::random_claim(rng, net, shape);
            if (i == 2) question.first = tiny::both(tiny::deadlock(), question.first);
            const std::optional<Property> query = loaded.compile(question);
            REQUIRE(query.has_value());
            const std::string where =
                fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
            shorten_and_compare(loaded.network(), *query, where, count);
        }
    }
    if (tiny::law_factor() != nullptr) MESSAGE(fmt::format("{} traces, {} shortened", count.traces, count.shortened));
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
