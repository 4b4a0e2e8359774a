// Floating-point expressions. Constants are known here; what also depends on integers is left to the compiler, which
// knows their ranges. The value of a variable, a function of the model or `random` is not computable.
#include <algorithm>

#include "model/math.hpp"
#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using RealNode = model::Expr::Kind;

std::optional<std::int32_t> literal_integer(const model::Expr& e) {
    if (e.kind == RealNode::constant) return e.value;
    const auto value = e.kind == RealNode::unary || e.kind == RealNode::math ? literal_value(e) : std::nullopt;
    return value ? model::whole_number(*value) : std::nullopt;
}

// Of numbers and constants alone.
bool is_constant_number(const model::Expr& e) {
    if (e.kind == RealNode::symbol) return e.symbol->is_const && !model::is_real(e);
    const bool known = e.kind == RealNode::constant || e.kind == RealNode::real || e.kind == RealNode::unary ||
                       e.kind == RealNode::binary || e.kind == RealNode::math || e.kind == RealNode::conditional;
    return known && std::ranges::all_of(e.operands, [](const model::Expr* o) { return is_constant_number(*o); });
}

// Constants are replaced by what they are equal to. Larger expressions than this are not, lest chains of them grow.
constexpr int most_nodes = 64;

// Names, numbers and floating-point arithmetic: nothing that has an effect or can fail.
bool is_plain(const model::Expr& e) {
    const bool leaf = e.kind == RealNode::symbol || e.kind == RealNode::constant || e.kind == RealNode::real;
    const bool arithmetic = model::is_real(e) && (e.kind == RealNode::unary || e.kind == RealNode::binary ||
                                                  e.kind == RealNode::math || e.kind == RealNode::conditional);
    return leaf || (arithmetic && std::ranges::all_of(e.operands, [](const model::Expr* o) { return is_plain(*o); }));
}

int count_nodes(const model::Expr& e, int limit) {
    int count = 1;
    for (const model::Expr* operand : e.operands) {
        if (count > limit) break;
        count += count_nodes(*operand, limit - count);
    }
    return count;
}

}  // namespace

bool is_computable(const model::Expr& e) {
    if (is_integral(*e.type)) return true;
    const auto computable = [](const model::Expr* operand) { return is_computable(*operand); };
    switch (e.kind) {
        case RealNode::real: return true;
        case RealNode::unary:
        case RealNode::binary:
        case RealNode::conditional: return std::ranges::all_of(e.operands, computable);
        case RealNode::math:
            return e.math->rounds ? is_computable(*e.operands[0])
                                  : std::ranges::all_of(e.operands, [](const model::Expr* operand) {
                                        return is_constant_number(*operand);
                                    });
        default: return false;
    }
}

std::optional<double> literal_value(const model::Expr& e) { return model::real_value(e, literal_integer); }

const model::Expr* as_whole_number(Context& c, const model::Expr* e) {
    if (e->type == nullptr || is_integral(*e->type)) return e;
    if (!is_numeric(*e->type) || mentions_clock(*e) || !is_computable(*e)) return nullptr;
    const auto literal = literal_value(*e);
    if (!literal) return e;
    const auto whole = model::whole_number(*literal);
    return whole ? c.make_constant(*whole, e->span, c.integer_type) : nullptr;
}

const model::Expr* untracked_value(Context& c, const model::Type* type, std::vector<const model::Expr*> operands,
                                   Span span) {
    static constexpr const char* reason = "floating-point values are not supported";
    // Clocks in it would make it a clock constraint. Their values have no effects, unless they stand beside some.
    const auto timed = [](const model::Expr* e) { return mentions_clock(*e) && !is_plain(*e); };
    const bool lost = std::ranges::any_of(operands, timed);
    std::erase_if(operands, [](const model::Expr* e) { return mentions_clock(*e); });
    const Code code = lost ? Code::clock_read : Code::real_numbers;
    if (type->kind != model::Type::Kind::real)
        c.warn_out_of_scope(span, reason, "the model loads; only queries that depend on this are refused");
    model::Expr* made = c.make(RealNode::unsupported, span, type, std::move(operands));
    made->code = code;
    made->text = reason;
    return made;
}

const model::Expr* check_real_name(Context& c, const model::Symbol& symbol, Span span) {
    if (!symbol.is_const || symbol.type == nullptr || symbol.type->kind != model::Type::Kind::real) return nullptr;
    const model::Expr* value = symbol.initialiser ? symbol.initialiser->value : nullptr;
    if (value == nullptr) return nullptr;  // a parameter
    if (const auto literal = literal_value(*value)) return c.make_real(*literal, span);
    if (!is_computable(*value) || count_nodes(*value, most_nodes) > most_nodes) return nullptr;
    if (model::is_real(*value)) return value;
    // `const double x = n;`: an integer elsewhere, but `x / 2` is not rounded.
    model::Expr* made = c.make(RealNode::unary, span, c.real_type, {value});
    made->op = Op::plus;
    return made;
}

const model::Expr* check_math_function(Context& c, std::string_view name, std::vector<const model::Expr*> arguments,
                                       Span span) {
    const model::MathFunction* function = model::find_math_function(name);
    const bool integral = name == "ilogb" || name == "fpclassify" || (function != nullptr && function->integral);
    if (function != nullptr) {
        model::Expr* made = c.make(RealNode::math, span, integral ? c.integer_type : c.real_type, std::move(arguments));
        made->math = function;
        const auto clock = [](const model::Expr* argument) { return mentions_clock(*argument); };
        const bool computable = function->rounds ? is_computable(*made->operands[0]) : is_constant_number(*made);
        if (!integral || (computable && std::ranges::none_of(made->operands, clock))) return made;
        arguments = made->operands;
    }
    return untracked_value(c, integral ? c.integer_type : c.real_type, std::move(arguments), span);
}

}  // namespace crowfly::uppaal
