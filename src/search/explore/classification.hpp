// How well a heuristic tells useless transitions from others, on a network whose distances are known. A transition is
// useless if the goal is no nearer where it leads than where it starts; the heuristic classifies it as useless as
// search/guidance/ranking.hpp says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heuristic/removals.hpp"
#include "search/explore/distances.hpp"

namespace crowfly {

struct Classification {
    // Transitions between states from which the goal can be reached, and is not there yet.
    struct Tally {
        std::size_t true_positive = 0, true_negative = 0, false_positive = 0, false_negative = 0;

        std::size_t all() const { return true_positive + true_negative + false_positive + false_negative; }
    };
    Tally all;
    // Transitions met by greedy search with this heuristic that defers useless transitions, the newest state first
    // among equals.
    Tally met;

    // Those of one state, one by one.
    struct Judgement {
        std::vector<EdgeIndex> edges;
        Estimate without = 0;  // estimated where it starts, without it
        Estimate after = 0;    // … and where it leads
        bool is_useless = false;
    };
    std::vector<Judgement> judged;
};

// The distances have to keep edges. Those of the state `shown` are told one by one. Nothing: `unfinished` says which
// limit was reached.
std::optional<Classification> classify(const Network& network, Heuristic& heuristic, Distances& distances,
                                       Removal removal, std::span<const std::int32_t> shown, const Limits& limits,
                                       std::string& unfinished);

}  // namespace crowfly
