// Each clock value is the present time minus the time at which the clock was 0, its origin. So all bounds along a path
// are bounds on differences of times: of its delays, and of origins, one per clock and assignment. They contradict one
// another iff there is a cycle of negative length among them.
#include <algorithm>

#include "abstraction/predicates/core.hpp"
#include "abstraction/predicates/reasons.hpp"
#include "base/alarm.hpp"

namespace crowfly::predicates {
namespace {

// The operations of the error condition, and of each step from the last one on.
using ClockPath = std::vector<ClockOperations>;

// Times, as variables of bounds on differences.
class Times {
public:
    explicit Times(const System& system) : system_(system) {
        for (std::size_t i = 0; i < system.clocks().size(); ++i) nodes_.push_back(size_++);
    }

    void add(const ClockOperation& operation, std::size_t place);
    // What is known besides: the clock of a row is at most so much larger than another one.
    void give(std::size_t left, std::size_t right, zone::WideBound bound) {
        bounds_.push_back({nodes_[right], nodes_[left], bound, true});
        places_.push_back(0);
    }
    // The places of operations that contradict one another. No clock is less than 0.
    std::vector<std::size_t> core();

private:
    void assign(const Step::ClockEffect& effect);
    void pass();

    const System& system_;
    std::size_t size_ = 0;
    std::vector<std::size_t> nodes_;  // per row: the origin of the clock; of row 0: the present
    std::vector<DifferenceBound> bounds_;
    std::vector<std::size_t> places_;  // per bound: of its operation
};

void Times::assign(const Step::ClockEffect& effect) {
    const std::size_t x = system_.row(effect.clock), y = effect.source == 0 ? 0 : system_.row(effect.source);
    give(0, x, zone::zero);
    if (effect.value && x != y) {
        give(x, y, zone::at_most<zone::WideBound>(*effect.value));
        give(y, x, zone::at_most<zone::WideBound>(-*effect.value));
    }
    nodes_[x] = size_++;
}

void Times::pass() {
    const std::size_t later = nodes_[0];
    nodes_[0] = size_++;
    bounds_.push_back({nodes_[0], later, zone::zero, true});
    places_.push_back(0);
}

void Times::add(const ClockOperation& operation, std::size_t place) {
    switch (operation.kind) {
        case ClockOperation::Kind::bound: {
            const Difference& d = operation.difference;
            bounds_.push_back({nodes_[system_.row(d.right)], nodes_[system_.row(d.left)], d.bound, false});
            places_.push_back(place);
            break;
        }
        case ClockOperation::Kind::assignment: assign(operation.effect); break;
        case ClockOperation::Kind::delay: pass(); break;
        case ClockOperation::Kind::standstill: {
            const std::size_t later = nodes_[0];
            pass();
            bounds_.push_back({later, nodes_[0], zone::zero, false});
            places_.push_back(place);
            break;
        }
    }
}

std::vector<std::size_t> Times::core() {
    for (std::size_t i = 1; i < nodes_.size(); ++i) give(0, i, zone::zero);
    std::vector<std::size_t> result;
    for (const std::size_t i : minimal_core(size_, bounds_)) result.push_back(places_[i]);
    return result;
}

// The path with those of its bounds and standstills that are in the core, or with the others. A standstill that is left
// out becomes a delay.
enum class Kept : std::uint8_t { core, others };
ClockPath some_of(const ClockPath& path, const std::vector<std::size_t>& core, Kept kept) {
    ClockPath result(path.size());
    std::size_t place = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        for (const ClockOperation& operation : path[i]) {
            const bool is_kept = std::ranges::binary_search(core, place++) == (kept == Kept::core);
            if (is_kept || operation.kind == ClockOperation::Kind::assignment)
                result[i].push_back(operation);
            else if (operation.kind != ClockOperation::Kind::bound)
                result[i].push_back({ClockOperation::Kind::delay, {}, {}, {}});
        }
    }
    return result;
}

void add_differences(const System& system, const zone::WideZone& zone, std::vector<Predicate>& into) {
    const std::size_t n = system.clocks().size();
    std::vector<bool> needed;
    zone::minimal_form(zone.data(), n, needed);
    bool holds = true;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const bool is_trivial = i == 0 && zone[i * n + j] >= zone::zero;
            if (i != j && needed[i * n + j] && !is_trivial && zone[i * n + j] != zone::infinity<zone::WideBound>)
                into.push_back(
                    predicate_of(Difference{system.clocks()[i], system.clocks()[j], zone[i * n + j]}, holds));
        }
    }
}

// A bound of the zone that no clock values of another one satisfy: rows of the left and the right clock.
std::optional<std::pair<std::size_t, std::size_t>> conflict(const zone::WideZone& zone, const zone::WideZone& other,
                                                            std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (zone::add(other[j * n + i], zone[i * n + j]) < zone::zero) return std::pair{i, j};
        }
    }
    return std::nullopt;
}

// The predicates that a regression of the path needs between its steps, and, if it gets to the initial state, the bound
// that contradicts that.
std::vector<Predicate> predicates_along(const System& system, const ClockRegression& clocks, const ClockPath& path,
                                        const zone::WideZone& initial) {
    std::vector<Predicate> found;
    bool holds = true;
    zone::WideZone zone = clocks.any_clocks();
    for (const ClockOperations& operations : path) {
        for (const ClockOperation& operation : operations) {
            if (operation.location) found.push_back(*operation.location);
        }
        if (!clocks.apply(operations, zone)) return found;
        add_differences(system, zone, found);
    }
    const std::size_t n = system.clocks().size();
    if (const auto rows = conflict(zone, initial, n)) {
        const Difference bound{system.clocks()[rows->first], system.clocks()[rows->second],
                               zone[rows->first * n + rows->second]};
        found.push_back(predicate_of(bound, holds));
    }
    return found;
}

// Nothing: the locations do not fit.
std::optional<ClockPath> clock_path(const System& system, const Regression& regression,
                                    const AbstractSpace::Path& path) {
    const ErrorCase& error = system.errors()[path.error];
    Places at(system.network().processes.size(), anywhere);
    for (const Predicate& location : error.at) at[location.process] = static_cast<std::int32_t>(location.number);
    std::vector<Predicate> not_at = error.not_at;
    ClockPath result{regression.clocks().operations(error, at)};
    for (std::size_t i = path.steps.size(); i-- > 0;) {
        const Step& step = system.steps()[path.steps[i]];
        const Places after = at;
        if (!regression.regress_locations(step, at, not_at)) return std::nullopt;
        result.push_back(regression.clocks().operations(step, after, at));
    }
    return result;
}

// The places of operations that contradict one another or the initial state, ascending. None: they do not, or it is not
// for their sake.
std::vector<std::size_t> core_of(const System& system, const ClockRegression& clocks, const ClockPath& path,
                                 const zone::WideZone& initial) {
    const std::size_t n = system.clocks().size();
    zone::WideZone zone = clocks.any_clocks();
    Times times(system);
    std::size_t place = 0;
    bool is_possible = true;
    for (std::size_t i = 0; i < path.size() && is_possible; ++i) {
        is_possible = clocks.apply(path[i], zone);
        for (const ClockOperation& operation : path[i]) times.add(operation, place++);
    }
    if (is_possible) {
        const auto rows = conflict(zone, initial, n);
        if (!rows) return {};
        times.give(rows->second, rows->first, initial[rows->second * n + rows->first]);
    }
    return times.core();
}

}  // namespace

std::optional<Reasons> clock_reasons(const System& system, const Regression& regression,
                                     const AbstractSpace::Path& path, const zone::WideZone& initial) {
    std::optional<ClockPath> left = clock_path(system, regression, path);
    if (!left) return std::nullopt;
    const ClockRegression& clocks = regression.clocks();
    std::vector<std::size_t> core = core_of(system, clocks, *left, initial);
    if (core.empty()) return std::nullopt;
    Reasons reasons{{}, predicates_along(system, clocks, *left, initial)};
    for (; !core.empty(); core = core_of(system, clocks, *left, initial)) {
        poll();
        const std::vector<Predicate> more = predicates_along(system, clocks, some_of(*left, core, Kept::core), initial);
        reasons.cores.insert(reasons.cores.end(), more.begin(), more.end());
        *left = some_of(*left, core, Kept::others);
    }
    return reasons;
}

}  // namespace crowfly::predicates
