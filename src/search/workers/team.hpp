// Searches for a state by several threads (search/workers/worker.hpp).
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "network/formula.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"
#include "search/workers/transport.hpp"

namespace crowfly {

// What is put around the messages of each worker, for tests that disturb them.
using WrapTransport = std::function<std::unique_ptr<Transport>(std::unique_ptr<Transport>)>;

// `options.threads` workers; `options.search` is bfs, greedy, astar or wastar. What is found is as short as one worker
// would find it where that is promised.
SearchResult search_by_threads(const Network& network, const Formula& formula, const SearchOptions& options,
                               const Limits& limits, Observer& observer, const WrapTransport& wrap = {});

// Why several workers cannot search like this, as the end of a sentence, or "".
std::string why_not_by_workers(const Settings& settings);

}  // namespace crowfly
