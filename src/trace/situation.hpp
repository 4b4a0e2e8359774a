// A state with a number for every clock, asked plainly what is possible in it. Questions are answered by going through
// the network as it is written; nothing is precomputed or remembered from one to the next.
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

// The elements of a run of some vector of the network.
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

    // These answer why not, or "" if it is so.
    std::string invariants();                           // hold
    std::string guard(const Participant& participant);  // holds, integers and clocks
    std::string allows(const Rational& delay);          // this much time may pass
    std::string joins(const Firing& firing);            // these edges make a transition, and no one is missing
    std::string fire(const Firing& firing);             // it may be taken: the state is now the one behind it

    bool fire_timeless(const Firing& firing);  // as far as locations and integers decide; the clocks mean nothing then

    void pass(const Rational& delay);  // time, whether it may or not
    Interval delays();                 // that may pass
    // The moments from now on, up to the last that time may reach, between which nothing changes that clocks decide:
    // all guards, all invariants here or behind a transition, and the formula if there is one. With a moment within
    // each gap.
    std::vector<Rational> moments(const Formula* formula);

    // Everything that could fire right now, the invariants behind it included, priorities aside.
    using Visitor = std::function<void(const Firing& firing)>;
    void for_each_firing(const Visitor& visit);
    bool is_stuck();  // nothing can happen, now or after any delay
    std::vector<std::string>
    barred();  // of a state that is stuck: each edge that leaves a current location, and what is in its way

    bool holds(const Formula& formula);
    std::optional<std::int32_t> value(const property::Measure& measure);  // an integer; nothing: a run-time error

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
    std::string in_the_way(EdgeIndex edge);
    std::string missing_receiver(const Firing& firing, ChannelIndex channel);
    std::string update(const Firing& firing);

    // Edges that leave the current location of a process, once per combination of select values, whose guard holds: as
    // far as integers decide if `timeless`.
    std::vector<Participant> ready(ProcessIndex process, Sync sync, bool timeless);
    std::vector<Participant> answers(ProcessIndex process, ChannelIndex channel, Sync sync, bool timeless);
    void for_each_group(bool timeless, const Visitor& visit);
    // The same, timeless; but whoever answers a broadcast is shown alone with the sender, not in every combination.
    // That is enough to see when anything changes, unless invariants depend on what several of them do together.
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

}  // namespace crowfly
