// Floating-point numbers as far as they can be computed before the model runs: the functions of mathematics, and the
// value of an expression whose integers are known. Numbers are IEEE doubles, as in UPPAAL, so that roundings agree.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "model/model.hpp"

namespace crowfly::model {

struct MathFunction {
    std::string_view name;
    std::uint32_t arity = 0;
    bool rounds = false;    // its result is a whole number near its argument
    bool integral = false;  // its type is an integer type
    double (*apply)(const double* arguments) = nullptr;
};

// Null: no such function, or one whose value differs from call to call, such as `random`.
const MathFunction* find_math_function(std::string_view name);
std::optional<double> math_constant(std::string_view name);  // M_PI and its kin

// An integer of 32 bits with this value; nothing for fractions, large numbers, infinities and NaN.
std::optional<std::int32_t> whole_number(double value);

// The value of an expression of integers, floating-point constants, operators and functions. `integer` gives the value
// of its largest subexpressions with an integer type, or nothing if it is not known; then nothing is the result. The
// root is taken apart even if it has an integer type, as comparisons and `fint` have.
using IntegerValue = std::function<std::optional<std::int32_t>(const Expr&)>;
std::optional<double> real_value(const Expr& expr, const IntegerValue& integer);

inline bool is_real(const Expr& expr) { return expr.type != nullptr && expr.type->kind == Type::Kind::real; }

}  // namespace crowfly::model
