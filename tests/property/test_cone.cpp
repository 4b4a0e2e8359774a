// The strategy `cone` on random networks: it never contradicts breadth first search of the whole network, and what it
// finds is a path of the network.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "network/analyses/distinction.hpp"
#include "network/pruning/bystanders.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "trace/runs/retrace.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct Counts {
    std::size_t proved = 0, found = 0, lifted = 0, undecided = 0, missed = 0, smaller = 0;
};

// Processes that have little to do with each other.
tiny::Shape loose() {
    tiny::Shape shape;
    shape.apart = true;
    shape.processes = {2, 4};
    shape.clocks = {2, 3};
    shape.more_edges = {1, 3};
    shape.variables = {0, 2};
    shape.invariants = 60;
    shape.resets = 70;
    shape.guards = 50;
    shape.synchronisations = 25;
    shape.committed = 12;
    return shape;
}

// About the first process alone.
tiny::Question narrow_question(Rng& rng, const tiny::Net& net, const tiny::Shape& shape) {
    tiny::Net first = net;
    first.processes.resize(1);
    first.clocks = std::min(net.clocks, 1);
    first.variables.clear();
    tiny::Question question;
    question.kind = tiny::Question::Kind::exists_eventually;
    question.first = tiny::random_claim(rng, first, shape);
    return question;
}

// Whether a bystander is elsewhere in the end.
bool moves_bystanders(const StrategyTask& task, const Path& path) {
    const std::vector<bool> bystanders = find_bystanders(task.network, std::array{&task.formula}, Bystanders::any);
    for (std::size_t p = 0; p < bystanders.size(); ++p) {
        if (bystanders[p] && path.front()[p] != path.back()[p]) return true;
    }
    return false;
}

void check_found(const StrategyTask& task, const Path& found, const std::string& where, Counts& counts) {
    Destination destination;
    destination.formula = &task.formula;
    destination.wanted = task.options.wanted;
    destination.compared = task.options.compared;
    CHECK_MESSAGE(retrace(task.network, found, destination).has_value(), where);
    ++counts.found;
    counts.lifted += moves_bystanders(task, found) ? 1 : 0;
}

void check_cone(const Network& network, const Property& query, bool narrowed, const std::string& where,
                Counts& counts) {
    const property::Reach& asked = as_reach(query);
    const Distinction distinction(network, slots_read(query));
    StrategyTask task{network, asked.formula, {}};
    task.options.wanted = asked.exists;
    if (narrowed) task.options.compared = &distinction;
    if (network.clocks.size() == 1) task.options.abstraction.reset();
    SilentObserver silent;
    const SearchResult expected = search(network, asked.formula, task.options, {}, silent);
    REQUIRE_MESSAGE(expected.is_sure(), where);
    const SearchResult result = strategies().find("cone")->run(task, {}, silent);
    if (!result.is_sure()) {
        const bool has_bystanders = result.statistics.explored > 0;
        counts.undecided += has_bystanders ? 1 : 0;
        counts.missed += has_bystanders && expected.found ? 1 : 0;
        return;
    }
    CHECK_MESSAGE(result.found.has_value() == expected.found.has_value(), where);
    if (result.found && expected.found) return check_found(task, *result.found, where, counts);
    ++counts.proved;
    counts.smaller += result.statistics.explored < expected.statistics.explored ? 1 : 0;
}

Counts sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    Counts counts;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        for (std::size_t i = 0; i < 3; ++i) {
            const tiny::Question question = narrow_question(rng, net, shape);
            const std::optional<Property> query = loaded.compile(question);
            REQUIRE(query.has_value());
            const std::string where =
                fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
            check_cone(loaded.network(), *query, seed % 2 == 0, where, counts);
        }
    }
    CAPTURE(counts.found);
    CAPTURE(counts.lifted);
    CAPTURE(counts.proved);
    CAPTURE(counts.smaller);
    CAPTURE(counts.undecided);
    CAPTURE(counts.missed);
    CHECK(counts.found > networks / 4);
    CHECK(counts.proved > networks / 20);
    CHECK(counts.smaller > networks / 40);
    CHECK(counts.missed <= counts.found / 40);
    return counts;
}

}  // namespace

TEST_CASE("the cone of influence with clocks, committed and urgent locations") {
    const std::size_t networks = tiny::budget(400);
    const Counts counts = sweep(loose(), 73'000'000, networks);
    // Paths of some are possible only with transitions of bystanders, and of some not at all.
    CHECK(counts.lifted > networks / 40);
    CHECK(counts.undecided > 0);
}

TEST_CASE("the cone of influence without clocks") {
    tiny::Shape shape = loose();
    shape.clocks = {0, 0};
    shape.committed = 30;
    sweep(shape, 74'000'000, tiny::budget(300));
}

TEST_CASE("the cone of influence with clock guards of urgent channels and broadcasts") {
    tiny::Shape shape = loose();
    shape.broadcast_clock_guards = shape.urgent_clock_guards = shape.lower_invariants = true;
    shape.synchronisations = 45;
    shape.channels = {1, 2};
    sweep(shape, 75'000'000, tiny::budget(300));
}
