#include "render/abstractions/abstraction_layout.hpp"

#include <algorithm>
#include <map>

namespace crowfly {
namespace {

constexpr std::size_t most_rows = 14;
constexpr double row_height = 46;
constexpr double column_width = 54;  // within a group
constexpr double group_gap = 104;    // between columns of two groups
constexpr double margin = 48;
constexpr int sweeps = 8;

// States by distance, from left to right.
using Groups = std::vector<std::vector<AbstractState>>;

Groups groups_of(const AbstractionGraph& graph) {
    std::map<Estimate, std::vector<AbstractState>, std::greater<>> by_distance;
    for (const AbstractState s : graph.drawn) by_distance[graph.distances[s]].push_back(s);
    Groups groups;
    for (auto& [distance, states] : by_distance) groups.push_back(std::move(states));
    return groups;
}

// Heights from 0 to 1. In every sweep a state goes to the mean height of its neighbours.
void sort_groups(const AbstractionGraph& graph, Groups& groups) {
    std::vector<std::vector<AbstractState>> neighbours(graph.distances.size());
    for (const AbstractionGraph::Arc& arc : graph.arcs) {
        if (graph.distances[arc.source] == graph.distances[arc.target]) continue;
        neighbours[arc.source].push_back(arc.target);
        neighbours[arc.target].push_back(arc.source);
    }
    std::vector<double> height(graph.distances.size());
    const auto spread = [&](const std::vector<AbstractState>& states) {
        for (std::size_t i = 0; i < states.size(); ++i)
            height[states[i]] = (static_cast<double>(i) + 0.5) / static_cast<double>(states.size());
    };
    for (const std::vector<AbstractState>& states : groups) spread(states);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (std::size_t g = 0; g < groups.size(); ++g) {
            std::vector<AbstractState>& states = groups[sweep % 2 == 0 ? g : groups.size() - 1 - g];
            std::map<AbstractState, double> wanted;
            for (const AbstractState s : states) {
                double sum = 0;
                for (const AbstractState neighbour : neighbours[s]) sum += height[neighbour];
                wanted[s] = neighbours[s].empty() ? height[s] : sum / static_cast<double>(neighbours[s].size());
            }
            std::ranges::stable_sort(states, {}, [&](AbstractState s) { return wanted[s]; });
            spread(states);
        }
    }
}

}  // namespace

PictureLayout lay_out(const AbstractionGraph& graph) {
    Groups groups = groups_of(graph);
    sort_groups(graph, groups);
    std::size_t rows = 1;
    for (const std::vector<AbstractState>& states : groups) rows = std::max(rows, std::min(states.size(), most_rows));
    PictureLayout layout;
    layout.places.resize(graph.distances.size());
    layout.height = 2 * margin + static_cast<double>(rows) * row_height;
    double x = margin;
    for (const std::vector<AbstractState>& states : groups) {
        const std::size_t columns = (states.size() + most_rows - 1) / most_rows;
        const std::size_t own_rows = (states.size() + columns - 1) / columns;
        const double top = (layout.height + row_height - static_cast<double>(own_rows) * row_height) / 2;
        // Neighbours in height stand side by side, and columns are shifted so that arcs pass between the states.
        for (std::size_t i = 0; i < states.size(); ++i) {
            const std::size_t column = i % columns;
            const double shift = columns == 1 ? 0 : row_height / 2 * (column % 2 == 0 ? -0.5 : 0.5);
            layout.places[states[i]] = {x + static_cast<double>(column) * column_width,
                                        top + static_cast<double>(i / columns) * row_height + shift};
        }
        const double last = x + static_cast<double>(columns - 1) * column_width;
        layout.groups.push_back({graph.distances[states.front()], (x + last) / 2});
        x = last + group_gap;
    }
    layout.width = std::max(x - group_gap + margin, 2 * margin);
    return layout;
}

}  // namespace crowfly
