#include "unit/parsing.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

namespace {

Query query(const std::string& text) {
    Input input(text);
    Query result = parse_query(input.fragment, input.context);
    CHECK_MESSAGE(result.diagnostics.all().empty(), text);
    return result;
}

QueryKind kind(const std::string& text) { return query(text).kind; }

std::vector<Query> file(const std::string& text) {
    Input input(text);
    std::vector<Query> result = parse_query_file(input.fragment, input.context);
    CHECK_MESSAGE(input.messages().empty(), input.messages());
    for (const Query& query : result) CHECK_MESSAGE(query.diagnostics.all().empty(), query.text);
    return result;
}

}  // namespace

TEST_CASE("the path quantifiers, with blanks or without") {
    CHECK(kind("E<>p") == QueryKind::exists_eventually);
    CHECK(kind(" E < > p") == QueryKind::exists_eventually);
    CHECK(kind("A[] p") == QueryKind::always_globally);
    CHECK(kind("A [ ]\n p") == QueryKind::always_globally);
    CHECK(kind("E[] p;") == QueryKind::exists_globally);
    CHECK(kind("A<> !p") == QueryKind::always_eventually);
    CHECK(shape(*query("A[] not deadlock").first) == "(! <deadlock>)");
}

TEST_CASE("leads-to") {
    const Query q = query("P.a --> P.b and x-- > 1");
    CHECK(q.kind == QueryKind::leads_to);
    CHECK(shape(*q.first) == "(.a P)");
    CHECK(shape(*q.second) == "(&& (.b P) (> (_-- x) 1))");
}

TEST_CASE("names that could be quantifiers") {
    CHECK(kind("E.done --> A.done") == QueryKind::leads_to);
    CHECK(kind("A[0] == 1 --> E[1] == 2") == QueryKind::leads_to);
    CHECK(kind("E[0] == 1 --> A[1] == 2") == QueryKind::leads_to);
    CHECK(kind("sup.a --> inf.b") == QueryKind::leads_to);
    CHECK(shape(*query("E<> control.Error and deadlock.x and U + W > A").first) ==
          "(&& (&& (.Error control) (.x deadlock)) (> (+ U W) A))");
}

TEST_CASE("processes, members and quantifiers in formulas") {
    CHECK(shape(*query("A[] forall (i : id_t) Train(i).Cross imply P.x[1].f == 0").first) ==
          "(forall i (imply (.Cross (call Train i)) (== (.f (index (.x P) 1)) 0)))");
    CHECK(shape(*query("E<> sum (i : id_t) P(i).a > 1 && x' == 0 && P.location == 2").first) ==
          "(sum i (&& (&& (> (.a (call P i)) 1) (== (' x) 0)) (== (.location P) 2)))");
}

TEST_CASE("suprema, infima, bounds") {
    const Query q = query("sup{P.a}: x, P.y");
    CHECK(q.kind == QueryKind::sup);
    CHECK(shape(*q.first) == "(.a P)");
    CHECK(q.values.size() == 2);
    CHECK(kind("inf: x") == QueryKind::inf);
    CHECK(!query("bounds: x").first);
}

TEST_CASE("queries of other kinds are recognised and left alone") {
    for (const char* text :
         {"Pr[<=100](<> p)", "Pr[ <= 10 ] ([] p) >= 0.5", "E[<=200; 50](max: x)", "E[x<=5](min: y)",
          "simulate 1 [<=10] { x }", "simulate[<=5;3] { x, y } : 2 : z", "Pr[#<=3](<> p) >= Pr[<=3](<> q)"}) {
        CHECK_MESSAGE(kind(text) == QueryKind::statistical, text);
    }
    for (const char* text : {"control: A<> p", "control_t*(3,4): A[] p", "strategy S = control: A<> p", "A<> p under S",
                             "Pr[<=3](<> p) under S", "minE(x)[<=10]: <> p", "maxPr[<=10]: <> p",
                             "saveStrategy(\"f\", S)", "strategy S = loadStrategy {x} -> {y} (\"f\")", "A[ p U q ]",
                             "A[p W q]", "{ x, y } control: A<> p", "E<> control: A<> p"}) {
        CHECK_MESSAGE(kind(text) == QueryKind::game, text);
    }
    CHECK(kind("sat: Scenario") == QueryKind::scenario);
}

TEST_CASE("decoration is not a query, and no mistake") {
    for (const char* text :
         {"=== Section ===", "-----", "*/", "[][0,2](a==0)", "Some words.", "--> p", "p", "\"", "é", "not E<> p"}) {
        CHECK_MESSAGE(kind(text) == QueryKind::not_a_query, text);
    }
    CHECK(kind("") == QueryKind::empty);
    CHECK(kind(" \n\t") == QueryKind::empty);
    CHECK(kind("// Section") == QueryKind::empty);
    CHECK(kind("/* a */ // b") == QueryKind::empty);
}

TEST_CASE("a mistake inside a query is reported and its kind kept") {
    for (const char* text :
         {"E<> p &&", "A[] (p", "A[] p q", "p --> ", "sup: ", "E<>", "A[] p imply A<> q", "E<> p;;"}) {
        Input input(text);
        const Query q = parse_query(input.fragment, input.context);
        CHECK_MESSAGE(q.diagnostics.errors() == 1, text);
        CHECK(q.diagnostics.all()[0].code == Code::syntax_error);
        CHECK_MESSAGE(input.messages().empty(), "it matters only to who asks the query");
        CHECK(q.kind != QueryKind::not_a_query);
        CHECK(!q.first);
    }
    Input nested("A[] p imply A<> q");
    CHECK(parse_query(nested.fragment, nested.context).diagnostics.all()[0].hint ==
          "path quantifiers cannot be nested in a formula");
}

TEST_CASE("a query knows its text and its place") {
    Input input("  E<> p \\\n  and q  ");
    const Query q = parse_query(input.fragment, input.context);
    CHECK(q.text == "E<> p    and q");
    CHECK(q.span == Span{input.file, 2, 17});
}

TEST_CASE("a file of queries") {
    const std::vector<Query> list = file(
        "//This file was generated from UPPAAL 4.0\n\n"
        "/*\nSection\n*/\n//NO_QUERY\n\n"
        "/*\nfirst\n*/\nE<> p // remark\n\n"
        "// a\n/* b */ A[] q &&\\\n  r /* within\n */ && s\r\n"
        "p --> q\\\n\\\n\n"
        "=== text ===\n"
        "A[] not deadlock\\\n\t\t");
    REQUIRE(list.size() == 6);
    CHECK(list[0].kind == QueryKind::empty);
    CHECK(list[0].comment == "Section");
    CHECK(list[1].text == "E<> p");
    CHECK(list[1].comment == "first");
    CHECK(list[2].comment == "a\nb");
    CHECK(shape(*list[2].first) == "(&& (&& q r) s)");
    CHECK(list[3].text == "p --> q");
    CHECK(list[4].kind == QueryKind::not_a_query);
    CHECK(list[5].text == "A[] not deadlock");
    CHECK(list[5].comment.empty());
}

TEST_CASE("places in a query file are those of the file") {
    Input input("E<> p\nA[] q q\n");
    const std::vector<Query> list = parse_query_file(input.fragment, input.context);
    REQUIRE(list.size() == 2);
    REQUIRE(list[1].diagnostics.errors() == 1);
    CHECK(list[1].diagnostics.all()[0].message == "expected the end of the query, found `q`");
    CHECK(list[1].diagnostics.all()[0].span == Span{input.file, 12, 13});
}

TEST_CASE("expected verdicts in comments") {
    const std::vector<Query> list = file(
        "/* EXPECT: T */ E<> p\n/* Safe.\n * EXPECT: F 3s\n */\nA[] q\n/* EXPECT: satisfied */\nA<> r\n/*EXPECT: "
        "maybe*/ E[] s\nE<> t");
    REQUIRE(list.size() == 5);
    CHECK(list[0].expect->outcome == "success");
    CHECK(list[1].expect->outcome == "failure");
    CHECK(list[1].expect->value == "3s");
    CHECK(list[2].expect->outcome == "success");
    CHECK(list[3].expect->outcome == "maybe");
    CHECK(!list[4].expect);
}

TEST_CASE("an unclosed comment ends a query file with one message") {
    Input input("E<> p\n/* A[] q\n");
    CHECK(parse_query_file(input.fragment, input.context).size() == 1);
    CHECK(input.messages() == "2:1 E008 the comment is not closed by `*/`\n");
}

TEST_CASE("embedded queries are separated by semicolons or lines") {
    const auto embedded = [](const std::string& block) {
        Input input("process P() { state a; init a; } system P; query { " + block + " }");
        Document document;
        parse_xta(input.fragment, input.context, document);
        CHECK(input.messages().empty());
        std::vector<std::string> texts;
        for (const Query& q : document.queries) texts.push_back(q.text);
        return texts;
    };
    using Texts = std::vector<std::string>;
    CHECK(embedded("E<> p;\nA[]\n q; Pr[<=10;3](<> r);") == Texts{"E<> p", "A[]\n q", "Pr[<=10;3](<> r)"});
    CHECK(embedded("\nE<> p\nsup{q}: x\n") == Texts{"E<> p", "sup{q}: x"});
    CHECK(embedded("") == Texts{});
}
