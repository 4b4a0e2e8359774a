// The search between positions of a path. Whatever repairs or shortens a path is such a search, best first over
// symbolic states: lift.hpp and splice.hpp follow a path of a smaller network and insert transitions,
// trace/shorter/window_search.hpp and trace/shorter/neighbourhood.hpp search a shorter way. Users say which successors
// they accept, at which position, and which open state is expanded first.
//
// A state that another one covers is left out: the discrete state is the same, and its zone is included.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "search/settings/path.hpp"
#include "space/layout.hpp"
#include "space/stores/state_table.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_graph.hpp"
#include "zone/covering.hpp"

namespace crowfly {

// Makes every clock active in every state.
ClockUse all_clocks(const Network& network);
// The active clocks along a path: those of the formula everywhere. In networks with stopwatches predecessors under
// delay are over-approximated, and less so over all clocks.
ClockUse clocks_along(const Network& network, ClockUse formulas);

class PathSearch {
public:
    using Slots = std::vector<std::int32_t>;
    using Index = std::size_t;
    static constexpr Index no_state = static_cast<Index>(-1);

    struct State {
        Slots slots;
        zone::WideZone zone;
        std::size_t position = 0;
        Index parent = no_state;
        Firing firing = {};  // that leads there, if they are kept
    };
    // The open state with the least rank is expanded first; of several the oldest.
    struct Rank {
        std::int64_t first = 0, second = 0;
        friend auto operator<=>(const Rank&, const Rank&) = default;
    };
    enum class Covers : std::uint8_t {
        none,         // no state
        at_position,  // states at the same position
        from_before,  // states at the same or at a later position
    };
    struct Options {
        Covers covers = Covers::none;
        const Layout* layout = nullptr;  // states that agree in its key have the same future; null: in all slots
        bool by_simulation = false;      // zones are compared by a_LU or a_M, as those of the graph are
        bool keeps_firings = false;
    };

    // The graph generates the successors. Both must outlive this.
    PathSearch(WideZoneGraph& graph, const Options& options);

    void clear();
    std::size_t size() const { return states_.size(); }
    std::size_t open() const { return open_.size(); }
    const State& operator[](Index state) const { return states_[state]; }

    // Of the successor that the graph is at.
    bool is_covered(std::size_t position);
    Index add(std::size_t position, Index parent, Rank rank);
    // A state to begin with, at position 0.
    Index add_start(const Slots& slots, const zone::WideZone& zone, Rank rank);

    // Calls `generated()` for each successor of a state, while the graph is at it. Their number; nothing: the model
    // cannot go on.
    template <class Generated>
    std::optional<std::size_t> expand(Index state, const Generated& generated) {
        if (!graph_.expand(states_[state].slots, states_[state].zone.data())) return std::nullopt;
        return each_successor(generated);
    }
    template <class Generated>
    std::size_t each_successor(const Generated& generated) {
        std::size_t count = 0;
        for (; graph_.next(); ++count) generated();
        return count;
    }
    // Every successor, with the transition that leads to it.
    template <class Generated>
    std::optional<std::size_t> expand_with_firings(Index state, const Generated& generated) {
        graph_.aim_at(states_[state].slots, {});  // every successor agrees in no slot; the graph notes its transition
        return expand(state, generated);
    }

    std::optional<Index> pop();
    enum class Next : std::uint8_t { expand, found, end };
    // Pops states until `visit(state)` says that one is found, or that the search ends; `expand(state)` those in
    // between.
    template <class Visit, class Expand>
    std::optional<Index> run(const Visit& visit, const Expand& expand) {
        while (const std::optional<Index> state = pop()) {
            const Next next = visit(*state);
            if (next == Next::found) return state;
            if (next == Next::end) break;
            expand(*state);
        }
        return std::nullopt;
    }

    Path path_to(Index state) const;
    std::vector<Firing> firings_to(Index state) const;

private:
    struct Open {
        Rank rank;
        Index state;
        friend auto operator<=>(const Open&, const Open&) = default;
    };

    std::vector<Index>& known_at(std::span<const std::int32_t> slots, std::size_t position);
    Index push(State state, Rank rank);

    WideZoneGraph& graph_;
    Options options_;
    std::deque<State> states_;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
    std::optional<StateTable> keys_;         // discrete states, and positions if those matter …
    std::vector<std::vector<Index>> known_;  // … and the states with each
    std::vector<std::uint32_t> packed_;
    zone::Covering<zone::WideBound, zone::WideBound> covering_;
};

// Whether a formula holds (or fails) for some clock values of a symbolic state.
class ZoneGoal {
public:
    // `clocks`: those of the graph that the states are from.
    ZoneGoal(const Network& network, const Formula& formula, bool wanted, ClockUse clocks)
        : wanted_(wanted), predicate_(network, formula), graph_(network, std::move(clocks), Abstraction::none) {}

    bool holds(const PathSearch::State& state) { return holds(state.slots, state.zone.data()); }
    bool holds(std::span<const std::int32_t> slots, const zone::WideBound* zone) {
        graph_.find_active(slots, active_);
        return predicate_.somewhere(slots, zone, active_, graph_, wanted_);
    }
    // Whether it may for some clock values, whatever the zone.
    bool may_hold(std::span<const std::int32_t> slots) {
        return !predicate_.is_discrete() || predicate_.holds(slots, [] { return false; }) == wanted_;
    }
    bool is_discrete() const { return predicate_.is_discrete(); }
    const Stop& stop() const { return predicate_.stop(); }

private:
    bool wanted_;
    Predicate predicate_;
    WideZoneGraph graph_;  // computes deadlocks
    ActiveClocks active_;
};

}  // namespace crowfly
