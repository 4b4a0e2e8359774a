// A path to a state while it is shortened: its transitions, and between them the discrete states and the clock values
// with which they are reached. A part of its transitions is replaced by others if the destination can still be reached.
//
// Only what changes is computed again. Transitions are fired without regard to clocks first, from the first one that
// changes up to where the discrete states are the old ones again. Then zones are computed from there, up to where they
// contain the old ones: from there on everything remains possible. So most replacements that are impossible cost a few
// transitions, and those that are possible cost little more than the part that changes.
//
// Urgency may cut a zone into parts. All parts are kept, so that there is no backtracking.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reduce/path_search.hpp"
#include "space/zones/zone_graph.hpp"
#include "trace/checker/situation.hpp"
#include "trace/runs/retrace.hpp"
#include "trace/shorter/shortening_budget.hpp"

namespace crowfly {

class EditablePath {
public:
    using Slots = std::vector<std::int32_t>;
    using Zones = std::vector<zone::WideZone>;  // none includes another
    using Firings = std::vector<Firing>;

    // The destination is a formula about the last state. All must outlive this.
    EditablePath(const Network& network, const SymbolicPath& path, const Destination& destination,
                 ShorteningBudget& budget);

    std::size_t length() const { return firings_.size(); }  // in transitions
    const Slots& slots(std::size_t state) const { return states_[state].slots; }
    // Some of the clock values with which the state is reached, and no others.
    const Zones& zones(std::size_t state) const { return states_[state].zones; }
    const Firings& firings() const { return firings_; }

    // Replaces the transitions from `from` to before `to`. False: the destination cannot be reached then; nothing has
    // changed.
    bool replace(std::size_t from, std::size_t to, const Firings& by);
    bool leave_out(std::size_t from, std::size_t to) { return replace(from, to, {}); }
    // Leaves out this transition and all later ones that cannot fire without those that are left out.
    bool eliminate(std::size_t transition);
    // Likewise, but later ones may fire with other receivers than before.
    bool eliminate_and_adapt(std::size_t transition);
    // Replaces all transitions.
    bool replace_all(const Firings& by);

private:
    struct State {
        Slots slots;
        Zones zones;
    };

    // What becomes of the states after `from`.
    struct Change {
        std::size_t from, to;
        const Firings& by;
        std::vector<State> states;
        std::size_t joined = 0;  // so many states later the discrete states are the old ones again
    };

    Situation timeless(const Slots& slots) const;
    const Firing& firing(const Change& change, std::size_t step) const {
        return step < change.by.size() ? change.by[step] : firings_[change.to + step - change.by.size()];
    }
    // The state of the path that the changed one corresponds to, which comes after so many transitions.
    std::size_t old_state(const Change& change, std::size_t steps) const {
        return change.to + steps - change.by.size();
    }
    bool follow_timelessly(Change& change);
    bool follow(Change& change);
    bool step(const Slots& before, const Zones& zones, const Firing& firing, const Slots& after, Zones& result);
    bool adapt_without(std::size_t transition);
    std::optional<Firing> fire_like(const Firing& firing, State& now);
    bool is_goal(const Slots& slots, const Zones& zones);
    void apply(Change& change);

    const Network& network_;
    ShorteningBudget& budget_;
    std::vector<std::uint32_t> compared_;  // all slots but meta variables
    WideZoneGraph graph_;
    ZoneGoal goal_;
    std::vector<State> states_;
    Firings firings_;
};

// What holds at the end of the path, or fails there.
const Formula& formula_of(const Destination& destination);

// Whether a zone includes another one over the same clocks.
bool includes(std::span<const zone::WideBound> a, std::span<const zone::WideBound> b);

}  // namespace crowfly
