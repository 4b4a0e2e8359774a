// A network and a formula as a transition system over Boolean variables. Guards, updates and formulas become decision
// diagrams by way of their terms (network/terms/terms.hpp); selects, and the choice between several edges that can
// receive a broadcast, are variables of their own that are quantified.
//
// A circuit is a network with one edge that changes everything. Where a few of its inputs say which part of it moves,
// as in circuits whose gates interleave, there is one relation per value of these inputs instead.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "symbolic/advice.hpp"
#include "symbolic/diagrams/slot_order.hpp"
#include "symbolic/diagrams/term_diagrams.hpp"
#include "symbolic/systems/transition_system.hpp"

namespace crowfly::symbolic {

enum class OrderKind : std::uint8_t {
    force,     // see slot_order.hpp
    declared,  // as the model declares its slots
};

enum class Precision : std::uint8_t {
    exact,
    // All that the network can do, and perhaps more: clocks are ignored, and what cannot be encoded does anything that
    // it may write (relaxed_relations.cpp). Nothing is left out that only searches can do without.
    relaxed,
};

struct SystemOptions {
    Diagrams::Limits limits = {};
    OrderKind order = OrderKind::force;
    const Advice* advice = nullptr;
    bool sifts = false;                      // the order is improved once everything is encoded
    std::size_t most_nodes_per_part = 2500;  // of a conjunction of assignments, if it has several parts
    Precision precision = Precision::exact;
    std::function<void()> check = {};  // called between two transitions; it may throw
};

// What a system is made for: a state in which the formula holds, or fails.
struct SystemGoal {
    const Network& network;
    const Formula& formula;
    bool wanted = true;
    const Symmetry* symmetry = nullptr;  // of states that will be asked about, see network/analyses/normal_forms.hpp
};

// What of a network or a formula cannot be encoded at all; nothing: the rest is found out while encoding it.
std::optional<NotSupported> obvious_obstacle(const SystemGoal& goal);

// A few inputs say which part of a circuit moves, and have to do with all of it.
bool is_moved_by_few_inputs(const Network& network);

class NetworkSystem {
public:
    // Throws NotSupported, if it is to be exact, and LimitReached.
    NetworkSystem(const SystemGoal& goal, const SystemOptions& options);
    NetworkSystem(const NetworkSystem&) = delete;
    NetworkSystem& operator=(const NetworkSystem&) = delete;
    ~NetworkSystem() { variables_.forget_diagrams(); }

    TransitionSystem& system() { return system_; }
    const Bdd& whole_goal();  // as one diagram, however large
    const StateVariables& variables() const { return variables_; }
    Diagrams& diagrams() { return diagrams_; }
    Terms& terms() { return terms_; }
    const Network& network() const { return goal_.network; }
    const SystemGoal& goal() const { return goal_; }
    std::vector<std::string> order() const;  // the names of slots and clocks, those that are tested first first
    const ValueRanges& ranges() const { return ranges_; }

private:
    void sift();

    SystemGoal goal_;
    Terms terms_;
    ValueRanges ranges_;
    std::vector<std::int32_t> clocks_;  // their greatest values
    SlotOrder order_;
    StateVariables variables_;
    Diagrams diagrams_;
    TransitionSystem system_;
};

}  // namespace crowfly::symbolic
