// Kinds of operators, as the search for symmetries tells them apart.
#pragma once

#include "network/terms/term.hpp"

namespace crowfly::symmetry {

inline bool is_order(OpCode op) { return op >= OpCode::less && op <= OpCode::greater; }
inline bool is_equality(OpCode op) { return op == OpCode::equal || op == OpCode::not_equal; }
inline bool is_address(const Term& term) { return term.kind == Term::Kind::index || term.kind == Term::Kind::offset; }

}  // namespace crowfly::symmetry
