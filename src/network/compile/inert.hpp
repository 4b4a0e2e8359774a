// What can be left out because it only computes floating-point values: it writes no integer and no clock, cannot end in
// a run-time error, and terminates. What it reads does not matter then, not even the value of untracked variables.
#pragma once

#include "network/compile/context.hpp"

namespace crowfly::compile {

bool is_inert(Context& context, const model::Expr& expr);            // as an effect whose value is not tracked
bool is_inert(Context& context, const model::Statement& statement);  // and does not return
bool is_inert(Context& context, const model::Function& function);

}  // namespace crowfly::compile
