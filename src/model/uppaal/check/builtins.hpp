// The names that every UPPAAL 4.x model starts with: limits of integers, mathematical constants and functions. A model
// may redefine any of them. What the functions of floating-point numbers compute stands in model/math.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace crowfly::uppaal {

struct Builtin {
    enum class Kind : std::uint8_t {
        integer_constant,  // value
        real_constant,
        absolute,          // abs(x)
        real_function,     // arity, a real result
        integer_function,  // arity; of floating-point arguments, an integer result
    };

    std::string_view name;
    Kind kind{};
    std::int32_t value = 0;
    std::uint32_t arity = 0;
};

std::span<const Builtin> builtins();

// int8_t and its kin.
struct BuiltinType {
    std::string_view name;
    std::int32_t lower = 0;
    std::int32_t upper = 0;
};

std::span<const BuiltinType> builtin_types();

}  // namespace crowfly::uppaal
