// Time in a situation: which delays are allowed, and at which moments guards, invariants or formulas change.
#include <fmt/format.h>

#include <algorithm>

#include "base/sort_out.hpp"
#include "trace/checker/situation.hpp"

namespace crowfly {

std::vector<Situation::Line> Situation::lines() {
    std::vector<Line> lines;
    for (const Rational& value : now_.clocks) lines.push_back({value, true});
    lines[0].runs = false;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        for_each(network_.rates, location(p).invariant.rates, [&](const ClockRate& rate) {
            if (is_true(rate.condition) && value(rate.rate) == 0) lines[rate.clock].runs = false;
        });
    }
    return lines;
}

void Situation::pass(const Rational& delay) {
    const std::vector<Line> now = lines();
    for (std::size_t c = 1; c < now.size(); ++c) {
        if (now[c].runs) now_.clocks[c] += delay;
    }
    now_.time += delay;
}

std::int64_t Situation::price_rate() {
    std::int64_t sum = 0;
    bool given = false;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        for_each(network_.prices->rates, location(p).invariant.prices, [&](const PriceRate& rate) {
            if (!is_true(rate.condition)) return;
            sum += value(rate.rate);
            given = true;
        });
    }
    return given ? sum : network_.prices->otherwise;
}

Interval Situation::delays_within(const ClockConstraint& constraint, const std::vector<Line>& lines) {
    Interval all = Interval::at_least(0);
    if (!is_true(constraint.condition)) return all;
    const Line& left = lines[constraint.left];
    const Line& right = lines[constraint.right];
    const Rational left_over = Rational(bound_of(constraint)) - (left.start - right.start);
    if (left.runs == right.runs)
        return left_over > 0 || (left_over == 0 && !constraint.strict) ? all : Interval::nothing();
    if (left.runs) {
        all.lower_high(left_over, constraint.strict);
    } else {
        all.raise_low(-left_over, constraint.strict);
    }
    return all;
}

// The delays after which the guards of an urgent synchronisation hold.
Interval Situation::urgent_delays(const Firing& firing, const std::vector<Line>& lines) {
    Interval both = Interval::at_least(0);
    const std::size_t asked = network_.channels[*firing.channel].broadcast ? 1 : firing.participants.size();
    for (std::size_t i = 0; i < asked; ++i) {
        discrete_guard(firing.participants[i]);  // binds its select values
        for_each(network_.constraints, network_.edges[firing.participants[i].edge].constraints,
                 [&](const ClockConstraint& c) { both = intersection(both, delays_within(c, lines)); });
    }
    return both;
}

Interval Situation::delays() {
    Interval allowed = Interval::at_least(0);
    const std::vector<Line> now = lines();
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        if (location(p).urgent || location(p).committed) allowed.lower_high(0, false);
        for_each(network_.constraints, location(p).invariant.constraints,
                 [&](const ClockConstraint& c) { allowed = intersection(allowed, delays_within(c, now)); });
    }
    if (!network_.features.urgent_channels) return allowed;
    for_each_pair([&](const Firing& firing) {
        if (!firing.channel || !network_.channels[*firing.channel].urgent || !is_committed(firing)) return;
        const Interval urgent = urgent_delays(firing, now);
        if (!urgent.empty()) allowed.lower_high(urgent.low, false);
    });
    return allowed;
}

std::string Situation::allows(const Rational& delay) {
    if (delay < 0) return "the delay is negative";
    if (delay == 0 || delays().contains(delay)) return "";
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const bool committed = location(p).committed;
        if (!location(p).urgent && !committed) continue;
        return fmt::format("no time may pass in `{}.{}`, which is {}", network_.processes[p].name, location(p).name,
                           committed ? "committed" : "urgent");
    }
    Situation later(network_, now_);
    later.pass(delay);
    const std::string broken = later.invariants();
    return broken.empty() ? "an urgent synchronisation is possible before the end of the delay"
                          : broken + " after the delay";
}

void Situation::add_turning_point(const ClockConstraint& constraint, const std::vector<Line>& lines,
                                  std::vector<Rational>& into) {
    const Line& left = lines[constraint.left];
    const Line& right = lines[constraint.right];
    if (left.runs == right.runs) return;
    const Rational left_over = Rational(bound_of(constraint)) - (left.start - right.start);
    into.push_back(left.runs ? left_over : -left_over);
}

void Situation::add_turning_points(Run constraints, const std::vector<Line>& lines, std::vector<Rational>& into) {
    for_each(network_.constraints, constraints, [&](const ClockConstraint& c) { add_turning_point(c, lines, into); });
}

void Situation::add_turning_points(const Formula& formula, const std::vector<Line>& lines,
                                   std::vector<Rational>& into) {
    if (formula.kind == Formula::Kind::clock) {
        const Machine::WithCode with(machine_, code_of(network_, formula));
        add_turning_point(formula.constraint, lines, into);
    }
    for (const Formula& operand : formula.operands) add_turning_points(operand, lines, into);
}

// The moments at which the invariants of the target of a transition change.
void Situation::add_turning_points_behind(const Firing& firing, const std::vector<Line>& before,
                                          std::vector<Rational>& into) {
    Situation behind(network_, now_);
    if (!behind.update(firing).empty()) return;
    std::vector<Line> after = before;
    for (const ClockUpdate& u : behind.machine_.clock_updates()) {
        after[u.clock] = u.source == 0 ? Line{0, false} : after[u.source];
        after[u.clock].start += u.value;
    }
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        behind.add_turning_points(behind.location(p).invariant.constraints, after, into);
    }
}

std::vector<Rational> Situation::turning_points(const Formula& formula) {
    std::vector<Rational> turns;
    add_turning_points(formula, lines(), turns);
    sort_out(turns);
    std::erase_if(turns, [](const Rational& turn) { return turn <= 0; });
    return turns;
}

std::vector<Rational> Situation::moments(const Formula* formula) {
    const std::vector<Line> now = lines();
    const Interval allowed = delays();
    std::vector<Rational> turns{0};
    if (formula != nullptr) add_turning_points(*formula, now, turns);
    const auto add_turning_points_of = [&](const Firing& firing) {
        for (const Participant& p : firing.participants) {
            discrete_guard(p);  // binds its select values
            add_turning_points(network_.edges[p.edge].constraints, now, turns);
        }
        add_turning_points_behind(firing, now, turns);
    };
    if (network_.clocks.size() > 1) for_each_pair(add_turning_points_of);  // without clocks nothing depends on time
    if (allowed.high) turns.push_back(*allowed.high);
    sort_out(turns);
    std::vector<Rational> result;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        if (allowed.contains(turns[i])) result.push_back(turns[i]);
        const Rational between = i + 1 < turns.size() ? (turns[i] + turns[i + 1]) / 2 : turns[i] + 1;
        if (allowed.contains(between)) result.push_back(between);
    }
    return result;
}

}  // namespace crowfly
