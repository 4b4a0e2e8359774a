#include "serve/routes.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "serve/places.hpp"
#include "unit/served_model.hpp"

using namespace crowfly;

namespace {

// A lamp that goes out between 5 and 10 after it was switched on, if nobody keeps it on.
const std::string lamp = R"(clock x;
process Lamp() {
    state off, on { x <= 10 };
    init off;
    trans off -> on { assign x = 0; }, on -> on { guard x < 5; assign x = 0; }, on -> off { guard x > 5; };
}
system Lamp;
)";

const std::vector<Served::ModelQuery> queries{{"A[] Lamp.on imply x <= 10", "", true, {}},
                                              {"E<> Lamp.on && x > 7", "late", std::nullopt, {}}};

}  // namespace

TEST_CASE("the ways on have their delays") {
    ServedModel server(lamp, {}, queries);
    const Json start = server.get("/api/walk", {});
    REQUIRE(start["choices"].size() == 1);
    CHECK(start["choices"][0]["text"] == "Lamp: off -> on");
    CHECK(start["choices"][0]["most"] == nullptr);
    const Json on = server.get("/api/walk", {{"steps", "0@3"}});
    REQUIRE(on["choices"].size() == 2);
    CHECK(on["choices"][0]["most"] == "5");
    CHECK(on["choices"][0]["most_strict"]);
    CHECK(on["choices"][1]["least"] == "5");
    CHECK(on["choices"][1]["least_strict"]);
    CHECK(on["may_wait"] == "10");
    CHECK(on["trace"]["steps"].size() == 1);
    CHECK(on["steps"] == "0@3");
}

TEST_CASE("a walk that is none is refused with a sentence") {
    ServedModel server(lamp, {}, queries);
    CHECK(server.get("/api/walk", {{"steps", "nonsense"}}, 400)["problem"] ==
          "the steps are not a list such as 0@0,3@1/2");
    CHECK(server.get("/api/walk", {{"steps", "7@0"}}, 400)["problem"] ==
          "after 0 steps there is no transition number 7");
    CHECK(server.get("/api/walk", {{"steps", "0@0,0@5"}}, 400)["problem"] ==
          "the transition is not possible after a delay of 5");
    CHECK(server.get("/api/walk", {{"steps", "0@-1"}}, 400)["problem"] == "the steps are not a list such as 0@0,3@1/2");
    CHECK(server.get("/etc/passwd", {}, 404)["problem"] == "there is no such page");
}

TEST_CASE("the choices of any state of a walk can be had") {
    ServedModel server(lamp);
    CHECK(server.get("/api/choices", {})["choices"].size() == 1);
    const Json on = server.get("/api/choices", {{"steps", "0@3"}});
    CHECK(on["choices"].size() == 2);
    CHECK(on["may_wait"] == "10");
    CHECK(on["steps"] == "0@3");
}

TEST_CASE("a random walk goes on from where it is") {
    ServedModel server(lamp);
    const Routes::Parameters asked{{"kind", "random"}, {"steps", "0@3"}, {"count", "6"}, {"seed", "4"}};
    const std::string steps = server.result(asked)["steps"];
    CHECK(steps.starts_with("0@3,"));
    CHECK(server.get("/api/walk", {{"steps", steps}})["trace"]["steps"].size() == 7);
    CHECK(server.result(asked)["steps"] == steps);
}

TEST_CASE("a search goes on from where it is, if clocks have whole numbers there") {
    ServedModel server(lamp);
    const auto reach = [&](const std::string& steps, const std::string& goal) {
        return server.result({{"kind", "reach"}, {"steps", steps}, {"goal", goal}});
    };
    CHECK(reach("0@3", "Lamp.off && x > 7")["steps"].get<std::string>().starts_with("0@3,1@"));
    CHECK(reach("0@3", "Lamp.on && x > 10")["problem"] == "no such state can be reached from here");
    CHECK(reach("0@0,0@1/2,0@1/3", "Lamp.off")["steps"].is_string());
    CHECK(reach("0@0,1@11/2", "Lamp.on")["problem"].get<std::string>().starts_with("clocks have fractions here"));
    CHECK(reach("", "Lamp.nowhere")["problem"].get<std::string>().find("nowhere") != std::string::npos);
    CHECK(reach("", "Lamp.onn")["hint"] == "did you mean `on`?");
    CHECK(reach("9@0", "Lamp.on")["problem"] == "after 0 steps there is no transition number 9");
    server.get("/api/search/start", {{"kind", "guess"}}, 400);
    server.get("/api/search/status", {{"id", "999"}}, 404);
}

TEST_CASE("queries are decided with verdict, reason and trace") {
    ServedModel server(lamp, {}, queries);
    const auto decide = [&](const std::string& text) { return server.result({{"kind", "query"}, {"query", text}}); };
    const Json safe = decide("A[] Lamp.on imply x <= 10");
    CHECK(safe["verdict"] == "satisfied");
    CHECK(safe["as_expected"] == true);
    CHECK(safe["trace"] == nullptr);
    CHECK(safe["remark"] == nullptr);
    CHECK(decide("A[] x > 10 && Lamp.on imply x < 0")["remark"] ==
          "vacuous: no reachable state satisfies x > 10 && Lamp.on");
    const Json late = decide("E<> Lamp.on && x > 7");
    CHECK(late["verdict"] == "satisfied");
    CHECK(late["trace"]["length"] == 1);
    const std::string steps = late["trace"]["steps"];
    CHECK(server.get("/api/walk", {{"steps", steps}})["trace"]["steps"].size() == 1);
    CHECK(late["query"]["truth"] == "01");
    CHECK(late["query"]["atoms"].size() == 2);
    const Json always = decide("A<> Lamp.on");
    CHECK(always["verdict"] == "not satisfied");
    CHECK(always["trace"]["ending"] == "waits-forever");
    const Json longest = decide("sup{Lamp.on}: x");
    CHECK(longest["values"][0]["expression"] == "x");
    CHECK(longest["values"][0]["sup"] == "10");
    const Json wrong = decide("E<> Lamp.nowhere");
    CHECK(wrong["verdict"] == "error");
    CHECK(wrong["reason"].get<std::string>().find("nowhere") != std::string::npos);
    CHECK(decide("E<> Lamp.onn")["hint"] == "did you mean `on`?");
    CHECK(safe["hint"] == nullptr);
}

TEST_CASE("a random run counts what it visits") {
    ServedModel server(lamp);
    const Json counts = server.result({{"kind", "coverage"}, {"count", "500"}, {"seed", "3"}});
    CHECK(counts["steps"] == 500);
    const auto at = [&](const char* what, int number) { return counts[what][0][number].get<int>(); };
    CHECK(at("edges", 0) + at("edges", 1) + at("edges", 2) == 500);
    CHECK(at("locations", 0) == at("edges", 2) + counts["runs"].get<int>());
    CHECK(at("locations", 1) == at("edges", 0) + at("edges", 1));
    CHECK(server.result({{"kind", "coverage"}, {"count", "500"}, {"seed", "3"}})["edges"] == counts["edges"]);
}

TEST_CASE("zones are those of the transitions walked, whatever the delays") {
    ServedModel server(lamp);
    const Json found = server.get("/api/zones", {{"steps", "0@3,0@2,1@6"}});
    REQUIRE(found["zones"].size() == 4);
    CHECK(found["zones"][0] == "");
    CHECK(found["zones"][2] == "x <= 10");
    CHECK(found["zones"][3] == "x > 5");
    ServedModel without("process P() { state a, b; init a; trans a -> b { }; } system P;");
    CHECK(without.get("/api/zones", {})["why"] == "the model has no clocks");
}

TEST_CASE("clocks with a fixed difference are equated in zones") {
    ServedModel server(R"(clock x, y, z;
process P() {
    state a, b { x <= 4 };
    init a;
    trans a -> b { guard x == 2; assign y = 0; }, b -> a { assign x = 7, z = 7; };
}
system P;
)");
    const Json zones = server.get("/api/zones", {{"steps", "0@2,0@1"}})["zones"];
    CHECK(zones[0] == "x == y, x == z");
    CHECK(zones[1] == "x >= 2, x <= 4, y == x - 2, x == z");
    CHECK(zones[2] == "x >= 7, x - y <= 7, x - y >= 5, x == z");
}

TEST_CASE("every edge has its place in the source") {
    ServedModel server(lamp, {}, queries);
    const std::string page = server.routes().answer("/", {}).body;
    CHECK(page.find(R"("source":"guard x > 5")") != std::string::npos);
    const std::size_t at = lamp.find("on -> off");
    const Json lines =
        server.get("/api/source", {{"file", "0"}, {"begin", std::to_string(at)}, {"end", std::to_string(at + 9)}});
    CHECK(lines["marked"] == Json{5, 5});
    CHECK(lines["first"] == 2);
    CHECK(lines["lines"][3].get<std::string>().find("on -> off") != std::string::npos);
    server.get("/api/source", {{"file", "7"}, {"begin", "0"}, {"end", "5"}}, 404);
    server.get("/api/source", {{"file", "0"}, {"begin", "5"}, {"end", "99999"}}, 404);
}

TEST_CASE("an edge's labels say who sends and who receives") {
    ServedModel server(R"(chan go;
process P() { state a, b; init a; trans a -> b { sync go!; }; }
process Q() { state c, d; init c; trans c -> d { sync go?; }; }
system P, Q;
)");
    const std::string page = server.routes().answer("/", {}).body;
    const std::size_t sends = page.find(R"("source":"sync go!")"), receives = page.find(R"("source":"sync go?")");
    REQUIRE(sends != std::string::npos);
    REQUIRE(receives != std::string::npos);
    CHECK(sends < receives);  // P comes first
}

TEST_CASE("a place ends on the line of its last letter") {
    Sources sources;
    const FileId file = sources.add("model.xta", "one\ntwo\nthree\n");
    const Json whole_line = place_json(sources, {file, 4, 8});  // with the end of the line
    CHECK(whole_line["line"] == 2);
    CHECK(whole_line["last"] == 2);
    CHECK(place_json(sources, {file, 4, 9})["last"] == 3);
    CHECK(place_json(sources, {file, 4, 4}).is_null());
}

TEST_CASE("what is exported is a trace") {
    ServedModel server(lamp, {}, queries);
    const Json trace = server.get("/api/export", {{"steps", "0@3,1@6"}});
    CHECK(trace["schema"] == "crowfly-trace/1");
    CHECK(trace["length"] == 2);
    CHECK(trace["duration"] == "9");
}
