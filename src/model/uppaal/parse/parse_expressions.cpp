// Expressions, by precedence climbing. As in UPPAAL, assignment and `?:` are ordinary operators: `(p ? i : j) = 3`
// assigns to the chosen variable.
#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "model/balanced_sum.hpp"
#include "model/operator_table.hpp"
#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

namespace {

// Conjunctions of generated models have thousands of operands. Longer ones than this are built as balanced trees, so
// that recursion needs little stack; && and || are associative.
constexpr std::size_t longest_comb = 32;

std::size_t longest_comb_of(Op op) {
    return op == Op::logical_and || op == Op::logical_or ? longest_comb : longest_flat_sum;
}

Quantifier quantifier_of(std::string_view word) {
    const auto* found = std::ranges::find(quantifier_words, word);
    return found == quantifier_words.end() ? Quantifier::sum
                                           : static_cast<Quantifier>(found - quantifier_words.begin());
}

}  // namespace

struct Parser::Infix {
    Precedence level = Precedence::none;
    Op op{};
};

Parser::Infix Parser::infix() {
    const TokenKind token = kind();
    if (token == TokenKind::question) return {Precedence::conditional, Op{}};
    const std::optional<Op> op = op_of(token);
    if (!op) return {};
    if (token >= TokenKind::assign && token <= TokenKind::assign_shift_right) return {Precedence::assignment, *op};
    const bool is_old = token == TokenKind::old_less_equal || token == TokenKind::old_greater_equal;
    return {is_old && !old_dialect() ? Precedence::none : precedence_of(*op), *op};
}

// ---- Building nodes -------------------------------------------------------------------------------------------------

ExprPtr Parser::make(Expr::Kind kind, std::uint32_t begin) {
    constexpr std::size_t overhead = 32;  // of the allocator, and the pointer in the parent
    charge(sizeof(Expr) + overhead);
    auto expr = std::make_unique<Expr>();
    expr->kind = kind;
    expr->span = span_from(begin);
    return expr;
}

ExprPtr Parser::finish(ExprPtr expr, std::uint32_t begin) {
    expr->span = span_from(begin);
    set_depth(*expr);
    return expr;
}

void Parser::set_depth(Expr& expr) {
    std::uint32_t below = 0;
    for (const ExprPtr& operand : expr.operands) below = std::max(below, operand->depth);
    if (expr.type) {
        for (const ExprPtr* bound : {&expr.type->lower, &expr.type->upper}) {
            if (*bound) below = std::max(below, (*bound)->depth);
        }
    }
    if (below >= deepest) {
        fail(Code::nested_too_deeply, expr.span,
             fmt::format("this expression is nested more than {} levels deep", deepest),
             "split it, for example with a function");
    }
    expr.depth = below + 1;
}

ExprPtr Parser::binary(Op op, ExprPtr left, ExprPtr right) {
    ExprPtr expr = make(Expr::Kind::binary, last_end());
    expr->op = op;
    expr->span = join(left->span, right->span);
    expr->operands.push_back(std::move(left));
    expr->operands.push_back(std::move(right));
    set_depth(*expr);
    return expr;
}

ExprPtr Parser::balanced(Op op, std::vector<ExprPtr>& operands, std::size_t first, std::size_t count) {
    if (count == 1) return std::move(operands[first]);
    const std::size_t half = count / 2;
    ExprPtr left = balanced(op, operands, first, half);
    return binary(op, std::move(left), balanced(op, operands, first + half, count - half));
}

ExprPtr Parser::joined(Op op, std::vector<ExprPtr> operands) {
    if (operands.size() > longest_comb_of(op)) return balanced(op, operands, 0, operands.size());
    ExprPtr result = std::move(operands.front());
    for (std::size_t i = 1; i < operands.size(); ++i) result = binary(op, std::move(result), std::move(operands[i]));
    return result;
}

// ---- Operators ------------------------------------------------------------------------------------------------------

ExprPtr Parser::expression() { return expression_of_level(Precedence::assignment); }

ExprPtr Parser::expression_of_level(Precedence level) {
    Nesting nesting(*this);
    const std::uint32_t begin = peek().begin;
    ExprPtr left = unary();
    for (Infix next = infix(); next.level >= level; next = infix()) {
        left = with_infix(std::move(left), next, begin);
    }
    return left;
}

ExprPtr Parser::with_infix(ExprPtr left, const Infix& infix, std::uint32_t begin) {
    if (infix.level == Precedence::conditional) return with_conditional(std::move(left), begin);
    if (infix.level == Precedence::sum) return with_sum(std::move(left));
    if (infix.level != Precedence::assignment && is_associative(infix.op)) return with_chain(std::move(left), infix);
    advance();
    if (infix.level != Precedence::assignment) {
        return binary(infix.op, std::move(left), expression_of_level(tighter(infix.level)));
    }
    ExprPtr expr = make(Expr::Kind::assign, begin);
    expr->op = infix.op;
    expr->operands.push_back(std::move(left));
    expr->operands.push_back(expression_of_level(Precedence::assignment));
    return finish(std::move(expr), begin);
}

ExprPtr Parser::with_chain(ExprPtr left, const Infix& infix) {
    std::vector<ExprPtr> operands;
    operands.push_back(std::move(left));
    while (this->infix().op == infix.op && this->infix().level == infix.level) {
        advance();
        operands.push_back(expression_of_level(tighter(infix.level)));
    }
    return joined(infix.op, std::move(operands));
}

ExprPtr Parser::with_sum(ExprPtr left) {
    std::vector<SignedTerm<ExprPtr>> terms;
    terms.push_back({std::move(left)});
    for (Infix next = infix(); next.level == Precedence::sum; next = infix()) {
        advance();
        terms.push_back({expression_of_level(tighter(Precedence::sum)), next.op == Op::subtract});
    }
    return sum_of(std::move(terms),
                  [this](Op op, ExprPtr a, ExprPtr b) { return binary(op, std::move(a), std::move(b)); });
}

ExprPtr Parser::with_conditional(ExprPtr condition, std::uint32_t begin) {
    advance();
    ExprPtr expr = make(Expr::Kind::conditional, begin);
    expr->operands.push_back(std::move(condition));
    expr->operands.push_back(expression());
    expect(TokenKind::colon, "of the conditional expression");
    expr->operands.push_back(expression_of_level(Precedence::conditional));
    return finish(std::move(expr), begin);
}

ExprPtr Parser::prefixed(Expr::Kind kind, Op op) {
    Nesting nesting(*this);
    const std::uint32_t begin = advance().begin;
    ExprPtr expr = make(kind, begin);
    expr->op = op;
    expr->prefix = true;
    expr->operands.push_back(unary());
    return finish(std::move(expr), begin);
}

ExprPtr Parser::unary() {
    switch (kind()) {
        case TokenKind::minus: return negated();
        case TokenKind::plus: return prefixed(Expr::Kind::unary, Op::plus);
        case TokenKind::exclamation:
        case TokenKind::kw_not: return prefixed(Expr::Kind::unary, Op::logical_not);
        case TokenKind::increment: return prefixed(Expr::Kind::step, Op::add);
        case TokenKind::decrement: return prefixed(Expr::Kind::step, Op::subtract);
        default: return postfix();
    }
}

// The smallest integer has no positive counterpart: its sign belongs to the literal.
ExprPtr Parser::negated() {
    const bool smallest = kind(1) == TokenKind::integer && text(peek(1)) == "2147483648";
    if (!smallest) return prefixed(Expr::Kind::unary, Op::negate);
    const std::uint32_t begin = advance().begin;
    return integer(advance(), true, begin);
}

ExprPtr Parser::postfix() {
    const std::uint32_t begin = peek().begin;
    ExprPtr left = primary();
    for (;;) {
        switch (kind()) {
            case TokenKind::left_bracket:
            case TokenKind::left_paren:
            case TokenKind::dot:
            case TokenKind::prime:
            case TokenKind::increment:
            case TokenKind::decrement: left = with_postfix(std::move(left), begin); break;
            default: return left;
        }
    }
}

ExprPtr Parser::with_postfix(ExprPtr left, std::uint32_t begin) {
    const TokenKind symbol = kind();
    ExprPtr expr = make(Expr::Kind::step, begin);
    expr->operands.push_back(std::move(left));
    if (symbol == TokenKind::left_paren) {
        expr->kind = Expr::Kind::call;
        for (ExprPtr& argument : arguments()) expr->operands.push_back(std::move(argument));
        return finish(std::move(expr), begin);
    }
    advance();
    if (symbol == TokenKind::left_bracket) {
        expr->kind = Expr::Kind::index;
        expr->operands.push_back(expression());
        expect(TokenKind::right_bracket, "after the index");
    } else if (symbol == TokenKind::dot) {
        expr->kind = Expr::Kind::field;
        expr->text = text(expect(TokenKind::name, "after `.`"));
    } else if (symbol == TokenKind::prime) {
        expr->kind = Expr::Kind::rate;
    } else {
        expr->op = symbol == TokenKind::increment ? Op::add : Op::subtract;
    }
    return finish(std::move(expr), begin);
}

// ---- Operands -------------------------------------------------------------------------------------------------------

ExprPtr Parser::primary() {
    switch (kind()) {
        case TokenKind::name: return named();
        case TokenKind::left_paren: {
            const std::uint32_t begin = advance().begin;
            ExprPtr inner = expression();
            expect(TokenKind::right_paren, "to close the parenthesis");
            inner->span = span_from(begin);
            return inner;
        }
        case TokenKind::integer:
        case TokenKind::real:
        case TokenKind::string:
        case TokenKind::kw_true:
        case TokenKind::kw_false: return literal();
        default: break;
    }
    // `A[] p imply A<> q` fails at the `>` of the inner formula.
    const bool path = in_query() && (at(TokenKind::greater) || at(TokenKind::right_bracket));
    fail_expected("an expression", path ? "path quantifiers cannot be nested in a formula" : "");
}

ExprPtr Parser::literal() {
    const Token token = advance();
    if (token.kind == TokenKind::integer) return integer(token, false, token.begin);
    ExprPtr expr = make(Expr::Kind::boolean, token.begin);
    const std::string_view written = text(token);
    if (token.kind == TokenKind::real) {
        expr->kind = Expr::Kind::real;
        const auto end = std::from_chars(written.data(), written.data() + written.size(), expr->real);
        if (end.ec == std::errc::result_out_of_range) expr->real = std::numeric_limits<double>::infinity();
    } else if (token.kind == TokenKind::string) {
        expr->kind = Expr::Kind::string;
        expr->text = written.substr(1, written.size() - 2);
    } else {
        expr->value = token.kind == TokenKind::kw_true ? 1 : 0;
    }
    return expr;
}

ExprPtr Parser::integer(const Token& token, bool negative, std::uint32_t begin) {
    ExprPtr expr = make(Expr::Kind::integer, begin);
    const std::string written = fmt::format("{}{}", negative ? "-" : "", text(token));
    const auto end = std::from_chars(written.data(), written.data() + written.size(), expr->value);
    if (end.ec == std::errc::result_out_of_range) {
        report(Code::literal_too_large, span(token), "the integer literal is larger than 2147483647",
               "integers have 32 bits");
    }
    return expr;
}

bool Parser::at_binder() {
    return kind(1) == TokenKind::left_paren && kind(2) == TokenKind::name && kind(3) == TokenKind::colon;
}

ExprPtr Parser::named() {
    const std::string_view word = text(peek());
    const bool quantifier = word == "foreach" || std::ranges::find(quantifier_words, word) != quantifier_words.end();
    if (quantifier && at_binder()) return quantified();
    if (word == "spawn" && kind(1) == TokenKind::name) return spawned();
    const Token token = advance();
    const bool member = at(TokenKind::dot) || at(TokenKind::left_bracket) || at(TokenKind::left_paren);
    const bool deadlock = in_query() && word == "deadlock" && !member;
    ExprPtr expr = make(deadlock ? Expr::Kind::deadlock : Expr::Kind::name, token.begin);
    if (!deadlock) expr->text = word;
    return expr;
}

// The body reaches as far to the right as it can.
ExprPtr Parser::quantified() {
    const Token word = advance();
    advance();
    ExprPtr expr = make(Expr::Kind::quantifier, word.begin);
    const bool dynamic = text(word) == "foreach";
    if (dynamic) expr->kind = Expr::Kind::unsupported;
    expr->quantifier = quantifier_of(text(word));
    const std::string_view binder = text(declared_name("of the quantifier"));
    expr->text = dynamic ? text(word) : binder;
    expect(TokenKind::colon, "after the name");
    expr->type = binder_type();
    expect(TokenKind::right_paren, "after the range");
    expr->operands.push_back(expression());
    return finish(std::move(expr), word.begin);
}

ExprPtr Parser::spawned() {
    Nesting nesting(*this);
    const Token word = advance();
    ExprPtr expr = make(Expr::Kind::unsupported, word.begin);
    expr->text = text(word);
    expr->operands.push_back(postfix());
    return finish(std::move(expr), word.begin);
}

// ---- Lists and what fragments are made of ---------------------------------------------------------------------------

std::vector<ExprPtr> Parser::expressions() {
    std::vector<ExprPtr> list;
    do {
        list.push_back(expression());
    } while (accept(TokenKind::comma));
    return list;
}

std::vector<ExprPtr> Parser::arguments() {
    std::vector<ExprPtr> list;
    expect(TokenKind::left_paren, "before the arguments");
    if (!at(TokenKind::right_paren)) list = expressions();
    expect(TokenKind::right_paren, "after the arguments");
    return list;
}

ExprPtr Parser::sequence() {
    const std::uint32_t begin = peek().begin;
    std::vector<ExprPtr> list = expressions();
    if (list.size() == 1) return std::move(list.front());
    ExprPtr expr = make(Expr::Kind::sequence, begin);
    expr->operands = std::move(list);
    return finish(std::move(expr), begin);
}

ExprPtr Parser::condition() {
    if (!old_dialect()) return expression();
    return joined(Op::logical_and, expressions());
}

ExprPtr Parser::rate() {
    ExprPtr value = expression();
    if (!accept(TokenKind::colon)) return value;
    return binary(Op::divide, std::move(value), expression());
}

// Parses only operands: in `c?` the question mark is not a conditional.
ExprPtr Parser::channel() { return postfix(); }

}  // namespace crowfly::uppaal
