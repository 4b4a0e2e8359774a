#include "model/uppaal/check/builtins.hpp"

#include <limits>

namespace crowfly::uppaal {

namespace {

using BuiltinKind = Builtin::Kind;

constexpr std::int32_t int32_min = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t int32_max = std::numeric_limits<std::int32_t>::max();

constexpr Builtin constant(std::string_view name, std::int32_t value) {
    return {name, BuiltinKind::integer_constant, value, 0};
}
constexpr Builtin real(std::string_view name) { return {name, BuiltinKind::real_constant, 0, 0}; }
constexpr Builtin function(std::string_view name, std::uint32_t arity) {
    return {name, BuiltinKind::real_function, 0, arity};
}
constexpr Builtin to_integer(std::string_view name, std::uint32_t arity) {
    return {name, BuiltinKind::integer_function, 0, arity};
}

constexpr Builtin table[] = {
    constant("INT8_MIN", -128),
    constant("INT8_MAX", 127),
    constant("UINT8_MAX", 255),
    constant("INT16_MIN", -32768),
    constant("INT16_MAX", 32767),
    constant("UINT16_MAX", 65535),
    constant("INT32_MIN", int32_min),
    constant("INT32_MAX", int32_max),

    real("FLT_MIN"),
    real("FLT_MAX"),
    real("FLT_EPSILON"),
    real("DBL_MIN"),
    real("DBL_MAX"),
    real("DBL_EPSILON"),
    real("M_PI"),
    real("M_PI_2"),
    real("M_PI_4"),
    real("M_1_PI"),
    real("M_2_PI"),
    real("M_2_SQRTPI"),
    real("M_E"),
    real("M_LOG2E"),
    real("M_LOG10E"),
    real("M_LN2"),
    real("M_LN10"),
    real("M_SQRT2"),
    real("M_SQRT1_2"),

    {"abs", BuiltinKind::absolute, 0, 1},

    function("fabs", 1),
    function("fmod", 2),
    function("fma", 3),
    function("fmax", 2),
    function("fmin", 2),
    function("fdim", 2),
    function("exp", 1),
    function("exp2", 1),
    function("expm1", 1),
    function("ln", 1),
    function("log", 1),
    function("log10", 1),
    function("log2", 1),
    function("log1p", 1),
    function("pow", 2),
    function("sqrt", 1),
    function("cbrt", 1),
    function("hypot", 2),
    function("sin", 1),
    function("cos", 1),
    function("tan", 1),
    function("asin", 1),
    function("acos", 1),
    function("atan", 1),
    function("atan2", 2),
    function("sinh", 1),
    function("cosh", 1),
    function("tanh", 1),
    function("asinh", 1),
    function("acosh", 1),
    function("atanh", 1),
    function("erf", 1),
    function("erfc", 1),
    function("tgamma", 1),
    function("lgamma", 1),
    function("ceil", 1),
    function("floor", 1),
    function("trunc", 1),
    function("round", 1),
    function("ldexp", 2),
    function("logb", 1),
    function("nextafter", 2),
    function("copysign", 2),
    function("random", 1),
    function("random_arcsine", 2),
    function("random_beta", 2),
    function("random_gamma", 2),
    function("random_normal", 2),
    function("random_poisson", 1),
    function("random_weibull", 2),
    function("random_tri", 3),

    to_integer("fint", 1),
    to_integer("ilogb", 1),
    to_integer("fpclassify", 1),
    to_integer("isfinite", 1),
    to_integer("isinf", 1),
    to_integer("isnan", 1),
    to_integer("isnormal", 1),
    to_integer("signbit", 1),
    to_integer("isunordered", 2),
};

constexpr BuiltinType types[] = {
    {"int8_t", -128, 127},
    {"uint8_t", 0, 255},
    {"int16_t", -32768, 32767},
    {"uint16_t", 0, 65535},
    {"int32_t", int32_min, int32_max},
};

}  // namespace

std::span<const Builtin> builtins() { return table; }

std::span<const BuiltinType> builtin_types() { return types; }

}  // namespace crowfly::uppaal
