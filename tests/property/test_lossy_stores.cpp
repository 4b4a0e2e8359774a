// Stores that keep a few bits of each state: on random networks what they find is there and its trace is replayed,
// whatever is left out; what they do not find is never said to be absent; and with bits enough they find what breadth
// first search finds. With one that is exact a search answers as breadth first search does. The sets themselves are
// held against a set of the library.
#include <cmath>
#include <set>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "engine/engine.hpp"
#include "search/methods/registry.hpp"
#include "space/stores/lossy_states.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

using StateWords = std::vector<std::uint32_t>;

Answer decide_lossily(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver quiet;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

// How many of the states that are new were taken for known ones.
template <class Visited>
std::size_t left_out(Visited& visited, std::size_t states, std::size_t words, std::uint32_t values) {
    Rng random(11);
    std::set<StateWords> known;
    std::size_t omitted = 0;
    while (known.size() < states) {
        StateWords state(words);
        for (std::uint32_t& word : state) word = static_cast<std::uint32_t>(random.below(values));
        const bool is_known = !known.insert(state).second;
        const bool is_new = visited.insert(state.data(), words);
        if (is_known) REQUIRE_FALSE(is_new);
        omitted += !is_known && !is_new ? 1 : 0;
    }
    CHECK(visited.size() + omitted == known.size());
    return omitted;
}

// Of a number of independent rare events.
bool is_likely(double expected, std::size_t seen) {
    const double difference = std::abs(static_cast<double>(seen) - expected);
    return difference <= 5 * std::sqrt(expected) + 3;
}

Settings settings_of(const std::string& search, const LossyStore& store, std::uint64_t seed) {
    std::string problem;
    Settings settings;
    REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
    settings.store = store;
    settings.seed = seed;
    return settings;
}

}  // namespace

TEST_CASE("hashes of states leave out as many as they say") {
    for (const std::uint32_t bits : {16U, 20U, 23U, 24U, 31U}) {
        CompactStates visited(bits);
        const std::size_t omitted = left_out(visited, 50'000, 3, 64);
        CHECK_MESSAGE(is_likely(visited.omissions(), omitted),
                      fmt::format("{}: {} of {}", bits, omitted, visited.omissions()));
    }
    for (const std::uint32_t bits : {48U, 63U, 64U}) {
        CompactStates visited(bits);
        CHECK(left_out(visited, 50'000, 3, 64) == 0);
        CHECK(bytes_of(visited) < 50'000 * 2 * bits / 8);
    }
}

TEST_CASE("bits of states leave out as many as they say") {
    for (const std::uint32_t hashes : {1U, 2U, 3U, 5U}) {
        for (const std::uint64_t bits : {std::uint64_t{100'003}, std::uint64_t{1} << 19U, std::uint64_t{1} << 22U}) {
            BitStates visited(bits, hashes);
            const std::size_t omitted = left_out(visited, 30'000, 2, 300);
            CHECK_MESSAGE(is_likely(visited.omissions(), omitted),
                          fmt::format("{} of {}: {} of {}", hashes, bits, omitted, visited.omissions()));
            CHECK(visited.fill() > 0);
            CHECK(visited.fill() <= static_cast<double>(hashes) * 30'000 / static_cast<double>(bits));
        }
    }
}

TEST_CASE("what lossy stores find is there, what they do not find is unknown, and exact ones are like breadth first") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    const std::vector<LossyStore> ample{{LossyStore::Kind::bits, std::uint64_t{1} << 22U, 3},
                                        {LossyStore::Kind::compact, 56}};
    const std::vector<LossyStore> tiny_ones{{LossyStore::Kind::bits, 64, 1}, {LossyStore::Kind::bits, 100, 2}};
    const std::size_t networks = tiny::budget(150);
    std::size_t reachable = 0, missed = 0;
    for (std::uint64_t seed = 84'000'000; seed < 84'000'000 + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Answer expected = decide_lossily(loaded.network(), *query, {});
        reachable += expected.witness ? 1 : 0;
        const auto check_exact = [&](const std::string& search) {
            const LossyStore store{LossyStore::Kind::cleary};
            const Answer answer = decide_lossily(loaded.network(), *query, settings_of(search, store, seed));
            const std::string where =
                fmt::format("{}, seed {}: {}\n{}\n", search, seed, tiny::to_text(question), tiny::to_xta(net));
            CHECK_MESSAGE(!answer.unverified, where);
            CHECK_MESSAGE(answer.verdict == expected.verdict, where);
            CHECK_MESSAGE(answer.witness.has_value() == expected.witness.has_value(), where);
            CHECK_MESSAGE(answer.proof.has_value() == expected.proof.has_value(), where);
            if (!answer.witness)
                CHECK_MESSAGE(answer.statistics->stored == expected.statistics->stored, where);
            else if (search == "bfs")
                CHECK_MESSAGE(answer.witness->run->steps.size() == expected.witness->run->steps.size(), where);
        };
        for (const char* search : {"bfs", "dfs", "rdfs"}) {
            const auto check = [&](const LossyStore& store, bool is_ample) {
                const Answer answer = decide_lossily(loaded.network(), *query, settings_of(search, store, seed));
                const std::string where = fmt::format("{}, {}, seed {}: {}\n{}\n", search, to_string(store), seed,
                                                      tiny::to_text(question), tiny::to_xta(net));
                CHECK_MESSAGE(!answer.unverified, where);
                CHECK_MESSAGE(!answer.proof, where);
                if (answer.witness)
                    CHECK_MESSAGE(answer.verdict == expected.verdict, where);
                else
                    CHECK_MESSAGE(answer.verdict == Verdict::unknown, where);
                if (is_ample) CHECK_MESSAGE(answer.witness.has_value() == expected.witness.has_value(), where);
                missed += expected.witness && !answer.witness ? 1 : 0;
                if (is_ample && !answer.witness)
                    CHECK_MESSAGE(answer.statistics->stored == expected.statistics->stored, where);
                if (is_ample && answer.witness && std::string(search) == "bfs")
                    CHECK_MESSAGE(answer.witness->run->steps.size() == expected.witness->run->steps.size(), where);
            };
            check_exact(search);
            for (const LossyStore& store : ample) check(store, true);
            for (const LossyStore& store : tiny_ones) check(store, false);
        }
    }
    CHECK(reachable > networks / 4);
    CHECK(reachable < networks);
    CHECK(missed > 0);
}
