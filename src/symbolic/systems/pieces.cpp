#include "symbolic/systems/pieces.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

constexpr std::size_t most_tried = 12;  // variables, at each division

using Halves = std::array<Bdd, 2>;

Halves divided(const Bdd& set, VariableNumber variable) {
    const Bdd upper = set & Diagrams::literal(variable);
    return {set - upper, upper};
}

// At most so many of the variables that a set depends on, from first to last.
std::vector<VariableNumber> some_variables(const Bdd& set) {
    const std::vector<VariableNumber> all = support_of(set);
    if (all.size() <= most_tried) return all;
    std::vector<VariableNumber> some;
    for (std::size_t i = 0; i < most_tried; ++i) some.push_back(all[i * all.size() / most_tried]);
    return some;
}

// Where the larger half is smallest. Nothing: no variable makes both halves smaller.
std::optional<Halves> best_halves(const Bdd& set) {
    std::optional<Halves> best;
    std::size_t least = nodes_of(set);
    for (const VariableNumber variable : some_variables(set)) {
        poll();
        Halves halves = divided(set, variable);
        if (halves[0].is_false() || halves[1].is_false()) continue;
        const std::size_t larger = std::max(nodes_of(halves[0]), nodes_of(halves[1]));
        if (larger >= least) continue;
        least = larger;
        best = std::move(halves);
    }
    return best;
}

}  // namespace

std::vector<Bdd> pieces_of(const Bdd& set, std::size_t most_nodes) {
    std::vector<Bdd> pieces;
    std::vector<Bdd> waiting{set};
    while (!waiting.empty()) {
        Bdd piece = std::move(waiting.back());
        waiting.pop_back();
        std::optional<Halves> halves;
        if (nodes_of(piece) > most_nodes) halves = best_halves(piece);
        if (halves) {
            waiting.push_back(std::move((*halves)[1]));
            waiting.push_back(std::move((*halves)[0]));
        } else {
            pieces.push_back(std::move(piece));
        }
    }
    return pieces;
}

Bdd dense_part(const Bdd& set, std::size_t most_nodes, const Bdd& variables) {
    Bdd part = set;
    while (nodes_of(part) > most_nodes) {
        Bdd densest;
        double most = 0;
        for (const VariableNumber variable : some_variables(part)) {
            poll();
            for (Bdd& half : divided(part, variable)) {
                const double density = assignments_of(half, variables) / static_cast<double>(nodes_of(half) + 1);
                const bool is_smaller = !half.is_false() && nodes_of(half) < nodes_of(part);
                if (is_smaller && density > most) most = density, densest = std::move(half);
            }
        }
        if (densest.is_false()) break;
        part = std::move(densest);
    }
    return part;
}

}  // namespace crowfly::symbolic
