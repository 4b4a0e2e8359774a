// Which transitions to follow first: what a search is told to prefer, as a rank for each successor (Wehrle:
// Transition-based directed model checking, 2011).
//
// *useless* (Ch. 3): a transition is deferred if the estimate of the state before it, even without it,
// is no greater than that of the state after it. Whether that is so need not be asked if none of the missing edges is
// among those that the estimate rests on. *contexts* (Ch. 4): transitions that interfere with the previous one come
// first, the nearer the better, unless that one met a part of the goal. Transitions that do not interfere with it at
// all may be left out where processes influence one another by variables alone: with clocks, commitment, urgency or
// priorities they are only deferred. *helpful*: transitions that the estimate counts are pushed to a list of their own
// besides.
#pragma once

#include <optional>
#include <unordered_map>

#include "base/files/parts.hpp"
#include "heuristic/innocence.hpp"
#include "heuristic/removals.hpp"
#include "network/analyses/interference.hpp"
#include "search/guidance/estimates.hpp"
#include "search/guidance/tiers.hpp"
#include "space/firing.hpp"

namespace crowfly {

class Ranking {
public:
    static constexpr std::uint32_t left_out = std::numeric_limits<std::uint32_t>::max();  // a tier of nobody
    static constexpr std::uint32_t no_transition = std::numeric_limits<std::uint32_t>::max();

    Ranking(const Goal& goal, const Preference& preference);

    // The state whose transitions come next, its estimate, and the transition that led there.
    void expand(Heuristic& heuristic, StateId state, std::span<const std::int32_t> slots, ClockFloor floor,
                Estimate estimate, std::uint32_t reached_by);
    // Of one of them, and the estimate of where it leads.
    Rank rank(Heuristic& heuristic, const FiredEdges& fired, Estimate after);
    Rank best() const { return {preference_.contexts_decide ? 2 * first_level() : first_level(), false}; }

    // Whether what was left out of a state reached by the one transition may be needed when it is reached by the other.
    bool opens_more(std::uint32_t before, std::uint32_t now);

    std::size_t asked() const { return asked_; }  // how often the heuristic was
    bool is_deferred(std::uint32_t tier) const;
    std::string name_of(std::uint32_t tier) const;
    void parts(auto& each) { each.derived(reduced_, interference_); }

private:
    bool is_useless(Heuristic& heuristic, const FiredEdges& fired, Estimate after);
    bool is_helpful(const FiredEdges& fired) const;
    std::uint32_t level_of(std::uint32_t transition);
    // After a transition that touches the goal, all transitions are in one tier with those that interfere directly with
    // the previous one, as the numbers of the thesis show; its text puts them in a tier before.
    std::uint32_t first_level() const { return preference_.contexts && !preference_.exact_contexts ? 1 : 0; }
    void look_for_support(Heuristic& heuristic);

    const Network& network_;
    Preference preference_;
    std::optional<Interference> interference_;
    std::vector<bool> innocent_;
    bool may_leave_out_ = false;
    std::optional<Removals> removals_;
    std::unordered_map<std::uint64_t, Estimate> reduced_;  // per discrete state and what is removed

    std::size_t asked_ = 0;

    // The state being expanded.
    StateId state_ = 0;
    std::vector<std::int32_t> slots_, floor_;
    Estimate estimate_ = 0;
    std::uint32_t reached_by_ = no_transition;
    bool is_supported_ = false;       // it is known …
    std::vector<EdgeIndex> support_;  // … that the estimate stays with these edges
    std::vector<AbstractStep> steps_;
};

}  // namespace crowfly
