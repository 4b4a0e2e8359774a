// The orders of search that can be asked for. Each registers itself from its own file in orders/.
#pragma once

#include "base/registry.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchPlugin : Declaration {
    Order order = Order::breadth_first;
    std::uint32_t own = 0;  // of the best-first order: what a transition behind counts, in hundredths or not at all …
    std::uint32_t ahead = 0;  // … and one that is estimated to be ahead; 0 in the other orders
};

Registry<SearchPlugin>& searches();

}  // namespace crowfly
