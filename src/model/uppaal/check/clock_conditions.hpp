// Where clock constraints are allowed. A zone is a conjunction of constraints, so guards and invariants may contain
// them only where the result is a conjunction once integers have values; a query may combine them freely, but not use
// them as numbers.
#pragma once

#include "model/uppaal/check/checking.hpp"

namespace crowfly::uppaal {

// Each reports mistakes and returns whether clocks are mentioned.
bool check_guard_shape(Context& c, const model::Expr& guard);
bool check_invariant_shape(Context& c, const model::Expr& invariant);
bool check_query_shape(Context& c, const model::Expr& predicate, bool deadlock_allowed);

}  // namespace crowfly::uppaal
