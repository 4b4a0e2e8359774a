// The searches that can be asked for. Each registers itself from its own file in orders/.
#pragma once

#include <optional>

#include "base/registry.hpp"
#include "search/search_method.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchPlugin : Declaration {
    SearchMethod method = {};
    std::uint32_t own = 0;    // with a heuristic: what a transition behind counts, in hundredths or not at all …
    std::uint32_t ahead = 0;  // … and one that is estimated to be ahead; 0 without a heuristic
    std::optional<Guidance::Ties> ties = {};  // without: a search with a heuristic that knows nothing does the same if
                                              // it pops these of equals first; none: there is no such search

    bool is_guided() const { return ahead > 0; }
};

Registry<SearchPlugin>& searches();

// Whether a search goes by a heuristic.
bool is_guided(const Settings& settings);

}  // namespace crowfly
