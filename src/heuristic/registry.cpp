#include "heuristic/registry.hpp"

namespace crowfly {

Registry<HeuristicPlugin>& heuristics() {
    static Registry<HeuristicPlugin> registry;
    return registry;
}

}  // namespace crowfly
