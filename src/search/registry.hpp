// The orders of search that can be asked for. Each registers itself from its own file in orders/.
#pragma once

#include "base/registry.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchPlugin : Declaration {
    Order order = Order::breadth_first;
};

Registry<SearchPlugin>& searches();

}  // namespace crowfly
