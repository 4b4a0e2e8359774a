#include "search/methods/search_method.hpp"

#include "search/settings/search_result.hpp"
#include "space/any/any_space.hpp"

namespace crowfly {

SearchResult SearchMethod::run(DiscreteSpace& space, const SearchTask& task) const {
    return any_ != nullptr ? any_(*any_space(space), task) : discrete_(space, task);
}
SearchResult SearchMethod::run(ZoneSpace& space, const SearchTask& task) const {
    return any_ != nullptr ? any_(*any_space(space), task) : zones_(space, task);
}
SearchResult SearchMethod::run(WideZoneSpace& space, const SearchTask& task) const {
    return any_ != nullptr ? any_(*any_space(space), task) : wide_zones_(space, task);
}

}  // namespace crowfly
