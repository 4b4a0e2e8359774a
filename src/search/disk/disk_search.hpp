// Search on disk: breadth first search and A* whose states are in files of a directory, for systems that are larger
// than the memory (Edelkamp, Jabbar, Schrödl: External A*, 2004; breadth first search is A* with estimates of 0).
//
// Open states are in buckets, by the length of their path and their estimate. Successors are added to a table in memory
// that removes duplicates at once. When it is full its states are written to sorted runs, one per bucket, and it is
// emptied. When a bucket is opened its runs are merged, which removes the other duplicates, and the states that were
// expanded before are subtracted: states of the same estimate, in sorted files of which only the blocks are read that
// can have the states in question. What remains is written to a file, which is expanded in its order. Small buckets
// that are in memory stay there.
//
// As long as all states fit into memory no file is read, and the files only serve to go on after a kill.
#pragma once

#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"
#include "search/settings/search_task.hpp"

namespace crowfly {

// Searches in the directory that the options name, or goes on with the search there. Throws UnfitCheckpoint where it
// is one for something else.
SearchResult search_on_disk(const Network& network, const Formula& formula, const SearchOptions& options,
                            const Limits& limits, Observer& observer);

}  // namespace crowfly
