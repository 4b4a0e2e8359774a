// Searches for a shorter way between two states of a path (trail improvement, section 4.3 of Edelkamp, Schuppan,
// Bošnački, Wijs, Fehnker, Aljazzar: Survey on directed model checking, 2008). The state at the end of the window is
// known, so that the distance to it can be told from the states themselves: how far each process is from its location
// there (the FSM distance), and how many variables have another value (the Hamming distance).
//
// Zones are explored, since a way need not be possible with the clock values it leads to. It ends in the same discrete
// state, perhaps with other clock values; whoever takes it finds out whether the rest of the path is still possible.
// The loop of a lasso is a window that ends in the state it begins with: what is found there is another loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "reduce/path_search.hpp"
#include "space/layout.hpp"
#include "trace/shorter/editable_path.hpp"

namespace crowfly {

// How far discrete states are from a given one.
class StateDistance {
public:
    explicit StateDistance(const Network& network) : network_(network) {}

    // `compared`: the slots of variables that count.
    void aim_at(std::span<const std::int32_t> target, std::vector<std::uint32_t> compared);

    static constexpr std::uint32_t unreachable = UINT32_MAX;
    // A transition moves each process by one edge at most, so that the farthest one tells how many are needed at least.
    // unreachable: a process has left its way for good.
    std::uint32_t least(std::span<const std::int32_t> slots) const;
    // All processes and variables, added up.
    std::uint32_t estimate(std::span<const std::int32_t> slots) const;

private:
    const std::vector<std::uint32_t>& distances_to(std::size_t process, std::uint32_t location);

    const Network& network_;
    std::vector<std::int32_t> target_;
    std::vector<std::uint32_t> compared_;
    std::vector<const std::vector<std::uint32_t>*> per_process_;
    std::map<std::pair<std::size_t, std::uint32_t>, std::vector<std::uint32_t>> known_;  // per location
};

class WindowSearch {
public:
    using Slots = EditablePath::Slots;
    using Firings = EditablePath::Firings;

    // From a state of a path to a later one.
    struct Window {
        const Slots& from;
        std::span<const zone::WideZone> zones;  // clock values with which it is reached
        const Slots& to;
        std::size_t length;    // in transitions
        bool is_kept = false;  // what the destination keeps is kept between them
    };

    WindowSearch(const Network& network, const Destination& destination, ShorteningBudget& budget);

    // The transitions of a shorter way, one at least, for which some thousand states are expanded at most.
    std::optional<Firings> find(const Window& window);

private:
    void start(const Window& window);
    void expand(PathSearch::Index state);
    PathSearch::Rank rank(std::size_t length, std::span<const std::int32_t> slots) const;
    const std::vector<std::uint32_t>& packed(std::span<const std::int32_t> slots);
    bool is_target(std::span<const std::int32_t> slots) { return packed(slots) == target_; }

    static constexpr std::size_t most_states = 10'000;

    ShorteningBudget& budget_;
    std::optional<Predicate> kept_;
    bool kept_wanted_;
    WideZoneGraph graph_;
    Layout layout_;  // states that agree in its key have the same future
    StateDistance distance_;
    std::vector<std::uint32_t> compared_;

    // Of one search. Positions are lengths of ways from the start of the window.
    PathSearch search_;
    std::vector<std::uint32_t> target_, packed_;
    std::size_t longest_ = 0;  // ways have fewer transitions
};

// The windows of a part of a path: between states that are far apart, then nearer. `improves` is called with the first
// and the last state of each, until it says that there is a shorter path.
template <class Improves>
bool any_window(std::size_t first, std::size_t last, const Improves& improves) {
    for (std::size_t size = last - first; size > 1; size = (size + 1) / 2) {
        for (std::size_t from = first; from < last; from += (size + 1) / 2) {
            if (improves(from, std::min(from + size, last))) return true;
        }
    }
    return false;
}

}  // namespace crowfly
