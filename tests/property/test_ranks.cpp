// Processes that search together decide what one worker does, on random networks, and so do others that go on from
// their checkpoint, however many. Here each rank is a thread, with nothing in common but messages and files; over MPI
// the same is done by tests/cli/ranks.py.
#include <doctest/doctest.h>

#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>

#include "base/alarm.hpp"
#include "base/rng.hpp"
#include "property/property.hpp"
#include "search/reachability.hpp"
#include "search/workers/mailboxes.hpp"
#include "search/workers/ranks.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "tiny/random_question.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

// What ranks share.
class Files {
public:
    bool write(const std::string& path, const Checkpoints::Content& content) {
        std::string bytes;
        content([&](std::string_view piece) { bytes += piece; });
        const std::lock_guard lock(mutex_);
        files_[path] = std::move(bytes);
        return true;
    }
    void read(const std::string& path, const RankFiles::Use& use) {
        std::string bytes;
        {
            const std::lock_guard lock(mutex_);
            if (!files_.contains(path)) throw UnfitCheckpoint("does not exist", "");
            bytes = files_[path];
        }
        use(bytes);
    }
    bool has(const std::string& path) const { return files_.contains(path); }

private:
    std::mutex mutex_;
    std::map<std::string, std::string> files_;
};

class ThreadCluster final : public Cluster {
public:
    // `fail` is called whenever the rank tells what it has done.
    ThreadCluster(Mailboxes& mail, std::size_t rank, const std::function<void()>& fail = {})
        : inner_(mail.of(rank)), fail_(fail) {}

    std::size_t self() const override { return inner_->self(); }
    std::size_t size() const override { return inner_->size(); }
    void send(std::size_t to, Message message) override { inner_->send(to, std::move(message)); }
    bool receive(Message& message) override { return inner_->receive(message); }
    void wait() override { inner_->wait(); }
    Tally exchange(const Tally& own) override {
        if (fail_) fail_();
        return inner_->exchange(own);
    }
    Tally others() const override { return inner_->others(); }
    void begin_search() override {}
    void abort(int) override { FAIL("a rank has given up"); }

private:
    std::unique_ptr<Transport> inner_;
    std::function<void()> fail_;
};

struct RankQuestion {
    const Network& network;
    const Formula& formula;
    SearchOptions options;
};

// The result of the first rank.
SearchResult search_together(const RankQuestion& asked, std::size_t ranks, const Limits& limits,
                             const std::function<std::unique_ptr<RankFiles>()>& files = {}) {
    Mailboxes mail(ranks);
    std::vector<SearchResult> results(ranks);
    std::deque<std::thread> threads;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
            ThreadCluster cluster(mail, rank);
            if (files) cluster.files = files();
            SearchOptions options = asked.options;
            options.ranks = &cluster;
            SilentObserver quiet;
            results[rank] = search(asked.network, asked.formula, options, limits, quiet);
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t rank = 1; rank < ranks; ++rank) CHECK(results[rank].unfinished == answered_elsewhere);
    return results[0];
}

SearchOptions options_for(std::uint64_t seed, bool has_clocks) {
    SearchOptions options;
    options.search = seed % 3 == 0 ? "astar" : "bfs";
    options.shortest = seed % 2 == 0;
    options.guidance.heuristic = {seed % 3 == 0 ? "dL" : "zero"};
    options.guidance.own = 100;
    options.guidance.ahead = options.search == "bfs" ? 0 : 100;
    if (!has_clocks) options.abstraction.reset();
    return options;
}

void check_same(const SearchResult& one, const SearchResult& several, bool has_clocks) {
    CHECK(several.unfinished.empty());
    CHECK(several.found.has_value() == one.found.has_value());
    if (one.found && several.found) CHECK(several.found->size() == one.found->size());
    if (!one.found && !has_clocks) CHECK(several.statistics.stored == one.statistics.stored);
}

// In pieces, each by another number of ranks, which go on after so many states per rank.
SearchResult search_in_pieces(const RankQuestion& asked, std::size_t states, Rng& random, std::size_t& pieces) {
    Files files;
    SearchResult result;
    for (std::size_t piece = 0; piece < 60; ++piece) {
        const auto files_of_rank = [&] {
            return std::make_unique<RankFiles>(
                "saved", files.has("saved") ? "saved" : "", 0,
                [&](const std::string& path, const Checkpoints::Content& content) {
                    return files.write(path, content);
                },
                [&](const std::string& path, const RankFiles::Use& use) { files.read(path, use); });
        };
        Limits limits;
        limits.explored = random.below(5) + piece * states;
        result = search_together(asked, 1 + random.below(4), limits, files_of_rank);
        if (result.unfinished.empty()) return result;
        CHECK(result.unfinished == enough_states_reason);
        result.statistics.explored = 0;
        ++pieces;
    }
    return search_together(asked, 2, {});
}

// Of three ranks the last one throws; what the first one and the last one end with.
std::pair<std::string, std::string> endings_where_one_throws(const RankQuestion& asked,
                                                             const std::function<void()>& fail) {
    Mailboxes mail(3);
    std::vector<std::string> endings(3);
    std::deque<std::thread> threads;
    for (std::size_t rank = 0; rank < 3; ++rank) {
        threads.emplace_back([&, rank] {
            ThreadCluster cluster(mail, rank, rank == 2 ? fail : nullptr);
            SearchOptions options = asked.options;
            options.ranks = &cluster;
            SilentObserver quiet;
            try {
                endings[rank] = search(asked.network, asked.formula, options, {}, quiet).unfinished;
            } catch (const std::exception& thrown) {
                endings[rank] = thrown.what();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(endings[1] == answered_elsewhere);
    return {endings[0], endings[2]};
}

void check_ranks(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    std::size_t reachable = 0, pieces = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(networks); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const std::optional<Property> query = loaded.compile(tiny::random_reach(rng, net, shape, true));
        REQUIRE(query.has_value());
        INFO("seed ", seed, "\n", tiny::to_xta(net));
        const bool has_clocks = loaded.network().features.clocks || mentions_clocks(*query);
        RankQuestion asked{loaded.network(), as_reach(*query).formula, options_for(seed, has_clocks)};
        asked.options.shortest = true;
        SilentObserver quiet;
        const SearchResult one = search(asked.network, asked.formula, asked.options, {}, quiet);
        if (one.stop) continue;
        reachable += one.found ? 1 : 0;
        const SearchResult several = search_together(asked, 2 + seed % 3, {});
        if (!several.stop) check_same(one, several, has_clocks);
        if (seed % 2 != 0) continue;
        const SearchResult resumed = search_in_pieces(asked, 1, rng, pieces);
        if (!resumed.stop) check_same(one, resumed, has_clocks);
    }
    CHECK(reachable > tiny::budget(networks) / 5);
    CHECK(pieces > tiny::budget(networks) / 20);
}

}  // namespace

TEST_CASE("ranks decide what one worker does, also after restarts, with clocks") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.committed = 15;
    check_ranks(shape, 125'000'000, 250);
}

TEST_CASE("ranks decide what one worker does, also after restarts, without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    check_ranks(shape, 126'000'000, 250);
}

TEST_CASE("a path goes through states that ranks have stored in several runs") {
    const Asked model(four_counters, "E<> n[0] == 9 && n[1] == 9 && n[2] == 9 && n[3] == 9");
    Rng random(129'000'000);
    for (const std::uint64_t seed : {2, 3}) {  // breadth first, A*
        const RankQuestion asked{model.network(), as_reach(*model.query).formula, options_for(seed, false)};
        std::size_t pieces = 0;
        const SearchResult result = search_in_pieces(asked, 500, random, pieces);
        CHECK(pieces > 3);
        REQUIRE(result.found.has_value());
        CHECK(result.found->size() == 37);  // states
    }
}

TEST_CASE("a bug in one rank is told by the first one, and too little memory ends all") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    for (std::uint64_t seed = 128'000'000; seed < 128'000'000 + tiny::budget(20); ++seed) {
        const tiny::RandomQuestion random(seed, shape);
        INFO("seed ", seed, "\n", random.text());
        RankQuestion asked{random.network(), as_reach(random.query()).formula, options_for(seed, false)};
        asked.options.shortest = true;
        SilentObserver quiet;
        if (search(asked.network, asked.formula, asked.options, {}, quiet).stop) continue;
        const auto bug = endings_where_one_throws(asked, [] { throw std::logic_error("two and two are five"); });
        CHECK(bug.first == "rank 2: two and two are five");
        CHECK(bug.second == "two and two are five");
        const auto memory = endings_where_one_throws(asked, [] { throw std::bad_alloc(); });
        CHECK(memory.first == memory_limit_reason);
        CHECK(memory.second == answered_elsewhere);
    }
}
