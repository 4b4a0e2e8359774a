// Where clock constraints may stand. A zone is a conjunction of constraints, so guards and invariants allow them only
// where the result is one again, once the integers have their values; a query may combine them freely, but not
// compute with them.
#pragma once

#include "model/uppaal/checking.hpp"

namespace crowfly::uppaal {

// Each reports what is wrong and answers whether clocks are mentioned at all.
bool check_guard_shape(Context& c, const model::Expr& guard);
bool check_invariant_shape(Context& c, const model::Expr& invariant);
bool check_query_shape(Context& c, const model::Expr& predicate, bool deadlock_allowed);

}  // namespace crowfly::uppaal
