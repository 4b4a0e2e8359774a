// Templates, their instances, and the system line.
#include <doctest/doctest.h>

#include "checked.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

namespace {

std::string errors_of(const std::string& text) { return Checked(text).errors(); }

}  // namespace

TEST_CASE("locations have one name and one kind, and one of them is initial") {
    CHECK(errors_of("process P() { state a, @a; init a; } system P;") == "E010");
    CHECK(errors_of("process P() { state @a; commit a; urgent a; init a; } system P;") == "E030");
    CHECK(errors_of("process @P() { state a; } system P;") == "E031");
    const auto document = [](const std::string& content) {
        return "<nta><template><name>P</name><location id=\"a\"/>" + content +
               "</template><system>system P;</system></nta>";
    };
    const std::string edge = "<transition><source ref=\"a\"/>";
    CHECK(errors_of(document("<init ref=\"a\"/>" + edge + "<target ref=\"a\"/></transition>")) == "");
    CHECK(errors_of(document("@<init ref=\"b\"/>")) == "E009");
    CHECK(errors_of(document("<init ref=\"a\"/>" + edge + "@<target ref=\"b\"/></transition>")) == "E009");
}

TEST_CASE("branchpoints come after the edge, before a location") {
    const std::string states =
        "chan c; int w; process P() { state a, b; branchpoint q; init a; trans a -> q { guard w > 0; sync c!; }, ";
    const Checked good(
        states +
        "q -> a { probability 3; }, q -> b { select i : int[0,1]; assign w = i; probability w; }; } system P;");
    CHECK(good.errors() == "");
    CHECK(good.warnings() == "");
    const model::Template& t = *good.checker->model().templates[0];
    CHECK(t.branchpoints == 1);
    CHECK(t.edges[0].target == 2);
    CHECK(t.edges[1].source == 2);
    CHECK(t.edges[2].weight->symbol->name == "w");
    CHECK(Checked(states + "q -> a { guard @w > 3; }; } system P;").warnings() == "W014");
    CHECK(Checked(states + "q -> a { probability 0.5; }; } system P;").errors() == "");
    CHECK(errors_of(states + "q -> @q { }; } system P;") == "E034");
    CHECK(Checked("process P() { state a; init a; trans a -> a { probability @3; }; } system P;").warnings() == "W014");
}

TEST_CASE("instances give every parameter a value, or leave it free") {
    const std::string t =
        "typedef int[0,2] id_t; int v; chan c; process T(const id_t i, int &r, chan &d) { state a; init a; }\n";
    CHECK(errors_of(t + "P = T(1, v, c); system P;") == "");
    CHECK(errors_of(t + "Q(const id_t k) = T(k, v, c); system Q;") == "");
    CHECK(errors_of(t + "Q(const id_t k, int &s) = T(k, s, c); P = Q(2, v); system P;") == "");
    CHECK(errors_of(t + "@P = T(1, v); system P;") == "E017");
    CHECK(errors_of(t + "P = T(1, @3, c); system P;") == "E032");
    CHECK(errors_of(t + "P = T(1, v, @v); system P;") == "E013");
    CHECK(errors_of(t + "system @T;") == "E043, E043");
    CHECK(errors_of(t + "P = @U(1); system P;") == "E042");
}

TEST_CASE("free parameters range over bounded integers and scalars") {
    const auto process = [](const std::string& parameter) {
        return "process T(" + parameter + ") { state a; init a; }\nsystem @T;";
    };
    CHECK(errors_of(process("const int[0,3] i")) == "");
    CHECK(errors_of("typedef scalar[3] s_t;\n" + process("s_t s")) == "");
    CHECK(errors_of(process("int i")) == "E043");
    CHECK(errors_of(process("bool p")) == "E043");
    CHECK(errors_of(process("int[0,3] &i")) == "E043");
}

TEST_CASE("the system line names processes, each once") {
    const std::string process = "process Train() { state a; init a; }\n";
    CHECK(errors_of(process + "system Train, @Train;") == "E010");
    CHECK(errors_of(process + "system @Trian;") == "E042");
    CHECK(Checked(process + "system Trian;").first().hint == "did you mean `Train`?");
    CHECK(errors_of("int v; " + process + "system @v;") == "E042");
    CHECK(errors_of(process).starts_with("E040"));
}

TEST_CASE("priorities order channels") {
    CHECK(errors_in("chan a, b[2]; chan priority a < default < b[0], b[1];") == "");
    CHECK(errors_in("chan a; int i; chan priority a < @i;") == "E033");
    CHECK(errors_in("chan a; chan priority a < default < @default;") == "E033");
    const Checked model(with_system("chan a, b; chan priority a < default < b;"));
    REQUIRE(model.checker->model().channel_priorities.size() == 3);
    CHECK(model.checker->model().channel_priorities[1].channel == nullptr);
    CHECK(model.checker->model().channel_priorities[2].level == 2);
}

TEST_CASE("global updates and progress measures") {
    CHECK(errors_in("int i; before_update { i = 1 } after_update { i = 0 }") == "");
    CHECK(Checked("int i; process P() { state a; init a; } system P; progress { i; }").errors() == "");
    CHECK(Checked("int i; process P() { state a; init a; } system P; progress { @i++; }").errors() == "E016");
}

TEST_CASE("what needs other engines loads, and is noted") {
    const Checked external(with_process("import \"lib.so\" { int next(int n); };\nint i;", {.assign = "i = @next(i)"}));
    CHECK(external.errors() == "");
    CHECK(external.warnings() == "W008");
    const Checked dynamic(
        "dynamic T(const int n); process T(const int n) { state a; init a; }\n"
        "process P() { state a; init a; trans a -> a { assign spawn T(1); }; } system P;");
    CHECK(dynamic.errors() == "");
    CHECK(dynamic.checker->model().templates[1]->edges[0].updates[0]->code == Code::dynamic_templates);
}
