// State formulas on symbolic states: where in a zone does a formula hold?
#pragma once

#include <vector>

#include "network/formula.hpp"
#include "network/machine.hpp"
#include "space/zone_graph.hpp"

namespace crowfly {

class Predicate {
public:
    Predicate(const Network& network, const Formula& formula);

    // Does some valuation of the state satisfy it? False also after a fault: see stop().
    bool holds_somewhere(const SymbolicState& state, ZoneGraph& graph);
    bool fails_somewhere(const SymbolicState& state, ZoneGraph& graph);

    const Stop& stop() const { return stop_; }

private:
    using Zones = std::vector<zone::Zone>;

    bool somewhere(const SymbolicState& state, ZoneGraph& graph, bool wanted);
    bool truth(const Formula& leaf);  // of a leaf without clocks
    void restrict(const Formula& formula, bool wanted, Zones& zones);
    void restrict_all(const std::vector<Formula>& operands, bool wanted, Zones& zones);
    void restrict_any(const std::vector<Formula>& operands, bool wanted, Zones& zones);
    void restrict_to_constraint(const ClockConstraint& constraint, bool wanted, Zones& zones);
    void restrict_to_deadlock(bool wanted, Zones& zones);

    const Formula& formula_;
    Machine machine_;
    Stop stop_;
    std::vector<std::int32_t> slots_;
    const SymbolicState* state_ = nullptr;
    ZoneGraph* graph_ = nullptr;
    ActiveClocks active_;
};

// The comparisons a formula makes, as bounds that matter in every state.
void add_bounds(const Formula& formula, std::vector<ClockBound>& bounds);

}  // namespace crowfly
