// Processes that search together decide what one worker does, on random networks, and so do others that go on from
// their checkpoint, however many. Here each rank is a thread, with nothing in common but messages and files; over MPI
// the same is done by tests/cli/ranks.py.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

#include "base/alarm.hpp"
#include "base/rng.hpp"
#include "property/property.hpp"
#include "property/restless_transport.hpp"
#include "search/schedule/reachability.hpp"
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
        overwritten_ += path != "saved" && files_.contains(path) ? 1 : 0;
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
    bool has(const std::string& path) {
        const std::lock_guard lock(mutex_);
        return files_.contains(path);
    }
    std::size_t overwritten() const { return overwritten_; }  // parts

private:
    std::mutex mutex_;
    std::size_t overwritten_ = 0;
    std::map<std::string, std::string> files_;
};

// What a test does to a rank.
struct Hooks {
    std::function<void()> before_tally = {};               // whenever it tells what it has done
    std::function<void(const Message&)> before_send = {};  // whenever it sends something
    std::optional<std::uint64_t> dawdle_seed = {};         // its messages come late, and in another order
};

class ThreadCluster final : public Cluster {
public:
    ThreadCluster(Mailboxes& mail, std::size_t rank, Hooks hooks = {})
        : inner_(mail.of(rank)), hooks_(std::move(hooks)) {
        if (hooks_.dawdle_seed)
            inner_ = std::make_unique<RestlessTransport>(std::move(inner_), *hooks_.dawdle_seed * 64 + rank);
    }

    std::size_t self() const override { return inner_->self(); }
    std::size_t size() const override { return inner_->size(); }
    void send(std::size_t to, Message message) override {
        if (hooks_.before_send) hooks_.before_send(message);
        inner_->send(to, std::move(message));
    }
    bool receive(Message& message) override { return inner_->receive(message); }
    void wait() override { inner_->wait(); }
    Tally exchange(const Tally& own) override {
        if (hooks_.before_tally) hooks_.before_tally();
        return inner_->exchange(own);
    }
    Tally others() const override { return inner_->others(); }
    void begin_search() override {}
    void abort(int) override { FAIL("a rank has given up"); }

private:
    std::unique_ptr<Transport> inner_;
    Hooks hooks_;
};

struct RankQuestion {
    const Network& network;
    const Formula& formula;
    SearchOptions options;
};

using FilesOfRank = std::function<std::unique_ptr<RankFiles>(std::size_t rank)>;

// The result of the first rank.
SearchResult search_together(const RankQuestion& asked, std::size_t ranks, const Limits& limits,
                             const FilesOfRank& files = {}, const Hooks& hooks = {}) {
    Mailboxes mail(ranks);
    std::vector<SearchResult> results(ranks);
    std::deque<std::thread> threads;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
            ThreadCluster cluster(mail, rank, hooks);
            if (files) cluster.files = files(rank);
            SearchOptions options = asked.options;
            options.ranks = std::shared_ptr<Cluster>(std::shared_ptr<void>(), &cluster);
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
    options.objective = seed % 2 == 0 ? Objective::shortest : Objective::any;
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

// What they save all `every` seconds, and where a limit ends them, is gone on with. `blind`: a rank that cannot read
// it.
FilesOfRank saved_to(Files& files, double every, std::optional<std::size_t> blind = {}) {
    return [&files, every, blind](std::size_t rank) {
        return std::make_unique<RankFiles>(
            "saved", files.has("saved") ? "saved" : "", every,
            [&](const std::string& path, const Checkpoints::Content& content) { return files.write(path, content); },
            [&files, is_blind = rank == blind](const std::string& path, const RankFiles::Use& use) {
                if (is_blind) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the others search already
                    throw UnfitCheckpoint("is out of sight", "");
                }
                files.read(path, use);
            });
    };
}

// One of all ranks has no memory for the message with that number, if it is about the search.
Hooks fail_at(std::size_t number) {
    const auto sent = std::make_shared<std::atomic<std::size_t>>(0);
    return {.before_send = [sent, number](const Message& message) {
        using enum Message::Kind;
        const bool is_about_search = message.kind == states || message.kind == layer || message.kind == probe ||
                                     message.kind == count || message.kind == pause || message.kind == save ||
                                     message.kind == saved || message.kind == resume || message.kind == bound;
        if (is_about_search && ++*sent == number) throw std::bad_alloc();
    }};
}

// In pieces, each by another number of ranks, which fail after a while: what was saved before, now and then, counts.
SearchResult search_in_pieces(const RankQuestion& asked, Rng& random, std::size_t& pieces) {
    Files files;
    for (std::size_t piece = 0; piece < 10; ++piece) {
        const Hooks hooks = fail_at(1 + random.below(20 * (piece + 1)));
        const SearchResult result = search_together(asked, 1 + random.below(4), {}, saved_to(files, 0), hooks);
        if (result.unfinished.empty()) return result;
        CHECK(result.unfinished == memory_limit_reason);
        CHECK(!result.found);
        pieces += files.has("saved") ? 1 : 0;
    }
    return search_together(asked, 2, {}, saved_to(files, 0));
}

// Some ranks end at a limit on states, and save what they have there and nowhere else; others go on from it.
SearchResult search_from_limit_to_limit(const RankQuestion& asked, std::size_t states, Rng& random,
                                        std::size_t& pieces) {
    constexpr double never = 1e9;
    Files files;
    for (std::size_t limited = 1 + random.below(3);; --limited) {
        const std::size_t ranks = 1 + random.below(4);
        Limits limits;
        if (limited > 0) limits.states = random.below(states / ranks + 1);
        Hooks hooks;
        if (random.below(2) == 0) hooks.dawdle_seed = random.below(1000);
        const SearchResult result = search_together(asked, ranks, limits, saved_to(files, never), hooks);
        if (result.unfinished != state_limit_reason) return result;
        REQUIRE(limited > 0);
        REQUIRE(files.has("saved"));
        CHECK(files.overwritten() == 0);
        CHECK(!result.found);
        ++pieces;
    }
}

// Of three ranks the last one throws; what the first one and the last one end with.
std::pair<std::string, std::string> endings_where_one_throws(const RankQuestion& asked,
                                                             const std::function<void()>& fail) {
    Mailboxes mail(3);
    std::vector<std::string> endings(3);
    std::deque<std::thread> threads;
    for (std::size_t rank = 0; rank < 3; ++rank) {
        threads.emplace_back([&, rank] {
            ThreadCluster cluster(mail, rank, {.before_tally = rank == 2 ? fail : nullptr});
            SearchOptions options = asked.options;
            options.ranks = std::shared_ptr<Cluster>(std::shared_ptr<void>(), &cluster);
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
        asked.options.objective = Objective::shortest;
        SilentObserver quiet;
        const SearchResult one = search(asked.network, asked.formula, asked.options, {}, quiet);
        if (one.stop) continue;
        reachable += one.found ? 1 : 0;
        const SearchResult several = search_together(asked, 2 + seed % 3, {});
        if (!several.stop) check_same(one, several, has_clocks);
        if (seed % 2 != 0) continue;
        const SearchResult resumed = search_in_pieces(asked, rng, pieces);
        if (!resumed.stop) check_same(one, resumed, has_clocks);
    }
    CHECK(reachable > tiny::budget(networks) / 5);
    CHECK(pieces > tiny::budget(networks) / 20);
}

// What a limit has ended is lost nowhere: no state is expanded twice, and none is left out.
void check_limits(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    std::size_t reachable = 0, pieces = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + tiny::budget(networks); ++seed) {
        const tiny::RandomQuestion random(seed, shape);
        INFO("seed ", seed, "\n", random.text());
        const bool has_clocks = random.network().features.clocks || mentions_clocks(random.query());
        RankQuestion asked{random.network(), as_reach(random.query()).formula, options_for(seed, has_clocks)};
        asked.options.objective = Objective::shortest;
        SilentObserver quiet;
        const SearchResult one = search(asked.network, asked.formula, asked.options, {}, quiet);
        if (one.stop) continue;
        reachable += one.found ? 1 : 0;
        Rng rng(seed);
        const SearchResult resumed = search_from_limit_to_limit(asked, one.statistics.stored, rng, pieces);
        if (resumed.stop) continue;
        check_same(one, resumed, has_clocks);
        if (!one.found && !has_clocks && asked.options.search == "bfs")
            CHECK(resumed.statistics.explored == one.statistics.explored);
    }
    CHECK(reachable > tiny::budget(networks) / 10);
    CHECK(pieces > tiny::budget(networks) / 2);
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

TEST_CASE("ranks decide what one worker does, also after restarts, with clocks") {
    check_ranks(timed(), 125'000'000, 250);
}

TEST_CASE("ranks decide what one worker does, also after restarts, without clocks") {
    check_ranks(untimed(), 126'000'000, 250);
}

TEST_CASE("ranks save where a limit ends them, and others go on from there, with clocks") {
    check_limits(timed(), 130'000'000, 200);
}

TEST_CASE("ranks save where a limit ends them, and others go on from there, without clocks") {
    check_limits(untimed(), 131'000'000, 300);
}

TEST_CASE("a path goes through states that ranks have stored in several runs") {
    const Asked model(four_counters, "E<> n[0] == 9 && n[1] == 9 && n[2] == 9 && n[3] == 9");
    Rng random(129'000'000);
    for (const std::uint64_t seed : {2, 3}) {  // breadth first, A*
        const RankQuestion asked{model.network(), as_reach(*model.query).formula, options_for(seed, false)};
        Files files;
        SearchResult result;
        std::size_t pieces = 0;
        do {
            Limits limits;
            limits.explored = 500 * ++pieces;
            result = search_together(asked, 1 + random.below(4), limits, saved_to(files, 0.01));
        } while (result.unfinished == enough_states_reason);
        CHECK(pieces > 4);
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
        asked.options.objective = Objective::shortest;
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

TEST_CASE("without memory for the path there is no verdict, and nobody waits") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    std::size_t refused = 0;
    for (std::uint64_t seed = 132'000'000; seed < 132'000'000 + tiny::budget(60); ++seed) {
        const tiny::RandomQuestion random(seed, shape);
        INFO("seed ", seed, "\n", random.text());
        const RankQuestion asked{random.network(), as_reach(random.query()).formula, options_for(seed, false)};
        std::atomic<bool> is_refused = false;
        const auto refuse = [&](const Message& message) {
            const bool is_of_path = message.kind == Message::Kind::path || message.kind == Message::Kind::complete;
            if (!is_of_path || message.words.empty()) return;
            is_refused = true;
            throw std::bad_alloc();
        };
        const SearchResult result = search_together(asked, 3, {}, {}, {.before_send = refuse});
        if (!is_refused) continue;
        ++refused;
        CHECK(result.unfinished == memory_limit_reason);
        CHECK(!result.found);
    }
    CHECK(refused > tiny::budget(60) / 10);
}

TEST_CASE("nobody waits for a path through states that a rank could not read") {
    const Asked model(four_counters, "E<> n[0] + n[1] + n[2] + n[3] == 12 && n[0] == 3");
    std::size_t lost = 0;
    for (const bool has_clocks : {false, true}) {
        for (std::size_t states = 200; states < 1800; states += 25) {
            const RankQuestion asked{model.network(), as_reach(*model.query).formula, options_for(1, has_clocks)};
            Files files;
            Limits limits;
            limits.states = states;
            search_together(asked, 2, limits, saved_to(files, 1e9));
            if (!files.has("saved")) continue;
            const SearchResult result = search_together(asked, 2, {}, saved_to(files, 1e9, 1));
            CHECK((result.found || result.unfinished == "the checkpoint is out of sight" ||
                   result.unfinished == memory_limit_reason));
            lost += result.found ? 0 : 1;
        }
    }
    CHECK(lost > 0);
}

TEST_CASE("a rank that cannot read the checkpoint ends all") {
    const Asked model(four_counters, "E<> n[0] == 9 && n[1] == 9 && n[2] == 9 && n[3] == 9");
    for (const bool has_clocks : {false, true}) {
        const RankQuestion asked{model.network(), as_reach(*model.query).formula, options_for(1, has_clocks)};
        Files files;
        Limits limits;
        limits.states = 100;
        CHECK(search_together(asked, 2, limits, saved_to(files, 1e9)).unfinished == state_limit_reason);
        CHECK(search_together(asked, 3, {}, saved_to(files, 1e9, 2)).unfinished == "the checkpoint is out of sight");
        CHECK(search_together(asked, 3, {}, saved_to(files, 1e9)).found.has_value());
    }
}
