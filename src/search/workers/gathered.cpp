#include "search/workers/gathered.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {
namespace {

// A worker that knew of no limit may have been the first to end for a better reason.
void add_ending(const WorkerResult& worker, SearchResult& result) {
    if (result.unfinished.empty()) result.unfinished = worker.unfinished;
    if (!result.stop) result.stop = worker.stop;
    result.cut = result.cut || worker.cut;
}

// Counts of the worker alone; what it holds is in the sums of the leader.
void add_counts(const Statistics& worker, Statistics& all) {
    all.explored += worker.explored;
    all.generated += worker.generated;
    all.pruned += worker.pruned;
    all.heuristic_evaluations += worker.heuristic_evaluations;
    all.heuristic_seconds += worker.heuristic_seconds;
    if (worker.best_estimate && (!all.best_estimate || *worker.best_estimate < *all.best_estimate))
        all.best_estimate = worker.best_estimate;
    if (worker.depth) all.depth = std::max(all.depth.value_or(0), *worker.depth);
}

}  // namespace

// What was found before a limit was reached counts, unless it has to be shortest.
SearchResult Gathered::result(const SearchOptions& options) {
    SearchResult result;
    std::size_t sent = 0, sent_bytes = 0;
    for (const WorkerResult& worker : workers_) {
        add_ending(worker, result);
        add_counts(worker.statistics, result.statistics);
        WorkerUse& use = result.workers.emplace_back();
        use.explored = worker.statistics.explored;
        use.generated = worker.statistics.generated;
        use.stored = worker.held.stored;
        use.bytes = worker.held.bytes;
        use.sent = worker.sent;
        use.messages = worker.messages;
        sent += worker.sent;
        sent_bytes += worker.sent_bytes;
        result.statistics.stored += use.stored;
        result.statistics.bytes += use.bytes;
        result.statistics.waiting += worker.held.waiting;
        result.statistics.discrete += worker.held.discrete;
    }
    const bool is_sure = result.is_sure();
    if (path_ && (is_sure || !options.wants_shortest())) {
        result.found = std::move(path_);
        result.firings = std::move(firings_);
        result.unfinished.clear();
        result.stop = {};
        result.is_short = is_sure && (options.search == "bfs" || options.guidance.is_shortest());
    }
    result.strategies = {fmt::format("{} by {} workers: {} states; {} were sent, {} bytes", options.search,
                                     workers_.size(), result.statistics.explored, sent, sent_bytes)};
    return result;
}

}  // namespace crowfly
