#include "engine/query_kinds.hpp"

#include "engine/engine.hpp"
#include "engine/kinds.hpp"

namespace crowfly {
namespace {

// A network with nothing in it that could be in the way: what remains is whether the engine knows the kind.
std::vector<std::string> engines_for(const Property& property) {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    std::vector<std::string> names;
    for (const EnginePlugin* plugin : engines()) {
        if (!plugin->engine->cannot(network, property)) names.push_back(plugin->name);
    }
    return names;
}

}  // namespace

std::vector<QueryKindInfo> query_kinds() {
    std::vector<QueryKindInfo> all;
    for (const QueryForm& form : all_forms()) {
        Property property;
        property.asks = form.asks;
        all.push_back(
            {{.name = std::string(operator_of(property)), .description = form.meaning}, engines_for(property)});
    }
    return all;
}

}  // namespace crowfly
