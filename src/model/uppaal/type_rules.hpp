// Questions about types, asked by every part of the checker. A null type stands for an expression whose mistake has
// been reported already; these functions are never called with one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace crowfly::uppaal {

inline bool is(const model::Type& type, model::Type::Kind kind) { return type.kind == kind; }

// Integers and Booleans mix freely in UPPAAL.
inline bool is_integral(const model::Type& type) {
    return is(type, model::Type::Kind::integer) || is(type, model::Type::Kind::boolean);
}

// Has a numeric value at all: clocks and floating-point numbers do, although exhaustive verification cannot use it.
inline bool is_numeric(const model::Type& type) {
    return is_integral(type) || is(type, model::Type::Kind::real) || is(type, model::Type::Kind::clock);
}

inline bool is_composite(const model::Type& type) {
    return is(type, model::Type::Kind::array) || is(type, model::Type::Kind::record);
}

// The element type of an array of arrays of …; the type itself if it is none.
const model::Type& innermost(const model::Type& type);

// Floating-point numbers, which are never evaluated, and strings, which can only be named and compared.
inline bool is_inexact(const model::Type& type) {
    const model::Type::Kind kind = innermost(type).kind;
    return kind == model::Type::Kind::real || kind == model::Type::Kind::string;
}

// Equal in structure. Sizes are compared only where both are literals: other sizes have no value yet.
bool same_type(const model::Type& a, const model::Type& b);

// The number of elements of an array type, if it is a literal.
std::optional<std::int64_t> literal_size(const model::Type& array);

// "an integer", "an array of clocks", "`id_t`": for messages.
std::string describe(const model::Type& type);

}  // namespace crowfly::uppaal
