// The numbers of a search, as people and programs read them.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "render/results/statistics.hpp"

using namespace crowfly;

namespace {

Statistics some() {
    Statistics s;
    s.explored = 40'536;
    s.generated = 100'000;
    s.stored = 25'080;
    s.waiting = 9'999;
    s.bytes = 3'000'000;
    s.peak_bytes = 4'404'019;
    s.seconds = 0.314159;
    s.cpu_seconds = 0.25;
    return s;
}

}  // namespace

TEST_CASE("numbers of five digits and more are grouped") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(9999) == "9999");
    CHECK(grouped(10'000) == "10 000");
    CHECK(grouped(123'456) == "123 456");
    CHECK(grouped(1'234'567) == "1 234 567");
}

TEST_CASE("time and memory with as many digits as mean something") {
    CHECK(seconds(0.001) == "<0.01 s");
    CHECK(seconds(0.314) == "0.31 s");
    CHECK(seconds(99.9) == "99.90 s");
    CHECK(seconds(1234.5) == "1234 s");
    CHECK(mebibytes(4'404'019) == "4.2 MiB");
    CHECK(mebibytes(std::size_t{20} << 30U) == "20 480 MiB");
}

TEST_CASE("one line for a finished search, with the most memory it held") {
    CHECK(statistics_line(some()) == "explored 40 536, stored 25 080, 0.31 s, 4.2 MiB");
    Statistics with_trace = some();
    with_trace.trace_seconds = 0.2;
    CHECK(statistics_line(with_trace) == "explored 40 536, stored 25 080, 0.31 s (0.20 s for the trace), 4.2 MiB");
}

TEST_CASE("a program gets all numbers; those of heuristics are there and zero") {
    const Json json = statistics_json(some());
    CHECK(json["explored"] == 40'536);
    CHECK(json["generated"] == 100'000);
    CHECK(json["stored"] == 25'080);
    CHECK(json["waiting"] == 9'999);
    CHECK(json["deferred_explored"] == 0);
    CHECK(json["heuristic_evaluations"] == 0);
    CHECK(json["heuristic_seconds"] == 0);
    CHECK(json["trace_seconds"] == 0);
    CHECK(json["seconds"] == 0.314159);
    CHECK(json["cpu_seconds"] == 0.25);
    CHECK(json["peak_bytes"] == 4'404'019);
    CHECK(json["state_bytes"] == doctest::Approx(3'000'000 / 25'080.0));
}

TEST_CASE("memory that was reserved and never touched is not reported") {
    Statistics s = some();
    s.bytes = 30'000'000;
    CHECK(peak_of(s) == 4'404'019);
    CHECK(statistics_json(s)["peak_bytes"] == 4'404'019);
    s.peak_bytes = 0;
    CHECK(peak_of(s) == 30'000'000);
}

TEST_CASE("a search under way, in one line") {
    CHECK(progress_line({1, 1, 12.3, 98'765.4, some()}) ==
          "12 s, explored 40 536, stored 25 080, waiting 9999, 98 765/s, 2.9 MiB");
    CHECK(progress_line({2, 5, 1, 0, {}}) == "query 2 of 5: 1 s, explored 0, stored 0, waiting 0, 0/s, 0.0 MiB");
}

TEST_CASE("a search under way, for programs") {
    const std::string line = progress_json({2, 5, 12.5, 98'765.4, some()});
    CHECK(line.back() == '\n');
    CHECK(line.find('\n') == line.size() - 1);
    const Json json = Json::parse(line);
    CHECK(json == Json{{"query", 2},
                       {"elapsed", 12.5},
                       {"explored", 40'536},
                       {"generated", 100'000},
                       {"stored", 25'080},
                       {"waiting", 9'999},
                       {"bytes", 3'000'000},
                       {"rate", 98'765.0}});
}
