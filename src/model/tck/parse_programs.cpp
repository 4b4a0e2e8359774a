// Expressions and statements inside attributes. The grammar is slightly more general than TChecker's: any part of a
// condition may be in parentheses. The type checker decides what is allowed where.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "model/balanced_sum.hpp"
#include "model/operator_table.hpp"
#include "model/tck/parse.hpp"

namespace crowfly::tck {
namespace {

using ExprKind = Expr::Kind;

struct Token {
    enum class Kind : std::uint8_t { name, number, keyword, symbol, end };

    Kind kind = Kind::end;
    std::string_view text;
    Span span;
};

struct Failure {};  // thrown after a mistake was reported; caught by the functions of parse.hpp

constexpr std::array<std::string_view, 8> keywords{"if", "then", "else", "end", "while", "do", "local", "nop"};
constexpr std::array<std::string_view, 11> pairs{symbol_of(Op::equal),
                                                 symbol_of(Op::not_equal),
                                                 symbol_of(Op::less_equal),
                                                 symbol_of(Op::greater_equal),
                                                 symbol_of(Op::logical_and),
                                                 symbol_of(Op::logical_or),
                                                 "++",
                                                 entry_of(Op::add).compound,
                                                 entry_of(Op::subtract).compound,
                                                 entry_of(Op::multiply).compound,
                                                 "=>"};

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool begins_variable(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }

class Lexer {
public:
    Lexer(Span where, std::string_view text) : where_(where), text_(text) {}

    Token next() {
        while (at_ < text_.size() && std::string_view(" \t\r\n\f\v").find(text_[at_]) != std::string_view::npos) ++at_;
        const std::size_t begin = at_;
        Token token;
        if (begin == text_.size()) {
            // The last character, since a position behind the text cannot be shown.
            token.span = {where_.file, where_.end - (text_.empty() ? 0U : 1U), where_.end};
            return token;
        }
        token.kind = take();
        token.text = text_.substr(begin, at_ - begin);
        if (std::find(keywords.begin(), keywords.end(), token.text) != keywords.end())
            token.kind = Token::Kind::keyword;
        token.span = {where_.file, where_.begin + static_cast<std::uint32_t>(begin),
                      where_.begin + static_cast<std::uint32_t>(at_)};
        return token;
    }

private:
    Token::Kind take() {
        const char c = text_[at_];
        if (is_decimal(c)) {
            while (at_ < text_.size() && is_decimal(text_[at_])) ++at_;
            return Token::Kind::number;
        }
        if (begins_variable(c)) {
            while (at_ < text_.size() && (begins_variable(text_[at_]) || is_decimal(text_[at_]))) ++at_;
            return Token::Kind::name;
        }
        const std::string_view two = text_.substr(at_, 2);
        at_ += std::find(pairs.begin(), pairs.end(), two) != pairs.end() ? 2 : 1;
        return Token::Kind::symbol;
    }

    Span where_;
    std::string_view text_;
    std::size_t at_ = 0;
};

// Operators of other languages that users write by mistake.
std::string advice(std::string_view found) {
    if (found == "||") return "there is no `||`: write one edge per alternative";
    if (found == "=") return "to compare, write `==`";
    if (found == "==") return "to assign, write `=`";
    if (found == "++" || found == "+=" || found == "-=" || found == "*=") return "write it out: `i = i + 1`";
    if (found == ",") return "statements are separated by `;`";
    if (found == "=>") return "there is no implication: write one edge per case";
    if (found == "&") return "write `&&`";
    if (found == ".") return "names in expressions have no dots";
    if (found == "?") return "write `(if condition then value else value)`";
    return {};
}

class ProgramParser {
public:
    ProgramParser(Span text, const Sources& sources, Diagnostics& diagnostics)
        : lexer_(text, sources.text(text)), diagnostics_(diagnostics), token_(lexer_.next()) {}

    ExprPtr whole_condition() {
        ExprPtr condition = conjunction();
        if (token_.kind != Token::Kind::end) expected("`&&` or the end of the condition");
        return condition;
    }

    std::vector<Statement> whole_program() {
        if (token_.kind == Token::Kind::end) return {};
        std::vector<Statement> all = statements();
        if (token_.kind != Token::Kind::end) expected("`;` or the end of the statements");
        return all;
    }

private:
    static constexpr std::uint32_t deepest = 1000;     // height of a tree of operators
    static constexpr std::uint32_t most_nested = 250;  // nesting of parentheses and blocks

    struct Nesting {
        explicit Nesting(ProgramParser& parser) : parser_(parser) {
            if (++parser_.nested_ > most_nested) parser_.too_deep(parser_.token_.span);
        }
        ~Nesting() { --parser_.nested_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

    private:
        ProgramParser& parser_;
    };

    [[noreturn]] void fail(Code code, Span span, std::string message, std::string hint = {}) {
        diagnostics_.add(code, span, std::move(message), std::move(hint));
        throw Failure{};
    }
    [[noreturn]] void too_deep(Span span) {
        fail(Code::nested_too_deeply, span, "this is nested too deeply", "split it up");
    }
    [[noreturn]] void expected(std::string_view what) {
        const std::string found =
            token_.kind == Token::Kind::end ? "nothing more" : fmt::format("`{}`", token_.text.substr(0, 40));
        fail(Code::syntax_error, token_.span, fmt::format("expected {}, found {}", what, found), advice(token_.text));
    }

    Token take() {
        const Token taken = token_;
        last_ = taken.span;
        token_ = lexer_.next();
        return taken;
    }
    bool is(std::string_view text) const {
        return token_.text == text && (token_.kind == Token::Kind::symbol || token_.kind == Token::Kind::keyword);
    }
    bool accept(std::string_view text) {
        if (!is(text)) return false;
        take();
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text)) expected(fmt::format("`{}`", text));
    }

    // ---- Expressions

    ExprPtr make(ExprKind kind, Span begin, std::vector<ExprPtr> operands = {}) {
        auto expr = std::make_unique<Expr>();
        expr->kind = kind;
        expr->span = join(begin, last_);
        for (const ExprPtr& operand : operands) expr->depth = std::max(expr->depth, operand->depth + 1);
        expr->operands = std::move(operands);
        if (expr->depth > deepest) too_deep(expr->span);
        return expr;
    }
    static std::vector<ExprPtr> list(ExprPtr first, ExprPtr second = nullptr, ExprPtr third = nullptr) {
        std::vector<ExprPtr> all;
        for (ExprPtr* one : {&first, &second, &third}) {
            if (*one) all.push_back(std::move(*one));
        }
        return all;
    }

    ExprPtr conjunction() {
        const Nesting nesting(*this);
        std::vector<ExprPtr> operands = list(comparison());
        while (accept(symbol_of(Op::logical_and))) operands.push_back(comparison());
        if (operands.size() == 1) return std::move(operands.front());
        const Span begin = operands.front()->span;
        return make(ExprKind::conjunction, begin, std::move(operands));
    }

    std::optional<Op> infix(Precedence precedence) const {
        return token_.kind == Token::Kind::symbol ? operator_written(token_.text, precedence) : std::nullopt;
    }

    std::optional<Op> comparison_operator() const {
        const std::optional<Op> equality = infix(Precedence::equality);
        return equality ? equality : infix(Precedence::order);
    }

    ExprPtr comparison() {
        const Span begin = token_.span;
        if (accept(symbol_of(Op::logical_not))) {
            const Nesting nesting(*this);
            return make(ExprKind::inversion, begin, list(comparison()));
        }
        ExprPtr left = sum();
        const auto op = comparison_operator();
        if (!op) return left;
        take();
        ExprPtr right = sum();
        const auto second = comparison_operator();
        if (!second) return binary(*op, std::move(left), std::move(right));
        const auto chains = [](Op o) { return o == Op::less || o == Op::less_equal; };
        if (!chains(*op) || !chains(*second)) {
            fail(Code::syntax_error, token_.span, "only `<` and `<=` can be chained",
                 "write two comparisons with `&&` between them");
        }
        take();
        ExprPtr third = sum();
        ExprPtr made = make(ExprKind::chain, begin, list(std::move(left), std::move(right), std::move(third)));
        made->op = *op;
        made->second = *second;
        return made;
    }

    ExprPtr sum() {
        std::vector<SignedTerm<ExprPtr>> terms;
        terms.push_back({product()});
        while (const std::optional<Op> op = infix(Precedence::sum)) {
            take();
            terms.push_back({product(), op == Op::subtract});
        }
        return sum_of(std::move(terms),
                      [this](Op op, ExprPtr a, ExprPtr b) { return binary(op, std::move(a), std::move(b)); });
    }

    ExprPtr product() {
        ExprPtr left = factor();
        while (const std::optional<Op> op = infix(Precedence::product)) {
            take();
            left = binary(*op, std::move(left), factor());
        }
        return left;
    }

    ExprPtr binary(Op op, ExprPtr left, ExprPtr right) {
        const Span begin = left->span;
        ExprPtr made = make(ExprKind::binary, begin, list(std::move(left), std::move(right)));
        made->op = op;
        return made;
    }

    ExprPtr factor() {
        const Nesting nesting(*this);
        const Span begin = token_.span;
        if (accept(symbol_of(Op::negate))) return make(ExprKind::negation, begin, list(factor()));
        if (token_.kind == Token::Kind::number) return number();
        if (token_.kind == Token::Kind::name) return place();
        if (!accept("(")) expected("a value");
        if (is("if")) return conditional(begin);
        ExprPtr inner = conjunction();
        expect(")");
        inner->span = join(begin, last_);
        return inner;
    }

    ExprPtr conditional(Span begin) {
        expect("if");
        ExprPtr condition = conjunction();
        expect("then");
        ExprPtr then = sum();
        expect("else");
        ExprPtr otherwise = sum();
        expect(")");
        return make(ExprKind::conditional, begin, list(std::move(condition), std::move(then), std::move(otherwise)));
    }

    ExprPtr number() {
        const Token token = take();
        std::int32_t value = 0;
        const auto [stop, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
        if (error != std::errc()) fail(Code::literal_too_large, token.span, "this number does not fit into 32 bits");
        ExprPtr made = make(ExprKind::number, token.span);
        made->number = value;
        return made;
    }

    ExprPtr place() {
        if (token_.kind != Token::Kind::name) expected("a variable");
        const Token name = take();
        ExprPtr index;
        if (accept("[")) {
            const Nesting nesting(*this);
            index = sum();
            expect("]");
        }
        const bool has_index = index != nullptr;
        ExprPtr made = make(has_index ? ExprKind::index : ExprKind::name, name.span, list(std::move(index)));
        made->name = name.text;
        return made;
    }

    // ---- Statements

    bool at_end_of_list() const { return token_.kind == Token::Kind::end || is("else") || is("end"); }

    std::vector<Statement> statements() {
        const Nesting nesting(*this);
        std::vector<Statement> all;
        do {
            if (!all.empty() && at_end_of_list()) break;
            all.push_back(statement());
        } while (accept(";"));
        return all;
    }

    Statement statement() {
        Statement made;
        const Span begin = token_.span;
        if (accept("nop")) {
            made.kind = Statement::Kind::nothing;
        } else if (accept("local")) {
            local(made);
        } else if (accept("if")) {
            made.kind = Statement::Kind::if_;
            made.value = conjunction();
            expect("then");
            made.body = statements();
            if (accept("else")) made.otherwise = statements();
            expect("end");
        } else if (accept("while")) {
            made.kind = Statement::Kind::while_;
            made.value = conjunction();
            expect("do");
            made.body = statements();
            expect("end");
        } else {
            assignment(made);
        }
        made.span = join(begin, last_);
        return made;
    }

    void local(Statement& made) {
        made.kind = Statement::Kind::local;
        if (token_.kind != Token::Kind::name) expected("the name of a local variable");
        const Token name = take();
        made.name = {std::string(name.text), name.span};
        if (accept("[")) {
            made.size = sum();
            expect("]");
        } else if (accept("=")) {
            made.value = sum();
        }
    }

    void assignment(Statement& made) {
        made.kind = Statement::Kind::assign;
        if (token_.kind != Token::Kind::name) expected("a statement");
        made.target = place();
        expect("=");
        made.value = sum();
    }

    Lexer lexer_;
    Diagnostics& diagnostics_;
    Token token_;
    Span last_ = token_.span;
    std::uint32_t nested_ = 0;
};

}  // namespace

ExprPtr parse_condition(Span text, const Sources& sources, Diagnostics& diagnostics) {
    try {
        return ProgramParser(text, sources, diagnostics).whole_condition();
    } catch (const Failure&) {
        return nullptr;
    }
}

std::optional<std::vector<Statement>> parse_statements(Span text, const Sources& sources, Diagnostics& diagnostics) {
    try {
        return ProgramParser(text, sources, diagnostics).whole_program();
    } catch (const Failure&) {
        return std::nullopt;
    }
}

}  // namespace crowfly::tck
