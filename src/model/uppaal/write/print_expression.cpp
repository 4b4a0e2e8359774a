// Expressions and types, with the necessary parentheses and two exceptions: `||`, `imply` and `xor` have the same
// precedence, which few readers know, so that a mixture is parenthesised; and a quantifier, whose body extends as far
// right as possible, is parenthesised as an operand.
#include <cmath>

#include <fmt/format.h>

#include "model/operator_table.hpp"
#include "model/uppaal/write/print.hpp"
#include "model/uppaal/write/printer.hpp"

namespace crowfly::uppaal {

namespace {

// An operand that binds at least as tightly as its operator needs no parentheses.
Precedence level_of(const Expr& e) {
    switch (e.kind) {
        case Expr::Kind::sequence: return Precedence::sequence;
        case Expr::Kind::quantifier: return Precedence::quantifier;
        case Expr::Kind::assign: return Precedence::assignment;
        case Expr::Kind::conditional: return Precedence::conditional;
        case Expr::Kind::unary:
        case Expr::Kind::binary: return precedence_of(e.op);
        case Expr::Kind::integer: return e.value < 0 ? Precedence::unary : Precedence::postfix;
        case Expr::Kind::step: return e.prefix ? Precedence::unary : Precedence::postfix;
        default: return Precedence::postfix;
    }
}

// `-` before `-x` would become the operator `--`.
bool begins_with_sign(const Expr& e) {
    const bool sign = e.kind == Expr::Kind::unary && e.op != Op::logical_not;
    return sign || (e.kind == Expr::Kind::step && e.prefix) || (e.kind == Expr::Kind::integer && e.value < 0);
}

bool is_binary(const Expr& e, Op op) { return e.kind == Expr::Kind::binary && e.op == op; }

}  // namespace

void Printer::expression(const Expr& e, Precedence least) {
    const bool enclosed = level_of(e) < least;
    if (enclosed) out += '(';
    bare(e);
    if (enclosed) out += ')';
}

void Printer::bare(const Expr& e) {
    using Kind = Expr::Kind;
    switch (e.kind) {
        case Kind::integer: out += std::to_string(e.value); break;
        case Kind::real: real(e.real); break;
        case Kind::boolean: out += e.value != 0 ? "true" : "false"; break;
        case Kind::string: out += '"' + e.text + '"'; break;
        case Kind::name: out += e.text; break;
        case Kind::deadlock: out += "deadlock"; break;
        case Kind::index:
            expression(*e.operands[0], Precedence::postfix);
            out += '[';
            expression(*e.operands[1], Precedence::quantifier);
            out += ']';
            break;
        case Kind::field:
            expression(*e.operands[0], Precedence::postfix);
            out += '.' + e.text;
            break;
        case Kind::rate:
            expression(*e.operands[0], Precedence::postfix);
            out += '\'';
            break;
        case Kind::call:
            expression(*e.operands[0], Precedence::postfix);
            call({}, e, 1);
            break;
        case Kind::unsupported: call(e.text, e, 0); break;
        case Kind::unary:
        case Kind::step: unary(e); break;
        case Kind::binary: binary(e); break;
        case Kind::assign:
            expression(*e.operands[0], Precedence::unary);
            out += e.op == Op::assign ? " = " : fmt::format(" {} ", entry_of(e.op).compound);
            expression(*e.operands[1], Precedence::quantifier);
            break;
        case Kind::conditional:
            expression(*e.operands[0], Precedence::logical_or);
            out += " ? ";
            expression(*e.operands[1], Precedence::conditional);
            out += " : ";
            expression(*e.operands[2], Precedence::conditional);
            break;
        case Kind::quantifier: quantified(e); break;
        case Kind::sequence: expressions(e.operands); break;
    }
}

void Printer::unary(const Expr& e) {
    const Expr& operand = *e.operands[0];
    if (e.kind == Expr::Kind::step) {
        const std::string_view sign = e.op == Op::add ? "++" : "--";
        if (e.prefix) out += sign;
        expression(operand, Precedence::postfix);
        if (!e.prefix) out += sign;
        return;
    }
    out += spelling(e.op);
    expression(operand, e.op != Op::logical_not && begins_with_sign(operand) ? Precedence::postfix : Precedence::unary);
}

void Printer::binary(const Expr& e) {
    const Precedence level = precedence_of(e.op);
    const Expr& left = *e.operands[0];
    const bool mixture =
        level == Precedence::logical_or && level_of(left) == Precedence::logical_or && !is_binary(left, e.op);
    expression(left, mixture || e.op == Op::power ? tighter(level) : level);
    out += ' ';
    out += spelling(e.op);
    out += ' ';
    // Only `&&` and `||` are associative.
    const Expr& right = *e.operands[1];
    const bool associative = (e.op == Op::logical_and || e.op == Op::logical_or) && is_binary(right, e.op);
    expression(right, associative ? level : tighter(level));
}

void Printer::quantified(const Expr& e) {
    out += word_of(e.quantifier);
    out += " (";
    out += e.text + " : ";
    if (e.type) type(*e.type);
    out += ") ";
    const Expr& body = *e.operands[0];
    expression(body, body.kind == Expr::Kind::quantifier ? Precedence::quantifier : Precedence::conditional);
}

void Printer::call(std::string_view callee, const Expr& e, std::size_t first_argument) {
    out += callee;
    out += '(';
    for (std::size_t i = first_argument; i < e.operands.size(); ++i) {
        if (i > first_argument) out += ", ";
        expression(*e.operands[i], Precedence::quantifier);
    }
    out += ')';
}

// Always with a point or an exponent: `2.0` must not come back as an integer.
void Printer::real(double value) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    out += text;
}

void Printer::type(const TypeExpr& t) {
    if (t.is_const) out += "const ";
    if (t.is_meta) out += "meta ";
    if (t.is_urgent) out += "urgent ";
    if (t.is_broadcast) out += "broadcast ";
    if (t.is_hybrid) out += "hybrid ";
    switch (t.kind) {
        case TypeExpr::Kind::integer: out += "int"; break;
        case TypeExpr::Kind::boolean: out += "bool"; break;
        case TypeExpr::Kind::clock: out += "clock"; break;
        case TypeExpr::Kind::channel: out += "chan"; break;
        case TypeExpr::Kind::void_: out += "void"; break;
        case TypeExpr::Kind::real: out += "double"; break;
        case TypeExpr::Kind::string: out += "string"; break;
        case TypeExpr::Kind::scalar: out += "scalar"; break;
        case TypeExpr::Kind::named: out += t.name; break;
        case TypeExpr::Kind::record:
            out += "struct { ";
            for (const Field& field : t.fields) {
                type(*field.type);
                out += ' ';
                declarator(field.declarator);
                out += "; ";
            }
            out += '}';
            break;
    }
    if (!t.lower && !t.upper) return;
    out += '[';
    if (t.lower) expression(*t.lower, Precedence::quantifier);
    if (t.lower && t.upper) out += ", ";
    if (t.upper) expression(*t.upper, Precedence::quantifier);
    out += ']';
}

void Printer::dimensions(const std::vector<Dimension>& list) {
    for (const Dimension& dimension : list) {
        out += '[';
        if (dimension.type) type(*dimension.type);
        if (dimension.size) expression(*dimension.size, Precedence::quantifier);
        out += ']';
    }
}

std::string print(const Expr& expression) {
    Printer printer;
    printer.expression(expression);
    return std::move(printer.out);
}

std::string print(const std::vector<ExprPtr>& expressions) {
    Printer printer;
    printer.expressions(expressions);
    return std::move(printer.out);
}

std::string print(const TypeExpr& type) {
    Printer printer;
    printer.type(type);
    return std::move(printer.out);
}

}  // namespace crowfly::uppaal
