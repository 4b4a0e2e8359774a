// Which transitions can be preferred, as `--prefer` has it.
#pragma once

#include "base/plugins/spec.hpp"

namespace crowfly {

// What is typed after --prefer is the inside of this one's parentheses: `useless(plain),contexts,order=contexts`.
const Declaration& preference();
const std::vector<Declaration>& preferences();  // useless, contexts, helpful

}  // namespace crowfly
