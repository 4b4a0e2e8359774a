#include "symbolic/diagrams/slot_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

using Vertex = std::uint32_t;

// Vertices are the slots, and the terms over them; an edge joins a term with its operands.
class Hypergraph {
public:
    Hypergraph(const TermGraph& graph, const std::vector<bool>& free)
        : graph_(graph), free_(free), slots_(free.size()), vertices_(free.size()) {}

    void add(const RootTerm& root) {
        std::vector<Vertex> edge;
        for (const std::uint32_t slot : root.slots) {
            if (!free_[slot]) edge.push_back(slot);
        }
        if (const std::optional<Vertex> vertex = visit(root.term)) edge.push_back(*vertex);
        if (edge.size() > 1) edges_.push_back(std::move(edge));
    }

    // The order in which slots are met first is where it starts from.
    SlotOrder order() {
        std::vector<double> place(vertices_);
        std::iota(place.begin(), place.end(), 0.0);
        for (std::size_t i = 0; i < met_.size(); ++i) place[met_[i]] = static_cast<double>(i);
        std::vector<double> best = place;
        double least = span(place);
        const auto rounds = static_cast<int>(10 * std::log2(static_cast<double>(vertices_) + 2));
        for (int round = 0, idle = 0; round < rounds && idle < 5; ++round, ++idle) {
            poll();
            place = drawn_together(place);
            const double now = span(place);
            if (now >= least) continue;
            least = now;
            best = place;
            idle = -1;
        }
        SlotOrder result(slots_);
        std::iota(result.begin(), result.end(), 0U);
        std::ranges::stable_sort(result, {}, [&](std::uint32_t slot) { return best[slot]; });
        return result;
    }

private:
    // Nothing: it depends on no slot.
    std::optional<Vertex> visit(TermId root) {
        std::vector<TermId> waiting{root};
        while (!waiting.empty()) {
            poll();
            const TermId id = waiting.back();
            const Term& term = graph_[id];
            const std::size_t before = waiting.size();
            if (!vertex_of_.contains(id)) {
                for (const TermId operand : term.arguments()) {
                    if (!vertex_of_.contains(operand)) waiting.push_back(operand);
                }
                if (waiting.size() > before) continue;
                vertex_of_.emplace(id, make(term));
            }
            waiting.pop_back();
        }
        return vertex_of_.at(root);
    }

    std::optional<Vertex> make(const Term& term) {
        if (term.kind == Term::Kind::slot) {
            const auto slot = static_cast<Vertex>(term.a);
            if (free_[slot]) return std::nullopt;
            met_.push_back(slot);
            return slot;
        }
        std::vector<Vertex> edge;
        for (const TermId operand : term.arguments()) {
            if (const std::optional<Vertex> vertex = vertex_of_.at(operand)) edge.push_back(*vertex);
        }
        if (term.kind == Term::Kind::load) add_cells(term.operands[0], edge);
        if (edge.empty()) return std::nullopt;
        if (edge.size() == 1) return edge.front();
        const auto own = static_cast<Vertex>(vertices_++);
        met_.push_back(own);
        edge.push_back(own);
        edges_.push_back(std::move(edge));
        return own;
    }

    // Of an array that is indexed, the first cell stands for all: they are declared side by side.
    void add_cells(TermId address, std::vector<Vertex>& edge) const {
        while (!graph_.value(address)) {
            if (graph_[address].arity == 0) return;
            address = graph_[address].operands[0];
        }
        const Address at = *graph_.value(address);
        if (region_of(at) == Region::state && static_cast<std::size_t>(cell_of(at)) < slots_)
            edge.push_back(static_cast<Vertex>(cell_of(at)));
    }

    double span(const std::vector<double>& place) const {
        double total = 0;
        for (const std::vector<Vertex>& edge : edges_) {
            const auto [first, last] = std::ranges::minmax(edge, {}, [&](Vertex v) { return place[v]; });
            total += place[last] - place[first];
        }
        return total;
    }

    std::vector<double> drawn_together(const std::vector<double>& place) const {
        std::vector<double> sum(vertices_), count(vertices_);
        for (const std::vector<Vertex>& edge : edges_) {
            double centre = 0;
            for (const Vertex v : edge) centre += place[v];
            centre /= static_cast<double>(edge.size());
            for (const Vertex v : edge) {
                sum[v] += centre;
                ++count[v];
            }
        }
        std::vector<Vertex> by_centre(vertices_);
        std::iota(by_centre.begin(), by_centre.end(), 0U);
        std::ranges::stable_sort(by_centre, {}, [&](Vertex v) { return count[v] == 0 ? place[v] : sum[v] / count[v]; });
        std::vector<double> result(vertices_);
        for (std::size_t i = 0; i < by_centre.size(); ++i) result[by_centre[i]] = static_cast<double>(i);
        return result;
    }

    const TermGraph& graph_;
    const std::vector<bool>& free_;
    std::size_t slots_;
    std::size_t vertices_;
    std::vector<std::vector<Vertex>> edges_;
    std::unordered_map<TermId, std::optional<Vertex>> vertex_of_;
    std::vector<Vertex> met_;
};

}  // namespace

SlotOrder force_order(const TermGraph& graph, const std::vector<bool>& free, const std::vector<RootTerm>& roots) {
    Hypergraph hypergraph(graph, free);
    for (const RootTerm& root : roots) hypergraph.add(root);
    return hypergraph.order();
}

}  // namespace crowfly::symbolic
