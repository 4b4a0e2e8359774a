// What is known of a search that does not go by layers: all known states, each time some were added. From that a path
// can be told, though not a shortest one.
#pragma once

#include <vector>

#include "symbolic/searches/search.hpp"

namespace crowfly::symbolic {

class KnownSets {
public:
    explicit KnownSets(const SearchRun& run) : run_(run), sets_{run.network.system().initial} {
        run.monitor.store(sets_.back());
    }

    const Bdd& all() const { return sets_.back(); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(sets_.size() - 1); }  // how often some were added

    // They are successors of known ones.
    void add(const Bdd& states) {
        sets_.push_back(sets_.back() | states);
        run_.monitor.store(sets_.back());
    }

    // A path to the goal, or to a run-time error, if such a state is among these, which are known. Nothing: go on.
    std::optional<SearchFound> end_among(const Bdd& states) const;

private:
    FoundPath path_to(const Bdd& reached) const;
    std::size_t first_with(const Bdd& states) const;

    const SearchRun& run_;
    std::vector<Bdd> sets_;
};

}  // namespace crowfly::symbolic
