// Minimal cores: of constraints that contradict one another some that still do, none of which can be missed. For bounds
// on differences a core is a cycle of negative length, found by Bellman and Ford's algorithm without a solver. Of other
// constraints one after the other is left out, as long as the rest is contradictory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "zone/bound.hpp"

namespace crowfly::predicates {

// left - right ~ bound, between numbered variables. One that is given cannot be left out.
struct DifferenceBound {
    std::size_t left = 0;
    std::size_t right = 0;
    zone::WideBound bound = 0;
    bool is_given = false;
};

// The places in `bounds` of a cycle of negative length, ascending. Nothing: some values satisfy all bounds.
std::vector<std::size_t> negative_cycle(std::size_t variables, std::span<const DifferenceBound> bounds);

// The places of bounds that are not given and contradict the given ones, ascending: without any one of them some values
// satisfy the others. Nothing: some values satisfy all bounds, or none the given ones.
std::vector<std::size_t> minimal_core(std::size_t variables, std::span<const DifferenceBound> bounds);

// Leaves out what it can, the first ones rather than the last: many at once as long as that goes. `contradict` says
// whether a list of elements does; more of them do if some do.
template <class Element, class Contradict>
std::vector<Element> minimal_core(std::vector<Element> elements, Contradict contradict) {
    for (std::size_t many = std::max<std::size_t>(elements.size() / 2, 1); many > 0; many /= 2) {
        for (std::size_t i = 0; i < elements.size();) {
            std::vector<Element> fewer(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(i));
            const std::size_t next = std::min(i + many, elements.size());
            fewer.insert(fewer.end(), elements.begin() + static_cast<std::ptrdiff_t>(next), elements.end());
            if (contradict(fewer))
                elements = std::move(fewer);
            else
                i = next;
        }
    }
    return elements;
}

}  // namespace crowfly::predicates
