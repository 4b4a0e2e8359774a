#include "trace/neighbourhood.hpp"

#include <algorithm>
#include <limits>

namespace crowfly {
namespace {

constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t weight = 3;

// Zones are widened, so that states are covered by one another: what is found is computed again with exact zones. Zones
// over all clocks are not, as their bounds are not known.
Abstraction abstraction_for(const Network& network, const Predicate& goal) {
    if (network.features.stopwatches) return Abstraction::none;
    return goal.is_discrete() ? Abstraction::lu_plus : Abstraction::m_plus;
}

}  // namespace

Neighbourhood::Neighbourhood(const Network& network, const EditablePath& path, const Destination& destination,
                             ShorteningBudget& budget)
    : path_(path), wanted_(destination.wanted), budget_(budget), goal_(network, formula_of(destination)),
      graph_(network, clocks_of_path(network, destination), abstraction_for(network, goal_)),
      evaluation_(network, clocks_of_path(network, destination), Abstraction::none),
      layout_(network, destination.compared), vertices_(layout_.words(), layout_.key_words()), packed_(layout_.words()),
      slots_(network.slots.size()) {
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
        if (!place.goal) place.goal = is_goal(graph_.slots(), graph_.zone());
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

bool Neighbourhood::is_goal(std::span<const std::int32_t> slots, const zone::WideBound* zone) {
    ActiveClocks active;
    evaluation_.find_active(slots, active);
    return goal_.somewhere(slots, zone, active, evaluation_, wanted_);
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
    queue_.assign(weight * path_.length(), {});
    first_ = queue_.size();
    seen_.clear();
    std::vector<Node> nodes;
    start(nodes);
    std::size_t most_expanded = 2 * path_.length() + expanded_ / 8;
    while (first_ < queue_.size()) {
        if (queue_[first_].empty()) {
            ++first_;
            continue;
        }
        const std::size_t next = queue_[first_].back();
        queue_[first_].pop_back();
        if (places_[nodes[next].vertex].goal && is_goal(nodes[next].slots, nodes[next].zone.data())) {
            Firings firings;
            for (std::size_t i = next; nodes[i].length > 0; i = nodes[i].parent) firings.push_back(nodes[i].firing);
            std::ranges::reverse(firings);
            return firings;
        }
        if (most_expanded-- == 0 || budget_.is_over()) break;
        generate(nodes, next);
    }
    return std::nullopt;
}

void Neighbourhood::push(std::size_t key, std::size_t node) {
    queue_[key].push_back(node);
    first_ = std::min(first_, key);
}

void Neighbourhood::start(std::vector<Node>& nodes) {
    const Vertex vertex = *find(path_.slots(0));
    for (const zone::WideZone& zone : path_.zones(0)) {
        nodes.push_back({vertex, path_.slots(0), zone, 0, {}, 0});
        seen_[vertex].push_back(nodes.size() - 1);
        if (distance_[vertex] < path_.length()) push(weight * distance_[vertex], nodes.size() - 1);
    }
}

void Neighbourhood::generate(std::vector<Node>& nodes, std::size_t from) {
    const Slots slots = nodes[from].slots;
    const zone::WideZone zone = nodes[from].zone;
    const std::size_t length = nodes[from].length + 1;
    graph_.aim_at(slots, {});  // every successor is accepted; aiming makes the graph note its transition
    std::size_t generated = 0;
    if (!graph_.expand(slots, zone.data())) return;
    while (graph_.next()) {
        ++generated;
        const std::optional<Vertex> place = find(graph_.slots());
        if (!place || distance_[*place] == unreachable || length + distance_[*place] >= path_.length()) continue;
        const Vertex vertex = *place;
        const std::size_t n = graph_.active().size();
        std::vector<std::size_t>& known = seen_[vertex];
        const auto covers = [&](std::size_t k) {
            return nodes[k].length <= length && zone::includes(nodes[k].zone.data(), graph_.zone(), n);
        };
        if (std::ranges::any_of(known, covers)) continue;
        known.push_back(nodes.size());
        push(length + weight * distance_[vertex], nodes.size());
        nodes.push_back({vertex,
                         {graph_.slots().begin(), graph_.slots().end()},
                         {graph_.zone(), graph_.zone() + n * n},
                         from,
                         graph_.firing(),
                         length});
    }
    budget_.spend(1, generated);
}

}  // namespace crowfly
