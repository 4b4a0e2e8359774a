// Local time (network/analyses/locality.hpp): who has a time of their own, what is refused, and what is found.
#include "reduce/local_time.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "search/schedule/reachability.hpp"
#include "support.hpp"
#include "trace/runs/retrace.hpp"

using namespace crowfly;

namespace {

std::string refusal(const Asked& asked) {
    std::string why_not;
    const std::optional<Locality> locality = find_locality(asked.network(), as_reach(*asked.query).formula, why_not);
    CHECK(locality.has_value() == why_not.empty());
    return why_not;
}

SearchOptions options_for(const Asked& asked) {
    SearchOptions options;
    options.search = "ranked";
    options.adaptive = true;
    options.wanted = as_reach(*asked.query).exists;
    return options;
}

SearchResult locally(const Asked& asked) {
    const Formula& formula = as_reach(*asked.query).formula;
    std::string why_not;
    const std::optional<Locality> locality = find_locality(asked.network(), formula, why_not);
    REQUIRE_MESSAGE(locality, why_not);
    SilentObserver silent;
    LocalTimeReduction reduction({asked.network(), formula, options_for(asked)}, *locality);
    const SearchResult result = search_reduced({&reduction}, {}, silent);
    REQUIRE_MESSAGE(result.is_sure(), result.unfinished);
    return result;
}

SearchResult globally(const Asked& asked) {
    SilentObserver silent;
    return search(asked.network(), as_reach(*asked.query).formula, options_for(asked), {}, silent);
}

// The same verdict as with one time for all; says whether a state was found, by a path of the network.
bool is_found(const Asked& asked) {
    const SearchResult result = locally(asked);
    CHECK(globally(asked).found.has_value() == result.found.has_value());
    if (!result.found) return false;
    Destination destination;
    destination.formula = &as_reach(*asked.query).formula;
    destination.wanted = as_reach(*asked.query).exists;
    CHECK(retrace(asked.network(), *result.found, destination).has_value());
    return true;
}

// Two processes with a clock each; what they do is given.
std::string two(const std::string& declarations, const std::string& p, const std::string& q) {
    return fmt::format("{}\nprocess P() {{ clock x; {} }}\nprocess Q() {{ clock y; {} }}\nsystem P, Q;\n", declarations,
                       p, q);
}

std::string many(int processes) {
    return fmt::format(
        "process P(const int[1,{}] i) {{ clock x; state a, b, c; init a;"
        " trans a -> b {{ guard x >= i; assign x = 0; }}, b -> c {{ guard x >= 1 && x <= 2; }}; }}\nsystem P;\n",
        processes);
}

constexpr const char* steps = "state a, b; init a; trans a -> b { guard x >= 1; };";
constexpr const char* other_steps = "state a, b; init a; trans a -> b { guard y >= 1; };";

}  // namespace

TEST_CASE("processes that move independently have one zone per discrete state") {
    const Asked asked(many(5), "A[] not (P(1).c && P(1).x > 2 && P(1).x < 1)");
    CHECK(locally(asked).statistics.stored == 243);
    CHECK(globally(asked).statistics.stored > 4 * 243);
}

TEST_CASE("what is found is sorted by time") {
    const std::string model =
        two("", "state a, b, c; init a; trans a -> b { guard x == 7; }, b -> c { guard x == 9; };",
            "state a, b, c; init a; trans a -> b { guard y == 1; }, b -> c { guard y == 8; };");
    CHECK(is_found(Asked(model, "E<> P.c && Q.c")));
    CHECK(is_found(Asked(model, "E<> P.b && P.x < 8 && Q.b && Q.y > 7")));
    CHECK_FALSE(is_found(Asked(model, "E<> P.a && P.x < 7 && Q.c")));
    CHECK(is_found(Asked(model, "A[] not (P.c && Q.a)")));
    const SearchResult result = locally(Asked(model, "E<> P.c && Q.c"));
    std::vector<std::vector<std::int32_t>> locations;
    for (const std::vector<std::int32_t>& state : *result.found) locations.push_back({state[0], state[1]});
    CHECK(locations == std::vector<std::vector<std::int32_t>>{{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}});
}

TEST_CASE("a process that must leave its location in time keeps the others from being late") {
    const char* must_leave = "state a { x <= 5 }, b; init a; trans a -> a { guard x > 9; };";
    CHECK_FALSE(is_found(Asked(two("", must_leave, "state a, b; init a; trans a -> b { guard y >= 6; };"), "E<> Q.b")));
    CHECK(is_found(Asked(two("", must_leave, "state a, b; init a; trans a -> b { guard y >= 5; };"), "E<> Q.b")));
    CHECK_FALSE(is_found(Asked(two("", "state a, b; urgent a; init a; trans a -> a { guard x > 9; };",
                                   "state a, b; init a; trans a -> b { guard y > 0; };"),
                               "E<> Q.b")));
}

TEST_CASE("a shared variable is read after it was written, not before") {
    const std::string writes = "state a, b; init a; trans a -> b { guard x >= 5; assign v = 1; }, a -> a { };";
    const auto reads = [](int latest) {
        return fmt::format("state a, b; init a; trans a -> b {{ guard v == 1 && y <= {}; }}, a -> a {{ }};", latest);
    };
    CHECK_FALSE(is_found(Asked(two("int[0,1] v;", writes, reads(4)), "E<> Q.b")));
    CHECK(is_found(Asked(two("int[0,1] v;", writes, reads(5)), "E<> Q.b")));
}

TEST_CASE("processes whose invariants depend on each other have the same time") {
    const std::string bounded = "state a { x <= n }, b; init a; trans a -> b { guard x >= 6; }, a -> a { };";
    const std::string raises = "state a, b; init a; trans a -> b { guard y >= 4; assign n = 9; }, a -> a { };";
    const std::string third = "process R() { clock z; state a, b; init a; trans a -> b { guard z > 1; }; }\n";
    std::string model = two("int[0,9] n = 2;", bounded, raises);
    model.replace(model.find("system P, Q"), 11, third + "system P, Q, R");
    CHECK_FALSE(is_found(Asked(model, "E<> P.b")));
    model.replace(model.find("n = 2"), 5, "n = 4");
    CHECK(is_found(Asked(model, "E<> P.b")));
}

TEST_CASE("constants near the largest integer") {
    const auto waits = [](const std::string& clock, long bound) {
        return fmt::format("state a, b; init a; trans a -> b {{ guard {} >= {}; }};", clock, bound);
    };
    CHECK(is_found(Asked(two("", waits("x", 2147483647), waits("y", 1073741824)), "E<> P.b && Q.b")));
    CHECK_FALSE(is_found(Asked(two("", waits("x", 2147483647), waits("y", 1)), "E<> P.b && Q.b && P.x < 1073741824")));
}

TEST_CASE("what local time is refused for") {
    const auto why = [](const std::string& declarations, const std::string& p, const std::string& query) {
        return refusal(Asked(two(declarations, p, other_steps), query));
    };
    CHECK(why("", steps, "E<> P.b") == "");
    CHECK(why("", steps, "A[] not deadlock") == "the query asks for deadlocks, which local time does not preserve");
    CHECK(why("", steps, "E<> P.x - Q.y > 1") == "the query compares two clocks");
    CHECK(why("clock z;", "state a, b; init a; trans a -> b { guard x - z > 1; };", "E<> P.b") ==
          "the model compares two clocks");
    CHECK(why("clock z;", "state a, b; init a; trans a -> b { assign z = x; };", "E<> P.b") ==
          "the model copies a clock");
    CHECK(why("", "state a { x' == 0 }, b; init a; trans a -> b { };", "E<> P.b") == "clocks can be stopped");
    CHECK(why("urgent chan c;", "state a, b; init a; trans a -> b { sync c!; };", "E<> P.b") ==
          "channels are urgent: whether time passes depends on several processes");
    CHECK(why("chan c, d; chan priority c < d;", "state a, b; init a; trans a -> b { sync c!; };", "E<> P.b") ==
          "transitions have priorities, which depend on all processes at the same time");
    CHECK(refusal(Asked(two("int v;", "state a, b; init a; trans a -> b { assign v = 1; };",
                            "state a, b; init a; trans a -> b { guard v == 1; };"),
                        "E<> P.b")) == "every two transitions have a process, a clock or a variable in common");
}

TEST_CASE("where time cannot pass states are told apart by clocks that were not compared yet") {
    // The second process hurries through an urgent location at every instant, while the first one waits for the third.
    const std::string model =
        two("", "state a, b; urgent b; init a; trans a -> b { guard x == 3; assign x = 0; };",
            "state a { y <= 1 }, b; urgent b; init a; trans a -> b { guard y == 1; }, b -> a { assign y = 0; };");
    CHECK(is_found(Asked(model, "E<> P.b && Q.b")));
}

TEST_CASE("local time seems worthwhile where it merges zones") {
    const auto is_worthwhile = [](const std::string& model) {
        const Asked asked(model, "A[] not (P(1).c && P(1).x < 0)");
        const Formula& formula = as_reach(*asked.query).formula;
        std::string why_not;
        const std::optional<Locality> locality = find_locality(asked.network(), formula, why_not);
        REQUIRE_MESSAGE(locality, why_not);
        return local_time_seems_worthwhile(asked.network(), *locality, formula, options_for(asked));
    };
    CHECK(is_worthwhile(many(7)));
    // All that happens happens at once.
    CHECK_FALSE(is_worthwhile(
        "int[0,9] n[7];\nprocess P(const int[1,7] i) { clock x; state a { x <= 0 }, b, c; init a;"
        " trans a -> a { guard n[i-1] < 9; assign n[i-1] = n[i-1] + 1; }, a -> c { guard x > 2; }; }\nsystem P;\n"));
}

TEST_CASE("local time is refused where zones would have too many rows") {
    const auto shared = [](int variables) {
        std::string edges;
        for (int v = 0; v < variables; ++v)
            edges += fmt::format("{}a -> a {{ assign v[{}] = 1; }}", v == 0 ? "" : ", ", v);
        const std::string body = "state a, b; init a; trans " + edges;
        return two(fmt::format("int[0,1] v[{}];", variables), body + ", a -> b { guard x > 1; };",
                   body + ", a -> b { guard y > 1; };");
    };
    CHECK(refusal(Asked(shared(20), "E<> P.b")) == "");
    CHECK(refusal(Asked(shared(299), "E<> P.b")) == "there are more than 300 processes and groups of shared variables");
    CHECK(refusal(Asked(many(201), "E<> P(1).c")) == "there are more than 200 processes");
}
