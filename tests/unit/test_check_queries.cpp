// Queries: what they may ask about the processes of a system.
#include <doctest/doctest.h>

#include "checked.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

namespace {

const std::string trains =
    "typedef int[0,2] id_t; clock now; int n; int twice(int i) { return 2 * i; } void bump() { n++; }\n"
    "process Train(const id_t id) { clock x; int len[3]; struct { int f; } s; const int K = 3;\n"
    "    bool busy(int k) { return len[k] > K; }\n"
    "    state Safe, Cross; init Safe; trans Safe -> Cross { assign x = 0, len[id] = 1; }; }\n"
    "process Gate() { state Free; init Free; }\n"
    "process Spare() { state a; init a; }\n"
    "G = Gate(); T1 = Train(1); system Train, G, T1;\n";

}  // namespace

TEST_CASE("processes are known by name, with their locations, variables and functions") {
    Checked model(trains);
    REQUIRE(model.errors() == "");
    for (const char* legal :
         {"E<> Train(0).Cross", "A[] forall (i : id_t) Train(i).Cross imply Train(i).x <= 5", "E<> G.Free and T1.Safe",
          "E<> T1.len[2] == 1 && T1.s.f > T1.K && T1.id == 1", "A[] sum (i : id_t) Train(i).Cross <= 1",
          "E<> T1.Safe + G.Free == 2", "E<> G.location == 0", "E<> twice(n) == 4", "E<> T1.busy(1)",
          "A<> exists (i : id_t) Train(i).x > 3", "Train(1).Cross --> Train(1).Safe", "E[] now != 3 || n > 1",
          "A[] not deadlock", "E<> deadlock and n == 0", "sup: n, now, T1.x", "inf{G.Free}: T1.len[0]", "bounds: n"}) {
        CHECK_MESSAGE(model.ask(legal) == "", legal);
        CHECK(model.answer.has_value());
    }
}

TEST_CASE("a location of a process is told by its number, and by the values of free parameters") {
    Checked model(trains);
    REQUIRE(model.ask("E<> Train(2).Cross") == "");
    const model::Expr& location = *model.answer->first;
    CHECK(location.kind == model::Expr::Kind::location);
    CHECK(location.number == 1);
    CHECK(location.instance->name == "Train");
    REQUIRE(location.operands.size() == 1);
    CHECK(location.operands[0]->value == 2);
}

TEST_CASE("a function of a process takes the free parameters first") {
    Checked model(trains);
    REQUIRE(model.ask("E<> Train(2).busy(1)") == "");
    const model::Expr& call = *model.answer->first;
    CHECK(call.kind == model::Expr::Kind::call);
    CHECK(call.instance->name == "Train");
    REQUIRE(call.operands.size() == 2);
    CHECK(call.operands[0]->value == 2);
    CHECK(call.operands[1]->value == 1);
}

TEST_CASE("mistakes in queries are told at their place") {
    Checked model(trains);
    CHECK(model.ask("E<> @Trian(0).Cross") == "E012");
    CHECK(model.ask("E<> @T1.Corss") == "E020");
    CHECK(model.ask("E<> @Train.Cross") == "E017");
    CHECK(model.ask("E<> @Train(0, 1).Cross") == "E017");
    CHECK(model.ask("E<> @Spare.a") == "E042");
    CHECK(model.ask("E<> @T1") == "E013");
    CHECK(model.ask("E<> @n = 1") == "E016");
    CHECK(model.ask("E<> @bump() == 1") == "E016, E013");
    CHECK(model.ask("E<> @T1.len") == "E013");
    CHECK(model.ask("E<> @T1.busy") == "E020");
    CHECK(model.ask("E<> @T1.idle()") == "E018");
    CHECK(model.ask("E<> @(now > 3) + 1 == 2") == "E013");
}

TEST_CASE("deadlock is for reachability and safety") {
    Checked model(trains);
    CHECK(model.ask("A<> @deadlock") == "E062");
    CHECK(model.ask("E[] not @deadlock") == "E062");
    CHECK(model.ask("G.Free --> @deadlock") == "E062");
    CHECK(errors_in("", {.guard = "@deadlock"}).substr(0, 4) == "E012");
}

TEST_CASE("sup, inf and bounds measure integers and single clocks") {
    Checked model(trains);
    CHECK(model.ask("sup: @now - T1.x") == "E013");
    CHECK(model.ask("sup: @T1.len") == "E013");
    CHECK(model.ask("sup: T1.Safe") == "");
}

TEST_CASE("kinds of queries that are not decided here") {
    Checked model(trains);
    CHECK(model.ask("@Pr[<=10](<> G.Free)") == "E070");
    CHECK(model.ask("@control: A<> G.Free") == "E071");
    CHECK(model.ask("@sat: Chart") == "E072");
    CHECK(model.ask("@=== safety ===") == "E061");
    CHECK_FALSE(model.answer.has_value());
}
