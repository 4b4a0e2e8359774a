#include "trace/checker/situation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

std::string name_of(const Network& network, EdgeIndex edge) {
    return "`" + to_string(network, network.edges[edge]) + "`";
}

}  // namespace

// ---- Conditions -----------------------------------------------------------------------------------------------------

bool Situation::is_true(Program condition) {
    machine_.bind(now_.slots);
    return machine_.holds(condition);
}

std::int64_t Situation::value(const Bound& bound) {
    if (bound.is_constant()) return bound.least;
    machine_.bind(now_.slots);
    machine_.run(bound.program);
    return machine_.result();
}

std::optional<std::int32_t> Situation::value(const property::Measure& measure) {
    const Machine::WithCode with(machine_, measure.code ? *measure.code : network_.code);
    machine_.bind(now_.slots);
    return machine_.run(measure.program) ? std::optional(machine_.result()) : std::nullopt;
}

std::int64_t Situation::bound_of(const ClockConstraint& constraint) {
    const std::int64_t bound = value(constraint.bound);
    return constraint.negated ? -bound : bound;
}

bool Situation::holds(const ClockConstraint& constraint) {
    if (!is_true(constraint.condition)) return true;
    const Rational difference = now_.clocks[constraint.left] - now_.clocks[constraint.right];
    const Rational bound = bound_of(constraint);
    return constraint.strict ? difference < bound : difference <= bound;
}

// "Train(0).x <= 5"
std::string Situation::text(const ClockConstraint& constraint) {
    const std::int64_t bound = bound_of(constraint);
    const std::string_view relation = constraint.strict ? "<" : "<=";
    const std::string& left = network_.clocks[constraint.left].name;
    const std::string& right = network_.clocks[constraint.right].name;
    if (constraint.left == 0) return fmt::format("{} {} {}", right, constraint.strict ? ">" : ">=", -bound);
    if (constraint.right == 0) return fmt::format("{} {} {}", left, relation, bound);
    return fmt::format("{} - {} {} {}", left, right, relation, bound);
}

std::string Situation::invariants() {
    std::string broken;
    for (ProcessIndex p = 0; p < network_.processes.size() && broken.empty(); ++p) {
        const Invariant& invariant = location(p).invariant;
        const auto where = [&] {
            return fmt::format("the invariant of `{}.{}`", network_.processes[p].name, location(p).name);
        };
        if (!is_true(invariant.discrete)) broken = where() + " does not hold";
        for_each(network_.constraints, invariant.constraints, [&](const ClockConstraint& c) {
            if (broken.empty() && !holds(c)) broken = fmt::format("{} does not hold: {}", where(), text(c));
        });
    }
    return broken;
}

std::string Situation::discrete_guard(const Participant& participant) {
    const Edge& edge = network_.edges[participant.edge];
    const auto name = [&] { return name_of(network_, participant.edge); };
    if (now_.slots[edge.process] != static_cast<std::int32_t>(edge.source))
        return fmt::format("{} does not leave the current location", name());
    if (participant.selects.size() != edge.selects.count)
        return fmt::format("{} has {} select values", name(), edge.selects.count);
    for (std::uint32_t i = 0; i < edge.selects.count; ++i) {
        const Select& select = network_.selects[edge.selects.first + i];
        const std::int32_t chosen = participant.selects[i];
        if (chosen < select.least || chosen > select.greatest)
            return fmt::format("`{}` of {} cannot be {}", select.name, name(), chosen);
        machine_.local(select.local) = chosen;
    }
    return is_true(edge.guard) ? "" : fmt::format("the guard of {} does not hold", name());
}

std::string Situation::guard(const Participant& participant) {
    std::string broken = discrete_guard(participant);
    for_each(network_.constraints, network_.edges[participant.edge].constraints, [&](const ClockConstraint& c) {
        if (broken.empty() && !holds(c))
            broken = fmt::format("the guard of {} does not hold: {}", name_of(network_, participant.edge), text(c));
    });
    return broken;
}

ChannelIndex Situation::channel(const Participant& participant) {
    const Edge& edge = network_.edges[participant.edge];
    if (!edge.channel_program) return edge.channel;
    for (std::uint32_t i = 0; i < edge.selects.count; ++i)
        machine_.local(network_.selects[edge.selects.first + i].local) = participant.selects[i];
    machine_.bind(now_.slots);
    machine_.run(edge.channel_program);
    return static_cast<ChannelIndex>(machine_.result());
}

bool Situation::holds(const Formula& formula) {
    const auto operand = [&](const Formula& f) { return holds(f); };
    switch (formula.kind) {
        case Formula::Kind::constant: return formula.value;
        case Formula::Kind::location: return now_.slots[formula.process] == static_cast<std::int32_t>(formula.number);
        case Formula::Kind::discrete: {
            const Machine::WithCode with(machine_, code_of(network_, formula));
            return is_true(formula.program);
        }
        case Formula::Kind::clock: {
            const Machine::WithCode with(machine_, code_of(network_, formula));
            return holds(formula.constraint);
        }
        case Formula::Kind::deadlock: return is_stuck();
        case Formula::Kind::negation: return !holds(formula.operands[0]);
        case Formula::Kind::conjunction: return std::ranges::all_of(formula.operands, operand);
        case Formula::Kind::disjunction: return std::ranges::any_of(formula.operands, operand);
    }
    return false;
}

// ---- Transitions ----------------------------------------------------------------------------------------------------

bool Situation::is_committed(const Firing& firing) const {
    bool some = false;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) some = some || location(p).committed;
    return !some || std::ranges::any_of(firing.participants, [&](const Participant& p) {
        return location(network_.edges[p.edge].process).committed;
    });
}

Priority Situation::priority(const Firing& firing) {
    const Participant& first = firing.participants.front();
    const bool internal = network_.edges[first.edge].sync == Sync::none;
    Priority result{internal ? network_.internal_priority : network_.channels[channel(first)].priority,
                    std::numeric_limits<int>::min()};
    for (const Participant& p : firing.participants) {
        result.process = std::max(result.process, network_.processes[network_.edges[p.edge].process].priority);
    }
    return result;
}

std::string Situation::outranked(const Firing& firing) {
    if (!network_.features.priorities) return "";
    const Priority own = priority(firing);
    std::string by;
    for_each_firing([&](const Firing& other) {
        if (by.empty() && priority(other) > own)
            by = fmt::format("{} goes first", name_of(network_, other.participants.front().edge));
    });
    return by;
}

std::string Situation::joins(const Firing& firing) {
    if (firing.participants.empty()) return "the step has no edges";
    const Participant& first = firing.participants.front();
    const Edge& edge = network_.edges[first.edge];
    const std::size_t count = firing.participants.size();
    const std::string name = name_of(network_, first.edge);
    if (edge.sync == Sync::none) return count == 1 ? "" : fmt::format("{} fires alone", name);
    if (edge.sync == Sync::join) return joins_vector(firing);
    if (edge.sync == Sync::receive) return fmt::format("{} receives, and the sender comes first", name);
    const ChannelIndex on = channel(first);
    for (std::size_t i = 1; i < count; ++i) {
        const Participant& other = firing.participants[i];
        const Edge& receiving = network_.edges[other.edge];
        if (receiving.sync != Sync::receive || channel(other) != on) {
            return fmt::format("{} does not receive on `{}`", name_of(network_, other.edge),
                               network_.channels[on].name);
        }
        if (receiving.process == edge.process) return fmt::format("{} cannot synchronise with its own process", name);
    }
    if (network_.channels[on].broadcast) return missing_receiver(firing, on);
    return count == 2 ? "" : fmt::format("{} needs one receiver on `{}`", name, network_.channels[on].name);
}

// Every process that can receive a broadcast must receive it, in the order of the processes.
std::string Situation::missing_receiver(const Firing& firing, ChannelIndex on) {
    std::size_t next = 1;
    const ProcessIndex sender = network_.edges[firing.participants.front().edge].process;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const bool takes_part =
            next < firing.participants.size() && network_.edges[firing.participants[next].edge].process == p;
        if (takes_part) ++next;
        if (p == sender || takes_part || answers(p, on, Sync::receive, false).empty()) continue;
        return fmt::format("`{}` can receive on `{}`, so it must", network_.processes[p].name,
                           network_.channels[on].name);
    }
    return next == firing.participants.size() ? "" : "the receivers are not in the order of the processes";
}

std::string Situation::joins_vector(const Firing& firing) {
    const bool some = std::ranges::any_of(network_.transitions, [&](const Transition& t) {
        return t.kind == Transition::Kind::vector && t.edge == firing.participants.front().edge && fits(t, firing);
    });
    return some ? "" : "no synchronisation has exactly these edges";
}

bool Situation::fits(const Transition& vector, const Firing& firing) {
    std::size_t next = 1;
    for (const std::uint32_t i : vector.parts) {
        const VectorPart& part = network_.parts[i];
        bool has_edge = false;
        for_each(network_.edges, location(part.process).edges,
                 [&](const Edge& e) { has_edge |= e.sync == Sync::join && e.channel == part.event; });
        if (part.role == VectorPart::Role::absent && has_edge) return false;
        const std::vector<Participant> able = answers(part.process, part.event, Sync::join, false);
        const bool takes_part =
            next < firing.participants.size() && std::ranges::find(able, firing.participants[next]) != able.end();
        if (takes_part) ++next;
        const bool must =
            part.role == VectorPart::Role::required || (part.role == VectorPart::Role::optional && !able.empty());
        if (must && !takes_part) return false;
    }
    return next == firing.participants.size();
}

std::string Situation::fire(const Firing& firing) {
    for (const Participant& p : firing.participants) {
        if (network_.edges[p.edge].obstacle >= 0)
            return fmt::format("{} has a part that is not supported", name_of(network_, p.edge));
        if (std::string why = guard(p); !why.empty()) return why;
    }
    if (std::string why = joins(firing); !why.empty()) return why;
    if (!is_committed(firing)) return "a committed location has to be left first";
    if (std::string why = outranked(firing); !why.empty()) return why;
    if (std::string why = update(firing); !why.empty()) return why;
    return invariants();
}

bool Situation::fire_timeless(const Firing& firing) {
    for (const Participant& p : firing.participants) {
        const Edge& edge = network_.edges[p.edge];
        if (now_.slots[edge.process] != static_cast<std::int32_t>(edge.source)) return false;  // no sentence is made
    }
    for (const Participant& p : firing.participants) {
        if (!discrete_guard(p).empty()) return false;
    }
    return update(firing).empty();
}

// Updates run one after the other, the sender's first, then the receivers'; each sees the effects of those before.
std::string Situation::update(const Firing& firing) {
    machine_.bind(now_.slots);
    machine_.clock_updates().clear();
    machine_.charged() = 0;
    bool good = !network_.before_update || machine_.run(network_.before_update);
    for (const Participant& p : firing.participants) {
        const Edge& edge = network_.edges[p.edge];
        for (std::uint32_t i = 0; i < edge.selects.count; ++i)
            machine_.local(network_.selects[edge.selects.first + i].local) = p.selects[i];
        good = good && (!edge.update || machine_.run(edge.update));
        now_.slots[edge.process] = static_cast<std::int32_t>(edge.target);
    }
    good = good && (!network_.after_update || machine_.run(network_.after_update));
    if (!good) return fmt::format("the update ends in a run-time error: {}", to_string(machine_.fault().kind));
    for (const ClockUpdate& u : machine_.clock_updates()) {
        now_.clocks[u.clock] = (u.source == 0 ? Rational(0) : now_.clocks[u.source]) + u.value;
    }
    return "";
}

// ---- All transitions ------------------------------------------------------------------------------------------------

std::vector<Participant> Situation::ready(ProcessIndex process, Sync sync, bool timeless) {
    std::vector<Participant> result;
    const Run edges = location(process).edges;
    poll();
    for (const std::uint32_t e : edges) {
        const Edge& edge = network_.edges[e];
        if (edge.sync != sync) continue;
        std::vector<Participant> chosen{{e, {}}};
        for_each(network_.selects, edge.selects, [&](const Select& select) {
            std::vector<Participant> longer;
            for (const Participant& p : chosen) {
                for (std::int32_t v = select.least; v <= select.greatest; ++v) {
                    longer.push_back(p);
                    longer.back().selects.push_back(v);
                }
            }
            chosen = std::move(longer);
        });
        for (Participant& p : chosen) {
            if ((timeless ? discrete_guard(p) : guard(p)).empty()) result.push_back(std::move(p));
        }
    }
    return result;
}

std::vector<Participant> Situation::answers(ProcessIndex process, ChannelIndex on, Sync sync, bool timeless) {
    std::vector<Participant> result = ready(process, sync, timeless);
    std::erase_if(result, [&](const Participant& p) { return channel(p) != on; });
    return result;
}

// A receiver with a clock guard may stay out if clock guards are ignored.
bool Situation::may_stay_out(const std::vector<Participant>& participants, bool timeless) {
    const auto is_timed = [&](const Participant& p) { return network_.edges[p.edge].constraints.count != 0; };
    return timeless && std::ranges::all_of(participants, is_timed);
}

void Situation::answer_all(Firing& firing, const std::vector<std::vector<Participant>>& choices, std::size_t next,
                           bool timeless, const Visitor& visit) {
    if (next == choices.size()) return visit(firing);
    for (const Participant& p : choices[next]) {
        firing.participants.push_back(p);
        answer_all(firing, choices, next + 1, timeless, visit);
        firing.participants.pop_back();
    }
    if (choices[next].empty() || may_stay_out(choices[next], timeless))
        answer_all(firing, choices, next + 1, timeless, visit);
}

// Vectors are few: joins() checks every combination of edges of their parts.
void Situation::add_vectors(const Participant& first, bool timeless, const Visitor& visit) {
    for (const Transition& t : network_.transitions) {
        if (t.kind != Transition::Kind::vector || t.edge != first.edge) continue;
        std::vector<std::vector<Participant>> choices;
        for_each(network_.parts, t.parts, [&](const VectorPart& part) {
            if (part.role != VectorPart::Role::absent)
                choices.push_back(answers(part.process, part.event, Sync::join, timeless));
        });
        Firing firing{0, channel(first), {first}};
        answer_all(firing, choices, 0, timeless, [&](const Firing& f) {
            if (timeless || fits(t, f)) visit(f);
        });
    }
}

// Per other process, the edges with which it can receive.
std::vector<std::vector<Participant>> Situation::receivers(const Participant& sender, bool timeless) {
    std::vector<std::vector<Participant>> choices;
    const ChannelIndex on = channel(sender);
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        if (p != network_.edges[sender.edge].process) choices.push_back(answers(p, on, Sync::receive, timeless));
    }
    return choices;
}

bool Situation::invariants_are_fixed() const {
    const auto is_fixed = [](const ClockConstraint& c) { return c.bound.is_constant() && !c.condition; };
    return !network_.features.clock_copies && std::ranges::all_of(network_.constraints, is_fixed);
}

void Situation::for_each_pair(const Visitor& visit) {
    if (!network_.features.broadcast || !invariants_are_fixed()) return for_each_group(true, visit);
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        for (const Participant& alone : ready(p, Sync::none, true)) visit({0, std::nullopt, {alone}});
        for (const Participant& first : ready(p, Sync::join, true)) add_vectors(first, true, visit);
        for (const Participant& sender : ready(p, Sync::send, true)) {
            const ChannelIndex on = channel(sender);
            if (network_.channels[on].broadcast) visit({0, on, {sender}});
            for (const std::vector<Participant>& some : receivers(sender, true)) {
                for (const Participant& receiver : some) visit({0, on, {sender, receiver}});
            }
        }
    }
}

void Situation::for_each_group(bool timeless, const Visitor& visit) {
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        for (const Participant& alone : ready(p, Sync::none, timeless)) visit({0, std::nullopt, {alone}});
        for (const Participant& first : ready(p, Sync::join, timeless)) add_vectors(first, timeless, visit);
        for (const Participant& sender : ready(p, Sync::send, timeless)) {
            const ChannelIndex on = channel(sender);
            const std::vector<std::vector<Participant>> choices = receivers(sender, timeless);
            Firing firing{0, on, {sender}};
            if (network_.channels[on].broadcast) {
                answer_all(firing, choices, 0, timeless, visit);
                continue;
            }
            for (const std::vector<Participant>& some : choices) {
                for (const Participant& receiver : some) visit({0, on, {sender, receiver}});
            }
        }
    }
}

void Situation::for_each_firing(const Visitor& visit) {
    for_each_group(false, [&](const Firing& firing) {
        if (!is_committed(firing)) return;
        Situation behind(network_, now_);
        if (behind.update(firing).empty() && behind.invariants().empty()) visit(firing);
    });
}

// ---- Being stuck ----------------------------------------------------------------------------------------------------

std::string Situation::why_disabled(EdgeIndex e) {
    const Edge& edge = network_.edges[e];
    std::vector<Participant> able = ready(edge.process, edge.sync, true);
    std::erase_if(able, [&](const Participant& p) { return p.edge != e; });
    if (able.empty()) return "its guard does not hold";
    const Participant& one = able.front();
    const std::vector<Line> now = lines();
    Interval when = delays();
    std::string late;
    discrete_guard(one);  // binds its select values
    for_each(network_.constraints, edge.constraints, [&](const ClockConstraint& c) {
        when = intersection(when, delays_within(c, now));
        if (late.empty() && when.empty()) late = fmt::format("{} does not come true in time", text(c));
    });
    if (!late.empty()) return late;
    const std::string on = edge.sync == Sync::none ? "" : network_.channels[channel(one)].name;
    if (edge.sync == Sync::send && !network_.channels[channel(one)].broadcast)
        return fmt::format("nobody can receive on `{}`", on);
    if (edge.sync == Sync::receive) return fmt::format("nobody can send on `{}`", on);
    if (edge.sync == Sync::join) return fmt::format("not everybody can join in `{}`", on);
    return is_committed({0, std::nullopt, {one}}) ? "the invariant behind it does not hold"
                                                  : "a committed location has to be left first";
}

std::vector<std::string> Situation::barred() {
    std::vector<std::string> reasons;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const Run edges = location(p).edges;
        if (edges.count == 0)
            reasons.push_back(fmt::format("no edge leaves `{}.{}`", network_.processes[p].name, location(p).name));
        for (const std::uint32_t e : edges) {
            reasons.push_back(fmt::format("{}: {}", name_of(network_, e), why_disabled(e)));
        }
    }
    return reasons;
}

bool Situation::is_stuck() {
    for (const Rational& moment : moments(nullptr)) {
        Situation later(network_, now_);
        later.pass(moment);
        bool some = false;
        later.for_each_firing([&](const Firing&) { some = true; });
        if (some) return false;
    }
    return true;
}

std::optional<std::vector<std::vector<std::int32_t>>> states_along(const Network& network,
                                                                   const std::vector<std::int32_t>& initial,
                                                                   const std::vector<Firing>& firings) {
    std::vector<std::vector<std::int32_t>> states{initial};
    Situation situation(network, {initial, std::vector<Rational>(network.clocks.size()), 0});
    for (const Firing& firing : firings) {
        if (!situation.fire_timeless(firing)) return std::nullopt;
        states.push_back(situation.state().slots);
    }
    return states;
}

}  // namespace crowfly
