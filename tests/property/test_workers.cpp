// Several workers decide what one decides, on random networks: the same verdict, traces as short where that is
// promised, as many states where all of them are visited; also where threads yield and messages dawdle at random.
// Every trace is replayed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <thread>

#include "base/alarm.hpp"
#include "base/rng.hpp"
#include "engine/engine.hpp"
#include "property/property.hpp"
#include "property/restless_transport.hpp"
#include "search/methods/registry.hpp"
#include "search/workers/mailboxes.hpp"
#include "search/workers/team.hpp"
#include "search/workers/team_observer.hpp"
#include "task/task_cache.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

struct Asked {
    std::string search;
    std::string heuristic = "zero";
    bool shortest = false;  // whether it promises that
};

const std::vector<Asked> all_asked{{"bfs", "zero", true},
                                   {"astar", "dL", true},
                                   {"astar", "hL", true},
                                   {"greedy", "hU"},
                                   {"greedy", "dL"},
                                   {"wastar(w=3)", "dL"},
                                   {"bfs", "zero", true},
                                   {"astar", "zero", true},
                                   {"astar", "mas(N=50)", true},
                                   {"astar", "max(pdb,hL)", true},
                                   {"astar", "sympdb", true}};

Settings settings_for(const Asked& asked, std::size_t threads) {
    std::string problem;
    Settings settings;
    const bool is_weighted = asked.search.starts_with("wastar");
    REQUIRE(apply_search(*parse_search(asked.search, problem), settings).empty());
    if (is_weighted) settings.search = "astar";  // which it is, with another weight
    if (is_guided(settings)) settings.guidance.heuristic = *parse_heuristic(asked.heuristic, problem);
    if (asked.shortest) settings.objective = Objective::shortest;
    settings.threads = threads;
    return settings;
}

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver quiet;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, quiet});
}

bool has_run(const Answer& answer) { return answer.witness && answer.witness->run; }

void check_same(const Answer& one, const Answer& several, const Asked& asked) {
    CHECK(several.verdict == one.verdict);
    CHECK(several.witness.has_value() == one.witness.has_value());
    CHECK(has_run(several) == has_run(one));
    CHECK(!several.unverified);
    if (asked.shortest && has_run(one) && has_run(several))
        CHECK(several.witness->run->steps.size() == one.witness->run->steps.size());
    if (!one.witness && !one.statistics->discrete && asked.shortest)
        CHECK(several.statistics->stored == one.statistics->stored);
    std::size_t explored = 0;
    for (const WorkerUse& worker : several.workers) explored += worker.explored;
    CHECK(explored == several.statistics->explored);
}

// Run-time errors of the model end a search wherever they are met first, which may be before or after a goal.
void check_teams(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    std::size_t reachable = 0, sent = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(networks); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 2 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Asked& asked = all_asked[seed % all_asked.size()];
        INFO(asked.search, ", ", asked.heuristic, ", seed ", seed, ": ", tiny::to_text(question), "\n",
             tiny::to_xta(net));
        const Answer one = decide(loaded.network(), *query, settings_for(asked, 1));
        if (one.verdict == Verdict::error) continue;
        reachable += one.witness ? 1 : 0;
        for (const std::size_t threads : {2, 4}) {
            INFO(threads, " threads");
            const Answer several = decide(loaded.network(), *query, settings_for(asked, threads));
            if (several.verdict == Verdict::error) continue;
            check_same(one, several, asked);
            REQUIRE(several.workers.size() == threads);
            for (const WorkerUse& worker : several.workers) sent += worker.sent;
        }
    }
    CHECK(reachable > tiny::budget(networks) / 5);
    CHECK(sent > tiny::budget(networks));
}

WrapTransport restless(std::uint64_t seed) {
    return [seed](std::unique_ptr<Transport> inner) -> std::unique_ptr<Transport> {
        const std::uint64_t own = seed * 64 + inner->self();
        return std::make_unique<RestlessTransport>(std::move(inner), own);
    };
}

SearchOptions options_for(const Asked& asked, std::size_t threads, bool wanted, bool has_clocks) {
    const Settings settings = settings_for(asked, threads);
    SearchOptions options;
    options.search = settings.search;
    options.guidance = settings.guidance;
    options.objective = asked.shortest ? Objective::shortest : Objective::any;
    options.threads = threads;
    options.wanted = wanted;
    if (!has_clocks) options.abstraction.reset();
    return options;
}

void check_restless(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t repetitions) {
    constexpr std::size_t networks = 20;
    std::size_t found = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const std::optional<Property> query = loaded.compile(tiny::random_reach(rng, net, shape, true));
        REQUIRE(query.has_value());
        const Formula& formula = as_reach(*query).formula;
        const Asked& asked = all_asked[seed % all_asked.size()];
        const bool has_clocks = loaded.network().features.clocks || mentions_clocks(*query);
        SilentObserver quiet;
        SearchOptions options = options_for(asked, 1, true, has_clocks);
        const auto by = [&](std::size_t threads, const WrapTransport& wrap) {
            options.threads = threads;
            return search_by_threads(loaded.network(), formula, options, {}, quiet, wrap);
        };
        const SearchResult one = by(1, {});
        if (one.stop) continue;
        found += one.found ? 1 : 0;
        for (std::size_t i = 0; i < tiny::budget(repetitions) / networks; ++i) {
            INFO(asked.search, ", ", asked.heuristic, ", seed ", seed, ", repetition ", i, "\n", tiny::to_xta(net));
            const SearchResult several = by(2 + i % 3, restless(seed * 1000 + i));
            if (several.stop) continue;
            CHECK(several.unfinished.empty());
            CHECK(several.found.has_value() == one.found.has_value());
            if (asked.shortest && one.found && several.found) CHECK(several.found->size() == one.found->size());
            if (!one.found && !has_clocks) CHECK(several.statistics.stored == one.statistics.stored);
        }
    }
    CHECK(found > 0);
}

tiny::Shape timed() {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.committed = 15;
    return shape;
}

tiny::Shape untimed() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    return shape;
}

}  // namespace

TEST_CASE("several threads decide what one does, with clocks") { check_teams(timed(), 121'000'000, 250); }

TEST_CASE("several threads decide what one does, without clocks") { check_teams(untimed(), 122'000'000, 250); }

TEST_CASE("threads that yield and messages that dawdle change nothing") {
    check_restless(timed(), 123'000'000, 200);
    check_restless(untimed(), 124'000'000, 200);
}

// What they look up is built once, and counts once.
TEST_CASE("threads share the tables of a heuristic") {
    const tiny::Shape shape = untimed();
    std::size_t shared = 0;
    for (std::uint64_t seed = 125'000'000; seed < 125'000'000 + tiny::budget(20); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const std::optional<Property> query = loaded.compile(tiny::random_reach(rng, net, shape, true));
        REQUIRE(query.has_value());
        for (const char* heuristic : {"mas(N=100)", "pdb", "sympdb", "max(hL,cegar)"}) {
            INFO(heuristic, ", seed ", seed, "\n", tiny::to_xta(net));
            SearchOptions options = options_for({"astar", heuristic, true}, 4, true, false);
            options.tasks = make_task_cache();
            SilentObserver quiet;
            search_by_threads(loaded.network(), as_reach(*query).formula, options, {}, quiet);
            CHECK(options.tasks->groundings() <= 1);
            const std::size_t bytes = options.tasks->table_bytes();
            shared += bytes > 0 ? 1 : 0;
            search_by_threads(loaded.network(), as_reach(*query).formula, options, {}, quiet);
            CHECK(options.tasks->table_bytes() == bytes);
        }
    }
    CHECK(shared > tiny::budget(20));
}

TEST_CASE("a limit that building a heuristic reaches ends all threads") {
    Rng rng(126'000'000);
    const tiny::Shape shape = untimed();
    const tiny::Net net = tiny::random_net(rng, shape);
    tiny::Loaded loaded(net);
    const std::optional<Property> query = loaded.compile(tiny::random_reach(rng, net, shape, true));
    REQUIRE(query.has_value());
    SilentObserver quiet;
    Limits limits;
    limits.bytes = 1;
    const SearchOptions options = options_for({"astar", "mas(N=100)", true}, 4, true, false);
    const SearchResult result = search_by_threads(loaded.network(), as_reach(*query).formula, options, limits, quiet);
    CHECK(result.unfinished == memory_limit_reason);
    CHECK(!result.found);
    CHECK(result.statistics.explored == 0);
}

TEST_CASE("what all workers have done is told, by each worker's last count") {
    struct Told final : Observer {
        Statistics all;
        void progress(const Statistics& statistics) override { all = statistics; }
    };
    Mailboxes mail(3);
    std::vector<std::unique_ptr<Transport>> workers;
    for (std::size_t worker = 0; worker < 3; ++worker) workers.push_back(mail.of(worker));
    workers[1]->exchange({.explored = 1000, .generated = 5000, .stored = 7});
    workers[1]->exchange({.explored = 2000, .generated = 6000, .stored = 8});
    const Tally others = workers[2]->exchange({.explored = 40, .generated = 50, .stored = 9});
    CHECK(others.explored == 2000);
    Told told;
    Statistics leader;
    leader.explored = 3;
    leader.generated = 4;
    leader.stored = 25;  // which is the sum already
    TeamObserver(told, *workers[0]).progress(leader);
    CHECK(told.all.explored == 2043);
    CHECK(told.all.generated == 6054);
    CHECK(told.all.stored == 25);
}

TEST_CASE("a mailbox keeps the order of each sender and loses nothing") {
    constexpr std::uint32_t senders = 3, messages = 2000;
    Mailboxes mail(senders + 1);
    const std::unique_ptr<Transport> receiver = mail.of(0);
    std::deque<std::thread> threads;
    for (std::uint32_t sender = 1; sender <= senders; ++sender) {
        threads.emplace_back([&mail, sender] {
            const std::unique_ptr<Transport> own = mail.of(sender);
            for (std::uint32_t i = 0; i < messages; ++i) own->send(0, {Message::Kind::states, 0, {i}});
        });
    }
    std::vector<std::uint32_t> next(senders + 1);
    for (Message message; next[1] + next[2] + next[3] < senders * messages;) {
        if (!receiver->receive(message)) {
            receiver->wait();
            continue;
        }
        REQUIRE(message.words[0] == next[message.from]);
        ++next[message.from];
    }
    for (std::thread& thread : threads) thread.join();
}
