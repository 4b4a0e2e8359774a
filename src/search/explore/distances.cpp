#include "search/explore/distances.hpp"

#include <algorithm>
#include <numeric>

#include "base/files/parts.hpp"
#include "search/kernels/explorer.hpp"
#include "search/methods/width.hpp"

namespace crowfly {
namespace {

// Widening by lower and upper bounds keeps distances; where two clocks are compared only the plain one does.
Abstraction abstraction_for(const Goal& goal) {
    return goal.network.features.diagonals || mentions_diagonals(goal.formula) ? Abstraction::m : Abstraction::m_plus;
}

}  // namespace

// The states one after the other, in the order of generation.
class Distances::Collector {
public:
    Collector(Distances& distances, Ledger& ledger) : all_(distances), ledger_(ledger) {}

    void run() {
        Explorer explorer(all_.generator_, *this, ledger_);
        explorer.start();
        all_.starts_ = static_cast<Node>(all_.nodes_.size());
        explorer.explore();
    }

    // ---- For the Explorer

    bool pop() {
        if (next_ == all_.nodes_.size()) return false;
        node_ = next_++;
        return true;
    }
    bool expand() { return all_.expand(*node_); }
    void generated() {
        const Node to = all_.store();
        if (all_.predicate_.stop()) ledger_.end(all_.predicate_.stop());
        if (!node_) return;
        all_.steps_.push_back({*node_, to});
        if (all_.keeps_edges_) all_.keep_edges();
    }
    void counted() {
        if (all_.outcome_.statistics.explored == 1 && !ledger_.has_ended()) ledger_.check_now(*this);
    }

    static bool is_done() { return false; }
    std::size_t stored() const { return all_.nodes_.size(); }
    // Measuring turns the steps around once more.
    std::size_t bytes_soon() const {
        return all_.states_.bytes_after_growth() + all_.zones_.bytes_after_growth() + all_.nodes_.bytes() +
               2 * all_.steps_.bytes() + 2 * all_.numbers_.size() * bytes_per_number;
    }
    void measure(Statistics& s) const {
        s.stored = all_.nodes_.size();
        s.waiting = all_.nodes_.size() - s.explored;
        s.bytes = all_.states_.bytes() + bytes_of(all_.zones_) + all_.nodes_.bytes() + all_.steps_.bytes() +
                  all_.numbers_.size() * bytes_per_number;
    }

private:
    static constexpr std::size_t bytes_per_number = 40;  // of the map: an entry and its place in the table

    Distances& all_;
    Ledger& ledger_;
    Node next_ = 0;
    std::optional<Node> node_;  // being expanded; none: the network starts
};

Distances::Distances(const Goal& goal, const Limits& limits, Observer& observer, bool keeps_edges)
    : goal_(goal), layout_(goal.network, goal.form.compared),
      generator_(goal.network, use_of(goal.formula), abstraction_for(goal)),
      examiner_(goal.network, use_of(goal.formula), abstraction_for(goal)), predicate_(goal.network, goal.formula),
      states_(layout_, false), keeps_edges_(keeps_edges), packed_(layout_.words()), slots_(goal.network.slots.size()) {
    Ledger ledger(limits, observer, outcome_);
    Collector collector(*this, ledger);
    if (keeps_edges) generator_.note_edges();
    ledger.within_limits([&] {
        try {
            collector.run();
        } catch (const zone::OutOfRange&) {
            ledger.end(too_large_for_zones);
        }
        if (is_complete()) measure();
    });
    ledger.measure(collector);
    observer.progress(outcome_.statistics);
    ledger.close();
}

void Distances::read(Node node, std::vector<std::int32_t>& slots) const {
    std::vector<std::uint32_t> packed(layout_.words());
    states_.read(nodes_[node].state, packed.data());
    slots.resize(slots_.size());
    layout_.unpack(packed.data(), slots);
}

void Distances::read_zone(Node node, std::span<const std::int32_t> slots) {
    examiner_.find_active(slots, active_);
    zone_.resize(active_.size() * active_.size());
    zones_.read(nodes_[node].zone, active_.size(), zone_.data());
}

void Distances::find_floor(Node node, std::span<const std::int32_t> slots, std::vector<std::int32_t>& floor) {
    read_zone(node, slots);
    crowfly::find_floor(active_, zone_.data(), floor);
}

void Distances::find_zone(Node node, std::span<const std::int32_t> slots, ZoneCopy& into) {
    read_zone(node, slots);
    crowfly::find_zone(active_, zone_.data(), into);
}

void Distances::find_zone(Node node, std::span<const std::int32_t> slots, const Heuristic& reader, ZoneCopy& into) {
    if (reader.reads_zone())
        find_zone(node, slots, into);
    else if (reader.reads_clocks())
        find_floor(node, slots, into.floor);
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
    generator_.find_active(slots_, active_);
    zone_.resize(active_.size() * active_.size());
    zones_.read(from.zone, active_.size(), zone_.data());
    return generator_.expand(slots_, zone_.data());
}

void Distances::keep_edges() {
    const std::vector<EdgeIndex>& edges = generator_.fired_edges().edges;
    const auto [number, fresh] = edge_numbers_.try_emplace(edges, static_cast<std::uint32_t>(edge_lists_.size()));
    if (fresh) edge_lists_.push_back(edges);
    step_edges_.push_back(number->second);
}

Distances::Node Distances::store() {
    layout_.pack(generator_.slots(), packed_.data());
    const StateId state = states_.insert(packed_.data()).id;
    const WideZonePool::Id zone = zones_.insert(generator_.zone(), generator_.active().size());
    const auto [entry, fresh] =
        numbers_.try_emplace(std::uint64_t{state} << 32 | zone, static_cast<Node>(nodes_.size()));
    if (!fresh) return entry->second;
    nodes_.push_back({state, zone});
    if (predicate_.somewhere(generator_.slots(), generator_.zone(), generator_.active(), examiner_, goal_.wanted))
        goals_.push_back(entry->second);
    return entry->second;
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
