#include "search/search_method.hpp"

#include "search/search_result.hpp"

namespace crowfly {

SearchResult SearchMethod::run(DiscreteSpace& space, const SearchTask& task) const { return discrete_(space, task); }
SearchResult SearchMethod::run(ZoneSpace& space, const SearchTask& task) const { return zones_(space, task); }
SearchResult SearchMethod::run(WideZoneSpace& space, const SearchTask& task) const { return wide_zones_(space, task); }

}  // namespace crowfly
