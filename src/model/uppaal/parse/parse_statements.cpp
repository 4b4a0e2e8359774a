// Bodies of functions.
#include <fmt/format.h>

#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

StatementPtr Parser::make_statement(Statement::Kind kind) {
    constexpr std::size_t overhead = 24;
    charge(sizeof(Statement) + overhead);
    auto result = std::make_unique<Statement>();
    result->kind = kind;
    return result;
}

// ---- Blocks ---------------------------------------------------------------------------------------------------------

bool Parser::at_local_declaration() {
    const bool spawns = at_word("spawn") && kind(1) == TokenKind::name;
    return at_type() && !spawns;
}

StatementPtr Parser::block() {
    Nesting nesting(*this, Nesting::full);
    const std::uint32_t begin = peek().begin;
    StatementPtr result = make_statement(Statement::Kind::block);
    bool misplaced = false;
    expect(TokenKind::left_brace, "to begin a block");
    while (!accept(TokenKind::right_brace)) {
        if (at_end() || at_function()) {
            report_expected("`}` to close the block", at_end() ? "" : "a function cannot stand inside another one");
            note_unparsed(begin, last_end());  // declarations after the block may be taken for a part of it
            break;
        }
        const Mark start = mark();
        try {
            block_item(*result, misplaced);
        } catch (const SyntaxError&) {
            skip_mistake(start);
        }
    }
    result->span = span_from(begin);
    return result;
}

// The head of a function, probably after one whose last brace is missing.
bool Parser::at_function() {
    const bool typed = at(TokenKind::kw_void) || at(TokenKind::kw_int) || at(TokenKind::kw_bool) || at(TokenKind::name);
    return typed && kind(1) == TokenKind::name && kind(2) == TokenKind::left_paren && at_local_declaration();
}

void Parser::block_item(Statement& block, bool& misplaced) {
    if (!at_local_declaration()) {
        block.statements.push_back(statement());
        return;
    }
    const Token first = peek();
    declaration(block.declarations);
    if (block.statements.empty() || misplaced) return;
    misplaced = true;
    report(Code::syntax_error, span(first), "this declaration stands after a statement",
           "declarations are only allowed at the start of a block");
}

// ---- Statements -----------------------------------------------------------------------------------------------------

StatementPtr Parser::statement() {
    Nesting nesting(*this, Nesting::full);
    const std::uint32_t begin = peek().begin;
    StatementPtr result;
    switch (kind()) {
        case TokenKind::left_brace: return block();
        case TokenKind::semicolon:
            advance();
            result = make_statement(Statement::Kind::empty);
            break;
        case TokenKind::kw_if: result = if_statement(); break;
        case TokenKind::kw_while: result = while_statement(); break;
        case TokenKind::kw_do: result = do_statement(); break;
        case TokenKind::kw_for: result = for_statement(); break;
        case TokenKind::kw_return: result = return_statement(); break;
        default: refuse_foreign_statement(); result = at_assert() ? assert_statement() : expression_statement();
    }
    result->span = span_from(begin);
    return result;
}

ExprPtr Parser::parenthesised(std::string_view where) {
    expect(TokenKind::left_paren, where);
    ExprPtr result = sequence();
    expect(TokenKind::right_paren, "after the condition");
    return result;
}

StatementPtr Parser::if_statement() {
    advance();
    StatementPtr result = make_statement(Statement::Kind::if_);
    result->expressions.push_back(parenthesised("after `if`"));
    result->statements.push_back(statement());
    if (accept(TokenKind::kw_else)) result->statements.push_back(statement());
    return result;
}

StatementPtr Parser::while_statement() {
    advance();
    StatementPtr result = make_statement(Statement::Kind::while_);
    result->expressions.push_back(parenthesised("after `while`"));
    result->statements.push_back(statement());
    return result;
}

StatementPtr Parser::do_statement() {
    advance();
    StatementPtr result = make_statement(Statement::Kind::do_while);
    result->statements.push_back(statement());
    expect(TokenKind::kw_while, "after the body of `do`");
    result->expressions.push_back(parenthesised("after `while`"));
    expect_semicolon("after `do … while`");
    return result;
}

StatementPtr Parser::for_statement() {
    advance();
    StatementPtr result = make_statement(Statement::Kind::for_);
    expect(TokenKind::left_paren, "after `for`");
    if (at(TokenKind::name) && kind(1) == TokenKind::colon) return iteration(std::move(result));
    if (at_type()) {
        fail_expected("an expression", "declare the variable before the loop, or write `for (i : int[0,3])`");
    }
    for (const TokenKind closing : {TokenKind::semicolon, TokenKind::semicolon, TokenKind::right_paren}) {
        result->expressions.push_back(at(closing) ? nullptr : sequence());
        expect(closing, "in the head of `for`");
    }
    result->statements.push_back(statement());
    return result;
}

StatementPtr Parser::iteration(StatementPtr loop) {
    loop->kind = Statement::Kind::iterate;
    const Token name = declared_name("of the iteration");
    loop->name = text(name);
    loop->name_span = span(name);
    advance();
    loop->type = binder_type();
    expect(TokenKind::right_paren, "after the range");
    loop->statements.push_back(statement());
    return loop;
}

StatementPtr Parser::return_statement() {
    advance();
    StatementPtr result = make_statement(Statement::Kind::return_);
    if (!at(TokenKind::semicolon)) result->expressions.push_back(sequence());
    expect_semicolon("after `return`");
    return result;
}

bool Parser::at_assert() { return at_word("assert") && kind(1) == TokenKind::left_paren; }

StatementPtr Parser::assert_statement() {
    advance();
    StatementPtr result = make_statement(Statement::Kind::assert_);
    result->expressions.push_back(parenthesised("after `assert`"));
    expect_semicolon("after `assert`");
    return result;
}

StatementPtr Parser::expression_statement() {
    StatementPtr result = make_statement(Statement::Kind::expression);
    result->expressions.push_back(sequence());
    expect_semicolon("after the statement");
    return result;
}

// Statements of C that UPPAAL does not have get a message of their own, since one about the next token would be
// misleading.
void Parser::refuse_foreign_statement() {
    if (!at(TokenKind::name)) return;
    const Token token = peek();
    const std::string_view word = text(token);
    std::string_view hint;
    if ((word == "break" || word == "continue") && kind(1) == TokenKind::semicolon) {
        hint = "put the condition into the head of the loop, or leave a function with `return`";
    } else if (word == "switch" && kind(1) == TokenKind::left_paren) {
        hint = "use `if … else if …`";
    } else if (word == "goto" && kind(1) == TokenKind::name) {
        hint = "use a loop";
    } else {
        return;
    }
    fail(Code::syntax_error, span(token), fmt::format("there is no `{}` in UPPAAL", word), std::string(hint));
}

}  // namespace crowfly::uppaal
