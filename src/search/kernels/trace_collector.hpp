// Several traces of one search: each path to a goal that differs from those before in where it ends or in the moves of
// processes it is made of. Nothing is searched for behind a goal.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "search/settings/search_result.hpp"

namespace crowfly {

template <class Space>
class TraceCollector {
public:
    // Puts what it collects into `result`: the first path into `found`, the others into `more`.
    TraceCollector(Space& space, SearchResult& result) : space_(space), result_(result) {}

    // A goal was generated from `parent`. `node`: where it is stored; no_node: it is covered, but may have been reached
    // by another path.
    void collect(NodeId parent, NodeId node) {
        if (node != no_node) goals_.push_back(node);
        Path path;
        if (parent != no_node) path = path_to(space_, parent);
        path.emplace_back(space_.slots().begin(), space_.slots().end());
        if (!signatures_.insert(signature_of(path)).second) return;
        if (result_.found)
            result_.more.push_back(std::move(path));
        else
            result_.found = std::move(path);
    }

    bool is_goal(NodeId node) const { return std::ranges::binary_search(goals_, node); }
    std::size_t size() const { return result_.found ? 1 + result_.more.size() : 0; }
    void parts(auto& each) { each(goals_, signatures_); }

private:
    using Signature = std::vector<std::int32_t>;

    static Signature signature_of(const Path& path) {
        std::set<std::vector<std::int32_t>> moves;
        for (std::size_t i = 1; i < path.size(); ++i) {
            std::vector<std::int32_t> move;
            for (std::size_t slot = 0; slot < path[i].size(); ++slot) {
                if (path[i][slot] != path[i - 1][slot])
                    move.insert(move.end(), {static_cast<std::int32_t>(slot), path[i - 1][slot], path[i][slot]});
            }
            moves.insert(std::move(move));
        }
        Signature signature = path.back();
        for (const std::vector<std::int32_t>& move : moves) signature.insert(signature.end(), move.begin(), move.end());
        return signature;
    }

    Space& space_;
    SearchResult& result_;
    std::vector<NodeId> goals_;  // ascending
    std::set<Signature> signatures_;
};

}  // namespace crowfly
