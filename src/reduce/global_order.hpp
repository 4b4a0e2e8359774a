// Sorts a path in local time by time. Its transitions were taken in an order in which each component comes as far as it
// can on its own; the times at which they can fire are a solution of difference constraints. Sorted by these times, as
// they were taken where times are equal, they are a path of the network to the same state
// (network/analyses/locality.hpp).
#pragma once

#include <optional>
#include <vector>

#include "network/analyses/locality.hpp"
#include "network/formula.hpp"
#include "search/settings/path.hpp"
#include "space/layout.hpp"

namespace crowfly {

struct LocalPath {
    const Network& network;
    const Locality& locality;
    const Layout& layout;    // of the states along it
    const Formula& formula;  // which holds (or fails) in the end
    bool wanted;
    const Path& path;
    const std::vector<Firing>& firings;
};

struct GlobalPath {
    Path path;
    std::vector<Firing> firings;
};

// Nothing: the path could not be followed.
std::optional<GlobalPath> sort_by_time(const LocalPath& local);

}  // namespace crowfly
