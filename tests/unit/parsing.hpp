// Texts for the parser tests, and syntax trees written so that their structure shows: `1 + 2 * 3` is `(+ 1 (* 2 3))`.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "model/uppaal/parse/parse.hpp"

namespace crowfly::uppaal {

// One text and everything a parse function needs.
struct Input {
    explicit Input(std::string text, Dialect dialect = Dialect::current)
        : file(sources.add("input", text)), fragment{file, std::move(text), {}}, context{sources, diagnostics,
                                                                                         dialect} {}

    std::string messages() const {
        std::string result;
        for (const Diagnostic& d : diagnostics.all()) {
            const Position at = sources.position(d.span.file, d.span.begin);
            result += fmt::format("{}:{} {} {}\n", at.line, at.column, crowfly::describe(d.code).id, d.message);
        }
        return result;
    }

    Sources sources;
    Diagnostics diagnostics;
    FileId file;
    Fragment fragment;
    ParseContext context;
};

inline std::string_view symbol(Op op) {
    constexpr std::string_view symbols[] = {
        "neg", "pos", "!", "**", "*",  "/", "%", "+", "-",  "<<", ">>",  "<?",    ">?", "<",
        "<=",  ">=",  ">", "==", "!=", "&", "^", "|", "&&", "||", "xor", "imply", "="};
    return symbols[static_cast<std::size_t>(op)];
}

std::string shape(const Expr& e);

inline std::string shapes(std::string head, const std::vector<ExprPtr>& list) {
    for (const ExprPtr& e : list) head += " " + (e ? shape(*e) : std::string("nothing"));
    return "(" + head + ")";
}

inline std::string head_of(const Expr& e) {
    using Kind = Expr::Kind;
    switch (e.kind) {
        case Kind::index: return "index";
        case Kind::field: return "." + e.text;
        case Kind::call: return "call";
        case Kind::assign: return e.op == Op::assign ? "=" : fmt::format("{}=", symbol(e.op));
        case Kind::step: return fmt::format("{}{}{}", e.prefix ? "" : "_", symbol(e.op), symbol(e.op));
        case Kind::conditional: return "?";
        case Kind::rate: return "'";
        case Kind::sequence: return ",";
        case Kind::unsupported: return e.text;
        case Kind::quantifier:
            return fmt::format(
                "{} {}", std::vector<std::string>{"forall", "exists", "sum"}[static_cast<int>(e.quantifier)], e.text);
        default: return std::string(symbol(e.op));
    }
}

inline std::string shape(const Expr& e) {
    switch (e.kind) {
        case Expr::Kind::integer: return fmt::format("{}", e.value);
        case Expr::Kind::real: return fmt::format("{}", e.real);
        case Expr::Kind::boolean: return e.value != 0 ? "true" : "false";
        case Expr::Kind::string: return '"' + e.text + '"';
        case Expr::Kind::name: return e.text;
        case Expr::Kind::deadlock: return "<deadlock>";
        default: return shapes(head_of(e), e.operands);
    }
}

// The structure of a text that must be a correct expression.
inline std::string parsed(const std::string& text, Dialect dialect = Dialect::current) {
    Input input(text, dialect);
    const ExprPtr expr = parse_condition(input.fragment, input.context);
    CHECK_MESSAGE(input.messages().empty(), text << ": " << input.messages());
    return expr ? shape(*expr) : "nothing";
}

}  // namespace crowfly::uppaal
