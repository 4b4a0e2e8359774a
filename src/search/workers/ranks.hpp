// The ranks of an MPI program as workers: processes, on one machine or many, that search together. Every rank reads the
// same model and is asked the same; the first one answers.
//
// MPI is in a module of its own (mpi_module.cpp), which is loaded where it is asked for: without it everything else
// works, and starts sooner.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"
#include "search/workers/rank_files.hpp"
#include "search/workers/transport.hpp"

namespace crowfly {

class Cluster : public Transport {
public:
    // From now on messages are of the next search. All ranks begin the same searches in the same order.
    virtual void begin_search() = 0;
    // That rank searches no more: it has said goodbye.
    virtual bool has_left(std::size_t /*rank*/) const { return false; }
    // Ends all ranks at once.
    virtual void abort(int code) = 0;

    // Of the leader: the reports that have come while it still searched (report.hpp).
    std::vector<Message> early_reports;

    std::unique_ptr<RankFiles> files;  // null: nothing is saved, and nothing gone on with
};

// Null: `problem` says why there are none.
std::unique_ptr<Cluster> connect_ranks(std::string& problem);

// The result of all is that of the first rank; the others end with what they know.
SearchResult search_by_ranks(const Network& network, const Formula& formula, const SearchOptions& options,
                             const Limits& limits, Observer& observer);

inline constexpr const char* answered_elsewhere = "the first rank answers";

}  // namespace crowfly
