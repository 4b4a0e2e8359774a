#include "unit/parsing.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;
using crowfly::uppaal::Declaration;
using crowfly::uppaal::Edge;
using crowfly::uppaal::Parameter;
using crowfly::uppaal::Select;

namespace {

Section declared(const std::string& text, Dialect dialect = Dialect::current) {
    Input input(text, dialect);
    Section section;
    parse_declarations(input.fragment, input.context, section);
    CHECK_MESSAGE(!input.diagnostics.has_errors(), text << ": " << input.messages());
    return section;
}

std::string complaints(const std::string& text) {
    Input input(text);
    Section section;
    parse_declarations(input.fragment, input.context, section);
    return input.messages();
}

const Statement& body_of(const Section& section) { return *section.declarations.at(0).functions.at(0).body; }

}  // namespace

// ---- Declarations

TEST_CASE("variables of every type") {
    const Section s = declared(
        "int a = 1, b[3] = {1, 2, 3}; const int[0,N] c = 4; meta bool d; urgent broadcast chan e[id_t]; clock x, y = 5;"
        "struct { int f, g[2]; bool h; } r = { 1, g: {2, 3}, true }; scalar[4] t; id_t i; hybrid clock z; double v = "
        "1.5;"
        "const string w = \"text\"; int q[int[3,5]][N];");
    REQUIRE(s.declarations.size() == 12);
    CHECK(s.declarations[0].declarators[1].initialiser->items.size() == 3);
    CHECK(s.declarations[1].type->is_const);
    CHECK(shape(*s.declarations[1].type->upper) == "N");
    CHECK(s.declarations[2].type->is_meta);
    CHECK(s.declarations[3].type->is_urgent);
    CHECK(s.declarations[3].type->is_broadcast);
    CHECK(s.declarations[3].declarators[0].dimensions[0].size);
    const Declaration& record = s.declarations[5];
    REQUIRE(record.type->fields.size() == 3);
    CHECK(record.type->fields[1].declarator.name == "g");
    CHECK(record.type->fields[1].type->kind == TypeExpr::Kind::integer);
    CHECK(record.declarators[0].initialiser->items[1].field == "g");
    CHECK(s.declarations[6].type->kind == TypeExpr::Kind::scalar);
    CHECK(s.declarations[7].type->name == "id_t");
    CHECK(s.declarations[8].type->is_hybrid);
    CHECK(s.declarations[9].type->kind == TypeExpr::Kind::real);
    CHECK(s.declarations[10].type->kind == TypeExpr::Kind::string);
    CHECK(s.declarations[11].declarators[0].dimensions[0].type);
    CHECK(s.declarations[11].declarators[0].dimensions[1].size);
}

TEST_CASE("the rarer declarations") {
    const Section s = declared(
        "typedef int[0,3] id_t, pair_t[2]; chan a, b[2]; chan priority a, b[0] < default < b[1];"
        "before_update { x = 1, y = 2 } after_update { f() } import \"lib\" { int f(int a); g = double h(const double& "
        "d[3]); };"
        "dynamic Child(int i); void f(int& a, const id_t b[3]) { }");
    REQUIRE(s.declarations.size() == 8);
    CHECK(s.declarations[0].kind == Declaration::Kind::type_definition);
    CHECK(s.declarations[0].declarators[1].dimensions.size() == 1);
    const auto& priorities = s.declarations[2].priority.entries;
    REQUIRE(priorities.size() == 4);
    CHECK(shape(*priorities[1].channel) == "(index b 0)");
    CHECK(!priorities[2].channel);
    CHECK(priorities[3].level == 2);
    CHECK(s.declarations[3].expressions.size() == 2);
    CHECK(s.declarations[5].text == "lib");
    CHECK(s.declarations[5].functions[1].name == "g");
    CHECK(s.declarations[6].kind == Declaration::Kind::dynamic_template);
    CHECK(s.declarations[7].functions[0].parameters[0].by_reference);
    CHECK(!s.declarations[7].functions[0].parameters[1].by_reference);
}

TEST_CASE("words without a role are names") {
    const Section s = declared(
        "int abs, exit, location, query, random, IO, dynamic, spawn, numOf, deadlock, inf, sup, bounds, control, "
        "simulate,"
        "A, E, U, W, M, string, hybrid, import, progress, gantt, probability, select, guard, sync, assign, init, state,"
        "process, template, system, commit, trans, sum, forall, exists, double, assert; chan priority; "
        "int import(int state) { state = state + sum; return abs(state); }");
    CHECK(s.declarations.size() == 3);
    CHECK(s.declarations[1].declarators[0].name == "priority");
}

TEST_CASE("a name that newer versions have taken is pointed out") {
    Input input("int abs; int ab;");
    Section section;
    parse_declarations(input.fragment, input.context, section);
    REQUIRE(input.diagnostics.all().size() == 1);
    CHECK(input.diagnostics.all()[0].code == Code::keyword_as_name);
    CHECK(!input.diagnostics.has_errors());
}

TEST_CASE("the text of a section is kept as it is") {
    const std::string text = " int a; // comment\n/* more */ ";
    CHECK(declared(text).text == text);
}

// ---- Functions

TEST_CASE("every statement") {
    const Section s = declared(
        "int f() { int i; const int n = 3; typedef int[0,3] t; ; i = 1, n = 2; if (i) ; else { } while (i < 3) i++;"
        "do i--; while (i > 0); for (i = 0, n = 1; i < n; i++, n--) ; for (;;) return; for (k : int[0,3]) f(k); "
        "assert(i); return i; }");
    const Statement& body = body_of(s);
    CHECK(body.declarations.size() == 3);
    std::vector<Statement::Kind> kinds;
    for (const StatementPtr& statement : body.statements) kinds.push_back(statement->kind);
    using enum Statement::Kind;
    CHECK(kinds == std::vector{empty, expression, if_, while_, do_while, for_, for_, iterate, assert_, return_});
    CHECK(body.statements[1]->expressions[0]->kind == Expr::Kind::sequence);
    CHECK(body.statements[2]->statements.size() == 2);
    CHECK(body.statements[5]->expressions.size() == 3);
    CHECK(!body.statements[6]->expressions[1]);
    CHECK(body.statements[7]->name == "k");
}

TEST_CASE("else belongs to the nearest if") {
    const Section s = declared("void f() { if (a) if (b) ; else ; }");
    const Statement& outer = *body_of(s).statements[0];
    CHECK(outer.statements.size() == 1);
    CHECK(outer.statements[0]->statements.size() == 2);
}

TEST_CASE("what C has and UPPAAL has not is refused by name") {
    CHECK(complaints("void f() { while (1) { break; } }") == "1:24 E003 there is no `break` in UPPAAL\n");
    CHECK(complaints("void f() { switch (a) { case 1: b = 1; } }") == "1:12 E003 there is no `switch` in UPPAAL\n");
    CHECK(complaints("enum { red, green } color;") == "1:1 E003 expected a declaration, found `enum`\n");
    CHECK(complaints("void f() { a = 1; int b; int c; }") == "1:19 E003 this declaration stands after a statement\n");
}

// ---- Recovery

TEST_CASE("each mistake is reported once and the rest is read") {
    CHECK(complaints("int a = 1\nint b;\nint c = ;\nint d;") ==
          "1:10 E003 expected `;` after the declaration, found `int`\n3:9 E003 expected an expression, found `;`\n");
    CHECK(complaints("struct { int a b; } s; int c;") == "1:15 E003 expected `;` after the field, found `b`\n");
    CHECK(complaints("void f() { a = ; b = 1; c = (; } int x y;") ==
          "1:16 E003 expected an expression, found `;`\n1:30 E003 expected an expression, found `;`\n"
          "1:39 E003 expected `;` after the declaration, found `y`\n");
    CHECK(complaints("void f() { if (a) { b = 1; \nvoid g() { }\nint c;") ==
          "2:1 E003 expected `}` to close the block, found `void`\n");
    CHECK(complaints("void f() { { { {") ==
          "1:17 E003 expected `}` to close the block, found the end of the declarations\n");
    CHECK(complaints("} } } int a;") == "1:1 E003 expected a declaration, found `}`\n");
    CHECK(complaints("int a; /* b") == "1:8 E008 the comment is not closed by `*/`\n");
    CHECK(complaints("int é;") == "1:5 E003 unexpected character `é`\n");
    CHECK(complaints("int int;") == "1:5 E003 expected a name in the declaration, found `int`\n");
}

TEST_CASE("a file of noise ends in a bounded number of messages") {
    std::string noise;
    for (int i = 0; i < 20000; ++i) noise += "int ; } { ( = ";
    Input input(noise);
    Section section;
    parse_declarations(input.fragment, input.context, section);
    CHECK(input.diagnostics.errors() <= 50);
}

TEST_CASE("the tree is bounded even where the text is small") {
    // Every field has a type of its own, so each level doubles the tree.
    std::string text;
    for (int i = 0; i < 60; ++i) text += "struct { ";
    text += "int a;";
    for (int i = 0; i < 60; ++i) text += " } a, b;";
    Input input(text);
    Section section;
    parse_declarations(input.fragment, input.context, section);
    REQUIRE(input.diagnostics.all().size() == 1);
    CHECK(input.diagnostics.all()[0].code == Code::input_too_large);
}

// ---- Labels

TEST_CASE("parameters") {
    Input input("int a, const id_t &b[N], clock &x, broadcast chan &c");
    const std::vector<Parameter> list = parse_parameters(input.fragment, input.context);
    CHECK(input.messages().empty());
    REQUIRE(list.size() == 4);
    CHECK(!list[0].by_reference);
    CHECK(list[1].by_reference);
    CHECK(list[1].dimensions.size() == 1);
    CHECK(list[3].type->is_broadcast);
}

TEST_CASE("selects, updates and synchronisations") {
    Input selects("i : int[0,3], j : id_t");
    const std::vector<Select> list = parse_selects(selects.fragment, selects.context);
    REQUIRE(list.size() == 2);
    CHECK(list[1].type->name == "id_t");

    Input updates("x = 0, i++, f(1, 2)");
    CHECK(parse_updates(updates.fragment, updates.context).size() == 3);

    const auto synchronised = [](const std::string& text) {
        Input input(text);
        Edge edge;
        parse_synchronisation(input.fragment, input.context, edge);
        CHECK(input.messages().empty());
        return std::pair(edge.channel ? shape(*edge.channel) : "nothing", edge.direction);
    };
    CHECK(synchronised("c!") == std::pair<std::string, Direction>("c", Direction::send));
    CHECK(synchronised("c[i + 1] ?") == std::pair<std::string, Direction>("(index c (+ i 1))", Direction::receive));
    CHECK(synchronised("(b ? c : d)?") == std::pair<std::string, Direction>("(? b c d)", Direction::receive));
    CHECK(synchronised("c") == std::pair<std::string, Direction>("c", Direction::csp));
    CHECK(synchronised(" ") == std::pair<std::string, Direction>("nothing", Direction::none));
}

TEST_CASE("a rate may be a fraction") {
    Input input("1:10");
    CHECK(shape(*parse_expression(input.fragment, input.context)) == "(/ 1 10)");
}

// ---- UPPAAL 3.x

TEST_CASE("3.x: constants without types") {
    const Section s = declared("const N 5, M -6; const K N; const int[0,3] L := 2; int i := 1;", Dialect::old);
    REQUIRE(s.declarations.size() == 4);
    CHECK(s.declarations[0].type->is_const);
    CHECK(s.declarations[0].type->kind == TypeExpr::Kind::integer);
    CHECK(shape(*s.declarations[0].declarators[1].initialiser->value) == "(neg 6)");
    CHECK(shape(*s.declarations[1].declarators[0].initialiser->value) == "N");
    CHECK(complaints("const N 5;") != "");
}

TEST_CASE("3.x: groups of parameters, by value only if constant") {
    Input input("const id, n; int[0,5] x; chan a, b; clock t", Dialect::old);
    const std::vector<Parameter> list = parse_parameters(input.fragment, input.context);
    CHECK(input.messages().empty());
    std::string seen;
    for (const Parameter& p : list)
        seen += fmt::format("{}{}{} ", p.by_reference ? "&" : "", p.name, static_cast<int>(p.type->kind));
    CHECK(seen == "id0 n0 &x0 &a3 &b3 &t2 ");
    CHECK(list[2].type->upper);
}
