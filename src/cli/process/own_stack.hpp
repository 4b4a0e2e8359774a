// The readers limit how deep expressions, statements and types may be nested, so that the usual 8 MB of stack are
// enough for any input. Where the shell gives less (ulimit -s), the tool runs on a stack of its own.
#pragma once

#include <functional>

namespace crowfly {

int run_with_enough_stack(const std::function<int()>& run);

}  // namespace crowfly
