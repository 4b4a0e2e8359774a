#include "unit/parsing.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

namespace {

Document read_text(Input& input) {
    Document document;
    parse_xta(input.fragment, input.context, document);
    return document;
}

Document correct(const std::string& text, Dialect dialect = Dialect::current) {
    Input input(text, dialect);
    Document document = read_text(input);
    CHECK_MESSAGE(!input.diagnostics.has_errors(), text << ": " << input.messages());
    return document;
}

std::string complaints(const std::string& text) {
    Input input(text);
    read_text(input);
    return input.messages();
}

std::string label_text(const std::vector<Label>& labels, std::string_view kind) {
    for (const Label& label : labels) {
        if (label.kind == kind) return label.text;
    }
    return "none";
}

const std::string train = R"(// Trains.
clock now;
process Train(const id_t id, chan &go) {
    clock x; // local
    state Safe, Appr { x <= 20 }, Cross { x <= 5; 2 }, Stop { ; 1:3 };
    branchpoint fork;
    commit Stop;
    urgent Cross;
    init Safe;
    trans Safe -> Appr { select e : id_t; guard x > 1 && e == id; sync go!; assign x = 0, n++; },
          -> Stop { },
          Appr -u-> fork { },
          fork -> Cross { probability 3; };
}
int n; // how many
T1 = Train(1, c);
T(const id_t i) = Train(i, c);
system T1 < T, U;
progress { n; n > 3 : n + 1; }
gantt { G(i : id_t) : n -> i; }
query { /* first */ E<> T1.Cross
A[] n < 3 }
)";

}  // namespace

TEST_CASE("a whole file") {
    const Document d = correct(train);
    REQUIRE(d.templates.size() == 1);
    const Template& t = d.templates[0];
    CHECK(t.parameter_text == "const id_t id, chan &go");
    REQUIRE(t.locations.size() == 4);
    CHECK(shape(*t.locations[1].invariant) == "(<= x 20)");
    CHECK(shape(*t.locations[2].exponential_rate) == "2");
    CHECK(!t.locations[3].invariant);
    CHECK(t.locations[3].committed);
    CHECK(t.locations[2].urgent);
    CHECK(t.branchpoints.size() == 1);
    CHECK(t.initial == "Safe");
    REQUIRE(t.edges.size() == 4);
    CHECK(t.edges[1].source == "Safe");
    CHECK(t.edges[0].selects.size() == 1);
    CHECK(t.edges[0].updates.size() == 2);
    CHECK(t.edges[0].direction == Direction::send);
    CHECK(!t.edges[2].controllable);
    CHECK(shape(*t.edges[3].probability) == "3");
    REQUIRE(d.instantiations.size() == 2);
    CHECK(d.instantiations[1].parameters.size() == 1);
    REQUIRE(d.entries.size() == 3);
    CHECK(d.entries[0].priority == 0);
    CHECK(d.entries[2].priority == 1);
    CHECK(d.progress.size() == 2);
    CHECK(shape(*d.progress[1].guard) == "(> n 3)");
    REQUIRE(d.queries.size() == 2);
    CHECK(d.queries[0].comment == "first");
    CHECK(d.queries[1].kind == QueryKind::always_globally);
}

TEST_CASE("the text of labels and sections is kept") {
    const Document d = correct(train);
    const Template& t = d.templates[0];
    CHECK(label_text(t.locations[2].labels, "invariant") == "x <= 5");
    CHECK(label_text(t.locations[2].labels, "exponentialrate") == "2");
    CHECK(label_text(t.edges[0].labels, "select") == "e : id_t");
    CHECK(label_text(t.edges[0].labels, "guard") == "x > 1 && e == id");
    CHECK(label_text(t.edges[0].labels, "synchronisation") == "go!");
    CHECK(label_text(t.edges[0].labels, "assignment") == "x = 0, n++");
    CHECK(label_text(t.edges[3].labels, "probability") == "3");
    CHECK(d.global.text == "// Trains.\nclock now;\nint n; // how many");
    CHECK(d.system.text.starts_with("\nT1 = Train(1, c);"));
    CHECK(d.system.text.find("gantt") != std::string::npos);
    CHECK(d.system.text.find("query") == std::string::npos);
    CHECK(t.local.text == "\n    clock x;");
}

TEST_CASE("places are named for people") {
    Input input(train);
    const Document d = read_text(input);
    CHECK(input.sources.element(d.templates[0].span) == "process Train");
    CHECK(input.sources.element(d.templates[0].edges[0].source_span) == "process Train, edge Safe -> Appr");
    CHECK(input.sources.element(d.templates[0].edges[0].guard->span) == "process Train, edge Safe -> Appr, guard");
    CHECK(input.sources.element(d.templates[0].locations[1].invariant->span) == "process Train, location Appr");
}

TEST_CASE("sections come in any order, and section words can be locations") {
    const Document d = correct(
        "process P() { init init; commit state; trans init -> state { }, state -> init { }; state init, state; int "
        "state2; }"
        "system P;");
    CHECK(d.templates[0].edges.size() == 2);
    CHECK(d.templates[0].locations[1].committed);
    CHECK(d.templates[0].local.declarations.size() == 1);
}

TEST_CASE("UPPAAL 3.x files") {
    const std::string text =
        "process P { clock x; state a { x<=5, x<=7 }, b; init a; trans a -> b { guard x>1, x<3; sync c ?; assign x:=0; "
        "}; }"
        "Q := P(); system P;";
    const Document d = correct(text, Dialect::old);
    CHECK(shape(*d.templates[0].edges[0].guard) == "(&& (> x 1) (< x 3))");
    CHECK(shape(*d.templates[0].locations[0].invariant) == "(&& (<= x 5) (<= x 7))");
    CHECK(d.instantiations.size() == 1);
    CHECK(complaints(text) != "");
}

TEST_CASE("IO sections are skipped with one warning") {
    Input input("process P() { state a; init a; }\nsystem P;\nIO P { a, b[1] }\nIO Q { }");
    const Document d = read_text(input);
    CHECK(d.entries.size() == 1);
    CHECK(input.messages() == "3:1 W015 the IO sections are ignored\n");
    CHECK(d.system.text.find("IO") == std::string::npos);
}

TEST_CASE("an unknown location is reported once, a broken list hides no other mistakes") {
    CHECK(complaints("process P() { state aa, b; init aa; trans aa -> c { }, b -> c { }; } system P;") ==
          "1:49 E012 process `P` has no location `c`\n");
    CHECK(complaints("process P() { state a, = b; init b; trans a -> b { guard ( ; assign x = 0; }; } system P;") ==
          "1:24 E003 expected the name of the location, found `=`\n1:60 E003 expected an expression, found `;`\n");
    CHECK(complaints("process P() { state a, a; init a; } system P;") ==
          "1:24 E010 the location `a` is declared twice\n");
}

TEST_CASE("a missing brace is noticed where the next process begins") {
    CHECK(complaints("process P() { state a; init a;\nprocess Q() { state a; init a; }\nsystem P, Q;") ==
          "2:1 E003 expected `}` to close the process, found `process`\n");
    CHECK(complaints("process P() { state a; init a; trans a -> a { guard true;\nprocess Q() { state a; init a; "
                     "}\nsystem P, Q;") == "2:1 E003 expected `}` to close the edge, found `process`\n");
}

TEST_CASE("the system section of an XML model") {
    Input first("P1 := T(1);"), second("int n; P2 = T(n);\n// all\nsystem P1, P2;");
    Document d;
    parse_system(first.fragment, first.context, d);
    CHECK(!d.has_system_line);
    parse_system(second.fragment, second.context, d);
    CHECK(first.messages() + second.messages() == "");
    CHECK(d.instantiations.size() == 2);
    CHECK(d.system.declarations.size() == 1);
    CHECK(d.has_system_line);
    CHECK(d.system.text == "P1 := T(1);int n; P2 = T(n);\n// all\nsystem P1, P2;");
}

TEST_CASE("mistakes around the system line") {
    CHECK(complaints("system P, Q") == "1:12 E003 expected `;` after the system line, found the end of the file\n");
    CHECK(complaints("system P(1);") == "1:9 E003 expected `,` or `;` in the system line, found `(`\n");
    CHECK(complaints("P = T;") == "1:6 E003 expected `(` after `T`, found `;`\n");
    CHECK(complaints("system P; int x; int y;") == "1:11 E003 `int` stands behind the system line\n");
}
