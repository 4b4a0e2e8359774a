// Predicates on types, used by all parts of the checker. A null type belongs to an expression whose mistake was
// reported; these functions are never called with one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace crowfly::uppaal {

inline bool is(const model::Type& type, model::Type::Kind kind) { return type.kind == kind; }

// In UPPAAL integers and Booleans are interchangeable.
inline bool is_integral(const model::Type& type) {
    return is(type, model::Type::Kind::integer) || is(type, model::Type::Kind::boolean);
}

// Whether it has a numeric value: clocks and floating-point numbers do, although exhaustive verification cannot use it.
inline bool is_numeric(const model::Type& type) {
    return is_integral(type) || is(type, model::Type::Kind::real) || is(type, model::Type::Kind::clock);
}

inline bool is_composite(const model::Type& type) {
    return is(type, model::Type::Kind::array) || is(type, model::Type::Kind::record);
}

// The element type of nested arrays; the type itself if it is not an array.
const model::Type& innermost(const model::Type& type);

// Floating-point numbers, which are never evaluated, and strings, which can only be compared.
inline bool is_inexact(const model::Type& type) {
    const model::Type::Kind kind = innermost(type).kind;
    return kind == model::Type::Kind::real || kind == model::Type::Kind::string;
}

// Structural equality. Sizes are compared only if both are literals: other sizes have no value yet.
bool same_type(const model::Type& a, const model::Type& b);

// The number of elements of an array type, if it is a literal.
std::optional<std::int64_t> literal_size(const model::Type& array);

// "an integer", "an array of clocks", "`id_t`": for messages.
std::string describe(const model::Type& type);

}  // namespace crowfly::uppaal
