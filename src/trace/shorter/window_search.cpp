#include "trace/shorter/window_search.hpp"

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
      compared_(variables_of(network, destination.compared)),
      search_(graph_, {.covers = PathSearch::Covers::from_before, .layout = &layout_, .keeps_firings = true}) {
    if (destination.kept != nullptr) kept_.emplace(network, *destination.kept);
}

std::optional<WindowSearch::Firings> WindowSearch::find(const Window& window) {
    start(window);
    std::size_t expanded = 0;
    const auto visit = [&](PathSearch::Index state) {
        if (expanded++ == most_states || budget_.is_over()) return PathSearch::Next::end;
        const bool is_found = search_[state].position > 0 && is_target(search_[state].slots);
        return is_found ? PathSearch::Next::found : PathSearch::Next::expand;
    };
    const auto found = search_.run(visit, [&](PathSearch::Index state) { expand(state); });
    if (!found) return std::nullopt;
    return search_.firings_to(*found);
}

void WindowSearch::start(const Window& window) {
    if (kept_ && window.is_kept)
        graph_.confine_to(*kept_, kept_wanted_);
    else
        graph_.confine_no_more();
    longest_ = window.length;
    distance_.aim_at(window.to, compared_);
    target_ = packed(window.to);
    search_.clear();
    for (const zone::WideZone& zone : window.zones) search_.add_start(window.from, zone, rank(0, window.from));
}

void WindowSearch::expand(PathSearch::Index state) {
    const std::size_t length = search_[state].position + 1;
    const auto generated = search_.expand_with_firings(state, [&] {
        const std::uint32_t least = distance_.least(graph_.slots());
        if (least == StateDistance::unreachable || length + least >= longest_) return;
        if (is_target(graph_.slots()) || !search_.is_covered(length))
            search_.add(length, state, rank(length, graph_.slots()));
    });
    if (generated) budget_.spend(1, *generated);
}

// The states that seem to be on the shortest way, of equal ones the newest.
PathSearch::Rank WindowSearch::rank(std::size_t length, std::span<const std::int32_t> slots) const {
    return {static_cast<std::int64_t>(length + distance_.estimate(slots)), -static_cast<std::int64_t>(search_.size())};
}

// What tells the state apart.
const std::vector<std::uint32_t>& WindowSearch::packed(std::span<const std::int32_t> slots) {
    packed_.resize(layout_.words());
    layout_.pack(slots, packed_.data());
    packed_.resize(layout_.key_words());
    return packed_;
}

}  // namespace crowfly
