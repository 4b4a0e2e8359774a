// From a search to what the registry wants of it. A search is
//
//   template <class Space> class Search {
//   public:
//       Search(Space& space, const SearchTask& task);
//       SearchResult run();
//   };
//
// and is run once. make_method compiles it for each kind of space, make_general_method once, for AnySpace.
#pragma once

#include "search/methods/search_method.hpp"
#include "search/settings/checkpoint.hpp"
#include "search/settings/search_task.hpp"
#include "space/any/any_space.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {

template <template <class> class Search>
SearchMethod make_method() {
    SearchMethod method;
    static_assert(Resumable<Search<DiscreteSpace>>, "a search describes its parts, from which it is saved");
    method.discrete_ = [](DiscreteSpace& space, const SearchTask& task) {
        return Search<DiscreteSpace>(space, task).run();
    };
    method.zones_ = [](ZoneSpace& space, const SearchTask& task) { return Search<ZoneSpace>(space, task).run(); };
    method.wide_zones_ = [](WideZoneSpace& space, const SearchTask& task) {
        return Search<WideZoneSpace>(space, task).run();
    };
    return method;
}

template <template <class> class Search>
SearchMethod make_general_method() {
    SearchMethod method;
    static_assert(Resumable<Search<AnySpace>>, "a search describes its parts, from which it is saved");
    method.any_ = [](AnySpace& space, const SearchTask& task) { return Search<AnySpace>(space, task).run(); };
    return method;
}

}  // namespace crowfly
