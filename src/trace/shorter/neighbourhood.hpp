// The states around a path, and a shorter path among them (Nakhost, Müller: Action elimination and plan neighborhood
// graph search, 2010).
//
// The states of the path are expanded, then their successors, and so on, breadth first from all of them at once: a
// graph of discrete states that contains the path. The distance of each of them to the nearest goal in this graph
// guides A* from the start. It explores zones, because a path of the graph need not be possible with the clock values
// that it leads to; where it is, A* expands no other states than those along it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reduce/path_search.hpp"
#include "space/layout.hpp"
#include "space/stores/state_table.hpp"
#include "trace/shorter/editable_path.hpp"

namespace crowfly {

class Neighbourhood {
public:
    using Slots = EditablePath::Slots;
    using Firings = EditablePath::Firings;

    // The path must stay as it is.
    Neighbourhood(const Network& network, const EditablePath& path, const Destination& destination,
                  ShorteningBudget& budget);

    // Expands more states, so many in all. False: there are no more.
    bool grow(std::size_t states);
    // The transitions of a shorter path among the states so far.
    std::optional<Firings> find_shorter();

private:
    using Vertex = StateId;

    struct Place {                           // a discrete state
        std::array<std::size_t, 3> zones{};  // where they begin in zones_
        std::uint8_t known = 0;              // so many of them
        bool goal = false;
    };
    struct Open {
        Vertex vertex;
        std::size_t zone;  // where it begins in zones_
    };

    Vertex add(std::span<const std::int32_t> slots);
    bool add_zone(Place& place, std::span<const zone::WideBound> zone);
    void expand(const Open& open);
    std::optional<Vertex> find(std::span<const std::int32_t> slots);

    void find_distances();
    std::optional<PathSearch::Rank> rank(std::size_t length, std::span<const std::int32_t> slots);
    void generate(PathSearch::Index state);

    const EditablePath& path_;
    ShorteningBudget& budget_;
    ZoneGoal goal_;
    WideZoneGraph graph_;

    Layout layout_;        // states that agree in its key have the same future
    StateTable vertices_;  // packed
    std::vector<std::uint32_t> packed_;
    Slots slots_;                                   // of the state that is expanded
    std::vector<Place> places_;                     // per vertex
    std::vector<zone::WideBound> zones_;            // one after the other
    std::vector<std::pair<Vertex, Vertex>> edges_;  // from, to
    std::vector<Open> open_;                        // those before expanded_ are expanded
    std::size_t expanded_ = 0;

    std::vector<std::uint32_t> distance_;  // per vertex, to the nearest goal
    PathSearch search_;                    // A*; positions are lengths of paths from the start
};

}  // namespace crowfly
