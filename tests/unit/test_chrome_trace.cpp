// Chrome's trace events: stays fill the time of each process, arrows join those that synchronise, and times are exact.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <map>

#include "frontend/frontend.hpp"
#include "render/json.hpp"
#include "render/steps/moves.hpp"
#include "unit/traces.hpp"

using namespace crowfly;

namespace {

const char* const timed = R"(
    int g; chan c; clock x;
    process P() {
        state a, b;
        init a;
        trans a -> b { guard x > 1; sync c!; assign g = 1, x = 0; }, b -> a { guard x >= 1; assign x = 0; };
    }
    process Q(const int[1, 2] n) { state u, w { x <= 5 }; init u; trans u -> w { sync c?; }, w -> u { }; }
    system P, Q;)";

std::vector<Json> events_of(const Json& document, const std::string& phase) {
    std::vector<Json> found;
    for (const Json& event : document["traceEvents"]) {
        if (event["ph"] == phase) found.push_back(event);
    }
    return found;
}

}  // namespace

TEST_CASE("the suffix chrome.json is not json") { CHECK(format_of("a.chrome.json")->name == "chrome.json"); }

TEST_CASE("every process is a thread, and its stays fill the time of the trace without gaps") {
    const Modelled model(timed);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const Trace trace = random_trace(model.network(), seed, 30);
        const Json document = Json::parse(model.written("chrome.json", trace));
        CHECK(document["otherData"]["time"] == "1 ms is one time unit of the model");
        std::map<int, std::string> threads;
        for (const Json& event : events_of(document, "M")) {
            if (event["name"] == "thread_name") threads[event["tid"]] = event["args"]["name"];
        }
        CHECK(threads == std::map<int, std::string>{{1, "P"}, {2, "Q(1)"}, {3, "Q(2)"}});
        std::map<int, std::string> reached;  // per thread the exact end of its last stay
        for (const Json& event : events_of(document, "X")) {
            const int thread = event["tid"];
            CHECK(event["args"]["begin"] == (reached.contains(thread) ? reached[thread] : "0"));
            const Rational begin = *parse_rational(event["args"]["begin"].get<std::string>());
            const Rational length = *parse_rational(event["args"]["end"].get<std::string>()) - begin;
            const double microseconds =
                1000.0 * static_cast<double>(length.numerator()) / static_cast<double>(length.denominator());
            CHECK(event["dur"].get<double>() == doctest::Approx(microseconds));
            reached[thread] = event["args"]["end"];
        }
        for (const auto& [thread, end] : reached) CHECK(end == to_string(trace.duration()));
        CHECK(reached.size() == 3);
    }
}

TEST_CASE("an arrow begins at the sender and ends at the receiver of each synchronisation") {
    const Modelled model(timed);
    const Trace trace = random_trace(model.network(), 3, 40);
    std::size_t joint = 0;
    for (const Step& step : trace.steps) joint += step.move.firing.participants.size() == 2 ? 1 : 0;
    REQUIRE(joint > 0);
    const Json document = Json::parse(model.written("chrome.json", trace));
    const std::vector<Json> begins = events_of(document, "s"), ends = events_of(document, "f");
    REQUIRE(begins.size() == joint);
    REQUIRE(ends.size() == joint);
    for (std::size_t i = 0; i < joint; ++i) {
        CHECK(begins[i]["id"] == ends[i]["id"]);
        CHECK(begins[i]["ts"] == ends[i]["ts"]);
        CHECK(begins[i]["tid"] == 1);
        CHECK(ends[i]["tid"] > 1);
    }
}

TEST_CASE("variables that change are counters, and others are left out") {
    const Modelled model(
        "int n, never; process P() { state a; init a; trans a -> a { assign n = (n + 1) % 3; }; } system P;");
    const Json document = Json::parse(model.written("chrome.json", random_trace(model.network(), 1, 4)));
    std::vector<int> values;
    for (const Json& event : events_of(document, "C")) {
        CHECK(event["name"] == "n");
        values.push_back(event["args"]["value"]);
    }
    CHECK(values == std::vector{0, 1, 2, 0, 1});
}

TEST_CASE("without clocks a step is a millisecond, and the file says so") {
    const Modelled model("process P() { state a, b; init a; trans a -> b { }, b -> a { }; } system P;");
    const Json document = Json::parse(model.written("chrome.json", random_trace(model.network(), 1, 3)));
    CHECK(document["otherData"]["time"].get<std::string>().find("1 ms is one step") == 0);
    const std::vector<Json> stays = events_of(document, "X");
    REQUIRE(stays.size() == 4);
    for (int i = 0; i < 4; ++i) {
        CHECK(stays[i]["ts"] == 1000 * i);
        CHECK(stays[i]["dur"] == 1000);
        CHECK(!stays[i]["args"].contains("begin"));
    }
}

TEST_CASE("a fraction of a time unit is rounded in its place, and exact in its arguments") {
    const Modelled model("clock x; process P() { state a, b; init a; trans a -> b { guard x > 0; }; } system P;");
    Trace trace;
    trace.initial = initial_state(model.network());
    trace.rest = Rational(1, 3);
    const std::vector<Json> stays = events_of(Json::parse(model.written("chrome.json", trace)), "X");
    REQUIRE(stays.size() == 1);
    CHECK(stays[0]["dur"].get<double>() == doctest::Approx(1000.0 / 3));
    CHECK(stays[0]["args"]["end"] == "1/3");
}

namespace {

// A truck that drives to and fro, and a gate that is open or has no fact.
const char* const task =
    "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n2\n"
    "begin_variable\nvar0\n-1\n2\nAtom at(truck, a)\nAtom at(truck, b)\nend_variable\n"
    "begin_variable\nvar1\n-1\n2\nAtom open(gate)\n<none of those>\nend_variable\n"
    "0\nbegin_state\n1\n0\nend_state\nbegin_goal\n1\n0 0\nend_goal\n1\n"
    "begin_operator\ndrive b|a\n0\n2\n0 0 1 0\n0 1 0 1\n1\nend_operator\n0\n";

struct Plan {
    Plan() {
        const FileId file = sources.add("task.sas", task);
        problem = frontend_of("task.sas", task).read(file, sources, diagnostics);
        problem->build(diagnostics);
        trace = random_trace(problem->network(), 1, 1);
    }

    std::string written(const std::string& format) const {
        return trace_formats().find(format)->write(
            {problem->network(), sources, trace, "task.sas", "", "E<> goal", Verdict::satisfied});
    }

    Sources sources;
    Diagnostics diagnostics;
    std::unique_ptr<Problem> problem;
    Trace trace;
};

}  // namespace

TEST_CASE("a plan is told by operators and facts, without time, in every format for people") {
    const Plan plan;
    const auto has = [&](const std::string& format, const std::string& part) {
        return plan.written(format).find(part) != std::string::npos;
    };
    CHECK(has("md", "| 1 | ` drive b\\|a ` | ` at(truck, a) `, ` not open(gate) ` |"));
    CHECK(has("dot", R"(s0 [label="at(truck, b)\lopen(gate)\l"];)"));
    CHECK(has("dot", R"(s0 -> s1 [label="drive b|a\l"];)"));
    CHECK(has("dot", R"(s1 [label="at(truck, a)\lnot open(gate)\l", penwidth=2];)"));
    CHECK(has("txt", "   0  start        var0 = at(truck, b), var1 = open(gate)\n"));
    for (const std::string format : {"md", "dot", "txt"}) {
        CHECK(!has(format, "running"));
        CHECK(!has(format, "time unit"));
    }
}

TEST_CASE("a circuit is no planning task, though its one edge has a name") {
    const std::string text = "aag 1 0 1 1 0\n2 3\n2\n";
    Sources sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("toggle.aag", text);
    const std::unique_ptr<Problem> circuit = frontend_of("toggle.aag", text).read(file, sources, diagnostics);
    circuit->build(diagnostics);
    REQUIRE(!diagnostics.has_errors());
    CHECK(!is_planning_task(circuit->network()));
    CHECK(is_planning_task(Plan().problem->network()));
}

TEST_CASE("the threads of a plan are its operators and the facts of each variable") {
    const Plan plan;
    const Json document = Json::parse(plan.written("chrome.json"));
    std::vector<std::string> bars;
    for (const Json& event : events_of(document, "X")) bars.push_back(event["name"]);
    CHECK(bars ==
          std::vector<std::string>{"drive b|a", "at(truck, b)", "at(truck, a)", "open(gate)", "<none of those>"});
}
