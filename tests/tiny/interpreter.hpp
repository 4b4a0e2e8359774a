// What a tiny network does, one state at a time, read off UPPAAL's description of its semantics as literally as
// possible: slow, and sharing nothing with src/.
//
// An action is one internal edge, a sender and a receiver, or a broadcast sender with one edge of every process that
// can receive. Guards are read before the action, updates run sender first and then the receivers in the order of the
// processes. While a location is committed, one of the edges has to leave a committed location. If the invariants do
// not hold afterwards the action does not exist; who has to receive is not affected by that. Of the actions that exist
// only those of the highest priority happen: that of the channel counts first, then the highest of the processes.
//
// Time stands still in urgent and committed locations, and while the guards of a synchronisation on an urgent channel
// hold, whether its target's invariants hold or not.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tiny/net.hpp"
#include "tiny/regions.hpp"

namespace crowfly::tiny {

struct State {
    std::vector<std::int8_t> locations;
    std::vector<std::int8_t> variables;
    Region region{};
    bool operator==(const State&) const = default;
};

class Interpreter {
public:
    Interpreter(const Net& net, Regions regions) : net_(flat(net)), regions_(std::move(regions)) {}

    const Regions& regions() const { return regions_; }

    std::optional<State> initial() const;  // nothing if an invariant is violated from the start
    std::vector<State> actions(const State& state) const;
    // The region that follows in time; the state itself if all clocks are beyond their caps; nothing if time cannot
    // pass.
    std::optional<State> wait(const State& state) const;

    // Anything but `deadlock`, which does not depend on this state alone.
    bool satisfies(const State& state, const Claim& claim) const;

private:
    struct Part {
        std::size_t process;
        const Edge* edge;
        int selected;
    };
    using Firing = std::vector<Part>;

    bool satisfies(const State& state, const ClockTest& test) const;
    bool satisfies(const State& state, const IntTest& test, int selected) const;
    bool satisfies(const State& state, const Condition& condition, int selected = 0) const;
    int cell(const State& state, int variable, const Index& index, int selected) const;
    bool keeps_invariants(const State& state) const;
    std::vector<Part> enabled(const State& state, std::size_t process, Sync sync, int channel) const;
    const Location& location(const State& state, std::size_t process) const;

    std::vector<Firing> firings(const State& state) const;
    void add_pairs(const State& state, const Part& sender, std::vector<Firing>& into) const;
    void add_broadcasts(const State& state, const Part& sender, std::vector<Firing>& into) const;
    bool obeys_commitment(const State& state, const Firing& firing) const;
    std::optional<State> fire(const State& state, const Firing& firing) const;
    bool has_urgent_action(const State& state) const;
    std::pair<int, int> priority(const Firing& firing) const;
    void run(const Update& update, int selected, State& state) const;
    void change_variable(const Update& update, int selected, State& state) const;

    Net net_;
    Regions regions_;
};

}  // namespace crowfly::tiny
