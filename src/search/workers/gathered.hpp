// What several workers have found out, as the result of one search.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "search/settings/path.hpp"
#include "search/settings/search_options.hpp"
#include "search/settings/search_result.hpp"
#include "search/workers/worker.hpp"

namespace crowfly {

class Gathered {
public:
    explicit Gathered(std::vector<WorkerResult> workers) : workers_(std::move(workers)) {}

    bool has_links() const { return !workers_.front().links.empty(); }
    // The path that the leader has the links of, in an empty space of the same kind as those of the workers.
    template <class Space>
    void find_path(Space& space) {
        const std::vector<std::uint32_t>& links = workers_.front().links;
        const std::size_t words = space.layout().words();
        NodeId node = no_node;
        for (std::size_t at = links.size(); at > 0; at -= words + 1)
            node = space.restore(std::span(links).subspan(at - words, words), node, links[at - words - 1]);
        if (node == no_node) return;
        path_ = path_to(space, node);
        firings_ = firings_to(space, node);
    }

    SearchResult result(const SearchOptions& options);

private:
    std::vector<WorkerResult> workers_;
    std::optional<Path> path_;
    std::vector<Firing> firings_;
};

}  // namespace crowfly
