#include "engine/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace crowfly {

Registry<KindPlugin>& kind_registry() {
    static Registry<KindPlugin> registry;
    return registry;
}

std::vector<const KindPlugin*> kinds() {
    std::vector<const KindPlugin*> all;
    for (const KindPlugin& plugin : kind_registry().all()) all.push_back(&plugin);
    std::ranges::sort(all, {}, &KindPlugin::alternative);
    return all;
}

const KindPlugin& kind_of(const Property& property) {
    const std::vector<KindPlugin>& all = kind_registry().all();
    const auto found = std::ranges::find(all, property.asks.index(), &KindPlugin::alternative);
    if (found == all.end())
        throw std::logic_error(fmt::format("nothing says how {} is decided", operator_of(property)));
    return *found;
}

// Where two clocks are compared only widening by single constants, with zones cut along the comparisons, is sound.
Abstraction coarsest_sound(const Network& network, const Property& property) {
    const bool has_diagonals = network.features.diagonals || mentions_diagonals(property);
    return has_diagonals ? Abstraction::m : kind_of(property).coarsest(property);
}

}  // namespace crowfly
