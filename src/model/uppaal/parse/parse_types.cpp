// Types, parameters and selects.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

namespace {

// Keywords of current UPPAAL that older models use as names.
constexpr std::array<std::string_view, 12> taken_words = {
    "IO", "abs", "double", "dynamic", "exists", "exit", "forall", "location", "query", "random", "spawn", "sum",
};

}  // namespace

Token Parser::declared_name(std::string_view where) {
    const Token token = expect(TokenKind::name, where);
    if (std::find(taken_words.begin(), taken_words.end(), text(token)) != taken_words.end()) {
        context().diagnostics.add(Code::keyword_as_name, span(token),
                                  fmt::format("`{}` is a keyword of newer versions of UPPAAL", text(token)),
                                  "rename it if the model is to load there");
    }
    return token;
}

bool Parser::at_type() {
    if (at(TokenKind::name)) return kind(1) == TokenKind::name || (at_word("hybrid") && kind(1) == TokenKind::kw_clock);
    return kind() >= TokenKind::kw_int && kind() <= TokenKind::kw_typedef;
}

TypePtr Parser::type() {
    constexpr std::size_t overhead = 16;
    Nesting nesting(*this, Nesting::full);
    charge(sizeof(TypeExpr) + overhead);
    const std::uint32_t begin = peek().begin;
    auto type = std::make_unique<TypeExpr>();
    type_prefixes(*type);
    type_core(*type);
    type->span = span_from(begin);
    return type;
}

void Parser::type_prefixes(TypeExpr& type) {
    for (;; advance()) {
        if (at(TokenKind::kw_const)) {
            type.is_const = true;
        } else if (at(TokenKind::kw_meta)) {
            type.is_meta = true;
        } else if (at(TokenKind::kw_urgent)) {
            type.is_urgent = true;
        } else if (at(TokenKind::kw_broadcast)) {
            type.is_broadcast = true;
        } else if (at_word("hybrid") && kind(1) == TokenKind::kw_clock) {
            type.is_hybrid = true;
        } else {
            return;
        }
    }
}

void Parser::type_core(TypeExpr& type) {
    using Kind = TypeExpr::Kind;
    switch (kind()) {
        case TokenKind::kw_int: type.kind = Kind::integer; break;
        case TokenKind::kw_bool: type.kind = Kind::boolean; break;
        case TokenKind::kw_clock: type.kind = Kind::clock; break;
        case TokenKind::kw_chan: type.kind = Kind::channel; break;
        case TokenKind::kw_void: type.kind = Kind::void_; break;
        case TokenKind::kw_struct: type.kind = Kind::record; break;
        case TokenKind::kw_scalar: type.kind = Kind::scalar; break;
        case TokenKind::name: type.kind = Kind::named; break;
        default: fail_expected("a type");
    }
    const Token word = advance();
    if (type.kind == Kind::named) {
        type.name = text(word);
        if (type.name == "double") type.kind = Kind::real;
        if (type.name == "string") type.kind = Kind::string;
    } else if (type.kind == Kind::record) {
        fields(type);
    } else if (type.kind == Kind::integer && at(TokenKind::left_bracket)) {
        range(type);
    } else if (type.kind == Kind::scalar) {
        expect(TokenKind::left_bracket, "after `scalar`");
        type.upper = expression();
        expect(TokenKind::right_bracket, "after the size");
    }
}

// `int a, b;` makes two fields or parameters; each owns its type, so the type is parsed once for each.
TypePtr Parser::type_again(const Mark& start) {
    const Mark here = mark();
    seek(start);
    TypePtr result = parameter_type();
    seek(here);
    return result;
}

void Parser::range(TypeExpr& type) {
    advance();
    type.lower = expression();
    expect(TokenKind::comma, "between the bounds");
    type.upper = expression();
    expect(TokenKind::right_bracket, "after the bounds");
}

void Parser::fields(TypeExpr& type) {
    expect(TokenKind::left_brace, "after `struct`");
    while (!at(TokenKind::right_brace)) {
        const Mark type_start = mark();
        TypePtr field_type = this->type();
        for (;;) {
            charge(sizeof(Field));
            Declarator name = declarator(false);
            type.fields.push_back({std::move(field_type), std::move(name)});
            if (!accept(TokenKind::comma)) break;
            field_type = type_again(type_start);
        }
        expect_semicolon("after the field");
        if (at_end()) expect(TokenKind::right_brace, "to close `struct`");
    }
    advance();
}

TypePtr Parser::binder_type() {
    const Token first = peek();
    TypePtr result = type();
    if (result->kind == TypeExpr::Kind::record) {
        fail(Code::syntax_error, span(first), "a range is expected here, not a `struct`",
             "the values can be those of `int[0,3]`, of a `scalar` or of a type defined as one of these");
    }
    return result;
}

std::vector<Dimension> Parser::dimensions() {
    std::vector<Dimension> result;
    while (at(TokenKind::left_bracket)) {
        charge(sizeof(Dimension));
        const std::uint32_t begin = advance().begin;
        Dimension dimension;
        if (at(TokenKind::kw_int) || at(TokenKind::kw_scalar) || at(TokenKind::kw_bool)) {
            dimension.type = type();
        } else {
            dimension.size = expression();
        }
        expect(TokenKind::right_bracket, "after the array size");
        dimension.span = span_from(begin);
        result.push_back(std::move(dimension));
    }
    return result;
}

// ---- Parameters and selects -----------------------------------------------------------------------------------------

Parameter Parser::parameter(TypePtr type) {
    charge(sizeof(Parameter));
    Parameter result;
    result.type = std::move(type);
    result.by_reference = accept(TokenKind::ampersand);
    const Token name = declared_name("of the parameter");
    result.name = text(name);
    result.span = span(name);
    result.dimensions = dimensions();
    return result;
}

std::vector<Parameter> Parser::function_parameters() {
    std::vector<Parameter> result;
    if (at(TokenKind::right_paren) || at_end()) return result;
    do {
        result.push_back(parameter(type()));
    } while (accept(TokenKind::comma));
    return result;
}

// In 3.x: `(const id; chan a, b; int[0,5] x)`. Groups end with semicolons, one type may apply to several names, and
// `const` has no type. There is no `&`: constants are passed by value, everything else by reference.
std::vector<Parameter> Parser::template_parameters() {
    if (!old_dialect()) return function_parameters();
    std::vector<Parameter> result;
    if (at(TokenKind::right_paren) || at_end()) return result;
    do {
        old_parameter_group(result);
    } while (accept(TokenKind::semicolon) || accept(TokenKind::comma));
    return result;
}

void Parser::old_parameter_group(std::vector<Parameter>& into) {
    const Mark type_start = mark();
    TypePtr type = parameter_type();
    for (;;) {
        Parameter& next = into.emplace_back(parameter(std::move(type)));
        next.by_reference = next.by_reference || !next.type->is_const;
        // In `int a, b` a name follows the comma; in `int a, id_t b` the name is one of a type.
        const TokenKind after = at(TokenKind::comma) && kind(1) == TokenKind::name ? kind(2) : TokenKind::name;
        if (after == TokenKind::name || after == TokenKind::ampersand) return;
        advance();
        type = type_again(type_start);
    }
}

TypePtr Parser::parameter_type() {
    const bool untyped = old_dialect() && at(TokenKind::kw_const) && kind(1) == TokenKind::name &&
                         kind(2) != TokenKind::name && kind(2) != TokenKind::ampersand;
    if (untyped) return constant_integer();
    return type();
}

TypePtr Parser::constant_integer() {
    charge(sizeof(TypeExpr));
    auto result = std::make_unique<TypeExpr>();
    result->kind = TypeExpr::Kind::integer;
    result->is_const = true;
    result->span = span(advance());
    return result;
}

std::vector<Select> Parser::selects() {
    std::vector<Select> result;
    do {
        charge(sizeof(Select));
        const Token name = declared_name("in the select");
        expect(TokenKind::colon, "after the name");
        result.push_back({std::string(text(name)), span(name), binder_type()});
    } while (accept(TokenKind::comma));
    return result;
}

}  // namespace crowfly::uppaal
