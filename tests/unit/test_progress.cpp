// When a search under way is shown, by a clock that the test sets.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "cli/queries/progress.hpp"
#include "render/json.hpp"

using namespace crowfly;

namespace {

class Screen {
public:
    explicit Screen(ProgressMode mode, std::size_t width = 200)
        : observer_(
              mode, [this] { return now_; }, [this](std::string_view text) { written_.emplace_back(text); }, width) {
        observer_.begin(1, 1);
    }

    // One call at this time, in seconds since the start; what it wrote.
    std::string at(double time, std::size_t explored = 0) {
        now_ = start_ + time;
        Statistics statistics;
        statistics.explored = explored;
        written_.clear();
        observer_.progress(statistics);
        return all();
    }
    // While a heuristic is built.
    std::string at(double time, const BuildStage& stage) {
        now_ = start_ + time;
        Statistics statistics;
        statistics.building = "mas";
        statistics.stage = stage;
        written_.clear();
        observer_.progress(statistics);
        return all();
    }
    std::string end() {
        written_.clear();
        observer_.end();
        return all();
    }
    void next_query() {
        start_ = now_;
        observer_.begin(2, 2);
    }

private:
    std::string all() const {
        std::string text;
        for (const std::string& piece : written_) text += piece;
        return text;
    }

    double start_ = 1000;
    double now_ = 1000;
    std::vector<std::string> written_;
    ProgressObserver observer_;
};

}  // namespace

TEST_CASE("a terminal gets one line, after a second, ten times a second, and gets it back") {
    Screen screen(ProgressMode::rewritten);
    CHECK(screen.at(0.01).empty());
    CHECK(screen.at(0.99).empty());
    CHECK(screen.end().empty());
    CHECK(screen.at(1.0, 50) == "\r\x1b[K1 s, explored 50, stored 0, waiting 0, 50/s, 0.0 MiB");
    CHECK(screen.at(1.05, 60).empty());
    CHECK(screen.at(1.125, 75) == "\r\x1b[K1 s, explored 75, stored 0, waiting 0, 200/s, 0.0 MiB");
    CHECK(screen.end() == "\r\x1b[K");
    CHECK(screen.end().empty());
}

TEST_CASE("of what is built its stage is shown") {
    Screen screen(ProgressMode::lines);
    CHECK(screen.at(10, {.doing = "merging", .number = 5, .of = 12, .states = 20'000}) ==
          "10 s, building mas: merging 5 of 12, 20 000 states, explored 0, 0.0 MiB\n");
    CHECK(screen.at(20, {.doing = "refining", .predicates = 40}) ==
          "20 s, building mas: refining, 40 predicates, explored 0, 0.0 MiB\n");
    CHECK(screen.at(30, BuildStage{}) == "30 s, building mas, explored 0, 0.0 MiB\n");
    const Json line = Json::parse(Screen(ProgressMode::json).at(1, {.doing = "pattern", .number = 3, .of = 10}));
    CHECK(line["stage"] == Json{{"doing", "pattern"}, {"number", 3}, {"of", 10}});
}

TEST_CASE("a line that would wrap is cut") {
    Screen screen(ProgressMode::rewritten, 12);
    CHECK(screen.at(5) == "\r\x1b[K5 s, explo…");
}

TEST_CASE("each query starts anew") {
    Screen screen(ProgressMode::rewritten);
    CHECK_FALSE(screen.at(7, 1000).empty());
    screen.next_query();
    CHECK(screen.at(0.5, 10).empty());
    CHECK(screen.at(2, 20) == "\r\x1b[Kquery 2 of 2: 2 s, explored 20, stored 0, waiting 0, 10/s, 0.0 MiB");
}

TEST_CASE("a log gets a line every ten seconds, and nothing to erase") {
    Screen screen(ProgressMode::lines);
    CHECK(screen.at(9.9).empty());
    CHECK(screen.at(10, 100) == "10 s, explored 100, stored 0, waiting 0, 10/s, 0.0 MiB\n");
    CHECK(screen.at(19.9).empty());
    CHECK(screen.at(20).substr(0, 4) == "20 s");
    CHECK(screen.end().empty());
}

TEST_CASE("a program gets objects, ten times a second at most") {
    Screen screen(ProgressMode::json);
    CHECK(screen.at(0.05).empty());
    const Json first = Json::parse(screen.at(0.125, 10));
    CHECK(first["elapsed"] == 0.125);
    CHECK(first["rate"] == 80);
    CHECK(first["query"] == 1);
    CHECK(screen.at(0.2).empty());
    CHECK_FALSE(screen.at(0.25).empty());
}

TEST_CASE("counts that start again are no underflow") {
    Screen screen(ProgressMode::json);
    CHECK_FALSE(screen.at(1, 1000).empty());
    CHECK(Json::parse(screen.at(2, 10))["rate"] == 10);
}

TEST_CASE("off is off") {
    Screen screen(ProgressMode::off);
    CHECK(screen.at(100).empty());
    CHECK(screen.end().empty());
}

TEST_CASE("who gets what") {
    CHECK(progress_mode("auto", true, false) == ProgressMode::rewritten);
    CHECK(progress_mode("auto", true, true) == ProgressMode::rewritten);
    CHECK(progress_mode("auto", false, false) == ProgressMode::lines);
    CHECK(progress_mode("auto", false, true) == ProgressMode::off);
    CHECK(progress_mode("off", true, false) == ProgressMode::off);
    CHECK(progress_mode("json", false, true) == ProgressMode::json);
    CHECK(progress_mode("json", true, false) == ProgressMode::json);
}
