// Reductions: a smaller task, the way back, and reductions of reductions.
#include <doctest/doctest.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "reduce/local_time.hpp"
#include "reduce/reductions.hpp"
#include "reduce/safe_variables.hpp"
#include "support.hpp"
#include "trace/runs/retrace.hpp"

using namespace crowfly;

namespace {

// Drive gives v any value at any time. Clock is a bystander that lets three time units pass at a time.
constexpr const char* driven = R"(
int[0, 2] v;
process P() { clock x; state a, b; init a; trans a -> b { guard x >= 10 && v == 2; }; }
process Drive() { state o; init o; trans
    o -> o { guard v < 2; assign v = v + 1; }, o -> o { guard v > 0; assign v = v - 1; }; }
process Clock() { clock y; state s { y <= 3 }; init s; trans s -> s { guard y >= 1; assign y = 0; }; }
system P, Drive, Clock;
)";

// P and Q have nothing in common.
constexpr const char* apart = R"(
process P() { clock x; state a, b; init a; trans a -> b { guard x >= 10; }; }
process Q() { clock z; state a, b, c; init a; trans a -> b { guard z >= 2; }, b -> c { guard z >= 4; }; }
process Clock() { clock y; state s { y <= 3 }; init s; trans s -> s { guard y >= 1; assign y = 0; }; }
system P, Q, Clock;
)";

StrategyTask task_of(const Asked& asked) {
    StrategyTask task{asked.network(), as_reach(*asked.query).formula, {}};
    task.options.wanted = as_reach(*asked.query).exists;
    return task;
}

SearchResult reduced(std::initializer_list<TaskReduction*> reductions) {
    SilentObserver silent;
    return search_reduced(reductions, {}, silent);
}

// The path is one of the whole network.
void check_found(const Asked& asked, const SearchResult& result) {
    REQUIRE_MESSAGE(result.is_sure(), result.unfinished);
    REQUIRE(result.found);
    Destination destination;
    destination.formula = &as_reach(*asked.query).formula;
    CHECK(retrace(asked.network(), *result.found, destination).has_value());
    // Three transitions of Clock let nine time units pass; two of another process come before the last one.
    CHECK(transitions_of(*result.found) >= 3 + 2 + 1);
}

}  // namespace

TEST_CASE("reductions compose, in either order") {
    const Asked asked(driven, "E<> P.b");
    const StrategyTask task = task_of(asked);
    SUBCASE("bystanders, then safe variables") {
        BystanderReduction bystanders(task, bystanders_of(task));
        SafeVariableReduction variables(bystanders.task(), {});
        CHECK(variables.left_out().safe.size() == 1);
        check_found(asked, reduced({&bystanders, &variables}));
        CHECK(variables.inserted() == std::vector<std::size_t>{2});
    }
    SUBCASE("safe variables, then bystanders") {
        SafeVariableReduction variables(task, {});
        const std::vector<bool> left_out = bystanders_of(variables.task());
        CHECK(left_out == std::vector<bool>{false, true, true});  // nobody reads v any more
        BystanderReduction bystanders(variables.task(), left_out);
        check_found(asked, reduced({&variables, &bystanders}));
    }
}

TEST_CASE("what does not exist in the smallest task does not exist, and the proof says what was left out") {
    const Asked asked(driven, "E<> P.b && v > 2");
    const StrategyTask task = task_of(asked);
    BystanderReduction bystanders(task, bystanders_of(task));
    HullReduction hulls(bystanders.task());
    const SearchResult result = reduced({&bystanders, &hulls});
    REQUIRE(result.is_sure());
    CHECK_FALSE(result.found);
    REQUIRE(result.proof);
    CHECK(result.proof->method == Proof::Method::hulls);
    CHECK(result.proof->without == std::vector<std::string>{"Clock"});
}

TEST_CASE("a hull in which the formula holds is no path") {
    const Asked asked(driven, "E<> P.b");
    const StrategyTask task = task_of(asked);
    HullReduction hulls(task);
    const SearchResult result = reduced({&hulls});
    REQUIRE(result.found);
    CHECK(result.found->empty());
}

TEST_CASE("a path in local time is sorted although processes are left out") {
    const Asked asked(apart, "E<> P.b && Q.c");
    const StrategyTask task = task_of(asked);
    BystanderReduction bystanders(task, bystanders_of(task));
    std::string why_not;
    const std::optional<Locality> locality = find_locality(bystanders.task().network, task.formula, why_not);
    REQUIRE_MESSAGE(locality, why_not);
    LocalTimeReduction local(bystanders.task(), *locality);
    check_found(asked, reduced({&bystanders, &local}));
}
