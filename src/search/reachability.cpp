#include "search/reachability.hpp"

#include <cassert>

#include "search/fallback.hpp"
#include "search/hull_test.hpp"
#include "search/registry.hpp"
#include "search/width.hpp"
#include "space/discrete_space.hpp"
#include "space/zone_space.hpp"

namespace crowfly {

SearchResult search(const Network& network, const Formula& formula, const SearchOptions& options, const Limits& limits,
                    Observer& observer) {
    const SearchPlugin* plugin = searches().find(options.search);
    assert(plugin != nullptr);
    const SearchMethod& method = plugin->method;
    Predicate goal(network, formula);
    const Layout layout(network, options.compared);
    const auto run = [&](auto& space, const Limits& given, Observer& watching) {
        SearchTask task{{network, formula, options.wanted}, goal, options, given, watching};
        if (options.fallback_after != no_fallback) task.fallback = fallback_of(network, formula, options);
        return method.run(space, task);
    };
    if (!options.abstraction) {
        const bool keeps_parents = !method.finds_parents() || !options.compress || options.traces > 1;
        DiscreteSpace space(network, layout, keeps_parents, options.compress, options.symmetry, options.compared);
        return run(space, limits, observer);
    }
    return search_in_width(calls_for_wide_zones(network, {&formula}), limits, observer,
                           [&]<class B>(const Limits& given, Observer& watching) {
                               BasicZoneSpace<B> space(network, layout, use_of(formula), *options.abstraction,
                                                       options.compress, options.hull, options.symmetry,
                                                       options.compared);
                               SearchResult result = run(space, given, watching);
                               if (options.hull && result.unfinished.empty())
                                   test_hulls(space, goal, options.wanted, result);
                               return result;
                           });
}

}  // namespace crowfly
