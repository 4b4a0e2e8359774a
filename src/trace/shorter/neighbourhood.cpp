#include "trace/shorter/neighbourhood.hpp"

#include <algorithm>
#include <limits>

namespace crowfly {
namespace {

constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t weight = 3;

// Zones are widened, so that states are covered by one another: what is found is computed again with exact zones. Zones
// over all clocks are not, as their bounds are not known.
Abstraction abstraction_for(const Network& network, const ZoneGoal& goal) {
    if (network.features.stopwatches) return Abstraction::none;
    return goal.is_discrete() ? Abstraction::lu_plus : Abstraction::m_plus;
}

}  // namespace

Neighbourhood::Neighbourhood(const Network& network, const EditablePath& path, const Destination& destination,
                             ShorteningBudget& budget)
    : path_(path), budget_(budget),
      goal_(network, formula_of(destination), destination.wanted, clocks_of_path(network, destination)),
      graph_(network, clocks_of_path(network, destination), abstraction_for(network, goal_)),
      layout_(network, destination.compared), vertices_(layout_.words(), layout_.key_words()), packed_(layout_.words()),
      slots_(network.slots.size()),
      search_(graph_, {.covers = PathSearch::Covers::from_before, .layout = &layout_, .keeps_firings = true}) {
    for (std::size_t i = 0; i <= path.length(); ++i) {
        const Vertex vertex = add(path.slots(i));
        if (i == path.length()) places_[vertex].goal = true;
        for (const zone::WideZone& zone : path.zones(i)) {
            if (add_zone(places_[vertex], zone)) open_.push_back({vertex, zones_.size() - zone.size()});
        }
    }
}

// ---- The graph

Neighbourhood::Vertex Neighbourhood::add(std::span<const std::int32_t> slots) {
    layout_.pack(slots, packed_.data());
    const StateTable::Inserted inserted = vertices_.insert(packed_.data());
    if (inserted.fresh) places_.emplace_back();
    return inserted.id;
}

std::optional<Neighbourhood::Vertex> Neighbourhood::find(std::span<const std::int32_t> slots) {
    layout_.pack(slots, packed_.data());
    return vertices_.find(packed_.data());
}

bool Neighbourhood::grow(std::size_t states) {
    while (expanded_ < states && expanded_ < open_.size() && !budget_.is_over()) {
        const Open open = open_[expanded_++];
        if (!places_[open.vertex].goal) expand(open);
    }
    return expanded_ < open_.size();
}

void Neighbourhood::expand(const Open& open) {
    layout_.unpack(vertices_.at(open.vertex), slots_);
    graph_.aim_at({}, {});
    ActiveClocks active;
    graph_.find_active(slots_, active);
    const auto first = zones_.begin() + static_cast<std::ptrdiff_t>(open.zone);
    const zone::WideZone zone(first, first + static_cast<std::ptrdiff_t>(active.size() * active.size()));
    if (!graph_.expand(slots_, zone.data())) return;
    std::size_t generated = 0;
    while (graph_.next()) {
        ++generated;
        const Vertex vertex = add(graph_.slots());
        edges_.emplace_back(open.vertex, vertex);
        Place& place = places_[vertex];
        const std::size_t bounds = graph_.active().size() * graph_.active().size();
        if (!add_zone(place, {graph_.zone(), bounds})) continue;
        open_.push_back({vertex, zones_.size() - bounds});
        if (!place.goal) place.goal = goal_.holds(graph_.slots(), graph_.zone());
    }
    budget_.spend(1, generated);
}

// False: it is known, or there are enough.
bool Neighbourhood::add_zone(Place& place, std::span<const zone::WideBound> zone) {
    if (place.known == place.zones.size()) return false;
    for (std::size_t i = 0; i < place.known; ++i) {
        if (includes({zones_.data() + place.zones[i], zone.size()}, zone)) return false;
    }
    place.zones[place.known++] = zones_.size();
    zones_.insert(zones_.end(), zone.begin(), zone.end());
    return true;
}

// Breadth first from all goals at once, against the edges.
void Neighbourhood::find_distances() {
    std::vector<std::size_t> first(places_.size() + 2);
    for (const auto& [from, to] : edges_) ++first[to + 2];
    for (std::size_t v = 2; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<Vertex> before(edges_.size());
    for (const auto& [from, to] : edges_) before[first[to + 1]++] = from;
    distance_.assign(places_.size(), unreachable);
    std::vector<Vertex> queue;
    for (Vertex v = 0; v < places_.size(); ++v) {
        if (!places_[v].goal) continue;
        distance_[v] = 0;
        queue.push_back(v);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const Vertex v = queue[next];
        for (std::size_t i = first[v]; i < first[v + 1]; ++i) {
            if (distance_[before[i]] != unreachable) continue;
            distance_[before[i]] = distance_[v] + 1;
            queue.push_back(before[i]);
        }
    }
}

// ---- A*

std::optional<Neighbourhood::Firings> Neighbourhood::find_shorter() {
    find_distances();
    search_.clear();
    const Slots& first = path_.slots(0);
    for (const zone::WideZone& zone : path_.zones(0)) {
        if (const auto start = rank(0, first)) search_.add_start(first, zone, *start);
    }
    std::size_t most_expanded = 2 * path_.length() + expanded_ / 8;
    const auto visit = [&](PathSearch::Index state) {
        if (places_[*find(search_[state].slots)].goal && goal_.holds(search_[state])) return PathSearch::Next::found;
        return most_expanded-- == 0 || budget_.is_over() ? PathSearch::Next::end : PathSearch::Next::expand;
    };
    const auto found = search_.run(visit, [&](PathSearch::Index state) { generate(state); });
    if (!found) return std::nullopt;
    return search_.firings_to(*found);
}

// Of equal states the newest is expanded first. Nothing: the state is not one of those around the path, or no shorter
// path leads through it.
std::optional<PathSearch::Rank> Neighbourhood::rank(std::size_t length, std::span<const std::int32_t> slots) {
    const std::optional<Vertex> vertex = find(slots);
    if (!vertex || distance_[*vertex] == unreachable || length + distance_[*vertex] >= path_.length())
        return std::nullopt;
    return PathSearch::Rank{static_cast<std::int64_t>(length) + weight * distance_[*vertex],
                            -static_cast<std::int64_t>(search_.size())};
}

void Neighbourhood::generate(PathSearch::Index state) {
    const std::size_t length = search_[state].position + 1;
    const auto generated = search_.expand_with_firings(state, [&] {
        const std::optional<PathSearch::Rank> ranked = rank(length, graph_.slots());
        if (ranked && !search_.is_covered(length)) search_.add(length, state, *ranked);
    });
    if (generated) budget_.spend(1, *generated);
}

}  // namespace crowfly
