#include "serve/searches.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "unit/served_model.hpp"

using namespace crowfly;
using namespace std::chrono_literals;

namespace {

// Runs until it is cancelled.
Json endless(SearchControl& control) {
    while (!control.cancelled()) std::this_thread::sleep_for(1ms);
    return {{"problem", "interrupted"}};
}

Json quick(SearchControl&) { return {{"value", 7}}; }

std::string state_of(Searches& searches, Searches::Id id) {
    const Json status = searches.status(id);
    return status.is_null() ? "forgotten" : status["state"].get<std::string>();
}

// Waits for it, a few seconds at most.
bool becomes(Searches& searches, Searches::Id id, const std::string& state) {
    for (int tries = 0; tries < 2000; ++tries) {
        if (state_of(searches, id) == state) return true;
        std::this_thread::sleep_for(2ms);
    }
    return false;
}

// Six counters with a hundred values each: no search comes to an end here.
const std::string vast = R"(
    int[0,99] v[6]; clock x;
    process P(const int[0,5] i) { state a; init a;
        trans a -> a { guard v[i] < 99 and x >= 1; assign v[i] = v[i] + 1, x = 0; },
        a -> a { assign v[i] = 0; }; }
    system P;
)";
const Routes::Parameters hopeless{
    {"kind", "query"},
    {"query", "A[] not (v[0] == 99 and v[1] == 98 and v[2] == 97 and v[3] == 96 and v[4] == 95 and v[5] == 94)"}};

Routes::Parameters with_page(Routes::Parameters parameters, int number) {
    parameters["page"] = std::to_string(number);
    return parameters;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("a few run, some wait, and more are refused") {
    Searches searches({.threads = 2, .waiting = 3});
    std::vector<Searches::Id> started;
    for (int page = 0; page < 2; ++page) started.push_back(*searches.start(std::to_string(page), endless));
    for (const Searches::Id id : started) CHECK(becomes(searches, id, "running"));
    for (int page = 2; page < 5; ++page) started.push_back(*searches.start(std::to_string(page), endless));
    CHECK(searches.status(started[4])["before"] == 2);
    CHECK_FALSE(searches.start("another", quick).has_value());
    CHECK(searches.cancel(started[0]));
    CHECK(becomes(searches, started[0], "cancelled"));
    CHECK(becomes(searches, started[2], "running"));
    CHECK(searches.start("another", quick).has_value());
}

TEST_CASE("a page that starts a search gives up the one before") {
    Searches searches({.threads = 1});
    const Searches::Id first = *searches.start("page", endless);
    REQUIRE(becomes(searches, first, "running"));
    const Searches::Id second = *searches.start("page", quick);
    CHECK(becomes(searches, first, "cancelled"));
    CHECK(becomes(searches, second, "done"));
    CHECK(searches.status(second)["result"]["value"] == 7);
}

TEST_CASE("what nobody asks for ends") {
    std::atomic<bool> began = false, ended = false;
    Searches searches({.threads = 1, .lease = 400ms});
    const Searches::Id id = *searches.start("gone", [&](SearchControl& control) {
        began = true;
        Json result = endless(control);
        ended = true;
        return result;
    });
    std::this_thread::sleep_for(2s);  // to ask earlier would be to ask for it
    CHECK(ended == began);
    CHECK(state_of(searches, id) == "forgotten");
}

TEST_CASE("what goes wrong in a search is told") {
    Searches searches;
    const Searches::Id id =
        *searches.start("page", [](SearchControl&) -> Json { throw std::runtime_error("no luck"); });
    CHECK(becomes(searches, id, "done"));
    CHECK(searches.status(id)["result"]["problem"] == "something went wrong here: no luck");
    CHECK(searches.status(77).is_null());
    CHECK_FALSE(searches.cancel(77));
}

TEST_CASE("stepping does not wait for twelve searches") {
    ServedModel server(vast);
    std::vector<std::uint64_t> started;
    for (int page = 0; page < 12; ++page)
        started.push_back(server.get("/api/search/start", with_page(hopeless, page))["id"]);
    while (server.get("/api/search/status", {{"id", std::to_string(started[0])}})["state"] == "waiting")
        std::this_thread::sleep_for(1ms);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) CHECK(server.get("/api/walk", {{"steps", "0@1,1@0"}})["choices"].size() > 0);
    CHECK(seconds_since(start) < 2);
    const Json refused = server.get("/api/search/start", with_page(hopeless, 99), 503);
    CHECK(refused["problem"].get<std::string>().starts_with("busy"));
    for (const std::uint64_t id : started) server.get("/api/search/cancel", {{"id", std::to_string(id)}});
    for (const std::uint64_t id : started) CHECK(server.wait(id)["state"] == "cancelled");
    CHECK(seconds_since(start) < 20);
}

TEST_CASE("searches are told apart: each has a network of its own") {
    ServedModel server(vast);
    const auto text = [](int value) { return "E<> v[" + std::to_string(value % 6) + "] == " + std::to_string(value); };
    std::vector<std::uint64_t> started;
    for (int i = 1; i <= 8; ++i)
        started.push_back(server.get("/api/search/start", with_page({{"kind", "query"}, {"query", text(i)}}, i))["id"]);
    for (int i = 1; i <= 8; ++i)
        CHECK(server.wait(started[static_cast<std::size_t>(i - 1)])["result"]["trace"]["length"] == i);
}

TEST_CASE("the server can end while searches run") {
    const auto start = std::chrono::steady_clock::now();
    {
        ServedModel server(vast);
        for (int page = 0; page < 6; ++page) server.get("/api/search/start", with_page(hopeless, page));
        std::this_thread::sleep_for(100ms);
    }
    CHECK(seconds_since(start) < 15);
}
