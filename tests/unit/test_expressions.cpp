#include "unit/parsing.hpp"

#include <functional>

using namespace crowfly;
using namespace crowfly::uppaal;

TEST_CASE("precedence, from tight to loose") {
    CHECK(parsed("a.b[1]'") == "(' (index (.b a) 1))");
    CHECK(parsed("-a ** b") == "(** (neg a) b)");
    CHECK(parsed("a * b ** c") == "(* a (** b c))");
    CHECK(parsed("a + b * c - d") == "(- (+ a (* b c)) d)");
    CHECK(parsed("a << b + c") == "(<< a (+ b c))");
    CHECK(parsed("a <? b << c") == "(<? a (<< b c))");
    CHECK(parsed("a < b >? c") == "(< a (>? b c))");
    CHECK(parsed("a == b < c") == "(== a (< b c))");
    CHECK(parsed("a & b == c") == "(& a (== b c))");
    CHECK(parsed("a | b ^ c & d") == "(| a (^ b (& c d)))");
    CHECK(parsed("a && b | c") == "(&& a (| b c))");
    CHECK(parsed("a || b && c") == "(|| a (&& b c))");
    CHECK(parsed("a ? b : c || d") == "(? a b (|| c d))");
    CHECK(parsed("a = b ? c : d") == "(= a (? b c d))");
}

TEST_CASE("or, xor and imply share a level and group to the left") {
    CHECK(parsed("a imply b || c") == "(|| (imply a b) c)");
    CHECK(parsed("a or b imply c imply d") == "(imply (imply (|| a b) c) d)");
    CHECK(parsed("a xor b or c") == "(|| (xor a b) c)");
}

TEST_CASE("words and symbols are the same operators") {
    CHECK(parsed("not a and b or c") == parsed("!a && b || c"));
    CHECK(parsed("not a == b") == "(== (! a) b)");
}

TEST_CASE("conditionals and assignments group to the right and can be assigned to") {
    CHECK(parsed("a ? b : c ? d : e") == "(? a b (? c d e))");
    CHECK(parsed("a = b += c") == "(= a (+= b c))");
    CHECK(parsed("(p ? i : j) = 3") == "(= (? p i j) 3)");
    CHECK(parsed("a := 1") == parsed("a = 1"));
    CHECK(parsed("++a + b--") == "(+ (++ a) (_-- b))");
}

TEST_CASE("a quantifier's body reaches as far as it can") {
    CHECK(parsed("a && forall (i : id_t) b[i] || c") == "(&& a (forall i (|| (index b i) c)))");
    CHECK(parsed("sum (i : int[0,3]) a[i] > 3") == "(sum i (> (index a i) 3))");
    CHECK(parsed("!exists (i : T) forall (j : T) i == j") == "(! (exists i (forall j (== i j))))");
}

TEST_CASE("words with a role elsewhere are names where they have none") {
    CHECK(parsed("sum + forall * exists(x)") == "(+ sum (* forall (call exists x)))");
    CHECK(parsed("abs(x) + exit + query + deadlock + A[1]") ==
          "(+ (+ (+ (+ (call abs x) exit) query) deadlock) (index A 1))");
    CHECK(parsed("spawn(1)") == "(call spawn 1)");
    CHECK(parsed("spawn Child(1)") == "(spawn (call Child 1))");
}

TEST_CASE("integers have 32 bits") {
    CHECK(parsed("2147483647") == "2147483647");
    CHECK(parsed("-2147483648") == "-2147483648");
    for (const char* text : {"2147483648", "-2147483649", "99999999999999999999", "- (2147483648)"}) {
        Input input(text);
        parse_condition(input.fragment, input.context);
        REQUIRE(input.diagnostics.all().size() == 1);
        CHECK(input.diagnostics.all()[0].code == Code::literal_too_large);
    }
}

TEST_CASE("floating-point literals and strings are read") {
    CHECK(parsed("1.5 + 1e3") == "(+ 1.5 1000)");
    CHECK(parsed("f(\"a b\")") == "(call f \"a b\")");
}

TEST_CASE("blank conditions are none") {
    CHECK(parsed("") == "nothing");
    CHECK(parsed(" \n // nothing but a comment") == "nothing");
}

TEST_CASE("UPPAAL 3.x: commas are conjunctions, =< and => compare") {
    CHECK(parsed("x > 1, y == 2, z =< 3", Dialect::old) == "(&& (&& (> x 1) (== y 2)) (<= z 3))");
    CHECK(parsed("x => 1", Dialect::old) == "(>= x 1)");
}

TEST_CASE("today they are mistakes, with advice") {
    Input commas("x > 1, y == 2");
    parse_condition(commas.fragment, commas.context);
    CHECK(commas.messages() == "1:6 E003 expected the end of the condition, found `,`\n");
    CHECK(commas.diagnostics.all()[0].hint == "conditions are joined with `&&`");
    Input order("x =< 1");
    parse_condition(order.fragment, order.context);
    CHECK(order.diagnostics.all()[0].hint == "`=<` is UPPAAL 3.x syntax, write `<=`");
}

TEST_CASE("spans are of the file, whatever stood between") {
    Input input("a<b&&c");
    // As if the file read `a&lt;b&amp;&amp;c` from byte 100 on.
    input.fragment.pieces = {{0, 100}, {2, 105}, {4, 110}, {5, 115}};
    const ExprPtr expr = parse_condition(input.fragment, input.context);
    CHECK(expr->span == Span{input.file, 100, 116});
    CHECK(expr->operands[1]->span == Span{input.file, 115, 116});
}

namespace {

std::string repeated(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

std::uint32_t measured_depth(const Expr& e) {
    std::uint32_t below = 0;
    for (const ExprPtr& operand : e.operands) below = std::max(below, measured_depth(*operand));
    return below + 1;
}

}  // namespace

TEST_CASE("long conjunctions and disjunctions stay shallow and keep their order") {
    for (const std::string op : {" && ", " or "}) {
        Input input(repeated("a" + op, 99999) + "b");
        const ExprPtr expr = parse_condition(input.fragment, input.context);
        REQUIRE(expr);
        CHECK(measured_depth(*expr) < 20);
        CHECK(expr->depth == measured_depth(*expr));
        const Expr* last = expr.get();
        while (last->kind == Expr::Kind::binary) last = last->operands[1].get();
        CHECK(last->text == "b");
    }
    CHECK(parsed("a && b && c") == "(&& (&& a b) c)");
}

TEST_CASE("nesting is bounded, however it is written") {
    const std::vector<std::pair<std::string, std::string>> nests = {
        {"(", ")"},
        {"!", ""},
        {"- ", ""},
        {"a[", "]"},
        {"f(", ")"},
        {"a = ", ""},
        {"a ? b : ", ""},
        {"a * ", ""},
        {"a imply ", ""},
        {"a ? ", " : b"},
        {"forall (i : T) ", ""},
        {"forall (i : int[0,", "]) a"},
        {"(a || b && c | d + ", ")"},
    };
    for (const auto& nest : nests) {
        const std::string& open = nest.first;
        const std::string& close = nest.second;
        Input shallow(repeated(open, 100) + "a" + repeated(close, 100));
        const ExprPtr expr = parse_condition(shallow.fragment, shallow.context);
        CHECK_MESSAGE(shallow.messages().empty(), open);
        Input deep(repeated(open, 100000) + "a" + repeated(close, 100000));
        parse_condition(deep.fragment, deep.context);
        REQUIRE(deep.diagnostics.all().size() == 1);
        CHECK_MESSAGE(deep.diagnostics.all()[0].code == Code::nested_too_deeply, open);
    }
}

TEST_CASE("a chain of operators is not nested, however long it is") {
    for (const char* link : {"a + ", "a - ", "a | ", "a & ", "a ^ ", "a <? ", "a >? ", "a && ", "a || ", "a xor "}) {
        Input chain(repeated(link, 100000) + "a");
        const ExprPtr expr = parse_condition(chain.fragment, chain.context);
        CHECK_MESSAGE(chain.messages().empty(), link);
        CHECK_MESSAGE(expr->depth < 20, link);
    }
}

TEST_CASE("terms of a long sum keep their signs") {
    // Term i has the value i and is subtracted if it is divisible by 3 or by 7.
    std::string text = "1";
    std::int64_t expected = 1;
    for (std::int32_t i = 2; i <= 1000; ++i) {
        const bool is_negative = i % 3 == 0 || i % 7 == 0;
        text += (is_negative ? " - " : " + ") + std::to_string(i);
        expected += is_negative ? -i : i;
    }
    const std::function<std::int64_t(const Expr&)> value = [&](const Expr& e) -> std::int64_t {
        if (e.kind == Expr::Kind::integer) return e.value;
        const std::int64_t left = value(*e.operands[0]);
        const std::int64_t right = value(*e.operands[1]);
        return e.op == Op::add ? left + right : left - right;
    };
    Input input(text);
    CHECK(value(*parse_condition(input.fragment, input.context)) == expected);
}

TEST_CASE("a condition is one expression") {
    for (const char* text :
         {"a b", "a +", "(a", "a)", "a[1", "f(a,", "? b", "a ? b", "a.", "a..b", "forall (i : T)", "@"}) {
        Input input(text);
        parse_condition(input.fragment, input.context);
        CHECK_MESSAGE(input.diagnostics.errors() == 1, text);
        CHECK(input.diagnostics.all()[0].code == Code::syntax_error);
    }
}
