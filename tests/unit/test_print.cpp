// The printer: what is printed means what was meant, and parses back to the same tree.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "model/uppaal/parse/parse.hpp"
#include "model/uppaal/write/print.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

namespace {

struct Parsed {
    Sources sources;
    Diagnostics diagnostics;

    Fragment fragment(std::string_view text) { return {sources.add("text", std::string(text)), std::string(text), {}}; }

    ExprPtr expression(std::string_view text, Dialect dialect = Dialect::current) {
        ParseContext context{sources, diagnostics, dialect};
        return parse_condition(fragment(text), context);
    }
    Section section(std::string_view text, Dialect dialect = Dialect::current) {
        ParseContext context{sources, diagnostics, dialect};
        Section section;
        parse_declarations(fragment(text), context, section);
        return section;
    }
};

std::string reprint(std::string_view text, Dialect dialect = Dialect::current) {
    Parsed parsed;
    const ExprPtr e = parsed.expression(text, dialect);
    CHECK(!parsed.diagnostics.has_errors());
    return e ? print(*e) : std::string("null");
}

// The tree with every grouping shown, except that && and || are flattened: they mean the same however they are grouped.
void flatten(const Expr& e, Op op, std::string& out);

std::string spelled(const Expr& e) {
    std::string out;
    const bool chain = e.kind == Expr::Kind::binary && (e.op == Op::logical_and || e.op == Op::logical_or);
    out += '(' + std::to_string(static_cast<int>(e.kind)) + ',';
    out += std::to_string(static_cast<int>(e.op)) + (e.kind == Expr::Kind::step && e.prefix ? "p" : "") + ',' + e.text +
           ',' + std::to_string(e.value);
    if (e.kind == Expr::Kind::quantifier) out += std::to_string(static_cast<int>(e.quantifier)) + print(*e.type);
    if (chain) {
        flatten(e, e.op, out);
    } else {
        for (const ExprPtr& operand : e.operands) out += spelled(*operand);
    }
    return out + ')';
}

void flatten(const Expr& e, Op op, std::string& out) {
    if (e.kind != Expr::Kind::binary || e.op != op) {
        out += spelled(e);
        return;
    }
    for (const ExprPtr& operand : e.operands) flatten(*operand, op, out);
}

// Random expressions of every kind that can stand in a guard.
class Generator {
public:
    explicit Generator(unsigned seed) : random_(seed) {}

    ExprPtr expression(int depth) {
        if (depth == 0) return leaf();
        switch (below(10)) {
            case 0: return unary(depth);
            case 1: return step(depth);
            case 2: return with(Expr::Kind::conditional, Op{}, depth, 3);
            case 3: return quantifier(depth);
            case 4: return postfix(depth);
            case 5: return assignment(depth);
            default: return binary(depth);
        }
    }

private:
    int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }

    ExprPtr make(Expr::Kind kind, Op op = Op{}) {
        auto e = std::make_unique<Expr>();
        e->kind = kind;
        e->op = op;
        return e;
    }
    ExprPtr with(Expr::Kind kind, Op op, int depth, int operands) {
        ExprPtr e = make(kind, op);
        for (int i = 0; i < operands; ++i) e->operands.push_back(expression(below(depth)));
        return e;
    }
    ExprPtr leaf() {
        ExprPtr e = make(below(2) == 0 ? Expr::Kind::integer : Expr::Kind::name);
        if (e->kind == Expr::Kind::integer) e->value = below(100);
        if (e->kind == Expr::Kind::name) e->text = std::string(1, static_cast<char>('a' + below(4)));
        return e;
    }
    ExprPtr unary(int depth) {
        constexpr Op ops[] = {Op::negate, Op::plus, Op::logical_not};
        return with(Expr::Kind::unary, ops[below(3)], depth, 1);
    }
    ExprPtr step(int depth) {
        ExprPtr e = with(Expr::Kind::step, below(2) == 0 ? Op::add : Op::subtract, depth, 1);
        e->prefix = below(2) == 0;
        return e;
    }
    ExprPtr quantifier(int depth) {
        ExprPtr e = with(Expr::Kind::quantifier, Op{}, depth, 1);
        e->quantifier = static_cast<Quantifier>(below(3));
        e->text = "q";
        e->type = std::make_unique<TypeExpr>();
        e->type->kind = TypeExpr::Kind::integer;
        e->type->lower = leaf();
        e->type->upper = leaf();
        return e;
    }
    ExprPtr postfix(int depth) {
        constexpr Expr::Kind kinds[] = {Expr::Kind::index, Expr::Kind::field, Expr::Kind::call, Expr::Kind::rate};
        const Expr::Kind kind = kinds[below(4)];
        const int operands = kind == Expr::Kind::index ? 2 : kind == Expr::Kind::call ? 1 + below(3) : 1;
        ExprPtr e = with(kind, Op{}, depth, operands);
        if (kind == Expr::Kind::field) e->text = "f";
        return e;
    }
    ExprPtr assignment(int depth) {
        constexpr Op ops[] = {Op::assign, Op::add, Op::shift_left, Op::bit_and};
        return with(Expr::Kind::assign, ops[below(4)], depth, 2);
    }
    ExprPtr binary(int depth) {
        const int first = static_cast<int>(Op::power);
        const int last = static_cast<int>(Op::imply);
        return with(Expr::Kind::binary, static_cast<Op>(first + below(last - first + 1)), depth, 2);
    }

    std::mt19937 random_;
};

}  // namespace

TEST_CASE("a printed expression parses back to the same tree") {
    for (unsigned seed = 0; seed < 3000; ++seed) {
        const ExprPtr e = Generator(seed).expression(5);
        const std::string text = print(*e);
        CAPTURE(seed);
        CAPTURE(text);
        Parsed parsed;
        const ExprPtr again = parsed.expression(text);
        REQUIRE(!parsed.diagnostics.has_errors());
        REQUIRE(again);
        REQUIRE(spelled(*again) == spelled(*e));
        REQUIRE(print(*again) == text);
    }
}

TEST_CASE("parentheses are printed where they are needed and nowhere else") {
    for (const char* text : {"a + b * c",
                             "(a + b) * c",
                             "a - (b - c)",
                             "a - b - c",
                             "!(a && b)",
                             "!a && b",
                             "-(-a)",
                             "a || b && c",
                             "(a || b) && c",
                             "a && b && c",
                             "(a ? b : c) = 3",
                             "a ? b : c ? d : e",
                             "(a ? b : c) ? d : e",
                             "a[i + 1].f(x, y)'",
                             "a << b + c",
                             "(a << b) + c",
                             "a & b == c",
                             "(a & b) == c",
                             "x - y <= 5 * (n + 1)",
                             "forall (i : int[0, N - 1]) forall (j : id_t) a[i] == j",
                             "(forall (i : id_t) a[i]) && b",
                             "a <? b >? c",
                             "a++ - --b",
                             "a += b -= c",
                             "(a imply b) || c",
                             "a imply (b imply c)",
                             "a imply b imply c"}) {
        CHECK(reprint(text) == text);
    }
}

TEST_CASE("words become symbols, except those that have none") {
    CHECK(reprint("not a and b or c") == "!a && b || c");
    CHECK(reprint("a imply b xor c") == "(a imply b) xor c");
    CHECK(reprint("a := b") == "a = b");
    CHECK(reprint("- -a") == "-(-a)");
    CHECK(reprint("true == false") == "true == false");
}

TEST_CASE("the least integer is printed as it must be written") {
    CHECK(reprint("a == -2147483648") == "a == -2147483648");
    CHECK(reprint("a - -2147483648") == "a - -2147483648");
}

TEST_CASE("real numbers stay real") {
    CHECK(reprint("a > 2.0") == "a > 2.0");
    CHECK(reprint("a > 1.5") == "a > 1.5");
    CHECK(reprint("a > 1e300") == "a > 1e+300");
}

TEST_CASE("3.x guards are printed in today's syntax") {
    CHECK(reprint("x =< 5, y => 2, n == 1", Dialect::old) == "x <= 5 && y >= 2 && n == 1");
}

TEST_CASE("declarations in canonical form print as they are") {
    constexpr std::string_view text = R"(const int N = 5;
typedef int[0, N - 1] id_t;
typedef struct { int a; bool b[3]; } record_t;
typedef scalar[N] set_t;
meta bool flag = true, other;
clock x, y[id_t];
urgent broadcast chan go[N][int[0, 2]];
record_t r = { 1, { true, false, true } };
record_t s = { a: 1, b: { true, false, true } };
chan priority go[0][1], c < default < d;
void nothing() {
}
int f(int &a, const int b[N], id_t i) {
    int j = 0, k;
    for (j = 0, k = 1; j < N; j++) {
        a += b[j];
    }
    for (n : id_t)
        a = n;
    while (true)
        if (a > 3)
            return a;
    do {
        a--;
    } while (a > 0);
    if (a == 0) {
        int local = 3;
        f(a, b, i);
    } else if (a == 1) {
        ;
    } else
        return -1;
    assert(a > 0);
    {
        return;
    }
}
before_update { a = 1, b = 2 }
after_update { a++ }
)";
    Parsed parsed;
    const Section section = parsed.section(text);
    for (const Diagnostic& d : parsed.diagnostics.all()) MESSAGE(d.message);
    CHECK(!parsed.diagnostics.has_errors());
    CHECK(print(section.declarations) == text);
}

TEST_CASE("an else stays with its if") {
    Parsed parsed;
    const std::string text = print(parsed.section("void f() { if (a) { if (b) c = 1; } else c = 2; }").declarations);
    const std::string inner = print(parsed.section("void f() { if (a) if (b) c = 1; else c = 2; }").declarations);
    CHECK(text != inner);
    CHECK(print(parsed.section(text).declarations) == text);
    CHECK(print(parsed.section(inner).declarations) == inner);
    CHECK(inner.find("else") > inner.find("c = 1"));
}

TEST_CASE("3.x constants are printed as constants of type int") {
    Parsed parsed;
    const std::string text = print(parsed.section("const N 5, M 6; int[0,N] i := 2;", Dialect::old).declarations);
    CHECK(!parsed.diagnostics.has_errors());
    CHECK(text == "const int N = 5, M = 6;\nint[0, N] i = 2;\n");
}

TEST_CASE("queries print in today's syntax") {
    for (const char* text :
         {"E<> P.x < 3 && !Q(1).done", "A[] !deadlock", "E[] forall (i : id_t) P(i).cs", "A<> x == 1",
          "P.a --> Q.b || x > 3", "sup: x, y", "inf{P.a}: x", "bounds{a && b}: x + y"}) {
        Parsed parsed;
        ParseContext context{parsed.sources, parsed.diagnostics};
        CHECK(print(parse_query(parsed.fragment(text), context)) == text);
        CHECK(!parsed.diagnostics.has_errors());
    }
}
