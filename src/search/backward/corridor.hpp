// Leads from a state to the goal through the layers that were computed backward from it: depth first, and only to
// states that are near enough for the steps that are left. So it confirms a distance by steps of the network itself,
// and finds the states on the way. Where preimages are exact the first successor of the right layer will do. Where they
// are not, a state may turn out to be farther away; that is remembered.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/backward/target_layers.hpp"
#include "search/settings/path.hpp"
#include "search/settings/search_task.hpp"
#include "space/discrete/discrete_transitions.hpp"
#include "space/layout.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {

class Corridor {
public:
    // `goes_on` is called after each expansion; false: a limit is reached.
    Corridor(const SearchTask& task, TargetLayers& layers, Statistics& statistics, std::function<bool()> goes_on);

    // Whether a path of at most so many steps leads from this state to the goal. Not known after a limit or a stop.
    bool leads_from(std::span<const std::int32_t> from, std::uint32_t steps);
    const Path& path() const { return path_; }  // the states after it
    const Stop& stop() const { return stop_; }  // what the model does wrong on the way
    std::size_t bytes() const { return missed_bytes_; }
    std::string described() const;  // the backward search, in words

private:
    using Key = std::vector<std::uint32_t>;  // what tells states apart, packed
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    struct Candidate {
        std::uint32_t distance;
        std::vector<std::int32_t> slots;
    };
    // A state of the path, and its successors that are near enough.
    struct Level {
        Key key;
        std::uint32_t steps = 0;  // that are left
        std::vector<Candidate> candidates = {};
        std::size_t next = 0;
    };

    bool is_goal(std::span<const std::int32_t> slots);
    Key clear(std::vector<std::int32_t>& slots);
    bool enter(std::vector<std::int32_t> slots, std::uint32_t steps);
    void add_candidates(std::span<const std::int32_t> slots, Level& level);
    void note_missed(Key key, std::uint32_t steps);
    bool is_over() const { return has_ended_ || stop_; }

    const SearchTask& task_;
    TargetLayers& layers_;
    Statistics& statistics_;
    std::function<bool()> goes_on_;
    Layout layout_;
    DiscreteTransitions transitions_;
    std::vector<Level> levels_;
    // States from which the goal is not reached in so many steps.
    std::unordered_map<Key, std::uint32_t, KeyHash> missed_in_;
    std::size_t missed_bytes_ = 0;
    Path path_;
    Stop stop_;
    bool has_ended_ = false;
};

// The path to a node of a space, and on through the corridor, which leads from its state to the goal. Nothing: a limit
// is reached.
template <class Space>
std::optional<Path> path_through(Space& space, NodeId node, Corridor& corridor, std::uint32_t steps) {
    Path path = path_to(space, node);
    // What leads on from a representative does not lead on from the state that it stands for.
    if (space.is_symmetric() && !corridor.leads_from(path.back(), steps)) return std::nullopt;
    path.insert(path.end(), corridor.path().begin(), corridor.path().end());
    return path;
}

}  // namespace crowfly
