#include "abstraction/predicates/clock_regression.hpp"

#include <algorithm>

namespace crowfly::predicates {

zone::WideZone ClockRegression::any_clocks() const {
    const std::size_t n = system_.clocks().size();
    zone::WideZone zone(n * n);
    zone::set_all(zone.data(), n);
    return zone;
}

bool ClockRegression::constrain(zone::WideZone& zone, const Difference& difference) const {
    return zone::constrain(zone.data(), system_.clocks().size(), static_cast<zone::Clock>(system_.row(difference.left)),
                           static_cast<zone::Clock>(system_.row(difference.right)), difference.bound);
}

// ---- Lists of operations --------------------------------------------------------------------------------------------

namespace {

// The step moves the process, so that its location on either side need not be known from elsewhere.
bool moves(const System& system, const Step* step, ProcessIndex process) {
    return step != nullptr &&
           std::ranges::any_of(step->edges, [&](EdgeIndex e) { return system.network().edges[e].process == process; });
}

}  // namespace

void ClockRegression::add_invariants(const Places& at, const Step* known, ClockOperations& into) const {
    for (const ProcessIndex process : system_.processes()) {
        if (at[process] == anywhere) continue;
        const auto number = static_cast<std::uint32_t>(at[process]);
        for (const Difference& bound : system_.invariant(process, number)) {
            into.push_back({ClockOperation::Kind::bound, bound, {}, {}});
            if (!moves(system_, known, process)) into.back().location = predicate_of(process, number);
        }
    }
}

// States from which a delay leads on; invariants hold before and after it.
void ClockRegression::add_delay(const Places& at, const Step* known, ClockOperations& into) const {
    add_invariants(at, known, into);
    for (const ProcessIndex process : system_.processes()) {
        if (at[process] == anywhere) continue;
        const auto number = static_cast<std::uint32_t>(at[process]);
        if (system_.may_delay(process, number)) continue;
        into.push_back({ClockOperation::Kind::standstill, {}, {}, {}});
        if (!moves(system_, known, process)) into.back().location = predicate_of(process, number);
        return;
    }
    into.push_back({ClockOperation::Kind::delay, {}, {}, {}});
    add_invariants(at, known, into);
}

ClockOperations ClockRegression::operations(const ErrorCase& error, const Places& at) const {
    ClockOperations result;
    for (const Difference& bound : error.clocks) result.push_back({ClockOperation::Kind::bound, bound, {}, {}});
    add_delay(at, nullptr, result);
    return result;
}

ClockOperations ClockRegression::operations(const Step& step, const Places& at, const Places& at_before) const {
    ClockOperations result;
    add_invariants(at, nullptr, result);
    for (std::size_t i = step.clock_effects.size(); i-- > 0;)
        result.push_back({ClockOperation::Kind::assignment, {}, step.clock_effects[i], {}});
    for (const Difference& guard : step.clock_guards) result.push_back({ClockOperation::Kind::bound, guard, {}, {}});
    add_delay(at_before, &step, result);
    return result;
}

// ---- What they do to a zone -----------------------------------------------------------------------------------------

bool ClockRegression::assign(const Step::ClockEffect& effect, zone::WideZone& zone) const {
    const std::size_t n = system_.clocks().size();
    const auto x = static_cast<zone::Clock>(system_.row(effect.clock));
    const auto y = static_cast<zone::Clock>(effect.source == 0 ? 0 : system_.row(effect.source));
    if (effect.value && x != y) {
        const auto most = zone::at_most<zone::WideBound>(*effect.value);
        const auto least = zone::at_most<zone::WideBound>(-*effect.value);
        if (!zone::constrain(zone.data(), n, x, y, most) || !zone::constrain(zone.data(), n, y, x, least)) return false;
    }
    zone::release(zone.data(), n, x);
    return true;
}

bool ClockRegression::apply(const ClockOperations& operations, zone::WideZone& zone) const {
    for (const ClockOperation& operation : operations) {
        switch (operation.kind) {
            case ClockOperation::Kind::bound:
                if (!constrain(zone, operation.difference)) return false;
                break;
            case ClockOperation::Kind::assignment:
                if (!assign(operation.effect, zone)) return false;
                break;
            case ClockOperation::Kind::delay: zone::down(zone.data(), system_.clocks().size()); break;
            case ClockOperation::Kind::standstill: break;
        }
    }
    return true;
}

}  // namespace crowfly::predicates
