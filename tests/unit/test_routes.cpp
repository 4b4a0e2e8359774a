#include "serve/routes.hpp"

#include <doctest/doctest.h>

#include "unit/support.hpp"

using namespace crowfly;

namespace {

// A lamp that goes out between 5 and 10 after it was switched on, if nobody keeps it on.
const std::string lamp = R"(
    clock x;
    process Lamp() {
        state off, on { x <= 10 };
        init off;
        trans off -> on { assign x = 0; }, on -> on { guard x < 5; assign x = 0; }, on -> off { guard x > 5; };
    }
    system Lamp;
)";

class Server {
public:
    Server() : asked_(lamp, "E<> true"), routes_({asked_.network(), drawing_, asked_.sources, "lamp.xta", "", "", [this](const std::string& text, std::string& problem) { return compile(text, problem); }, {}, {}}) {}

    Json get(const std::string& path, const Routes::Parameters& parameters, int status = 200) {
        const Reply reply = routes_.answer(path, parameters);
        CHECK(reply.status == status);
        return Json::parse(reply.body);
    }

private:
    std::optional<Query> compile(const std::string& text, std::string& problem) {
        Diagnostics said;
        uppaal::ParseContext context{asked_.sources, said};
        const auto typed = asked_.checker->check_query(uppaal::parse_query({asked_.sources.add("goal", text), text, {}}, context), said);
        if (said.has_errors() || !typed) {
            problem = said.all().front().message;
            return std::nullopt;
        }
        return asked_.compiler->compile(*typed, said);
    }

    Asked asked_;
    model::Drawing drawing_;
    Routes routes_;
};

}  // namespace

TEST_CASE("the ways on have their delays") {
    Server server;
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
    Server server;
    CHECK(server.get("/api/walk", {{"steps", "nonsense"}}, 400)["problem"] == "the steps are not a list such as 0@0,3@1/2");
    CHECK(server.get("/api/walk", {{"steps", "7@0"}}, 400)["problem"] == "after 0 steps there is no transition number 7");
    CHECK(server.get("/api/walk", {{"steps", "0@0,0@5"}}, 400)["problem"] == "the transition is not possible after a delay of 5");
    CHECK(server.get("/api/walk", {{"steps", "0@-1"}}, 400)["problem"] == "the steps are not a list such as 0@0,3@1/2");
    CHECK(server.get("/etc/passwd", {}, 404)["problem"] == "there is no such page");
}

TEST_CASE("a random walk goes on from where it is") {
    Server server;
    const std::string steps = server.get("/api/random", {{"steps", "0@3"}, {"count", "6"}, {"seed", "4"}})["steps"];
    CHECK(steps.starts_with("0@3,"));
    CHECK(server.get("/api/walk", {{"steps", steps}})["trace"]["steps"].size() == 7);
    CHECK(server.get("/api/random", {{"steps", "0@3"}, {"count", "6"}, {"seed", "4"}})["steps"] == steps);
}

TEST_CASE("a search goes on from where it is, if clocks have whole numbers there") {
    Server server;
    const Json found = server.get("/api/reach", {{"steps", "0@3"}, {"goal", "Lamp.off && x > 7"}});
    const std::string steps = found["steps"];
    CHECK(steps.starts_with("0@3,1@"));
    CHECK(server.get("/api/reach", {{"steps", "0@3"}, {"goal", "Lamp.on && x > 10"}})["problem"] == "no such state can be reached from here");
    CHECK(server.get("/api/reach", {{"steps", "0@0,0@1/2,0@1/3"}, {"goal", "Lamp.off"}})["steps"].is_string());
    CHECK(server.get("/api/reach", {{"steps", "0@0,1@11/2"}, {"goal", "Lamp.on"}}, 400)["problem"].get<std::string>().starts_with("clocks have fractions here"));
    CHECK(server.get("/api/reach", {{"goal", "Lamp.nowhere"}}, 400)["problem"].get<std::string>().find("nowhere") != std::string::npos);
}

TEST_CASE("what is exported is a trace") {
    Server server;
    const Json trace = server.get("/api/export", {{"steps", "0@3,1@6"}});
    CHECK(trace["schema"] == "crowfly-trace/1");
    CHECK(trace["length"] == 2);
    CHECK(trace["duration"] == "9");
}
