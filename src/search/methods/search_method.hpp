// A search as the registry has it: made from one class template (make_method.hpp), run over each kind of space.
#pragma once

#include "zone/bound.hpp"

namespace crowfly {

class AnySpace;
class DiscreteSpace;
template <class B>
class BasicZoneSpace;
struct SearchResult;
struct SearchTask;

class SearchMethod {
public:
    using ZoneSpace = BasicZoneSpace<zone::Bound>;
    using WideZoneSpace = BasicZoneSpace<zone::WideBound>;

    SearchResult run(DiscreteSpace& space, const SearchTask& task) const;
    SearchResult run(ZoneSpace& space, const SearchTask& task) const;
    SearchResult run(WideZoneSpace& space, const SearchTask& task) const;

private:
    template <template <class> class Search>
    friend SearchMethod make_method();
    template <template <class> class Search>
    friend SearchMethod make_general_method();

    SearchResult (*discrete_)(DiscreteSpace&, const SearchTask&) = nullptr;
    SearchResult (*zones_)(ZoneSpace&, const SearchTask&) = nullptr;
    SearchResult (*wide_zones_)(WideZoneSpace&, const SearchTask&) = nullptr;
    SearchResult (*any_)(AnySpace&, const SearchTask&) = nullptr;  // instead of the three
};

}  // namespace crowfly
