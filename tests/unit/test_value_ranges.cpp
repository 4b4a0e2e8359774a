#include <doctest/doctest.h>
#include <fmt/format.h>

#include "network/analyses/value_ranges.hpp"
#include "network/body.hpp"
#include "network/values/value_arithmetic.hpp"
#include "property/impossible.hpp"
#include "search/schedule/reachability.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// "1 2 5", "[0, 40]", or "" of a slot.
std::string range(const Network& network, const std::string& name) {
    const ValueRanges ranges = find_value_ranges(network);
    REQUIRE(ranges.is_known);
    for (std::size_t slot = 0; slot < network.slots.size(); ++slot) {
        if (network.slots[slot].name != name) continue;
        const ValueSet& values = ranges.slots[slot];
        if (!values.is_listed()) return fmt::format("[{}, {}]", values.least(), values.greatest());
        return fmt::format("{}", fmt::join(values.listed(), " "));
    }
    return "no such slot";
}

std::string range(const std::string& declarations, const std::string& edges, const std::string& name) {
    return range(network_of(declarations + " process P() { state l, m; init l; trans " + edges + "; } system P;"),
                 name);
}

std::string why(const std::string& text, const std::string& query) {
    const Asked asked(text, query);
    const property::Reach& reach = as_reach(*asked.query);
    return impossible_because(asked.network(), reach.formula, reach.exists, find_value_ranges(asked.network()))
        .value_or("");
}

struct Silent final : Observer {
    void progress(const Statistics& /*statistics*/) override {}
};

const std::string two_clocks = R"(
    clock y; int n = 1; int[0, 9] k = 3;
    process P() { clock x; state L { x <= 2 }, M { x <= k && k <= 5 }, N, O; init L;
        trans L -> M { guard x >= 1; assign x = 0, n = 1; }, M -> L { assign x = 0, k = 4; },
              M -> N { guard n == 2; }; }
    process Q() { state A { y <= 5 }, B; init A; trans A -> B { guard y >= 3; }, B -> A { assign y = 0; }; }
    system P, Q;)";

}  // namespace

TEST_CASE("a set of values is listed as long as it is small") {
    ValueSet set;
    CHECK(set.empty());
    CHECK(set.add(5));
    CHECK_FALSE(set.add(5));
    CHECK(set.add(ValueSet::of(-3)));
    CHECK(set.is_listed());
    CHECK(set.contains(5));
    CHECK_FALSE(set.contains(0));
    CHECK(set.size() == 2);
    set.add(ValueSet::between(0, 15));
    CHECK_FALSE(set.is_listed());
    CHECK(set.least() == -3);
    CHECK(set.greatest() == 15);
    set.remove(-3);
    CHECK(set.least() == -2);
    set.intersect(ValueSet::between(14, 400));
    CHECK(set == ValueSet::between(14, 15));
    CHECK(set.plus(1) == ValueSet::between(15, 16));
    set.intersect(ValueSet::of(3));
    CHECK(set.empty());
}

TEST_CASE("an operator on sets has the value it has on each of their members") {
    const std::vector<ValueSet> sets{ValueSet::of(0),          ValueSet::between(-2, 3),   ValueSet::between(1, 4),
                                     ValueSet::between(0, 40), ValueSet::between(-30, 20), ValueSet::between(7, 33)};
    const auto each = [](const ValueSet& set, const auto& visit) {
        for (std::int32_t value = set.least(); value <= set.greatest(); ++value) {
            if (set.contains(value)) visit(value);
        }
    };
    for (auto op = OpCode::negate; op <= OpCode::bit_or; op = static_cast<OpCode>(static_cast<int>(op) + 1)) {
        for (const ValueSet& left : sets) {
            for (const ValueSet& right : sets) {
                const SetResult result = apply_operator(op, left, right);
                bool contained = true;
                each(left, [&](std::int32_t a) {
                    each(right, [&](std::int32_t b) {
                        const auto value = compile::compute(op, a, b);
                        contained = contained && (value ? result.values.contains(*value) : result.faults);
                    });
                });
                CAPTURE(static_cast<int>(op));
                CHECK(contained);
            }
        }
    }
}

TEST_CASE("values come from assignments of edges that may be enabled") {
    CHECK(range("int n = 1;", "l -> l { assign n = 1; }", "n") == "1");
    CHECK(range("int n = 1;", "l -> l { assign n = 4; }", "n") == "1 4");
    CHECK(range("int n = 1;", "m -> m { assign n = 4; }", "n") == "1");
    CHECK(range("int n = 1;", "l -> l { guard n == 3; assign n = 4; }", "n") == "1");
    CHECK(range("int n = 1;", "l -> m { }, m -> m { assign n = n + 4, n = n * 2; }, m -> l { guard n > 20; }", "n") !=
          "1");
}

TEST_CASE("guards narrow what an assignment can assign") {
    CHECK(range("int n;", "l -> l { guard n < 5; assign n++; }", "n") == "0 1 2 3 4 5");
    CHECK(range("int n;", "l -> l { guard n < 5000; assign n++; }", "n") == "[0, 5000]");
    CHECK(range("int n;", "l -> l { guard n + 1 <= 300; assign n = n + 1; }, l -> l { guard n > -2; assign n--; }",
                "n") == "[-2, 300]");
    CHECK(range("int n;", "l -> l { guard n < 5000; assign n = n + 3; }", "n") == "[0, 5002]");
    CHECK(range("int n; int[0, 9] m;", "l -> l { select s : int[2, 4]; guard s != 3; assign n = s; }", "n") == "0 2 4");
    CHECK(range("int n; bool b;", "l -> l { guard b; assign n = 1; }, l -> l { guard !b; assign n = 2; }", "n") ==
          "0 2");
    CHECK(range("int n = 7; int m;", "l -> l { guard m == 7 || m == 9; assign n = m; }, l -> l { assign m = 7; }",
                "n") == "7");
    CHECK(range("int n; int m;", "l -> l { assign m = (n < 3 ? n + 1 : 0), n = m; }", "n") == "0 1 2 3");
}

TEST_CASE("both guards of a synchronisation narrow, and the receiver sees what the sender wrote") {
    const auto pair = [](const std::string& receiver) {
        return range(network_of("chan c; int n; int m; process S() { state l; init l; trans l -> l { guard m == 0; "
                                "sync c!; assign n = 3; }; } process R() { state l; init l; trans l -> l { " +
                                receiver + " }; } system S, R;"),
                     "m");
    };
    CHECK(pair("sync c?; assign m = n;") == "0 3");
    CHECK(pair("sync c?; assign m = m + 1;") == "0 1");
    CHECK(pair("guard m == 1; sync c?; assign m = 2;") == "0");
}

TEST_CASE("what cannot be taken apart may assign anything it declares") {
    CHECK(range("int[0, 30] n; int[0, 3] other; void f() { int k = 0; while (k < n) k++; n = k; }",
                "l -> l { assign f(); }", "n") == "[0, 30]");
    CHECK(range("int[0, 30] n; int[0, 3] other; void f() { int k = 0; while (k < n) k++; n = k; }",
                "l -> l { assign f(); }", "other") == "0");
}

TEST_CASE("a location is reached by edges that may be enabled") {
    const Network network = network_of(two_clocks);
    const ValueRanges ranges = find_value_ranges(network);
    REQUIRE(ranges.is_known);
    CHECK_FALSE(ranges.may_stop);
    CHECK(ranges.is_reached(network, 0, 0));
    CHECK(ranges.is_reached(network, 0, 1));
    CHECK_FALSE(ranges.is_reached(network, 0, 2));
    CHECK_FALSE(ranges.is_reached(network, 0, 3));
}

TEST_CASE("what the invariant of a location says needs no search") {
    CHECK(why(two_clocks, "A[] (P.L imply P.x <= 2)") == "the invariant of P.L");
    CHECK(why(two_clocks, "A[] (P.L imply P.x < 2)") == "");
    CHECK(why(two_clocks, "A[] P.x <= 2") == "");
    CHECK(why(two_clocks, "A[] (P.M imply k <= 5)") != "");
    CHECK(why(two_clocks, "A[] (P.M imply P.x <= 4)") == "the invariant of P.M");  // x <= k, which is 3 or 4
    CHECK(why(two_clocks, "A[] (P.M imply P.x <= 3)") == "");
    CHECK(why(two_clocks, "E<> P.L && Q.A && P.x - y > 2") == "the invariant of P.L");
    CHECK(why(two_clocks, "E<> P.L && Q.A && y - P.x > 5") == "the invariant of Q.A");
    CHECK(why(two_clocks, "E<> P.L && Q.B && y - P.x > 5") == "");
    CHECK(why(two_clocks, "E<> y < 0") == "no clock values satisfy it");
}

TEST_CASE("what values and locations rule out needs no search") {
    CHECK(why(two_clocks, "A[] n >= 1") == "n is always 1");
    CHECK(why(two_clocks, "A[] n > 1") == "");
    CHECK(why(two_clocks, "E<> P.N") == "P.N cannot be reached");
    CHECK(why(two_clocks, "E<> P.O || k == 7") == "P.O cannot be reached; k is always one of 3, 4");
    CHECK(why(two_clocks, "E<> k == 4") == "");
    CHECK(why(two_clocks, "E<> P.L && P.M") == "P is in one location at a time");
    CHECK(why(two_clocks, "E<> !P.L && !P.M") == "P never leaves P.M");
    CHECK(why(two_clocks, "A[] (k == 3 || k == 4)") != "");
    CHECK(why(two_clocks, "E<> k > 3 && k < 4") != "");
}

TEST_CASE("deadlocks are possible, unless the rest is not") {
    CHECK(why(two_clocks, "A[] not deadlock") == "");
    CHECK(why(two_clocks, "E<> deadlock && n == 0") == "n is always 1");
}

TEST_CASE("where a run-time error may be met a search has to say so") {
    const std::string model =
        "int[0, 3] n; int m = 1; process P() { state l; init l; trans l -> l { assign n = n + 1; }; } system P;";
    CHECK(find_value_ranges(network_of(model)).may_stop);
    CHECK(why(model, "A[] m == 1") == "");
    const std::string guarded =
        "int[0, 3] n; int a[4]; int m = 1; process P() { state l; init l; trans l -> l { guard n < 3; assign n = n + "
        "1; }, l -> l { guard n > 0 && a[n - 1] == 0; assign a[n] = 1; }; } system P;";
    CHECK_FALSE(find_value_ranges(network_of(guarded)).may_stop);
    CHECK(why(guarded, "A[] m == 1") == "m is always 1");
    CHECK(why(guarded, "A[] a[n] < 2") != "");
    CHECK(why(guarded, "E<> a[m + n] == 7") == "");  // it faults
}

TEST_CASE("a formula with many conjunctions is judged by its parts") {
    std::string query = "E<> k == 9";
    for (int i = 0; i < 12; ++i) query += " && (n == 1 || k == 3)";
    CHECK(why(two_clocks, query) != "");
    std::string open = "E<> k == 4";
    for (int i = 0; i < 12; ++i) open += " && (n == 1 || k == 3)";
    CHECK(why(two_clocks, open) == "");
}

TEST_CASE("large networks are left alone") {
    const Network network = network_of(
        "int n = 1; process P(const int[0, 29999] id) { state l; init l; trans l -> l { assign n = 1; }; } system P;");
    const ValueRanges ranges = find_value_ranges(network);
    CHECK_FALSE(ranges.is_known);
    CHECK(ranges.slots.size() == network.slots.size());
}

TEST_CASE("the default search asks for the values after its first turn") {
    const Asked asked(R"(
        int n = 1; int[0, 99] a; int[0, 99] b;
        process P() { state l; init l;
            trans l -> l { assign a = (a + 1) % 100; }, l -> l { assign b = (b + 1) % 100; }; }
        system P;)",
                      "A[] n + a < 101");
    SearchOptions options;
    options.search = automatic;
    options.wanted = false;
    options.abstraction = std::nullopt;
    Silent nobody;
    const SearchResult result = search(asked.network(), as_reach(*asked.query).formula, options, Limits{}, nobody);
    CHECK_FALSE(result.found);
    CHECK(result.unfinished.empty());
    REQUIRE(result.proof);
    CHECK(to_string(*result.proof) == "values and invariants: n is always 1, a is always within [0, 99]");
    CHECK(result.statistics.explored < 2000);
}
