#include "space/evaluator.hpp"

#include <algorithm>

namespace crowfly {

Evaluator::Evaluator(const Network& network)
    : network_(network), machine_(network.code), plain_(network.locations.size()) {
    read_plain_locations();
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        const auto first = plain_.begin() + network.processes[p].locations.first;
        const auto asks = [](const Plain& l) { return !l.plain || l.urgent || l.limits.count != 0; };
        if (std::any_of(first, first + network.processes[p].locations.count, asks)) watched_.push_back(p);
    }
}

void Evaluator::read_plain_locations() {
    for (std::size_t l = 0; l < plain_.size(); ++l) {
        const Location& location = network_.locations[l];
        const Invariant& invariant = location.invariant;
        Plain& plain = plain_[l];
        plain.plain = !invariant.discrete && invariant.rates.count == 0 && location.obstacle < 0;
        for (const std::uint32_t c : invariant.constraints) {
            plain.plain =
                plain.plain && !network_.constraints[c].condition && network_.constraints[c].bound.is_constant();
        }
        if (!plain.plain) continue;
        plain.committed = location.committed;
        plain.urgent = location.urgent || location.committed;
        plain.limits.first = static_cast<std::uint32_t>(plain_limits_.size());
        append_limits(invariant.constraints, plain_limits_);
        plain.limits.count = static_cast<std::uint32_t>(plain_limits_.size()) - plain.limits.first;
    }
}

void Evaluator::set_selects(const Edge& edge, std::span<const std::int32_t> values) {
    for (std::uint32_t i = 0; i < edge.selects.count; ++i) {
        machine_.local(network_.selects[edge.selects.first + i].local) = values[i];
    }
}

std::optional<bool> Evaluator::holds(Program condition) {
    if (!condition) return true;
    if (!machine_.run(condition)) return std::nullopt;
    return machine_.result() != 0;
}

std::optional<std::int32_t> Evaluator::value(Program program) {
    if (!machine_.run(program)) return std::nullopt;
    return machine_.result();
}

std::optional<std::int32_t> Evaluator::value(const Bound& bound) {
    return bound.is_constant() ? bound.least : value(bound.program);
}

bool Evaluator::fault_disables() const {
    if (!network_.faults_disable) return false;
    switch (machine_.fault().kind) {
        case FaultKind::range:
        case FaultKind::index:
        case FaultKind::division:
        case FaultKind::overflow:
        case FaultKind::negative_clock: return true;
        default: return false;
    }
}

bool Evaluator::append_limits(Run constraints, std::vector<Limit>& into) {
    for (const std::uint32_t i : constraints) {
        const ClockConstraint& constraint = network_.constraints[i];
        const std::optional<bool> applies = holds(constraint.condition);
        if (!applies) return false;
        if (!*applies) continue;
        const std::optional<std::int32_t> bound = value(constraint.bound);
        if (!bound) return false;
        const std::int64_t signed_bound = constraint.negated ? -std::int64_t{*bound} : *bound;
        into.push_back({constraint.left, constraint.right, constraint.strict, signed_bound, i});
    }
    return true;
}

bool Evaluator::append_stopped(Run rates, std::vector<ClockIndex>& into, Fault& fault) {
    for (const std::uint32_t i : rates) {
        const ClockRate& rate = network_.rates[i];
        const std::optional<bool> applies = holds(rate.condition);
        const std::optional<std::int32_t> number = applies && *applies ? value(rate.rate) : std::optional{1};
        if (!applies || !number) {
            fault = machine_.fault();
            return false;
        }
        if (*number != 0 && *number != 1) {
            fault = {FaultKind::clock_rate, *number, 0, 1, rate.span};
            return false;
        }
        if (*number == 0) into.push_back(rate.clock);
    }
    return true;
}

bool Evaluator::read_invariant(const Invariant& invariant, ProcessIndex process, Stay& into, Fault& fault) {
    const std::optional<bool> allowed = holds(invariant.discrete);
    if (!allowed) {
        fault = machine_.fault();
        return false;
    }
    if (!*allowed) {  // the state is not allowed for any clock values; bounds might not even be computable
        into.broken = process;
        return true;
    }
    if (!append_limits(invariant.constraints, into.limits)) {
        fault = machine_.fault();
        return false;
    }
    return append_stopped(invariant.rates, into.stopped, fault);
}

bool Evaluator::read_stay(std::span<const std::int32_t> state, Stay& into, Stop& stop) {
    into.limits.clear();
    into.stopped.clear();
    into.committed = into.urgent = false;
    into.broken.reset();
    for (const ProcessIndex process : watched_) {
        const std::uint32_t number = static_cast<std::uint32_t>(state[process]);
        const Plain& plain = plain_[network_.processes[process].locations.first + number];
        if (plain.plain) {
            const auto first = plain_limits_.begin() + plain.limits.first;
            into.limits.insert(into.limits.end(), first, first + plain.limits.count);
            into.committed |= plain.committed;
            into.urgent |= plain.urgent;
            continue;
        }
        const Location& location = network_.location(process, number);
        Fault fault;
        bool readable = read_invariant(location.invariant, process, into, fault);
        if (!readable && fault.kind != FaultKind::clock_rate && fault_disables()) {
            into.broken = process;
            readable = true;
        }
        if (readable && into.broken) return true;
        if (!readable || location.obstacle >= 0) {
            stop = Stop{};
            stop.kind = readable ? Stop::Kind::obstacle : Stop::Kind::fault;
            stop.part = Stop::Part::invariant;
            stop.fault = fault;
            stop.obstacle = location.obstacle;
            stop.process = process;
            stop.location = number;
            return false;
        }
        into.committed |= location.committed;
        into.urgent |= location.urgent || location.committed;
    }
    return true;
}

}  // namespace crowfly
