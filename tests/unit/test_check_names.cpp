// Names: what they mean, where they are visible, and what is said about those that mean nothing.
#include <doctest/doctest.h>

#include "checked.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;
using crowfly::uppaal::Process;

TEST_CASE("a name is declared once per scope") {
    CHECK(errors_in("int i; bool @i;") == "E010");
    CHECK(errors_in("int i; void f() { int i; i = 1; }") == "");
    CHECK(errors_in("struct { int a; bool @a; } s;") == "E010");
    CHECK(errors_in("void f(int a, int @a) { }") == "E010");
    CHECK(errors_in("int i;", {.local = "int i;"}) == "");
    CHECK(errors_in("", {.local = "int b;"}) == "E010 at 3:10");
    CHECK(errors_in("int @P;") == "E010 at 2:9");
}

TEST_CASE("a duplicate names the line of the first") {
    const Checked model(with_system("int i;\n\nint i;"));
    CHECK(model.first().message == "`i` is already declared on line 1");
}

TEST_CASE("an unknown name is reported with the nearest one") {
    CHECK(errors_in("int count; int i = @cuont;") == "E012");
    CHECK(Checked(with_system("const int count = 1; int i = cuont;")).first().hint == "did you mean `count`?");
    CHECK(errors_in("@idt i;") == "E011");
    CHECK(Checked(with_system("typedef int[0,3] id_t; idt i;")).first().hint == "did you mean `id_t`?");
    CHECK(errors_in("int f() { return 1; } int i = @g();") == "E012");
    CHECK(errors_in("struct { int front; } s; int i = @s.frnt;") == "E020");
}

TEST_CASE("a suggestion is really near and the same kind of thing") {
    CHECK(Checked(with_system("int i = foo();")).first().hint == "");
    CHECK(Checked(with_system("int i = abz(3);")).first().hint == "did you mean `abs`?");
    CHECK(Checked(with_system("int abc(int k) { return k; } int i = abz(3);")).first().hint == "did you mean `abc`?");
    CHECK(Checked(with_system("chan count; const int counts = 1; int i = coount;")).first().hint ==
          "did you mean `counts`?");
}

TEST_CASE("an unknown channel is called one") {
    const auto first = [](const std::string& declarations, const Process& process) {
        return Checked(with_process(declarations, process)).first();
    };
    CHECK(errors_in("chan go_on; int go_one;", {.sync = "@goon!"}) == "E012");
    CHECK(first("chan go_on; int goons;", {.sync = "goon!"}).message == "there is no channel `goon` here");
    CHECK(first("chan go_on; int goons;", {.sync = "goon!"}).hint == "did you mean `go_on`?");
    CHECK(first("chan ring[3]; int i;", {.sync = "rnig[i]!"}).hint == "did you mean `ring`?");
    // What chooses one of an array is no channel.
    CHECK(first("chan ring[3]; int index; chan indices;", {.sync = "ring[indx]!"}).message ==
          "there is no variable or constant `indx` here");
    CHECK(first("chan ring[3]; int index; chan indices;", {.sync = "ring[indx]!"}).hint == "did you mean `index`?");
    CHECK(errors_in("chan go_on;", {.sync = "go_on!"}) == "");
    const Checked argument(
        "chan ready; process P(chan &c) { state a; init a; trans a -> a { sync c!; }; } Q = P(redy); system Q;");
    CHECK(argument.first().message == "there is no channel `redy` here");
    CHECK(argument.first().hint == "did you mean `ready`?");
}

TEST_CASE("an assignment where something is compared hints at `==`") {
    for (const char* guard : {"n = 1", "N = 1", "n + 1 = 2"}) {
        const Checked model(with_process("int n; const int N = 3;", {.guard = guard}));
        CHECK(model.first().code == Code::side_effect);
        CHECK(model.first().hint.find("to compare, write `==`") != std::string::npos);
    }
    CHECK(errors_in("int n;", {.guard = "n == 1", .assign = "n = 1"}) == "");
}

TEST_CASE("names are visible only after their declaration") {
    CHECK(errors_in("int i = @N; const int N = 3;") == "E012");
    CHECK(errors_in("const int N = 3; int i = N;") == "");
}

TEST_CASE("names of the system section are for instantiations alone") {
    const std::string process = "process T(int &v) { state a; init a; }\n";
    CHECK(Checked(process + "int i; P = T(i); system P;").errors() == "");
    CHECK(Checked("<nta><template><name>T</name><location id=\"a\"/><init ref=\"a\"/><transition><source ref=\"a\"/>"
                  "<target ref=\"a\"/><label kind=\"guard\">@i == 0</label></transition></template>"
                  "<system>int i; system T;</system></nta>")
              .errors() == "E012");
}

TEST_CASE("built-ins are there, and may be redefined without a word") {
    CHECK(errors_in("int8_t i = INT8_MAX; int32_t j = INT32_MIN; int k = abs(-3);") == "");
    CHECK(
        errors_in("int abs(int x) { return x < 0 ? -x : x; } const int M_PI = 3; int i = M_PI; typedef bool int8_t;") ==
        "");
}

TEST_CASE("what is not a value is not used as one") {
    CHECK(errors_in("typedef int t; int i = @t;") == "E013");
    CHECK(errors_in("int f() { return 1; } int i = @f;") == "E013");
    CHECK(errors_in("int i; int j = @i(3);") == "E018");
    CHECK(errors_in("", {.guard = "@b"}) == "E012");
    CHECK(errors_in("bool b;", {.guard = "b"}) == "");
}

TEST_CASE("a binder is visible in its body only") {
    CHECK(errors_in("bool p = forall (i : int[0,3]) i > 0; int j = @i;") == "E012");
    CHECK(errors_in("int a[4];", {.select = "i : int[0,3]", .guard = "a[i] == 0", .assign = "a[i] = 1"}) == "");
}

TEST_CASE("a local name that hides a variable is worth a warning, one that hides a constant is not") {
    CHECK(warnings_in("int i;", {.select = "@i : int[0,3]", .guard = "i == 0"}) == "W009, W001 at 1:5");
    CHECK(warnings_in("const int i = 1; int j = i;",
                      {.select = "i : int[0,3]", .guard = "i == 0", .assign = "j = 1"}) == "");
}

TEST_CASE("unused declarations are warned about, parameters are not") {
    CHECK(Checked(with_system("int @i;")).warnings() == "W001");
    CHECK(Checked(with_system("typedef int[0,1] @t;")).warnings() == "W001");
    CHECK(Checked(with_system("void @f(int unused) { }")).warnings() == "W001");
    CHECK(Checked(with_system("void f() { int @i; }\nbefore_update { f() }")).warnings() == "W001, W003 at 2:17");
    CHECK(Checked("process @Q() { state a; init a; }" + with_system("")).warnings() == "W006");
    CHECK(Checked("int seen; process P() { state a; init a; } system P; query { E<> seen > 3 }").warnings() == "");
}
