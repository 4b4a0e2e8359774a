// Search on disk, with so little memory that it writes and merges all the time: on random networks it says what breadth
// first search in memory says, with shortest traces that are replayed, after the same number of states where there are
// no clocks. Ended anywhere and gone on with it says the same. What is damaged gives no answer.
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/alarm.hpp"
#include "base/rng.hpp"
#include "engine/engine.hpp"
#include "search/methods/registry.hpp"
#include "search/settings/checkpoint.hpp"
#include "tiny/budget.hpp"
#include "tiny/random_question.hpp"

using namespace crowfly;

namespace {

namespace fs = std::filesystem;

// A directory that nobody else has, gone with this object.
class DiskPlace {
public:
    DiskPlace() : path_(fs::temp_directory_path() / fmt::format("crowfly-disk-{}", getpid())) { fs::remove_all(path_); }
    ~DiskPlace() { fs::remove_all(path_); }
    const fs::path& path() const { return path_; }
    DiskStore with(std::size_t table, std::size_t small) const {
        DiskStore disk;
        disk.folder = path_.string();
        disk.table = table;
        disk.small = small;
        disk.every = 0;
        return disk;
    }

private:
    fs::path path_;
};

class DiskQuestion : public tiny::RandomQuestion {
public:
    using RandomQuestion::RandomQuestion;

    bool has_clocks() const { return net().clocks > 0; }
    crowfly::Answer decide(const Settings& settings) const {
        SilentObserver quiet;
        const Limits limits;
        return choose_engine(network(), query()).engine->decide({network(), query(), settings, limits, quiet});
    }
    SearchResult search(SearchOptions options, std::size_t states) const {
        if (!has_clocks()) options.abstraction.reset();
        Limits limits;
        limits.states = states;
        return RandomQuestion::search(options, limits);
    }
    SearchResult search_watched(SearchOptions options, const Limits& limits, Observer& observer) const {
        const auto reach = as_reach(query());
        options.wanted = reach.exists;
        return crowfly::search(network(), reach.formula, options, limits, observer);
    }
};

// Rings an alarm that only loops in the middle of something obey, from the first progress on.
class Ringing final : public Observer {
public:
    void progress(const Statistics&) override { rings_ = true; }

private:
    std::atomic<bool> rings_ = false;
    const Alarm alarm_{&rings_};
};

// Rings it a moment later, in the middle of whatever is done then.
class RingingSoon final : public Observer {
public:
    explicit RingingSoon(std::size_t moments)
        : ringer_([this, moments] {
              while (!has_begun_) std::this_thread::yield();
              for (std::size_t i = 0; i < moments; ++i) passed_ = i;
              rings_ = true;
          }) {}
    ~RingingSoon() override { has_begun_ = true; }
    void progress(const Statistics&) override { has_begun_ = true; }

private:
    std::atomic<bool> has_begun_ = false, rings_ = false;
    std::atomic<std::size_t> passed_ = 0;
    const Alarm alarm_{&rings_};
    std::jthread ringer_;
};

tiny::Shape discrete_shape() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {1, 3};
    shape.processes = {2, 4};
    shape.locations = {3, 4};
    return shape;
}

tiny::Shape timed_shape() {
    tiny::Shape shape;
    shape.processes = {2, 4};
    return shape;
}

Settings disk_settings(const std::string& search, const std::string& heuristic) {
    std::string problem;
    Settings settings;
    REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
    if (!heuristic.empty()) settings.guidance.heuristic = *parse_heuristic(heuristic, problem);
    return settings;
}

// In memory, and then on disk with tables of few states, or of none at all.
void check_same_on_disk(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    const DiskPlace place;
    std::size_t reachable = 0, long_ones = 0;
    std::uint64_t merges = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        const DiskQuestion question(seed, shape);
        Settings in_memory = disk_settings("bfs", "");
        in_memory.objective = Objective::shortest;
        const crowfly::Answer expected = question.decide(in_memory);
        reachable += expected.witness ? 1 : 0;
        const auto check = [&](const std::string& search, const std::string& heuristic, const DiskStore& disk) {
            Settings settings = disk_settings(search, heuristic);
            settings.disk = disk;
            const crowfly::Answer answer = question.decide(settings);
            const std::string where = fmt::format("{} {}, table {}, small {}, seed {}: {}", search, heuristic,
                                                  disk.table, disk.small, seed, question.text());
            CHECK_MESSAGE(answer.verdict == expected.verdict, where << answer.reason);
            CHECK_MESSAGE(!answer.unverified, where);
            REQUIRE_MESSAGE(answer.witness.has_value() == expected.witness.has_value(), where);
            if (expected.witness) {
                REQUIRE_MESSAGE(answer.witness->run != nullptr, where);
                CHECK_MESSAGE(answer.witness->run->steps.size() == expected.witness->run->steps.size(), where);
                long_ones += answer.witness->run->steps.size() > 2 ? 1 : 0;
            } else if (!question.has_clocks() && search == "bfs") {
                CHECK_MESSAGE(answer.statistics->stored == expected.statistics->stored, where);
                CHECK_MESSAGE(answer.statistics->explored == expected.statistics->explored, where);
            }
            CHECK_MESSAGE(!fs::exists(place.path()), where);
            if (answer.statistics->disk) merges += answer.statistics->disk->merges;
        };
        check("bfs", "", place.with(2 + seed % 9, seed % 3));
        check("bfs", "", place.with(40, 5));
        check("bfs", "", place.with(1'000'000, seed % 2 == 0 ? 0 : 4096));
        check("astar", seed % 2 == 0 ? "dL" : "hL", place.with(3 + seed % 20, seed % 5));
        check("astar", seed % 2 == 0 ? "hL" : "zero", place.with(25, 0));
    }
    CHECK(reachable > networks / 4);
    CHECK(long_ones > 0);
    CHECK(merges > networks);
}

// Ends again and again after a few more states, and goes on.
void check_resumed_on_disk(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    const DiskPlace place;
    std::size_t pieces = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        const DiskQuestion question(seed, shape);
        Rng random(seed);
        for (const char* search : {"bfs", "astar"}) {
            const Settings settings = disk_settings(search, std::string(search) == "astar" ? "hL" : "");
            SearchOptions options;
            options.search = settings.search;
            options.guidance = settings.guidance;
            options.disk = place.with(5 + random.below(60), random.below(2) * 20);
            const SearchResult whole = question.search(options, no_bound);
            const std::string where = fmt::format("{}, seed {}: {}", search, seed, question.text());
            REQUIRE_MESSAGE(whole.unfinished == "", where);
            std::size_t states = 0;
            SearchResult result;
            do {
                states += 1 + random.below(30);
                result = question.search(options, states);
                pieces += result.unfinished.empty() ? 0 : 1;
            } while (result.unfinished == state_limit_reason);
            CHECK_MESSAGE(result.unfinished == "", where);
            REQUIRE_MESSAGE(result.found.has_value() == whole.found.has_value(), where);
            if (whole.found) CHECK_MESSAGE(result.found->size() == whole.found->size(), where);
            if (!whole.found && !question.has_clocks())
                CHECK_MESSAGE(result.statistics.stored == whole.statistics.stored, where);
        }
    }
    CHECK(pieces > networks / 4);
}

// A search that was ended, of which the directory is left, and which would go on.
class EndedOnDisk {
public:
    EndedOnDisk() {
        for (std::uint64_t seed = 91'000'000;; ++seed) {
            question_ = std::make_unique<DiskQuestion>(seed, discrete_shape());
            options_.disk = place_.with(30, 10);
            SearchResult result = question_->search(options_, 100);
            if (result.unfinished == state_limit_reason) break;
        }
    }
    const DiskPlace& place() const { return place_; }
    SearchResult go_on() const { return question_->search(options_, no_bound); }
    SearchResult ask(const DiskQuestion& other) const { return other.search(options_, no_bound); }

private:
    DiskPlace place_;
    std::unique_ptr<DiskQuestion> question_;
    SearchOptions options_;
};

std::string content_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
void replace_content(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

}  // namespace

TEST_CASE("searches on disk without clocks are those in memory") {
    check_same_on_disk(discrete_shape(), 90'000'000, tiny::budget(250));
}

TEST_CASE("searches on disk with zones are those in memory") {
    check_same_on_disk(timed_shape(), 90'500'000, tiny::budget(250));
}

TEST_CASE("searches on disk are gone on with") {
    check_resumed_on_disk(discrete_shape(), 91'000'000, tiny::budget(60));
    check_resumed_on_disk(timed_shape(), 91'500'000, tiny::budget(60));
}

// Merges compare zones, which takes long, and are ended in the middle; the last manifest is written all the same.
TEST_CASE("searches on disk whose merges are interrupted are gone on with") {
    const DiskPlace place;
    const std::size_t networks = tiny::budget(60);
    std::size_t interrupted = 0;
    for (std::uint64_t seed = 93'000'000; seed < 93'000'000 + networks; ++seed) {
        tiny::Shape shape = timed_shape();
        shape.processes = {4, 6};
        const DiskQuestion question(seed, shape);
        if (!question.has_clocks()) continue;
        SearchOptions options;
        options.disk = place.with(20, seed % 2 * 10);
        const SearchResult whole = question.search(options, no_bound);
        SearchResult result;
        for (int tries = 0; tries < 200; ++tries) {
            Ringing ringing;
            result = question.search_watched(options, Limits(), ringing);
            if (result.unfinished != interrupted_reason) break;
            ++interrupted;
            REQUIRE_MESSAGE(fs::exists(place.path() / "crowfly.manifest"), question.text());
        }
        CHECK_MESSAGE(result.unfinished == "", question.text());
        REQUIRE_MESSAGE(result.found.has_value() == whole.found.has_value(), question.text());
        if (!whole.found) CHECK_MESSAGE(result.statistics.explored == whole.statistics.explored, question.text());
    }
    CHECK(interrupted > 0);
}

// A limit ends an expansion between any two successors, which is then done again.
TEST_CASE("searches on disk whose expansions are interrupted are gone on with") {
    const DiskPlace place;
    const std::size_t networks = tiny::budget(60);
    std::size_t interrupted = 0;
    for (std::uint64_t seed = 94'000'000; seed < 94'000'000 + networks; ++seed) {
        tiny::Shape shape = seed % 2 == 0 ? discrete_shape() : timed_shape();
        shape.processes = {4, 6};
        const DiskQuestion question(seed, shape);
        SearchOptions options;
        options.disk = place.with(200, seed % 3 * 10);
        options.disk->every = 1000;
        if (!question.has_clocks()) options.abstraction.reset();
        const SearchResult whole = question.search(options, no_bound);
        SearchResult result;
        for (std::size_t tries = 0; tries < 2000; ++tries) {
            RingingSoon ringing(tries * 37 % 3000);
            result = question.search_watched(options, Limits(), ringing);
            if (result.unfinished != interrupted_reason) break;
            ++interrupted;
        }
        CHECK_MESSAGE(result.unfinished == "", question.text());
        REQUIRE_MESSAGE(result.found.has_value() == whole.found.has_value(), question.text());
        if (whole.found) CHECK_MESSAGE(result.found->size() == whole.found->size(), question.text());
        if (whole.found) continue;
        CHECK_MESSAGE(result.statistics.explored == whole.statistics.explored, question.text());
        CHECK_MESSAGE(result.statistics.generated == whole.statistics.generated, question.text());
        if (!question.has_clocks()) CHECK_MESSAGE(result.statistics.stored == whole.statistics.stored, question.text());
    }
    CHECK(interrupted > networks);
}

// Threads stand for processes: each has its own lock on the directory.
TEST_CASE("searches that share a directory say the same") {
    const DiskPlace place;
    const std::size_t networks = tiny::budget(40);
    std::size_t reachable = 0;
    for (std::uint64_t seed = 92'000'000; seed < 92'000'000 + networks; ++seed) {
        const DiskQuestion question(seed, seed % 2 == 0 ? discrete_shape() : timed_shape());
        SearchOptions options;
        options.objective = Objective::shortest;
        const SearchResult expected = question.search(options, no_bound);
        reachable += expected.found ? 1 : 0;
        options.disk = place.with(20, 0);
        options.disk->is_shared = true;
        std::vector<SearchResult> results(3);
        std::vector<std::thread> workers;
        for (SearchResult& result : results) workers.emplace_back([&] { result = question.search(options, no_bound); });
        for (std::thread& worker : workers) worker.join();
        for (const SearchResult& result : results) {
            CHECK_MESSAGE(result.unfinished == "", question.text());
            REQUIRE_MESSAGE(result.found.has_value() == expected.found.has_value(), question.text());
            if (expected.found) CHECK_MESSAGE(result.found->size() == expected.found->size(), question.text());
            if (!expected.found && !question.has_clocks())
                CHECK_MESSAGE(result.statistics.stored == expected.statistics.stored, question.text());
        }
        CHECK_MESSAGE(!fs::exists(place.path() / "crowfly.manifest"), question.text());
    }
    CHECK(reachable > networks / 8);
}

// Each process expands some states of a piece and ends at a limit; the next one goes on.
TEST_CASE("searches that share a directory one after the other get on") {
    const DiskPlace place;
    const std::size_t networks = tiny::budget(40);
    std::size_t ended = 0;
    for (std::uint64_t seed = 94'000'000; seed < 94'000'000 + networks; ++seed) {
        tiny::Shape shape = discrete_shape();
        shape.processes = {4, 6};
        const DiskQuestion question(seed, shape);
        SearchOptions options;
        options.abstraction.reset();
        options.objective = Objective::shortest;
        const SearchResult expected = question.search(options, no_bound);
        options.disk = place.with(20, 0);
        options.disk->is_shared = true;
        Limits few;
        few.explored = 1;
        SilentObserver quiet;
        SearchResult result;
        std::size_t tries = 0;
        do {
            result = question.search_watched(options, few, quiet);
            ended += result.unfinished.empty() ? 0 : 1;
        } while (result.unfinished == enough_states_reason && ++tries < 1000);
        CHECK_MESSAGE(result.unfinished == "", question.text());
        REQUIRE_MESSAGE(result.found.has_value() == expected.found.has_value(), question.text());
        if (expected.found) CHECK_MESSAGE(result.found->size() == expected.found->size(), question.text());
        if (!expected.found) {
            CHECK_MESSAGE(result.statistics.stored == expected.statistics.stored, question.text());
            CHECK_MESSAGE(result.statistics.explored == expected.statistics.explored, question.text());
        }
    }
    CHECK(ended > 0);
}

TEST_CASE("a damaged directory gives no answer, or the right one") {
    const EndedOnDisk ended;
    const fs::path copy = ended.place().path().string() + "-copy";
    fs::remove_all(copy);
    fs::copy(ended.place().path(), copy);
    const SearchResult whole = ended.go_on();
    REQUIRE(whole.unfinished.empty());
    Rng random(17);
    std::size_t refused = 0, tries = 0;
    for (const auto& entry : fs::directory_iterator(copy)) {
        const std::string content = content_of(entry.path());
        for (int i = 0; i < 25 && !content.empty(); ++i, ++tries) {
            fs::remove_all(ended.place().path());
            fs::copy(copy, ended.place().path());
            std::string damaged = content;
            const std::size_t at = random.below(content.size());
            if (i % 3 == 0)
                damaged.resize(at);
            else
                damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
            replace_content(ended.place().path() / entry.path().filename(), damaged);
            try {
                const SearchResult result = ended.go_on();
                if (!result.unfinished.empty()) {
                    ++refused;
                    CHECK_MESSAGE(result.unfinished.find("damaged") != std::string::npos, result.unfinished);
                } else {
                    CHECK(result.found.has_value() == whole.found.has_value());
                    if (!whole.found) CHECK(result.statistics.stored == whole.statistics.stored);
                }
            } catch (const UnfitCheckpoint&) {
                ++refused;
            }
        }
    }
    CHECK(refused > tries / 2);
    fs::remove_all(copy);
}

TEST_CASE("the directory of another question is refused") {
    const EndedOnDisk ended;
    CHECK_THROWS_AS(ended.ask(DiskQuestion(84'000'000, discrete_shape())), UnfitCheckpoint);
    CHECK(ended.go_on().unfinished.empty());
}
