// Computes something for a term from what was computed for its operands, without recursion: circuits are deep.
#pragma once

#include <vector>

#include "base/alarm.hpp"
#include "network/terms/term.hpp"

namespace crowfly::symbolic {

// `known`: a map with what is known of terms; afterwards it knows the root. `compute` finds its operands there.
template <class Known, class Compute>
void compute_operands_first(const TermGraph& graph, TermId root, Known& known, Compute compute) {
    std::vector<TermId> waiting{root};
    while (!waiting.empty()) {
        poll();
        const TermId id = waiting.back();
        const std::size_t before = waiting.size();
        if (!known.contains(id)) {
            for (const TermId operand : graph[id].arguments()) {
                if (!known.contains(operand)) waiting.push_back(operand);
            }
            if (waiting.size() > before) continue;
            known.emplace(id, compute(graph[id]));
        }
        waiting.pop_back();
    }
}

}  // namespace crowfly::symbolic
