// Expressions and types, with the necessary parentheses and two exceptions: `||`, `imply` and `xor` have the same
// precedence, which few readers know, so that a mixture is parenthesised; and a quantifier, whose body extends as far
// right as possible, is parenthesised as an operand.
#include <cmath>

#include <fmt/format.h>

#include "model/uppaal/print.hpp"
#include "model/uppaal/printer.hpp"

namespace crowfly::uppaal {

namespace {

int level_of(Op op) {
    switch (op) {
        case Op::negate:
        case Op::plus:
        case Op::logical_not: return Printer::unary_level;
        case Op::power: return Printer::power_level;
        case Op::multiply:
        case Op::divide:
        case Op::modulo: return Printer::product_level;
        case Op::add:
        case Op::subtract: return Printer::sum_level;
        case Op::shift_left:
        case Op::shift_right: return Printer::shift_level;
        case Op::minimum:
        case Op::maximum: return Printer::extremum_level;
        case Op::less:
        case Op::less_equal:
        case Op::greater_equal:
        case Op::greater: return Printer::relation_level;
        case Op::equal:
        case Op::not_equal: return Printer::equality_level;
        case Op::bit_and: return Printer::bit_and_level;
        case Op::bit_xor: return Printer::bit_xor_level;
        case Op::bit_or: return Printer::bit_or_level;
        case Op::logical_and: return Printer::and_level;
        case Op::logical_or:
        case Op::logical_xor:
        case Op::imply: return Printer::or_level;
        case Op::assign: return Printer::assignment_level;
    }
    return Printer::sequence_level;
}

int level_of(const Expr& e) {
    switch (e.kind) {
        case Expr::Kind::sequence: return Printer::sequence_level;
        case Expr::Kind::quantifier: return Printer::quantifier_level;
        case Expr::Kind::assign: return Printer::assignment_level;
        case Expr::Kind::conditional: return Printer::conditional_level;
        case Expr::Kind::unary:
        case Expr::Kind::binary: return level_of(e.op);
        case Expr::Kind::integer: return e.value < 0 ? Printer::unary_level : Printer::postfix_level;
        case Expr::Kind::step: return e.prefix ? Printer::unary_level : Printer::postfix_level;
        default: return Printer::postfix_level;
    }
}

// `-` before `-x` would become the operator `--`.
bool begins_with_sign(const Expr& e) {
    const bool sign = e.kind == Expr::Kind::unary && e.op != Op::logical_not;
    return sign || (e.kind == Expr::Kind::step && e.prefix) || (e.kind == Expr::Kind::integer && e.value < 0);
}

bool is_binary(const Expr& e, Op op) { return e.kind == Expr::Kind::binary && e.op == op; }

}  // namespace

std::string_view spelling(Op op) {
    switch (op) {
        case Op::negate: return "-";
        case Op::plus: return "+";
        case Op::logical_not: return "!";
        case Op::power: return "**";
        case Op::multiply: return "*";
        case Op::divide: return "/";
        case Op::modulo: return "%";
        case Op::add: return "+";
        case Op::subtract: return "-";
        case Op::shift_left: return "<<";
        case Op::shift_right: return ">>";
        case Op::minimum: return "<?";
        case Op::maximum: return ">?";
        case Op::less: return "<";
        case Op::less_equal: return "<=";
        case Op::greater_equal: return ">=";
        case Op::greater: return ">";
        case Op::equal: return "==";
        case Op::not_equal: return "!=";
        case Op::bit_and: return "&";
        case Op::bit_xor: return "^";
        case Op::bit_or: return "|";
        case Op::logical_and: return "&&";
        case Op::logical_or: return "||";
        case Op::logical_xor: return "xor";
        case Op::imply: return "imply";
        case Op::assign: return "=";
    }
    return "?";
}

void Printer::expression(const Expr& e, int least) {
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
            expression(*e.operands[0], postfix_level);
            out += '[';
            expression(*e.operands[1], quantifier_level);
            out += ']';
            break;
        case Kind::field:
            expression(*e.operands[0], postfix_level);
            out += '.' + e.text;
            break;
        case Kind::rate:
            expression(*e.operands[0], postfix_level);
            out += '\'';
            break;
        case Kind::call:
            expression(*e.operands[0], postfix_level);
            call({}, e, 1);
            break;
        case Kind::unsupported: call(e.text, e, 0); break;
        case Kind::unary:
        case Kind::step: unary(e); break;
        case Kind::binary: binary(e); break;
        case Kind::assign:
            expression(*e.operands[0], unary_level);
            out += e.op == Op::assign ? " = " : fmt::format(" {}= ", spelling(e.op));
            expression(*e.operands[1], quantifier_level);
            break;
        case Kind::conditional:
            expression(*e.operands[0], or_level);
            out += " ? ";
            expression(*e.operands[1], conditional_level);
            out += " : ";
            expression(*e.operands[2], conditional_level);
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
        expression(operand, postfix_level);
        if (!e.prefix) out += sign;
        return;
    }
    out += spelling(e.op);
    expression(operand, e.op != Op::logical_not && begins_with_sign(operand) ? postfix_level : unary_level);
}

void Printer::binary(const Expr& e) {
    const int level = level_of(e.op);
    const Expr& left = *e.operands[0];
    const bool mixture = level == or_level && level_of(left) == or_level && !is_binary(left, e.op);
    expression(left, mixture || e.op == Op::power ? level + 1 : level);
    out += ' ';
    out += spelling(e.op);
    out += ' ';
    // Only `&&` and `||` are associative.
    const Expr& right = *e.operands[1];
    const bool associative = (e.op == Op::logical_and || e.op == Op::logical_or) && is_binary(right, e.op);
    expression(right, associative ? level : level + 1);
}

void Printer::quantified(const Expr& e) {
    switch (e.quantifier) {
        case Quantifier::forall: out += "forall ("; break;
        case Quantifier::exists: out += "exists ("; break;
        case Quantifier::sum: out += "sum ("; break;
    }
    out += e.text + " : ";
    if (e.type) type(*e.type);
    out += ") ";
    const Expr& body = *e.operands[0];
    expression(body, body.kind == Expr::Kind::quantifier ? quantifier_level : conditional_level);
}

void Printer::call(std::string_view callee, const Expr& e, std::size_t first_argument) {
    out += callee;
    out += '(';
    for (std::size_t i = first_argument; i < e.operands.size(); ++i) {
        if (i > first_argument) out += ", ";
        expression(*e.operands[i], quantifier_level);
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
    if (t.lower) expression(*t.lower, quantifier_level);
    if (t.lower && t.upper) out += ", ";
    if (t.upper) expression(*t.upper, quantifier_level);
    out += ']';
}

void Printer::dimensions(const std::vector<Dimension>& list) {
    for (const Dimension& dimension : list) {
        out += '[';
        if (dimension.type) type(*dimension.type);
        if (dimension.size) expression(*dimension.size, quantifier_level);
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
