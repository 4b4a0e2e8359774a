// The semantics of a network in one state with a number for every clock, written naively as a reference for replaying.
// Every function walks the network as it is written; nothing is precomputed or cached.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/interval.hpp"
#include "network/machine.hpp"
#include "network/network.hpp"
#include "property/property.hpp"
#include "space/firing.hpp"
#include "space/run.hpp"

namespace crowfly {

// Visits the elements of `all` that the run of indices names.
template <class Element, class Visit>
void for_each(const std::vector<Element>& all, Run run, const Visit& visit) {
    for (const std::uint32_t i : run) visit(all[i]);
}

class Situation {
public:
    Situation(const Network& network, ConcreteState state)
        : network_(network), machine_(network.code), now_(std::move(state)) {}

    const ConcreteState& state() const { return now_; }
    const Location& location(ProcessIndex process) const {
        return network_.location(process, static_cast<std::uint32_t>(now_.slots[process]));
    }

    // Each of these returns "" if its condition holds, else a sentence that says why not.
    std::string invariants();                           // all invariants hold
    std::string guard(const Participant& participant);  // the guard holds, over integers and clocks
    std::string allows(const Rational& delay);          // the delay is allowed
    std::string joins(const Firing& firing);            // the edges form a transition, and no participant is missing
    std::string fire(const Firing& firing);             // the transition may fire; if so, fires it

    // Fires the transition if locations and integers allow it; clock guards are ignored and clocks not updated.
    bool fire_timeless(const Firing& firing);

    void pass(const Rational& delay);                      // lets time pass, allowed or not
    std::int64_t price_rate();                             // what a time unit costs, in a network with prices
    std::int64_t charged() { return machine_.charged(); }  // by the updates of the transition that fired last
    Interval delays();                                     // the delays that are allowed
    // The moments from now on at which a guard, an invariant of this state or of a successor, or the formula (if there
    // is one) may change its value, and one moment between each two of them, as far as time may pass.
    std::vector<Rational> moments(const Formula* formula);
    std::vector<Rational> turning_points(
        const Formula& formula);  // delays after which the formula may change its value

    // All transitions that can fire now, invariants of the target included, priorities ignored.
    using Visitor = std::function<void(const Firing& firing)>;
    void for_each_firing(const Visitor& visit);
    bool is_stuck();  // no transition can fire, now or after any delay
    // In a deadlock: one sentence per edge from a current location, why it cannot be taken.
    std::vector<std::string> barred();

    bool holds(const Formula& formula);
    std::optional<std::int32_t> value(const property::Measure& measure);  // nothing: a run-time error

private:
    struct Line {  // a clock's value after a delay d: start, plus d if it runs
        Rational start;
        bool runs = false;
    };

    bool is_true(Program condition);
    std::int64_t value(const Bound& bound);
    std::int64_t bound_of(const ClockConstraint& constraint);
    bool holds(const ClockConstraint& constraint);
    std::string text(const ClockConstraint& constraint);
    std::string discrete_guard(const Participant& participant);
    ChannelIndex channel(const Participant& participant);
    bool is_committed(const Firing& firing) const;
    Priority priority(const Firing& firing);
    std::string outranked(const Firing& firing);
    std::string joins_vector(const Firing& firing);
    bool fits(const Transition& vector, const Firing& firing);
    std::string why_disabled(EdgeIndex edge);
    std::string missing_receiver(const Firing& firing, ChannelIndex channel);
    std::string update(const Firing& firing);

    // Edges from the current location of a process whose guard holds, once per combination of select values. If
    // `timeless`, clock guards are ignored.
    std::vector<Participant> ready(ProcessIndex process, Sync sync, bool timeless);
    std::vector<Participant> answers(ProcessIndex process, ChannelIndex channel, Sync sync, bool timeless);
    void for_each_group(bool timeless, const Visitor& visit);
    // Like for_each_group, timeless; but each receiver of a broadcast is visited alone with the sender, not in every
    // combination. That suffices to find the moments at which anything changes, unless an invariant depends on what
    // several receivers do together.
    void for_each_pair(const Visitor& visit);
    bool invariants_are_fixed() const;
    std::vector<std::vector<Participant>> receivers(const Participant& sender, bool timeless);
    void answer_all(Firing& firing, const std::vector<std::vector<Participant>>& choices, std::size_t next,
                    bool timeless, const Visitor& visit);
    void add_vectors(const Participant& first, bool timeless, const Visitor& visit);
    bool may_stay_out(const std::vector<Participant>& participants, bool timeless);

    std::vector<Line> lines();
    Interval delays_within(const ClockConstraint& constraint, const std::vector<Line>& lines);
    Interval urgent_delays(const Firing& firing, const std::vector<Line>& lines);
    void add_turning_point(const ClockConstraint& constraint, const std::vector<Line>& lines,
                           std::vector<Rational>& into);
    void add_turning_points(Run constraints, const std::vector<Line>& lines, std::vector<Rational>& into);
    void add_turning_points(const Formula& formula, const std::vector<Line>& lines, std::vector<Rational>& into);
    void add_turning_points_behind(const Firing& firing, const std::vector<Line>& lines, std::vector<Rational>& into);

    const Network& network_;
    Machine machine_;
    ConcreteState now_;
};

// The discrete states along these transitions, the first one included, clocks ignored. Nothing: they cannot be taken.
std::optional<std::vector<std::vector<std::int32_t>>> states_along(const Network& network,
                                                                   const std::vector<std::int32_t>& initial,
                                                                   const std::vector<Firing>& firings);

}  // namespace crowfly
