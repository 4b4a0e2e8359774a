// Plug-ins come to the registry by themselves.
#include <doctest/doctest.h>

#include "heuristic/registry.hpp"
#include "search/registry.hpp"

using namespace crowfly;

namespace {

Registry<SearchPlugin>& own() {
    static Registry<SearchPlugin> registry;
    return registry;
}

const Registered<SearchPlugin> last(own(), {{"zigzag", "to and fro", {}, {{"shortest", "no"}}}, {}, 0, 3});
const Registered<SearchPlugin> first(own(), {{"astar", "by distance", {}, {{"shortest", "yes"}}}, {}, 0, 0});

}  // namespace

TEST_CASE("a static object is all it takes, and the list is in order of names") {
    CHECK(own().names() == std::vector<std::string>{"astar", "zigzag"});
    REQUIRE(own().find("zigzag") != nullptr);
    CHECK(own().find("zigzag")->ahead == 3);
    CHECK(own().find("nobody") == nullptr);
}

TEST_CASE("properties are claimed by saying yes") {
    CHECK(own().find("astar")->has("shortest"));
    CHECK_FALSE(own().find("zigzag")->has("shortest"));
    CHECK_FALSE(own().find("astar")->has("admissible"));
}

TEST_CASE("every order has registered itself under its name") {
    for (const char* search : {"bfs", "dfs", "rdfs"}) {
        const SearchPlugin* plugin = searches().find(search);
        REQUIRE(plugin != nullptr);
        CHECK_FALSE(plugin->is_guided());
    }
}

TEST_CASE("heuristics declare what they can be relied on for") {
    for (const HeuristicPlugin& plugin : heuristics().all()) {
        CHECK_MESSAGE(static_cast<bool>(plugin.make), plugin.name);
        REQUIRE_MESSAGE(static_cast<bool>(plugin.guarantees), plugin.name);
        if (plugin.combines || !plugin.choices.empty()) continue;
        const Guarantees guarantees = plugin.guarantees({plugin.name, {}, {}});
        CHECK_MESSAGE(guarantees.admissible == plugin.has("admissible"), plugin.name);
        CHECK_MESSAGE(guarantees.consistent == plugin.has("consistent"), plugin.name);
        CHECK_MESSAGE(guarantees.safe == plugin.has("safe"), plugin.name);
    }
}
