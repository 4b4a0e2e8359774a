// What becomes of the path a search found: a trace that was replayed, or the reason why there is none.
#include <doctest/doctest.h>

#include <atomic>

#include "trace/time_share.hpp"
#include "trace/witnesses/witnesses.hpp"
#include "unit/traces.hpp"

using namespace crowfly;

namespace {

constexpr std::int32_t rounds = 200;

// Counts to two hundred, with a clock that matters and two that do not.
struct Counting {
    Counting()
        : model(
              "int[0, 200] n; clock x, y, z;\nprocess P() { state a { x <= 3 }; init a; trans a -> a { guard x >= 2 && "
              "n < 200; assign n = n + 1, x = 0; }; }\nsystem P;") {
        for (std::int32_t n = 0; n <= rounds; ++n) path.push_back({0, n});
        query.asks = property::Reach{true, Formula{}};  // the constant true
    }

    Witness witness() { return witness_of_state({model.network(), query, trace_options, limits, silent}, path, {}); }

    Modelled model;
    Path path;
    Property query;
    Limits limits;
    TraceOptions trace_options;
    SilentObserver silent;
};

}  // namespace

TEST_CASE("a path becomes a trace, with symbolic states if they are asked for") {
    Counting run;
    Witness witness = run.witness();
    REQUIRE(witness.run != nullptr);
    CHECK(witness.run->steps.size() == rounds);
    CHECK(witness.duration == "400");
    CHECK(witness.run->zones.empty());
    CHECK(witness.remark.empty());
    run.trace_options.zones = true;
    witness = run.witness();
    REQUIRE(witness.run != nullptr);
    REQUIRE(witness.run->zones.size() == rounds + 1);
    CHECK(witness.run->zones.back().size() == 16);  // the constant zero and three clocks
}

TEST_CASE("without time, memory or patience there is no trace, and a remark") {
    Counting run;
    SUBCASE("time") {
        run.limits.seconds = -1;
        const Witness witness = run.witness();
        CHECK(witness.run == nullptr);
        CHECK(witness.length == rounds);
        CHECK(witness.remark.find("the time is over") != std::string::npos);
    }
    SUBCASE("memory") {
        run.limits.bytes = 10'000;
        const Witness witness = run.witness();
        CHECK(witness.run == nullptr);
        CHECK(witness.remark.find("too long to work out delays") != std::string::npos);
    }
    SUBCASE("interrupted") {
        const std::atomic<bool> interrupted = true;
        run.limits.interrupted = &interrupted;
        const Witness witness = run.witness();
        CHECK(witness.run == nullptr);
        CHECK(witness.remark == "no delays were worked out: interrupted");
    }
}

TEST_CASE("whoever waits for a trace is told that it is being worked out") {
    struct Noting final : Observer {
        void progress(const Statistics& statistics) override { building = statistics.building; }
        std::string building;
    } observer;
    TimeShare share(Limits{}, &observer);
    while (observer.building.empty()) REQUIRE_FALSE(share.look());
    CHECK(observer.building == "the trace");
}
