// Every state of a small network, and how far each truly is from the goal: what a heuristic can be held against. All
// states are collected with the steps between them, then distances go backward from the states where the goal is met.
//
// Symbolic states are told apart exactly, none covers another, so that a step always ends in a state that is there. The
// distance of one is the fewest transitions with which some of its clock values get to the goal. Bounds have 64 bits:
// there are few states, and any numbers may stand in them. Dead variables are reset if the form of the goal's states
// says so.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/chunked.hpp"
#include "heuristic/heuristic.hpp"
#include "search/settings/search_outcome.hpp"
#include "space/layout.hpp"
#include "space/stores/state_set.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_graph.hpp"
#include "space/zones/zone_pool.hpp"

namespace crowfly {

class Distances {
public:
    using Node = std::uint32_t;
    using Distance = std::uint32_t;
    static constexpr Distance infinite = std::numeric_limits<Distance>::max();

    // Collects and measures at once, unless a limit ends it or the model cannot go on. `keeps_edges`: those of every
    // step can be asked for.
    Distances(const Goal& goal, const Limits& limits, Observer& observer, bool keeps_edges = false);

    bool is_complete() const { return outcome_.unfinished.empty() && !outcome_.stop; }
    const std::string& unfinished() const { return outcome_.unfinished; }  // which limit was reached
    const Stop& stop() const { return outcome_.stop; }                     // what the model did wrong
    const Statistics& statistics() const { return outcome_.statistics; }

    std::size_t size() const { return nodes_.size(); }
    Node starts() const { return starts_; }  // the nodes before this one are those the network starts in
    Distance distance(Node node) const { return distances_[node]; }  // once complete
    void read(Node node, std::vector<std::int32_t>& slots) const;    // its discrete state
    void find_floor(Node node, std::span<const std::int32_t> slots,
                    std::vector<std::int32_t>& floor);  // of its clocks; `slots` are its own
    void find_zone(Node node, std::span<const std::int32_t> slots, ZoneCopy& into);
    // As much of its zone as the heuristic reads.
    void find_zone(Node node, std::span<const std::int32_t> slots, const Heuristic& reader, ZoneCopy& into);
    // From one to the other; as often as there are transitions that do so, in the order of where they start.
    const Chunked<std::pair<Node, Node>>& steps() const { return steps_; }
    const std::vector<EdgeIndex>& edges(std::size_t step) const { return edge_lists_[step_edges_[step]]; }
    Distance from_start() const;  // how long the shortest trace is
    // The least distance among the states with these slots. Nothing: none can be reached.
    std::optional<Distance> distance_of(std::span<const std::int32_t> slots) const;

private:
    struct Stored {
        StateId state;
        WideZonePool::Id zone;
    };

    class Collector;

    void keep_edges();
    void read_zone(Node node, std::span<const std::int32_t> slots);  // into active_ and zone_
    Node store();
    bool expand(Node node);
    void measure();

    const Goal& goal_;
    Layout layout_;
    WideZoneGraph generator_;  // makes successors …
    WideZoneGraph examiner_;   // … and is asked about them meanwhile
    Predicate predicate_;
    StateSet states_;
    WideZonePool zones_;
    Chunked<Stored> nodes_;
    std::unordered_map<std::uint64_t, Node> numbers_;  // of a state and a zone
    Node starts_ = 0;
    std::vector<Node> goals_;
    Chunked<std::pair<Node, Node>> steps_;
    bool keeps_edges_;
    std::map<std::vector<EdgeIndex>, std::uint32_t> edge_numbers_;
    std::vector<std::vector<EdgeIndex>> edge_lists_;
    Chunked<std::uint32_t> step_edges_;  // per step: which of the lists
    std::vector<Distance> distances_;
    SearchOutcome outcome_;
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> slots_;
    ActiveClocks active_;
    zone::WideZone zone_;
};

}  // namespace crowfly
