#include "search/distances.hpp"

#include <algorithm>
#include <numeric>

#include "search/end_at_limits.hpp"
#include "search/width.hpp"

namespace crowfly {
namespace {

// Widening by lower and upper bounds keeps distances; where two clocks are compared only the plain one does.
Abstraction abstraction_for(const Goal& goal) {
    return goal.network.features.diagonals || mentions_diagonals(goal.formula) ? Abstraction::m : Abstraction::m_plus;
}

}  // namespace

Distances::Distances(const Goal& goal, const Limits& limits, Observer& observer, bool keeps_edges)
    : goal_(goal), limits_(limits), layout_(goal.network),
      graph_(goal.network, use_of(goal.formula), abstraction_for(goal)),
      looks_(goal.network, use_of(goal.formula), abstraction_for(goal)), predicate_(goal.network, goal.formula),
      states_(layout_, false), keeps_edges_(keeps_edges), packed_(layout_.words()), slots_(goal.network.slots.size()) {
    const Budget budget(limits);
    if (keeps_edges) graph_.note_edges();
    end_at_limits(unfinished_, [&] {
        try {
            explore(budget, observer);
        } catch (const zone::OutOfRange&) {
            unfinished_ = too_large_for_zones;
        }
        if (is_complete()) measure();
    });
    look_around(budget, observer);
    budget.close(statistics_);
}

void Distances::explore(const Budget& budget, Observer& observer) {
    if (graph_.start())
        take_results(nowhere);
    else
        stop_ = graph_.stop();
    starts_ = static_cast<Node>(nodes_.size());
    for (Node node = 0; node < nodes_.size() && is_complete(); ++node) {
        ++statistics_.explored;
        if (expand(node))
            take_results(node);
        else
            stop_ = graph_.stop();
        if (node % 64 == 0 || nodes_.size() > limits_.states) look_around(budget, observer);
    }
}

void Distances::read(Node node, std::vector<std::int32_t>& slots) const {
    std::vector<std::uint32_t> packed(layout_.words());
    states_.read(nodes_[node].state, packed.data());
    slots.resize(slots_.size());
    layout_.unpack(packed.data(), slots);
}

void Distances::find_floor(Node node, std::span<const std::int32_t> slots, std::vector<std::int32_t>& floor) {
    ActiveClocks active;
    looks_.find_active(slots, active);
    zone::WideZone zone(active.size() * active.size());
    zones_.read(nodes_[node].zone, active.size(), zone.data());
    crowfly::find_floor(active, zone.data(), floor);
}

Distances::Distance Distances::from_start() const {
    return std::accumulate(distances_.begin(), distances_.begin() + starts_, infinite,
                           [](Distance a, Distance b) { return std::min(a, b); });
}

std::optional<Distances::Distance> Distances::distance_of(std::span<const std::int32_t> slots) const {
    std::vector<std::uint32_t> packed(layout_.words());
    layout_.pack(slots, packed.data());
    const std::optional<StateId> state = states_.find(packed.data());
    if (!state) return std::nullopt;
    Distance least = infinite;
    for (Node node = 0; node < nodes_.size(); ++node) {
        if (nodes_[node].state == *state) least = std::min(least, distances_[node]);
    }
    return least;
}

bool Distances::expand(Node node) {
    const Stored& from = nodes_[node];
    states_.read(from.state, packed_.data());
    layout_.unpack(packed_.data(), slots_);
    ActiveClocks active;
    graph_.find_active(slots_, active);
    zone_.resize(active.size() * active.size());
    zones_.read(from.zone, active.size(), zone_.data());
    return graph_.leave(slots_, zone_.data());
}

void Distances::take_results(Node from) {
    while (is_complete() && graph_.next()) {
        ++statistics_.generated;
        const Node to = store();
        if (from == nowhere) continue;
        steps_.push_back({from, to});
        if (keeps_edges_) keep_edges();
    }
    if (graph_.stop()) stop_ = graph_.stop();
    if (predicate_.stop()) stop_ = predicate_.stop();
}

void Distances::keep_edges() {
    const std::vector<EdgeIndex>& edges = graph_.fired_edges().edges;
    const auto [number, fresh] = edge_numbers_.try_emplace(edges, static_cast<std::uint32_t>(edge_lists_.size()));
    if (fresh) edge_lists_.push_back(edges);
    step_edges_.push_back(number->second);
}

Distances::Node Distances::store() {
    layout_.pack(graph_.slots(), packed_.data());
    const StateId state = states_.insert(packed_.data()).id;
    const WideZonePool::Id zone = zones_.insert(graph_.zone(), graph_.active().size());
    const auto [entry, fresh] =
        numbers_.try_emplace(std::uint64_t{state} << 32 | zone, static_cast<Node>(nodes_.size()));
    if (!fresh) return entry->second;
    nodes_.push_back({state, zone});
    if (predicate_.somewhere(graph_.slots(), graph_.zone(), graph_.active(), looks_, goal_.wanted))
        goals_.push_back(entry->second);
    return entry->second;
}

void Distances::look_around(const Budget& budget, Observer& observer) {
    constexpr std::size_t bytes_per_number = 40;  // of the map: an entry and its place in the table
    statistics_.stored = nodes_.size();
    statistics_.waiting = nodes_.size() - statistics_.explored;
    statistics_.bytes =
        states_.bytes() + zones_.bytes() + nodes_.bytes() + steps_.bytes() + numbers_.size() * bytes_per_number;
    budget.clock(statistics_);
    observer.progress(statistics_);
    // Measuring turns the steps around once more.
    const std::size_t soon = states_.bytes_after_growth() + zones_.bytes_after_growth() + nodes_.bytes() +
                             2 * steps_.bytes() + 2 * numbers_.size() * bytes_per_number;
    if (is_complete() && distances_.empty()) unfinished_ = budget.exceeded(statistics_, soon);
}

// Breadth first against the steps, from all states where the goal is met.
void Distances::measure() {
    std::vector<std::size_t> ends(
        nodes_.size() + 1,
        0);  // of each state: where in `before` its predecessors begin; after filling, where they end
    for (std::size_t i = 0; i < steps_.size(); ++i) ++ends[steps_[i].second + 1];
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
    std::vector<Node> before(steps_.size());
    for (std::size_t i = 0; i < steps_.size(); ++i) before[ends[steps_[i].second]++] = steps_[i].first;
    distances_.assign(nodes_.size(), infinite);
    std::vector<Node> queue = goals_;
    for (const Node goal : goals_) distances_[goal] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const Node node = queue[i];
        for (std::size_t at = node == 0 ? 0 : ends[node - 1]; at < ends[node]; ++at) {
            if (distances_[before[at]] != infinite) continue;
            distances_[before[at]] = distances_[node] + 1;
            queue.push_back(before[at]);
        }
    }
}

}  // namespace crowfly
