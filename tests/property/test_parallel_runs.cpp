// Several threads that search for a maximal run answer what one answers, however they get in each other's way, and the
// runs that they find are replayed. That the answers are right is a law of test_random_runs.cpp. The table that the
// threads share is held against maps of the library.
#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "engine/engine.hpp"
#include "property/property.hpp"
#include "search/runs/liveness.hpp"
#include "space/stores/shared_table.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

using WordVector = std::vector<std::uint32_t>;
using Numbers = std::map<WordVector, std::uint32_t>;

// Vectors of 1 to 6 words, each from a few; one word more is not compared.
void fill(SharedTable& table, std::uint64_t seed, std::size_t count, Numbers& numbers, std::size_t& fresh) {
    SharedTable::Writer writer(table);
    Rng random(seed);
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<std::uint32_t>(random.below(20'000));
        WordVector words(1 + value % 6, value * 2'654'435'761U);
        const auto key_words = static_cast<std::uint32_t>(words.size());
        words.push_back(static_cast<std::uint32_t>(seed));
        const auto inserted = writer.insert(words.data(), key_words + 1, key_words);
        words.pop_back();
        fresh += inserted.fresh ? 1 : 0;
        numbers[words] = inserted.id;
        table.mark(inserted.id).store(1, std::memory_order_relaxed);
    }
}

std::vector<tiny::Question> questions_of_runs(Rng& rng, const tiny::Net& net, const tiny::Shape& shape) {
    std::vector<tiny::Question> questions(3);
    questions[0].kind = tiny::Question::Kind::exists_globally;
    questions[1].kind = tiny::Question::Kind::always_eventually;
    questions[2].kind = tiny::Question::Kind::leads_to;
    for (tiny::Question& question : questions) question.first = tiny::random_claim(rng, net, shape);
    questions[2].second = tiny::random_claim(rng, net, shape);
    return questions;
}

Answer answer_by(std::size_t threads, const Network& network, const Property& query) {
    SilentObserver quiet;
    const Limits limits;
    Settings settings;
    settings.threads = threads;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

struct Tally {
    std::size_t runs = 0;
    std::size_t proofs = 0;
    std::size_t not_replayed = 0;  // loops that do not come back to the same clock values soon
};

void check_threads(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks, Tally& tally) {
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        for (const tiny::Question& question : questions_of_runs(rng, net, shape)) {
            const std::optional<Property> query = loaded.compile(question);
            REQUIRE(query.has_value());
            const Answer one = answer_by(1, loaded.network(), *query);
            tally.runs += one.witness ? 1 : 0;
            tally.proofs += one.proof ? 1 : 0;
            for (const std::size_t threads : {2U, 4U}) {
                const Answer several = answer_by(threads, loaded.network(), *query);
                const std::string where = fmt::format("{} threads, seed {}: {}\n{}\n", threads, seed,
                                                      tiny::to_text(question), tiny::to_xta(net));
                CHECK_MESSAGE(several.verdict == one.verdict, where);
                tally.not_replayed += several.unverified ? 1 : 0;
                CHECK_MESSAGE(several.witness.has_value() == one.witness.has_value(), where);
            }
        }
    }
}

// Two processes that count in any order until one of them goes to t: many paths, few states, and no run that avoids t,
// unless it is broken.
std::string racing_model(bool is_broken, int most = 6) {
    return fmt::format(R"(
        const int most = {};
        int[0,most] a = 0; int[0,most] b = 0;
        process Left() {{
            state s; urgent s; init s;
            trans s -> s {{ guard a < most; assign a = a + 1; }},
                  s -> s {{ guard b < most && a > b; assign b = b + 1; }};
        }}
        process Right() {{
            state s, t; urgent s; init s;
            trans s -> s {{ guard b < most; assign b = b + 1; }}, s -> t {{ guard a == most && b == most; }}{};
        }}
        L = Left(); R = Right();
        system L, R;
    )",
                       most, is_broken ? ", s -> s { guard a == 5 && b == 5; assign a = 3; }" : "");
}

Liveness search_for(const Asked& asked) {
    const property::Run& run = as_run(*asked.query);
    Liveness how;
    how.kept = &run.kept;
    how.wanted = run.exists;
    return how;
}

}  // namespace

TEST_CASE("threads that fill a table agree on the numbers of vectors") {
    constexpr std::size_t threads = 4, count = tiny::share(40'000);
    SharedTable table;
    std::vector<Numbers> numbers(threads);
    std::vector<std::size_t> fresh(threads);
    {
        std::vector<std::jthread> fillers;
        for (std::size_t t = 0; t < threads; ++t)
            fillers.emplace_back([&, t] { fill(table, t + 1, count, numbers[t], fresh[t]); });
    }
    Numbers all;
    std::size_t sum = 0;
    for (std::size_t t = 0; t < threads; ++t) {
        sum += fresh[t];
        for (const auto& [words, id] : numbers[t]) CHECK(all.insert({words, id}).first->second == id);
    }
    CHECK(table.size() == all.size());
    CHECK(sum == all.size());
    for (const auto& [words, id] : all) {
        const SharedTable::Vector stored = table.at(id);
        REQUIRE(stored.count == words.size() + 1);
        CHECK(WordVector(stored.words, stored.words + words.size()) == words);
        CHECK(table.mark(id).load() == 1);
    }
}

TEST_CASE("several threads find the runs that one finds, and prove that there is none where one does") {
    Tally tally;
    tiny::Shape untimed;
    untimed.clocks = {0, 0};
    untimed.variables = {0, 2};
    untimed.processes = {2, 4};
    check_threads(untimed, 86'000'000, tiny::budget(60), tally);
    tiny::Shape timed;
    timed.clocks = {1, 3};
    timed.processes = {2, 3};
    check_threads(timed, 87'000'000, tiny::budget(60), tally);
    CHECK(tally.runs > tiny::share(40));
    CHECK(tally.proofs > tiny::share(40));
    CHECK(tally.not_replayed < tally.runs / 10);
}

TEST_CASE("threads that give way to one another at any time find a run if and only if there is one") {
    for (const bool is_broken : {false, true}) {
        const Asked asked(racing_model(is_broken), "A<> R.t");
        Liveness how = search_for(asked);
        how.yields = 2;
        SilentObserver quiet;
        for (std::size_t i = 0; i < tiny::budget(100); ++i) {
            how.threads = 2 + i % 3;
            const LivenessResult result = search_run(asked.network(), how, {}, quiet);
            REQUIRE(result.unfinished.empty());
            CHECK(result.found.has_value() == is_broken);
            if (result.found) CHECK(result.found->loop.has_value());
        }
    }
}

TEST_CASE("a limit ends all threads") {
    const Asked asked(racing_model(false, 1000), "A<> R.t");
    Liveness how = search_for(asked);
    how.threads = 3;
    SilentObserver quiet;
    Limits limits;
    limits.states = 1000;
    const LivenessResult result = search_run(asked.network(), how, limits, quiet);
    CHECK(result.unfinished == state_limit_reason);
    CHECK(!result.found);
    CHECK(result.statistics.stored < 900'000);
}
