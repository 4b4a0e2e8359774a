#include "search/registry.hpp"

namespace crowfly {

Registry<SearchPlugin>& searches() {
    static Registry<SearchPlugin> registry;
    return registry;
}

bool is_guided(const Settings& settings) {
    const SearchPlugin* plugin = searches().find(settings.search);
    return plugin != nullptr && plugin->is_guided();
}

}  // namespace crowfly
