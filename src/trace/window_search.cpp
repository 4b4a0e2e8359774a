#include "trace/window_search.hpp"

#include <algorithm>

namespace crowfly {

// ---- The distance

void StateDistance::aim_at(std::span<const std::int32_t> target, std::vector<std::uint32_t> compared) {
    target_.assign(target.begin(), target.end());
    compared_ = std::move(compared);
    per_process_.clear();
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
        per_process_.push_back(&distances_to(p, static_cast<std::uint32_t>(target_[network_.processes[p].slot])));
}

// Breadth first from the location, against the edges.
const std::vector<std::uint32_t>& StateDistance::distances_to(std::size_t process, std::uint32_t location) {
    const auto [entry, is_new] = known_.try_emplace({process, location});
    std::vector<std::uint32_t>& distances = entry->second;
    if (!is_new) return distances;
    const auto edges = network_.processes[process].edges.of(network_.edges);
    distances.assign(network_.processes[process].locations.of(network_.locations).size(), unreachable);
    distances[location] = 0;
    std::vector<std::uint32_t> queue{location};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const Edge& edge : edges) {
            if (edge.target != queue[next] || distances[edge.source] != unreachable) continue;
            distances[edge.source] = distances[queue[next]] + 1;
            queue.push_back(edge.source);
        }
    }
    return distances;
}

std::uint32_t StateDistance::least(std::span<const std::int32_t> slots) const {
    std::uint32_t farthest = 0;
    for (std::size_t p = 0; p < per_process_.size(); ++p) {
        const auto at = static_cast<std::size_t>(slots[network_.processes[p].slot]);
        farthest = std::max(farthest, (*per_process_[p])[at]);
    }
    return farthest;
}

std::uint32_t StateDistance::estimate(std::span<const std::int32_t> slots) const {
    std::uint32_t sum = 0;
    for (std::size_t p = 0; p < per_process_.size(); ++p)
        sum += (*per_process_[p])[static_cast<std::size_t>(slots[network_.processes[p].slot])];
    for (const std::uint32_t slot : compared_) sum += slots[slot] != target_[slot] ? 1 : 0;
    return sum;
}

// ---- The search

namespace {

// Zones are widened, so that states cover one another; what is found is computed again with exact zones.
Abstraction widening_for(const Network& network, const Destination& destination) {
    if (network.features.stopwatches) return Abstraction::none;
    const bool asks_for_clocks =
        mentions_clocks(formula_of(destination)) || (destination.kept != nullptr && mentions_clocks(*destination.kept));
    return asks_for_clocks ? Abstraction::m_plus : Abstraction::lu_plus;
}

// Variables that distinguish states.
std::vector<std::uint32_t> variables_of(const Network& network, const Distinction* compared) {
    std::vector<std::uint32_t> slots;
    for (auto slot = static_cast<std::uint32_t>(network.processes.size()); slot < network.state_slots; ++slot) {
        if (compared == nullptr || compared->slots.contains(slot)) slots.push_back(slot);
    }
    return slots;
}

}  // namespace

WindowSearch::WindowSearch(const Network& network, const Destination& destination, ShorteningBudget& budget)
    : budget_(budget), kept_wanted_(destination.kept_wanted),
      graph_(network, clocks_of_path(network, destination), widening_for(network, destination)),
      layout_(network, destination.compared), distance_(network),
      compared_(variables_of(network, destination.compared)), states_(layout_.words(), layout_.key_words()),
      packed_(layout_.words()) {
    if (destination.kept != nullptr) kept_.emplace(network, *destination.kept);
}

std::optional<WindowSearch::Firings> WindowSearch::find(const Window& window) {
    start(window);
    for (std::size_t expanded = 0; !open_.empty() && expanded < most_states && !budget_.is_over(); ++expanded) {
        const std::size_t next = open_.top().node;
        open_.pop();
        if (nodes_[next].length > 0 && number_of(nodes_[next].slots) == target_) return way_to(next);
        generate(next);
    }
    return std::nullopt;
}

StateId WindowSearch::number_of(std::span<const std::int32_t> slots) {
    layout_.pack(slots, packed_.data());
    return states_.insert(packed_.data()).id;
}

void WindowSearch::start(const Window& window) {
    states_ = StateTable(layout_.words(), layout_.key_words());
    nodes_.clear();
    open_ = {};
    seen_.clear();
    if (kept_ && window.is_kept)
        graph_.confine_to(*kept_, kept_wanted_);
    else
        graph_.confine_no_more();
    longest_ = static_cast<std::uint32_t>(window.length);
    distance_.aim_at(window.to, compared_);
    target_ = number_of(window.to);
    for (const zone::WideZone& zone : window.zones) add({window.from, zone, 0, {}, 0});
}

void WindowSearch::generate(std::size_t from) {
    const Slots slots = nodes_[from].slots;
    const zone::WideZone zone = nodes_[from].zone;
    const std::uint32_t length = nodes_[from].length + 1;
    graph_.aim_at(slots, {});  // every successor is accepted; aiming makes the graph note its transition
    std::size_t generated = 0;
    if (!graph_.expand(slots, zone.data())) return;
    while (graph_.next()) {
        ++generated;
        const std::uint32_t least = distance_.least(graph_.slots());
        if (least == StateDistance::unreachable || length + least >= longest_) continue;
        const std::size_t n = graph_.active().size();
        const StateId state = number_of(graph_.slots());
        if (state != target_ && is_covered(state, length, graph_.zone(), n)) continue;
        add({{graph_.slots().begin(), graph_.slots().end()},
             {graph_.zone(), graph_.zone() + n * n},
             from,
             graph_.firing(),
             length});
    }
    budget_.spend(1, generated);
}

bool WindowSearch::is_covered(StateId state, std::uint32_t length, const zone::WideBound* zone,
                              std::size_t clocks) const {
    const auto known = seen_.find(state);
    return known != seen_.end() && std::ranges::any_of(known->second, [&](std::size_t k) {
               return nodes_[k].length <= length && zone::includes(nodes_[k].zone.data(), zone, clocks);
           });
}

void WindowSearch::add(Node node) {
    open_.push({node.length + distance_.estimate(node.slots), nodes_.size()});
    seen_[number_of(node.slots)].push_back(nodes_.size());
    nodes_.push_back(std::move(node));
}

WindowSearch::Firings WindowSearch::way_to(std::size_t node) const {
    Firings firings;
    for (; nodes_[node].length > 0; node = nodes_[node].parent) firings.push_back(nodes_[node].firing);
    std::ranges::reverse(firings);
    return firings;
}

}  // namespace crowfly
