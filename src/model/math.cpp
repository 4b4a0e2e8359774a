#include "model/math.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <limits>
#include <numbers>

namespace crowfly::model {

namespace {

constexpr MathFunction math_functions[] = {
    {"round", 1, true, false, [](const double* x) { return std::round(x[0]); }},
    {"floor", 1, true, false, [](const double* x) { return std::floor(x[0]); }},
    {"ceil", 1, true, false, [](const double* x) { return std::ceil(x[0]); }},
    {"trunc", 1, true, false, [](const double* x) { return std::trunc(x[0]); }},
    {"fint", 1, true, true, [](const double* x) { return std::trunc(x[0]); }},

    {"abs", 1, false, false, [](const double* x) { return std::fabs(x[0]); }},
    {"fabs", 1, false, false, [](const double* x) { return std::fabs(x[0]); }},
    {"fmod", 2, false, false, [](const double* x) { return std::fmod(x[0], x[1]); }},
    {"fma", 3, false, false, [](const double* x) { return std::fma(x[0], x[1], x[2]); }},
    {"fmax", 2, false, false, [](const double* x) { return std::fmax(x[0], x[1]); }},
    {"fmin", 2, false, false, [](const double* x) { return std::fmin(x[0], x[1]); }},
    {"fdim", 2, false, false, [](const double* x) { return std::fdim(x[0], x[1]); }},
    {"exp", 1, false, false, [](const double* x) { return std::exp(x[0]); }},
    {"exp2", 1, false, false, [](const double* x) { return std::exp2(x[0]); }},
    {"expm1", 1, false, false, [](const double* x) { return std::expm1(x[0]); }},
    {"ln", 1, false, false, [](const double* x) { return std::log(x[0]); }},
    {"log10", 1, false, false, [](const double* x) { return std::log10(x[0]); }},
    {"log2", 1, false, false, [](const double* x) { return std::log2(x[0]); }},
    {"log1p", 1, false, false, [](const double* x) { return std::log1p(x[0]); }},
    {"pow", 2, false, false, [](const double* x) { return std::pow(x[0], x[1]); }},
    {"sqrt", 1, false, false, [](const double* x) { return std::sqrt(x[0]); }},
    {"cbrt", 1, false, false, [](const double* x) { return std::cbrt(x[0]); }},
    {"hypot", 2, false, false, [](const double* x) { return std::hypot(x[0], x[1]); }},
    {"sin", 1, false, false, [](const double* x) { return std::sin(x[0]); }},
    {"cos", 1, false, false, [](const double* x) { return std::cos(x[0]); }},
    {"tan", 1, false, false, [](const double* x) { return std::tan(x[0]); }},
    {"asin", 1, false, false, [](const double* x) { return std::asin(x[0]); }},
    {"acos", 1, false, false, [](const double* x) { return std::acos(x[0]); }},
    {"atan", 1, false, false, [](const double* x) { return std::atan(x[0]); }},
    {"atan2", 2, false, false, [](const double* x) { return std::atan2(x[0], x[1]); }},
    {"sinh", 1, false, false, [](const double* x) { return std::sinh(x[0]); }},
    {"cosh", 1, false, false, [](const double* x) { return std::cosh(x[0]); }},
    {"tanh", 1, false, false, [](const double* x) { return std::tanh(x[0]); }},
    {"asinh", 1, false, false, [](const double* x) { return std::asinh(x[0]); }},
    {"acosh", 1, false, false, [](const double* x) { return std::acosh(x[0]); }},
    {"atanh", 1, false, false, [](const double* x) { return std::atanh(x[0]); }},
    {"erf", 1, false, false, [](const double* x) { return std::erf(x[0]); }},
    {"erfc", 1, false, false, [](const double* x) { return std::erfc(x[0]); }},
    {"tgamma", 1, false, false, [](const double* x) { return std::tgamma(x[0]); }},
    {"logb", 1, false, false, [](const double* x) { return std::logb(x[0]); }},
    {"nextafter", 2, false, false, [](const double* x) { return std::nextafter(x[0], x[1]); }},
    {"copysign", 2, false, false, [](const double* x) { return std::copysign(x[0], x[1]); }},

    {"isfinite", 1, false, true, [](const double* x) { return std::isfinite(x[0]) ? 1.0 : 0.0; }},
    {"isinf", 1, false, true, [](const double* x) { return std::isinf(x[0]) ? 1.0 : 0.0; }},
    {"isnan", 1, false, true, [](const double* x) { return std::isnan(x[0]) ? 1.0 : 0.0; }},
    {"isnormal", 1, false, true, [](const double* x) { return std::isnormal(x[0]) ? 1.0 : 0.0; }},
    {"signbit", 1, false, true, [](const double* x) { return std::signbit(x[0]) ? 1.0 : 0.0; }},
    {"isunordered", 2, false, true, [](const double* x) { return std::isunordered(x[0], x[1]) ? 1.0 : 0.0; }},
};

struct MathConstant {
    std::string_view name;
    double value;
};

constexpr MathConstant math_constants[] = {
    {"FLT_MIN", FLT_MIN},
    {"FLT_MAX", FLT_MAX},
    {"FLT_EPSILON", FLT_EPSILON},
    {"DBL_MIN", DBL_MIN},
    {"DBL_MAX", DBL_MAX},
    {"DBL_EPSILON", DBL_EPSILON},
    {"M_PI", std::numbers::pi},
    {"M_PI_2", std::numbers::pi / 2},
    {"M_PI_4", std::numbers::pi / 4},
    {"M_1_PI", std::numbers::inv_pi},
    {"M_2_PI", 2 * std::numbers::inv_pi},
    {"M_2_SQRTPI", 2 * std::numbers::inv_sqrtpi},
    {"M_E", std::numbers::e},
    {"M_LOG2E", std::numbers::log2e},
    {"M_LOG10E", std::numbers::log10e},
    {"M_LN2", std::numbers::ln2},
    {"M_LN10", std::numbers::ln10},
    {"M_SQRT2", std::numbers::sqrt2},
    {"M_SQRT1_2", std::numbers::sqrt2 / 2},
};

std::optional<double> of_operator(Op op, double left, double right) {
    switch (op) {
        case Op::add: return left + right;
        case Op::subtract: return left - right;
        case Op::multiply: return left * right;
        case Op::divide: return left / right;
        case Op::power: return std::pow(left, right);
        case Op::minimum: return std::fmin(left, right);
        case Op::maximum: return std::fmax(left, right);
        case Op::less: return left < right ? 1 : 0;
        case Op::less_equal: return left <= right ? 1 : 0;
        case Op::greater_equal: return left >= right ? 1 : 0;
        case Op::greater: return left > right ? 1 : 0;
        case Op::equal: return left == right ? 1 : 0;
        case Op::not_equal: return left != right ? 1 : 0;
        default: return std::nullopt;
    }
}

// The value of an operand: an integer counts as a whole, a floating-point number is taken apart.
std::optional<double> of_operand(const Expr& operand, const IntegerValue& integer) {
    if (is_real(operand)) return real_value(operand, integer);
    const auto known = integer(operand);
    return known ? std::optional<double>(*known) : std::nullopt;
}

}  // namespace

const MathFunction* find_math_function(std::string_view name) {
    const auto* found = std::ranges::find(math_functions, name, &MathFunction::name);
    return found == std::end(math_functions) ? nullptr : found;
}

std::optional<double> math_constant(std::string_view name) {
    const auto* found = std::ranges::find(math_constants, name, &MathConstant::name);
    return found == std::end(math_constants) ? std::nullopt : std::optional(found->value);
}

std::optional<std::int32_t> whole_number(double value) {
    using Limits = std::numeric_limits<std::int32_t>;
    if (!(value >= Limits::min() && value <= Limits::max()) || value != std::trunc(value)) return std::nullopt;
    return static_cast<std::int32_t>(value);
}

std::optional<double> real_value(const Expr& expr, const IntegerValue& integer) {
    std::array<double, 3> operands{};
    const auto compute = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = of_operand(*expr.operands[i], integer);
            if (!value) return false;
            operands[i] = *value;
        }
        return true;
    };
    switch (expr.kind) {
        case Expr::Kind::real: return expr.real;
        case Expr::Kind::unary:
            if (expr.op == Op::logical_not || !compute(1)) return std::nullopt;
            return expr.op == Op::negate ? -operands[0] : operands[0];
        case Expr::Kind::binary: return compute(2) ? of_operator(expr.op, operands[0], operands[1]) : std::nullopt;
        case Expr::Kind::math:
            return compute(expr.math->arity) ? std::optional(expr.math->apply(operands.data())) : std::nullopt;
        case Expr::Kind::conditional: {
            const auto chosen = integer(*expr.operands[0]);
            return chosen ? of_operand(*expr.operands[*chosen != 0 ? 1 : 2], integer) : std::nullopt;
        }
        default: return std::nullopt;
    }
}

}  // namespace crowfly::model
