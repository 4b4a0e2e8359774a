// Types, constants, side effects: what fits where, and what does not.
#include <doctest/doctest.h>

#include "checked.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

TEST_CASE("integers and Booleans mix, other types do not") {
    CHECK(errors_in("bool p = 5 == true; int i = p + 1; bool q = i;") == "");
    CHECK(errors_in("int a[3]; int i = @a;") == "E013");
    CHECK(errors_in("int a[3]; int i = @a + 1;") == "E013");
    CHECK(errors_in("chan c; bool p = @c && true;") == "E013");
    CHECK(errors_in("void f() { } void g() { int i; i = @f(); }") == "E013");
}

TEST_CASE("arrays and structs are compared and copied as wholes if their structure is the same") {
    const std::string types = "typedef struct { int x; bool p; } s_t; s_t s, t; int a[3], b[3], c[4]; bool d[3];\n";
    CHECK(errors_in(types, {.guard = "s == t && a != b", .assign = "s = t, a = b"}) == "");
    CHECK(errors_in(types, {.assign = "a = @c"}) == "E013");
    CHECK(errors_in(types, {.assign = "a = @d"}) == "E013");
    CHECK(errors_in(types, {.guard = "@s < t"}) == "E013");
    CHECK(errors_in(types, {.guard = "@s == a"}) == "E013");
    CHECK(errors_in("const int N = 3; int a[N], b[2 + 1];", {.assign = "a = b"}) == "");
    const std::string alike =
        "struct { int x; bool p; } s; struct { int x; bool p; } t; struct { int y; bool p; } u;\n";
    CHECK(errors_in(alike, {.assign = "s = t"}) == "");
    CHECK(errors_in(alike, {.assign = "s = @u"}) == "E013");
}

TEST_CASE("a scalar set mixes with itself only") {
    const std::string sets = "typedef scalar[3] s_t; typedef scalar[3] t_t; s_t s1, s2; t_t t; int a[s_t];\n";
    CHECK(errors_in(sets, {.guard = "s1 == s2 && a[s1] == 0", .assign = "s1 = s2"}) == "");
    CHECK(errors_in(sets, {.guard = "@s1 == t"}) == "E013");
    CHECK(errors_in(sets, {.assign = "s1 = @t"}) == "E013");
    CHECK(errors_in(sets, {.guard = "a[@t] == 0"}) == "E013");
    CHECK(errors_in(sets, {.guard = "@s1 < s2"}) == "E013");
    CHECK(errors_in(sets, {.guard = "@s1 + 1 == 0"}) == "E013");
}

TEST_CASE("indices need arrays and fields need structs") {
    CHECK(errors_in("int i; int j = @i[0];") == "E019");
    CHECK(errors_in("int i; int j = @i.x;") == "E020");
    CHECK(errors_in("typedef int row_t[2]; row_t m[3]; int j = m[2][1];") == "");
    CHECK(errors_in("int m[3][2]; int j = @m[2][1][0];") == "E019");
    CHECK(errors_in("bool a[bool];") == "E026 at 1:7");
    CHECK(errors_in("typedef int[2,5] t; int a[t], b[int[3,4]]; int i = a[2] + b[3];") == "");
}

TEST_CASE("only variables can be assigned to") {
    CHECK(errors_in("int i, j; bool p;", {.assign = "(p ? i : j) = 3, ++i = 2, (i = 1) += 2"}) == "");
    CHECK(errors_in("int i, j;", {.assign = "@i + j = 3"}) == "E014");
    CHECK(errors_in("int i;", {.assign = "@i++ = 3"}) == "E014");
    CHECK(errors_in("int i; bool p;", {.assign = "@(p ? i : p) = 3"}) == "E014");
}

TEST_CASE("constants stay what they are") {
    CHECK(errors_in("const int N = 3;", {.assign = "@N = 4"}) == "E015");
    CHECK(errors_in("const int a[2] = {1, 2};", {.assign = "@a[0]++"}) == "E015");
    CHECK(errors_in("typedef const int c_t; c_t N = 3;", {.assign = "@N = 4"}) == "E015");
    CHECK(errors_in("int j;", {.select = "i : int[0,3]", .assign = "@i = 4"}) == "E015");
    CHECK(errors_in("const int N = 3; void f(int &x) { x = 1; }", {.assign = "f(@N)"}) == "E015");
    CHECK(errors_in("const int N = 3; void f(const int &x) { }", {.assign = "f(N)"}) == "");
    CHECK(errors_in("const int @N;") == "E024");
    CHECK(errors_in("void f() { const int @N; }") == "E024");
}

TEST_CASE("initialisers have the shape of their type") {
    CHECK(errors_in("int a[2] = {1, 2}, m[2][2] = {{1, 2}, {3, 4}}; struct { int x; bool p; } s = {p: true, x: 3}, t = "
                    "{1, false};") == "");
    CHECK(errors_in("int a[3] = @{1, 2};") == "E025");
    CHECK(errors_in("const int N = 3; int a[N] = {1, 2};") == "");
    CHECK(errors_in("int i = @{1};") == "E025");
    CHECK(errors_in("int a[2] = @1;") == "E025");
    CHECK(errors_in("struct { int x; bool p; } s = @{1};") == "E025");
    CHECK(errors_in("struct { int x; bool p; } s = {x: 1, x: @2};") == "E025");
    CHECK(errors_in("struct { int x; bool p; } s = {x: 1, q: @2};") == "E020");
    CHECK(errors_in("chan c = @1;") == "E025");
    CHECK(errors_in("clock x = 3;") == "");
}

TEST_CASE("declarations that cannot be") {
    CHECK(errors_in("void @v;") == "E026");
    CHECK(errors_in("@const clock x = 0;") == "E026");
    CHECK(errors_in("@urgent int i;") == "E026");
    CHECK(errors_in("struct { clock @x; } s;") == "E026");
    CHECK(errors_in("struct { const int @x; } s;") == "E026");
    CHECK(errors_in("struct { chan c; int i; } s;") == "");
    CHECK(errors_in("void f() { clock @x; }") == "E026");
    CHECK(errors_in("void f(clock @x) { }") == "E026");
    CHECK(errors_in("void f(clock &x) { x = 0; }") == "");
    CHECK(Checked("process T(chan @c) { state a; init a; } chan d; P = T(d); system P;").errors() == "E026");
    CHECK(errors_in("urgent broadcast chan c, d[3]; meta int i; hybrid clock h;") == "");
}

TEST_CASE("types nest to a bounded depth, and comparing them stays quick") {
    std::string deep = "typedef int t0[1];\n", left, right;
    for (int i = 1; i < 150; ++i) deep += "typedef t" + std::to_string(i - 1) + " t" + std::to_string(i) + "[1];\n";
    CHECK(errors_in(deep) == "E005 at 101:17");
    for (int i = 1; i < 60; ++i) {
        const std::string n = std::to_string(i), m = std::to_string(i - 1);
        left += "typedef struct { " + (i == 1 ? "int a; int b" : "l" + m + " a; l" + m + " b") + "; } l" + n + ";\n";
        right += "typedef struct { " + (i == 1 ? "int a; int b" : "r" + m + " a; r" + m + " b") + "; } r" + n + ";\n";
    }
    CHECK(errors_in(left + right + "bool same(l59 &x, r59 &y) { return x == y; }") == "");
}

TEST_CASE("places without side effects") {
    const std::string declared =
        "int i; chan c[4]; int f() { i = 1; return 2; } int g() { int j = 1; j++; return j; }\n";
    CHECK(errors_in(declared, {.guard = "@i = 1"}) == "E016");
    CHECK(errors_in(declared, {.guard = "@f() == 2"}) == "E016");
    CHECK(errors_in(declared, {.guard = "g() == 2"}) == "");
    CHECK(errors_in(declared, {.invariant = "@i++ < 3"}) == "E016");
    CHECK(errors_in(declared, {.sync = "c[@f()]!"}) == "E016");
    CHECK(errors_in(declared, {.select = "k : int[0, @f()]"}) == "E016");
    CHECK(errors_in(declared, {.assign = "i = f()"}) == "");
    CHECK(errors_in(declared + "int a[@f()];") == "E016");
    CHECK(errors_in(declared + "int k = @f();") == "E016");
    CHECK(errors_in(declared, {.assign = "i = forall (k : int[0,3]) @i++ > 2"}) == "E016");
}

TEST_CASE("writing through a reference is a side effect of the call that passes it") {
    const std::string declared =
        "int i; void set(int &x) { x = 1; } int pure() { int j; set(j); return j; } int get(int &x) { return x; }\n";
    CHECK(errors_in(declared, {.guard = "pure() == 1 && get(i) == 1"}) == "");
    CHECK(errors_in(declared + "int impure() { set(i); return i; }", {.guard = "@impure() == 1"}) == "E016");
    const Checked model(with_process(declared, {.guard = "pure() == 1 && get(i) == 1"}));
    const auto& functions = model.checker->model().functions;
    REQUIRE(functions.size() == 3);
    CHECK(functions[0]->has_side_effects);
    CHECK_FALSE(functions[1]->has_side_effects);
    CHECK_FALSE(functions[2]->has_side_effects);
}

TEST_CASE("calls fit the signature") {
    const std::string declared = "int i; int a[2]; int f(int x, int &y, int z[2]) { y = x; return z[0]; }\n";
    CHECK(errors_in(declared, {.assign = "f(1, i, a)"}) == "");
    CHECK(errors_in(declared, {.assign = "@f(1, i)"}) == "E017");
    CHECK(errors_in(declared, {.assign = "f(1, @2, a)"}) == "E032");
    CHECK(errors_in(declared, {.assign = "f(1, i, @i)"}) == "E013");
    CHECK(errors_in("bool p; void f(int &x) { x = 1; }", {.assign = "f(@p)"}) == "E013");
}

TEST_CASE("functions return what they promise, and do not call themselves") {
    CHECK(errors_in("int f(int n) { return n == 0 ? 1 : @f(n - 1); }") == "E027");
    CHECK(errors_in("int @f() { int i = 1; i++; }") == "E028");
    CHECK(errors_in("int f(bool p) { if (p) return 1; else return 2; }") == "");
    CHECK(errors_in("void f() { return @1; }") == "E013");
    CHECK(errors_in("int f() { @return; }") == "E013");
    CHECK(errors_in("int f() { int a[2]; return @a; }") == "E013");
    CHECK(errors_in("typedef int a_t[2]; @a_t f() { a_t a; return a; }") == "E026");
    CHECK(errors_in("typedef struct { int a[2]; } s_t; s_t f() { s_t s; return s; }") == "");
}

TEST_CASE("loops and quantifiers need a range") {
    CHECK(errors_in("typedef scalar[2] s_t; int f() { int n; for (i : int[0,3]) n++; for (s : s_t) n++; return n; }") ==
          "");
    CHECK(errors_in("void f() { for (i : @bool) { } }") == "E029");
    CHECK(errors_in("bool p = forall (i : @clock) true;") == "E029");
    CHECK(errors_in("", {.select = "i : @bool"}) == "E029");
    CHECK(errors_in("", {.select = "i : int"}) == "");
    CHECK(errors_in("void f() { int i, j; for (i = 0, j = 1; i < 3; i++, j++) { } while (i > 0) i--; do i++; while (i "
                    "< 3); }") == "");
}

TEST_CASE("statements and updates that do nothing are warned about") {
    CHECK(warnings_in("int i;", {.assign = "@i == 1"}) == "W003");
    CHECK(warnings_in("int f() { return 1; }", {.assign = "@f()"}) == "W003");
    CHECK(warnings_in("int i; void f() { i = 1; }", {.assign = "f(), i++"}) == "");
}
