// Local time on random networks: the verdicts are those of the region graph, with shared variables, invariants,
// committed and urgent locations and all kinds of synchronisation; breadth first search finds as few transitions; and
// what is found is a path of the network.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "network/analyses/distinction.hpp"
#include "network/analyses/locality.hpp"
#include "reduce/local_time.hpp"
#include "search/schedule/reachability.hpp"
#include "tiny/check.hpp"
#include "trace/runs/retrace.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

// Processes that mostly keep to themselves.
tiny::Shape loose() {
    tiny::Shape shape;
    shape.apart = true;
    shape.processes = {2, 3};
    shape.clocks = {2, 3};
    shape.more_edges = {0, 2};
    shape.variables = {0, 3};
    shape.invariants = 45;
    shape.resets = 70;
    shape.synchronisations = 25;
    shape.urgent_channels = false;
    shape.committed = 10;
    shape.urgent = 10;
    return shape;
}

// Some variables are anybody's. A process whose invariant does not end can stay behind, and see what others have
// written only later.
tiny::Shape sharing() {
    tiny::Shape shape = loose();
    shape.common = true;
    shape.processes = {2, 3};
    shape.clocks = {2, 2};
    shape.variables = {1, 2};
    shape.values = {2, 2};
    shape.synchronisations = 0;
    shape.guards = 80;
    shape.resets = 30;
    shape.invariants = 10;
    shape.committed = shape.urgent = 3;
    return shape;
}

tiny::Shape with_values() {
    tiny::Shape shape = loose();
    shape.variables = {1, 3};
    shape.clock_values = true;
    shape.variable_bounds = true;
    shape.lower_invariants = true;
    return shape;
}

// Invariants depend on what others write.
tiny::Shape bounded_by_others() {
    tiny::Shape shape = with_values();
    shape.common = true;
    shape.processes = {3, 3};
    shape.clocks = {3, 3};
    shape.locations = {2, 3};
    shape.variables = {1, 1};
    shape.values = {3, 4};
    shape.invariants = 40;
    shape.clock_values = false;
    shape.synchronisations = 0;
    return shape;
}

tiny::LocalTimeUse check_verdicts(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    tiny::LocalTimeUse use;
    tiny::Law law;
    law.shape = shape;
    law.questions = [](Rng& rng, const tiny::Net& net, const tiny::Shape& form) {
        std::vector<tiny::Question> questions(3);
        for (tiny::Question& question : questions) {
            if (rng.below(3) == 0) question.kind = tiny::Question::Kind::always_globally;
            question.first = tiny::random_claim(rng, net, form);
        }
        questions.back().first = tiny::both(questions.back().first, tiny::random_claim(rng, net, form));
        return questions;
    };
    law.engines = {tiny::local_time_engine(true, use), tiny::local_time_engine(false, use)};
    law.first_seed = first_seed;
    law.networks = networks;
    tiny::check(law);
    return use;
}

// A path is one of the network, although the search took its transitions in another order.
void check_path(const Network& network, const Property& query, const std::string& where, std::size_t& found) {
    const property::Reach& asked = as_reach(query);
    std::string why_not;
    const std::optional<Locality> locality = find_locality(network, asked.formula, why_not);
    if (!locality) return;
    const Distinction distinction(network, slots_read(query));
    SearchOptions options;
    options.search = "ranked";
    options.wanted = asked.exists;
    options.compared = &distinction;
    SilentObserver silent;
    const SearchResult expected = search(network, asked.formula, options, {}, silent);
    LocalTimeReduction reduction({network, asked.formula, options}, *locality);
    const SearchResult result = search_reduced({&reduction}, {}, silent);
    REQUIRE_MESSAGE((expected.is_sure() && result.is_sure()), where << result.unfinished);
    REQUIRE_MESSAGE(result.found.has_value() == expected.found.has_value(), where);
    if (!result.found) return;
    Destination destination;
    destination.formula = &asked.formula;
    destination.wanted = asked.exists;
    destination.compared = &distinction;
    CHECK_MESSAGE(retrace(network, *result.found, destination).has_value(), where);
    CHECK_MESSAGE(result.firings.size() + 1 == result.found->size(), where);
    ++found;
}

std::size_t check_paths(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    std::size_t found = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        for (std::size_t i = 0; i < 3; ++i) {
            const tiny::Question question = tiny::random_reach(rng, net, shape, true);
            const std::optional<Property> query = loaded.compile(question);
            REQUIRE(query.has_value());
            const std::string where =
                fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
            check_path(loaded.network(), *query, where, found);
        }
    }
    return found;
}

}  // namespace

TEST_CASE("local time says what the region graph says") {
    const std::size_t networks = tiny::budget(700);
    const tiny::LocalTimeUse use = check_verdicts(loose(), 75'000'000, 700);
    CHECK(use.some > networks);
    CHECK(use.fewer > networks / 20);
}

TEST_CASE("local time with shared variables says what the region graph says") {
    const std::size_t networks = tiny::budget(1000);
    const tiny::LocalTimeUse use = check_verdicts(sharing(), 76'000'000, 1000);
    CHECK(use.some > networks);
    CHECK(use.sharing > networks / 2);
}

TEST_CASE("local time with clocks that are compared with variables, set to values and bounded from below") {
    const std::size_t networks = tiny::budget(600);
    const tiny::LocalTimeUse use = check_verdicts(with_values(), 77'000'000, 600);
    CHECK(use.some > networks);
}

TEST_CASE("local time with invariants that depend on what others write") {
    const std::size_t networks = tiny::budget(500);
    const tiny::LocalTimeUse use = check_verdicts(bounded_by_others(), 81'000'000, 500);
    CHECK(use.some > networks / 4);
}

TEST_CASE("what is found in local time is a path of the network") {
    const std::size_t networks = tiny::budget(400);
    CHECK(check_paths(loose(), 78'000'000, networks) > networks / 2);
    CHECK(check_paths(sharing(), 80'000'000, networks) > networks / 4);
    CHECK(check_paths(with_values(), 79'000'000, networks) > networks / 3);
}
