// Variables, type definitions, heads of functions, channel priorities and the rarer declarations.
#include <fmt/format.h>

#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

namespace {

std::string hint_for_foreign_declaration(std::string_view word) {
    if (word == "enum") return "there is no `enum`: define constants and a range, as in `typedef int[0,2] color_t;`";
    if (word == "float" || word == "long" || word == "unsigned" || word == "short" || word == "char") {
        return fmt::format("there is no `{}`: use `int` or a range such as `int[0,255]`", word);
    }
    return {};
}

}  // namespace

Initialiser Parser::initialiser() {
    Nesting nesting(*this, Nesting::full);
    charge(sizeof(Initialiser));
    const std::uint32_t begin = peek().begin;
    Initialiser result;
    result.is_list = at(TokenKind::left_brace);
    if (result.is_list) {
        initialiser_items(result);
    } else {
        result.value = expression();
    }
    result.span = span_from(begin);
    return result;
}

void Parser::initialiser_items(Initialiser& list) {
    advance();
    if (accept(TokenKind::right_brace)) return;
    do {
        std::string field;
        if (at(TokenKind::name) && kind(1) == TokenKind::colon) {
            field = text(advance());
            advance();
        }
        list.items.push_back(initialiser());
        list.items.back().field = std::move(field);
    } while (accept(TokenKind::comma));
    expect(TokenKind::right_brace, "to close the initialiser");
}

Declarator Parser::declarator(bool may_initialise) {
    charge(sizeof(Declarator));
    const Token name = declared_name("in the declaration");
    Declarator result;
    result.name = text(name);
    result.span = span(name);
    result.dimensions = dimensions();
    if (may_initialise && accept(TokenKind::assign)) result.initialiser = initialiser();
    return result;
}

void Parser::variables_or_function(Declaration& into) {
    into.type = type();
    if (at(TokenKind::name) && kind(1) == TokenKind::left_paren) {
        into.kind = Declaration::Kind::function;
        Function& function = into.functions.emplace_back();
        function.result = std::move(into.type);
        function_rest(function);
        function.body = block();
        accept(TokenKind::semicolon);
        return;
    }
    into.kind = Declaration::Kind::variables;
    do {
        into.declarators.push_back(declarator(true));
    } while (accept(TokenKind::comma));
    expect_semicolon("after the declaration");
}

void Parser::type_definition(Declaration& into) {
    into.kind = Declaration::Kind::type_definition;
    advance();
    into.type = type();
    do {
        into.declarators.push_back(declarator(false));
    } while (accept(TokenKind::comma));
    expect_semicolon("after the type definition");
}

// ---- Functions ------------------------------------------------------------------------------------------------------

void Parser::function_rest(Function& function) {
    charge(sizeof(Function));
    const Token name = declared_name("of the function");
    function.name = text(name);
    function.span = span(name);
    expect(TokenKind::left_paren, "after the name of the function");
    function.parameters = function_parameters();
    expect(TokenKind::right_paren, "after the parameters");
}

void Parser::external_functions(Declaration& into) {
    into.kind = Declaration::Kind::external;
    advance();
    const std::string_view library = text(advance());
    into.text = library.substr(1, library.size() - 2);
    expect(TokenKind::left_brace, "after the name of the library");
    while (!accept(TokenKind::right_brace)) {
        Function& function = into.functions.emplace_back();
        const bool renamed = at(TokenKind::name) && kind(1) == TokenKind::assign;
        const Token alias = renamed ? advance() : Token{};
        if (renamed) advance();
        function.result = type();
        function_rest(function);
        if (renamed) {
            function.name = text(alias);
            function.span = span(alias);
        }
        expect(TokenKind::semicolon, "after the external function");
    }
    accept(TokenKind::semicolon);
}

// ---- Other declarations ---------------------------------------------------------------------------------------------

void Parser::channel_priority(Declaration& into) {
    into.kind = Declaration::Kind::channel_priority;
    advance();
    advance();
    int level = 0;
    for (;;) {
        charge(sizeof(ChannelPriority::Entry));
        const std::uint32_t begin = peek().begin;
        ChannelPriority::Entry entry;
        entry.level = level;
        if (at_word("default")) {
            advance();
        } else {
            entry.channel = channel();
        }
        entry.span = span_from(begin);
        into.priority.entries.push_back(std::move(entry));
        if (accept(TokenKind::less)) {
            ++level;
        } else if (!accept(TokenKind::comma)) {
            break;
        }
    }
    expect_semicolon("after the channel priorities");
}

void Parser::update_hook(Declaration& into) {
    into.kind = at_word("before_update") ? Declaration::Kind::before_update : Declaration::Kind::after_update;
    advance();
    advance();
    while (!at(TokenKind::right_brace)) {
        into.expressions.push_back(expression());
        if (!accept(TokenKind::comma) && !accept(TokenKind::semicolon)) break;
    }
    expect(TokenKind::right_brace, "to close the updates");
    accept(TokenKind::semicolon);
}

void Parser::dynamic_template(Declaration& into) {
    into.kind = Declaration::Kind::dynamic_template;
    advance();
    into.text = text(advance());
    advance();
    into.parameters = function_parameters();
    expect(TokenKind::right_paren, "after the parameters");
    expect_semicolon("after the dynamic template");
}

void Parser::declaration(std::vector<Declaration>& into) {
    if (accept(TokenKind::semicolon)) return;
    charge(sizeof(Declaration));
    const std::uint32_t begin = peek().begin;
    Declaration result;
    if (at(TokenKind::kw_typedef)) {
        type_definition(result);
    } else if (at(TokenKind::kw_chan) && at_word("priority", 1) && kind(2) == TokenKind::name) {
        channel_priority(result);
    } else if (old_dialect() && at_old_constant()) {
        old_constants(result);
    } else if ((at_word("before_update") || at_word("after_update")) && kind(1) == TokenKind::left_brace) {
        update_hook(result);
    } else if (at_word("import") && kind(1) == TokenKind::string) {
        external_functions(result);
    } else if (at_word("dynamic") && kind(1) == TokenKind::name && kind(2) == TokenKind::left_paren) {
        dynamic_template(result);
    } else if (at_type() && !at_word("enum")) {
        variables_or_function(result);
    } else {
        fail_expected("a declaration", at(TokenKind::name) ? hint_for_foreign_declaration(text(peek())) : "");
    }
    result.span = span_from(begin);
    into.push_back(std::move(result));
}

void Parser::declarations(std::vector<Declaration>& into) {
    while (!at_end()) {
        const Mark start = mark();
        try {
            declaration(into);
        } catch (const SyntaxError&) {
            skip_mistake(start);
            skip_stray_braces();
        }
    }
}

// ---- UPPAAL 3.x -----------------------------------------------------------------------------------------------------

// `const N 5, M 6;` — in `const id_t x = 5;` a second name follows the first.
bool Parser::at_old_constant() {
    if (!at(TokenKind::kw_const) || kind(1) != TokenKind::name) return false;
    const TokenKind after = kind(2);
    if (after != TokenKind::name) return true;
    return kind(3) == TokenKind::comma || kind(3) == TokenKind::semicolon;
}

void Parser::old_constants(Declaration& into) {
    into.kind = Declaration::Kind::variables;
    into.type = constant_integer();
    do {
        Declarator constant = declarator(false);
        accept(TokenKind::assign);
        constant.initialiser = initialiser();
        into.declarators.push_back(std::move(constant));
    } while (accept(TokenKind::comma));
    expect_semicolon("after the constants");
}

}  // namespace crowfly::uppaal
