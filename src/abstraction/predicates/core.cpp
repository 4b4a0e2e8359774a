#include "abstraction/predicates/core.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace crowfly::predicates {
namespace {

constexpr std::size_t no_bound = std::numeric_limits<std::size_t>::max();

// A sum of bounds: with how many strict ones, negated. A cycle of length 0 is negative if a strict bound is on it,
// which makes it so only if they are counted.
using Length = std::pair<std::int64_t, std::int64_t>;

// Shortest paths to each variable, and by which bound they end.
class ShortestPaths {
public:
    ShortestPaths(std::size_t variables, std::span<const DifferenceBound> bounds)
        : bounds_(bounds), distances_(variables), by_(variables, no_bound) {}

    // False: nothing gets shorter any more.
    bool shorten();
    // Bounds by which variables got shorter and shorter. As soon as they form a cycle it is negative.
    std::vector<std::size_t> cycle() const;

private:
    std::vector<std::size_t> cycle_through(std::size_t variable) const;

    std::span<const DifferenceBound> bounds_;
    std::vector<Length> distances_;
    std::vector<std::size_t> by_;
};

bool ShortestPaths::shorten() {
    bool any = false;
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
        Length length = distances_[bounds_[i].right];
        length.first += zone::value_of(bounds_[i].bound);
        length.second -= zone::is_strict(bounds_[i].bound) ? 1 : 0;
        if (length >= distances_[bounds_[i].left]) continue;
        distances_[bounds_[i].left] = length;
        by_[bounds_[i].left] = i;
        any = true;
    }
    return any;
}

std::vector<std::size_t> ShortestPaths::cycle() const {
    constexpr std::size_t not_seen = no_bound;
    std::vector<std::size_t> seen_from(by_.size(), not_seen);
    for (std::size_t first = 0; first < by_.size(); ++first) {
        std::size_t at = first;
        while (seen_from[at] == not_seen && by_[at] != no_bound) {
            seen_from[at] = first;
            at = bounds_[by_[at]].right;
        }
        if (by_[at] != no_bound && seen_from[at] == first) return cycle_through(at);
    }
    return {};
}

std::vector<std::size_t> ShortestPaths::cycle_through(std::size_t variable) const {
    std::vector<std::size_t> cycle;
    std::size_t at = variable;
    do {
        cycle.push_back(by_[at]);
        at = bounds_[by_[at]].right;
    } while (at != variable);
    std::ranges::sort(cycle);
    return cycle;
}

}  // namespace

std::vector<std::size_t> negative_cycle(std::size_t variables, std::span<const DifferenceBound> bounds) {
    ShortestPaths paths(variables, bounds);
    while (paths.shorten()) {
        std::vector<std::size_t> cycle = paths.cycle();
        if (!cycle.empty()) return cycle;
    }
    return {};
}

// A cycle is minimal if bounds that are given count as well. Others that are given may be shorter than some of its
// bounds together.
std::vector<std::size_t> minimal_core(std::size_t variables, std::span<const DifferenceBound> bounds) {
    std::vector<std::size_t> core = negative_cycle(variables, bounds);
    std::erase_if(core, [&](std::size_t i) { return bounds[i].is_given; });
    std::vector<DifferenceBound> given, some;
    std::ranges::copy_if(bounds, std::back_inserter(given), &DifferenceBound::is_given);
    return minimal_core(std::move(core), [&](const std::vector<std::size_t>& fewer) {
        some = given;
        for (const std::size_t i : fewer) some.push_back(bounds[i]);
        return !negative_cycle(variables, some).empty();
    });
}

}  // namespace crowfly::predicates
