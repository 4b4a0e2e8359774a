// Clocks: which conditions make a zone, which are refused, and which are only set aside.
#include <doctest/doctest.h>

#include "checked.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

namespace {

const std::string declared = "clock x, y, z[3]; int i; bool p; double d; int f(int n) { return n; }\n";

std::string guard(const std::string& text) { return errors_in(declared, {.guard = text}); }
std::string invariant(const std::string& text) { return errors_in(declared, {.invariant = text}); }

const model::Expr& checked_guard(const Checked& model) { return *model.checker->model().templates[0]->edges[0].guard; }

}  // namespace

TEST_CASE("guards are conjunctions of clock constraints") {
    for (const char* legal :
         {"x == 3", "x - y == 2", "x < 3 + 2 * i", "p || x < 3", "p imply x > 3", "x < y", "3 <= x && x < f(5)",
          "forall (k : int[0,2]) z[k] >= k", "x < 3 and (i == 2 or y > 4)", "i != 3 || (x < 2 && y > 1)", "z[i] > 2"}) {
        CHECK_MESSAGE(guard(legal) == "", legal);
    }
    CHECK(guard("@x != 3") == "E021");
    CHECK(guard("@!(x < 3)") == "E021");
    CHECK(guard("@x < 1 || x > 2") == "E021");
    CHECK(guard("@x < 1 imply p") == "E021");
    CHECK(guard("@p ? x < 1 : x < 2") == "E021");
    CHECK(guard("@exists (k : int[0,2]) z[k] > 1") == "E021");
    CHECK(guard("@(x < 3) == p") == "E021");
    CHECK(guard("@f(x < 3) == 1") == "E021");
}

TEST_CASE("invariants are conjunctions of bounds and rates") {
    for (const char* legal : {"x <= 5", "x < i", "p imply x <= 3", "!p || x <= 3", "x <= (p ? 3 : 5)", "x - y <= 4",
                              "x' == 0 && x <= 5", "x' == p", "i < 3", "forall (k : int[0,2]) z[k]' == 0"}) {
        CHECK_MESSAGE(invariant(legal) == "", legal);
    }
    CHECK(invariant("@x == 5") == "E022");
    CHECK(invariant("@x != 5") == "E022");
    CHECK(invariant("@p ? x <= 3 : x <= 5") == "E022");
    CHECK(invariant("p || @x' == 0") == "E022");
    CHECK(invariant("@x' <= 1") == "E022");
    CHECK(warnings_in("clock x;", {.invariant = "@x >= 1"}) == "W005");
    CHECK(warnings_in("clock x;", {.invariant = "@1 < x"}) == "W005");
    CHECK(warnings_in("clock x;", {.invariant = "1 >= x"}) == "");
}

TEST_CASE("integers move to one side of a clock constraint") {
    const Checked model(with_process(declared, {.guard = "x + 3 <= y + i"}));
    REQUIRE(model.errors() == "");
    const model::Expr& constraint = checked_guard(model);
    REQUIRE(constraint.kind == model::Expr::Kind::binary);
    CHECK(constraint.op == Op::less_equal);
    CHECK(constraint.operands[0]->op == Op::subtract);
    CHECK(constraint.operands[0]->operands[0]->symbol->name == "x");
    CHECK(constraint.operands[0]->operands[1]->symbol->name == "y");
    CHECK(constraint.operands[1]->op == Op::subtract);
    CHECK(constraint.operands[1]->operands[0]->symbol->name == "i");
    CHECK(constraint.operands[1]->operands[1]->value == 3);

    const Checked mirrored(with_process(declared, {.guard = "5 < 7 - x"}));
    REQUIRE(mirrored.errors() == "");
    CHECK(checked_guard(mirrored).op == Op::less);
    CHECK(checked_guard(mirrored).operands[0]->symbol->name == "x");
}

TEST_CASE("what only statistical model checking can evaluate loads with a warning") {
    struct Case {
        const char* guard;
        Code code;
    };
    for (const Case& tried :
         {Case{"x + y < 3", Code::non_integer_clock_term}, Case{"2 * x < 3", Code::non_integer_clock_term},
          Case{"x >= 1.5", Code::non_integer_clock_term}, Case{"x' == 2", Code::clock_rate},
          Case{"d > 0", Code::real_numbers}, Case{"sqrt(i) < 2.5", Code::real_numbers},
          Case{"fint(d) == 1", Code::real_numbers}}) {
        const Checked model(with_process(declared, {.guard = tried.guard}));
        CHECK_MESSAGE(model.errors() == "", tried.guard);
        const model::Expr* node = &checked_guard(model);
        if (node->kind == model::Expr::Kind::binary) node = node->operands[0];
        CHECK_MESSAGE(node->kind == model::Expr::Kind::unsupported, tried.guard);
        CHECK_MESSAGE(node->code == tried.code, tried.guard);
        CHECK_FALSE(node->text.empty());
    }
}

TEST_CASE("one element gets one warning, however much of it is out of scope") {
    CHECK(warnings_in("clock x, y; double d;",
                      {.guard = "@x + y < 3 && x >= 1.5 && d < 2", .assign = "d = 2.5, x = 0, y = 0"}) == "W008");
    CHECK(warnings_in("double d = 1.5; clock x;", {.guard = "x < 3", .assign = "@d = 2"}) == "W008");
}

TEST_CASE("rates other than 0 and 1 are set aside") {
    const Checked model(with_process("clock x;", {.invariant = "x' == 2"}));
    CHECK(model.errors() == "");
    const model::Expr& rate = *model.checker->model().templates[0]->locations[0].invariant;
    CHECK(rate.kind == model::Expr::Kind::unsupported);
    CHECK(rate.code == Code::clock_rate);
}

TEST_CASE("clocks are set to integers or other clocks") {
    CHECK(errors_in(declared, {.assign = "x = 0, y = i, x = y, z[1] = x"}) == "");
    CHECK(errors_in(declared, {.assign = "@x += 1"}) == "E013");
    CHECK(errors_in(declared, {.assign = "@x++"}) == "E013");
    const Checked model(with_process(declared, {.assign = "x = x + 1"}));
    CHECK(model.errors() == "");
    CHECK(model.checker->model().templates[0]->edges[0].updates[0]->operands[1]->code == Code::clock_read);
}

TEST_CASE("functions set clocks but do not read them") {
    CHECK(errors_in("clock x; void f(clock &c) { c = 0; x = 3; }", {.assign = "f(x)"}) == "");
    const Checked model(with_system("clock x; bool f() { return x > 3; }"));
    CHECK(model.errors() == "");
    const model::Statement& body = *model.checker->model().functions[0]->body;
    CHECK(body.statements[0]->expression->code == Code::clock_read);
}

TEST_CASE("synchronisations name one channel") {
    const std::string channels = "chan c, d[3]; struct { chan e; } s; int i;";
    CHECK(errors_in(channels, {.sync = "c!"}) == "");
    CHECK(errors_in(channels, {.sync = "d[i]?"}) == "");
    CHECK(errors_in(channels, {.sync = "s.e!"}) == "");
    CHECK(errors_in(channels, {.sync = "@d!"}) == "E023");
    CHECK(errors_in(channels, {.sync = "@i?"}) == "E023");
    CHECK(errors_in(channels, {.sync = "c"}) == "");
    CHECK(warnings_in("chan c;", {.sync = "@c"}) == "W008");
}

TEST_CASE("clock guards on urgent channels and broadcast receivers are warned about") {
    CHECK(warnings_in("urgent chan c; clock x;", {.guard = "@x > 3", .sync = "c!"}) == "W004");
    CHECK(warnings_in("broadcast chan c; clock x;", {.guard = "@x > 3", .sync = "c?"}) == "W013");
    CHECK(warnings_in("broadcast chan c; clock x;", {.guard = "x > 3", .sync = "c!"}) == "");
    CHECK(warnings_in("urgent broadcast chan c; int i;", {.guard = "i > 3", .sync = "c?"}) == "");
}

TEST_CASE("cost is what a run costs, unless it is a variable, or a clock like any other") {
    const auto uses = [](const std::string& text, const std::string& edge, const std::string& at) {
        return errors_in(text, {.invariant = at, .guard = edge, .assign = "cost += 2"});
    };
    CHECK(uses("", "true", "cost' == 3") == "");
    CHECK(uses("clock cost;", "true", "cost' == 3") == "");
    CHECK(uses("", "@cost > 3", "true") == "E036");
    CHECK(uses("clock cost;", "@cost > 3", "true") == "E036");
    CHECK(uses("int cost;", "cost > 3", "true") == "");
    CHECK(invariant("@cost' == 0.5") != "");
    CHECK(errors_in("clock cost;", {.invariant = "cost' == 0", .guard = "cost > 3", .assign = "cost = 0"}) == "");
    CHECK(errors_in("", {.assign = "@cost = 0"}) == "E036");
    CHECK(errors_in("int n;", {.assign = "n = 1, cost = cost + n, cost = 2 + cost, cost++"}) == "");
    CHECK(warnings_in("meta int remaining; clock cost;", {}) == "");
}
