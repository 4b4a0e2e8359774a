// Evaluates state formulas. In a state without clocks a formula holds or fails; in a symbolic state it holds in a part
// of the zone.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "network/formula.hpp"
#include "network/machine.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {

class Predicate {
public:
    Predicate(const Network& network, const Formula& formula);

    // The value in a state without clocks. `stuck` says whether the state is a deadlock. Meaningless after a fault, see
    // stop().
    bool holds(std::span<const std::int32_t> slots, const std::function<bool()>& stuck);

    // Appends the parts of a symbolic state in which the formula holds; or fails, if not `wanted`. The zone must be
    // closed under the delays that the state allows. `graph` computes deadlocks.
    template <class B>
    using Zones = std::vector<zone::BasicZone<B>>;
    template <class B>
    void restrict(std::span<const std::int32_t> slots, const B* zone, const ActiveClocks& active,
                  BasicZoneGraph<B>& graph, bool wanted, Zones<B>& zones);

    // Whether the formula holds (or fails) for some clock values of the state.
    template <class B>
    bool somewhere(std::span<const std::int32_t> slots, const B* zone, const ActiveClocks& active,
                   BasicZoneGraph<B>& graph, bool wanted);

    bool is_discrete() const { return is_discrete_; }  // mentions neither clocks nor deadlock
    const Stop& stop() const { return stop_; }

private:
    void begin(std::span<const std::int32_t> slots);
    bool truth(const Formula& leaf);  // of a leaf without clocks
    bool evaluate(const Formula& formula, const std::function<bool()>& stuck);
    // The symbolic state in which the formula is evaluated.
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

// The comparisons of clocks in a formula.
void add_use(const Formula& formula, ClockUse& use);
ClockUse use_of(const Formula& formula);

}  // namespace crowfly
