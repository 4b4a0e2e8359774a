#include "search/registry.hpp"

namespace crowfly {

Registry<SearchPlugin>& searches() {
    static Registry<SearchPlugin> registry;
    return registry;
}

}  // namespace crowfly
