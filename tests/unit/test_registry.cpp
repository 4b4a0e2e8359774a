// Plug-ins come to the registry by themselves.
#include <doctest/doctest.h>

#include "family/registry.hpp"
#include "heuristic/registry.hpp"
#include "search/guidance/preferences.hpp"
#include "search/methods/registry.hpp"

using namespace crowfly;

namespace {

Registry<SearchPlugin>& own() {
    static Registry<SearchPlugin> registry;
    return registry;
}

const Registered<SearchPlugin> last(own(),
                                    {{"zigzag", "to and fro", {}, {{"shortest", "no"}}}, {}, of_stored_states, 0, 3});
const Registered<SearchPlugin> first(own(),
                                     {{"astar", "by distance", {}, {{"shortest", "yes"}}}, {}, of_stored_states, 0, 0});

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
        if (plugin.combines || !plugin.options.empty()) continue;
        const Guarantees guarantees = plugin.guarantees({plugin.name, {}, {}});
        Declaration listed = plugin;
        listed.properties = properties_of(plugin);
        CHECK_MESSAGE(guarantees.admissible == listed.has("admissible"), plugin.name);
        CHECK_MESSAGE(guarantees.consistent == listed.has("consistent"), plugin.name);
        CHECK_MESSAGE(guarantees.safe == listed.has("safe"), plugin.name);
    }
}

TEST_CASE("what is guaranteed with some options only is listed with these options") {
    const auto listed = [](const char* heuristic, const char* property) {
        for (const Declaration::Note& note : properties_of(*heuristics().find(heuristic))) {
            if (note.name == property) return note.text;
        }
        return std::string();
    };
    CHECK(listed("dL", "consistent") == "yes");
    CHECK(listed("hL", "admissible") == "yes");
    CHECK(listed("hL", "consistent") == "unless clocks=on");
    CHECK(listed("formula", "admissible") == "with and=max");
    CHECK(listed("max", "admissible") == "as its parts");
    CHECK(listed("sum", "admissible") == "no");
    CHECK(listed("sum", "safe") == "as its parts");
}

TEST_CASE("a default is one of the values that an option may have") {
    const auto check = [](const Declaration& plugin) {
        for (const PluginOption& option : plugin.options) {
            const std::string where = plugin.name + " " + option.name;
            for (const std::string& value : sample_values(option))
                CHECK_MESSAGE(read_value(option, value).has_value(), where);
            if (option.otherwise.empty()) continue;
            CHECK_MESSAGE(read_value(option, option.otherwise) == option.otherwise, where);
        }
    };
    for (const HeuristicPlugin& plugin : heuristics().all()) check(plugin);
    for (const SearchPlugin& plugin : searches().all()) check(plugin);
    for (const FamilyPlugin& plugin : families().all()) check(plugin);
    for (const Declaration& declared : preferences()) check(declared);
    check(preference());
}
