// State formulas on states. Without clocks a formula holds or it does not; on a symbolic state the question is where in
// the zone it holds.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "network/formula.hpp"
#include "network/machine.hpp"
#include "space/zone_graph.hpp"

namespace crowfly {

class Predicate {
public:
    Predicate(const Network& network, const Formula& formula);

    // The formula on a state without clocks. `stuck` is asked where `deadlock` has to be known. Meaningless after a
    // fault: see stop().
    bool holds(std::span<const std::int32_t> slots, const std::function<bool()>& stuck);

    // The parts of a symbolic state where the formula holds; or fails, if not `wanted`. The zone must be closed under
    // the delays the state allows. `graph` is asked where `deadlock` has to be known.
    template <class B>
    using Zones = std::vector<zone::BasicZone<B>>;
    template <class B>
    void restrict(std::span<const std::int32_t> slots, const B* zone, const ActiveClocks& active,
                  BasicZoneGraph<B>& graph, bool wanted, Zones<B>& zones);

    // Does some valuation of the state satisfy (or violate) it?
    template <class B>
    bool somewhere(std::span<const std::int32_t> slots, const B* zone, const ActiveClocks& active,
                   BasicZoneGraph<B>& graph, bool wanted);

    bool is_discrete() const { return is_discrete_; }  // it mentions neither clocks nor deadlock
    const Stop& stop() const { return stop_; }

private:
    void begin(std::span<const std::int32_t> slots);
    bool truth(const Formula& leaf);  // of a leaf without clocks
    bool evaluate(const Formula& formula, const std::function<bool()>& stuck);
    // The symbolic state that is asked about.
    template <class B>
    struct Subject {
        const B* whole;
        const ActiveClocks& active;
        BasicZoneGraph<B>& graph;
    };
    template <class B>
    void restrict(const Formula& formula, const Subject<B>& subject, bool wanted, Zones<B>& zones);
    template <class B>
    void restrict_any(const std::vector<Formula>& operands, const Subject<B>& subject, bool wanted, Zones<B>& zones);
    template <class B>
    void restrict_to_constraint(const ClockConstraint& constraint, const ActiveClocks& active, bool wanted,
                                Zones<B>& zones);
    template <class B>
    void restrict_to_deadlock(const Subject<B>& subject, bool wanted, Zones<B>& zones);
    void note_fault();

    const Formula& formula_;
    bool is_discrete_;
    Machine machine_;
    Stop stop_;
    std::span<const std::int32_t> slots_;
};

// The comparisons of clocks a formula makes.
void add_use(const Formula& formula, ClockUse& use);
ClockUse use_of(const Formula& formula);

}  // namespace crowfly
