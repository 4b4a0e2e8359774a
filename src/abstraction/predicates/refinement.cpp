#include "abstraction/predicates/refinement.hpp"

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly::predicates {
namespace {

constexpr std::uint32_t most_rounds_of_refinement = 50;
constexpr std::size_t most_paths = 64;  // that a round removes
constexpr std::size_t most_predicates = 400;

}  // namespace

Refinement::Refinement(const System& system, const SpaceLimits& limits, std::size_t held)
    : system_(system), limits_(limits), held_(held), regression_(system), start_(initial_zone()) {
    for (const Slot& slot : system.network().slots) slots_.push_back(slot.initial);
    for (const Process& process : system.network().processes)
        slots_[process.slot] = static_cast<std::int32_t>(process.initial);
    for (const ErrorCase& error : system.errors()) {
        predicates_.insert(predicates_.end(), error.at.begin(), error.at.end());
        predicates_.insert(predicates_.end(), error.not_at.begin(), error.not_at.end());
    }
    sort_out(predicates_);
}

std::vector<Predicate> Refinement::run(const RefinementOptions& options) {
    std::vector<Predicate> before = predicates_;
    std::size_t longest = 0;
    const std::uint32_t most = options.rounds.value_or(most_rounds_of_refinement);
    std::optional<AbstractSpace::Path> path = shortest_path();
    for (; rounds_ < most && path && predicates_.size() < most_predicates; ++rounds_) {
        longest = path->steps.size();
        before = predicates_;
        if (!remove(*path)) return predicates_;
        path = shortest_path();
        for (std::size_t i = 0; options.removes_all && i < most_paths; ++i) {
            if (!path || path->steps.size() > longest || !remove(*path)) break;
            path = shortest_path();
        }
        if (!options.rounds && path && path->steps.size() <= longest) return before;
    }
    return predicates_;
}

std::optional<AbstractSpace::Path> Refinement::shortest_path() {
    const Predicates predicates(predicates_);
    system_.context().goal.effort.reach({.doing = "refining", .predicates = predicates_.size()});
    const LiteralSet initial = initial_literals(predicates);
    AbstractSpace space(system_, predicates, limits_, held_);
    space.build(&initial);
    return space.path_from(initial);
}

bool Refinement::remove(const AbstractSpace::Path& path) {
    return add_locations(path) || add_integers(path) || add_clocks(path);
}

bool Refinement::add(const std::vector<Predicate>& found) {
    const std::size_t before = predicates_.size();
    predicates_.insert(predicates_.end(), found.begin(), found.end());
    sort_out(predicates_);
    return predicates_.size() > before;
}

// ---- The initial state ----------------------------------------------------------------------------------------------

bool Refinement::starts_at(ProcessIndex process, std::uint32_t number) const {
    const Process& starting = system_.network().processes[process];
    return starting.initial == number ||
           std::ranges::find(starting.also_initial, number) != starting.also_initial.end();
}

zone::WideZone Refinement::initial_zone() const {
    const std::vector<ClockIndex>& clocks = system_.clocks();
    const std::size_t n = clocks.size();
    zone::WideZone zone(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const std::int64_t left = system_.network().clocks[clocks[i]].initial;
            const std::int64_t right = system_.network().clocks[clocks[j]].initial;
            zone[i * n + j] = zone::at_most<zone::WideBound>(left - right);
        }
    }
    bool delays = true, is_single = true;
    for (const ProcessIndex p : system_.processes()) {
        const Process& process = system_.network().processes[p];
        is_single = is_single && process.also_initial.empty();
        delays = delays && system_.may_delay(p, process.initial);
    }
    if (!delays && is_single) return zone;
    zone::up(zone.data(), n);
    const zone::WideZone all = zone;
    for (const ProcessIndex p : system_.processes()) {
        for (const Difference& bound : system_.invariant(p, system_.network().processes[p].initial)) {
            if (is_single && !regression_.constrain(zone, bound)) return all;
        }
    }
    return zone;
}

LiteralSet Refinement::initial_literals(const Predicates& predicates) const {
    Lookup lookup(system_, predicates);
    LiteralSet possible = lookup.read(slots_, {{}, system_.clocks(), start_});
    for (std::size_t p = 0; p < predicates.first_integer(); ++p) {
        const Process& process = system_.network().processes[predicates[p].process];
        if (process.also_initial.empty()) continue;
        if (starts_at(predicates[p].process, predicates[p].number)) possible.add(literal_of(p, true));
        possible.add(literal_of(p, false));
    }
    return possible;
}

// ---- Reasons why a path is spurious ---------------------------------------------------------------------------------

// A process would have to be in two places at once. `steps` of a path come in the order of time; regression begins at
// its end.
bool Refinement::add_locations(const AbstractSpace::Path& path) {
    const ErrorCase& error = system_.errors()[path.error];
    for (const ProcessIndex process : system_.processes()) {
        std::int32_t at = Conjunction::anywhere;
        std::vector<Predicate> found, excluded;
        for (const Predicate& location : error.at) {
            if (location.process == process) at = static_cast<std::int32_t>(location.number);
        }
        for (const Predicate& location : error.not_at) {
            if (location.process == process) excluded.push_back(location);
        }
        bool is_spurious = false;
        for (std::size_t i = path.steps.size(); i-- > 0 && !is_spurious;) {
            for (const EdgeIndex e : system_.steps()[path.steps[i]].edges) {
                const Edge& edge = system_.network().edges[e];
                if (edge.process != process) continue;
                is_spurious = at == Conjunction::anywhere
                                  ? std::ranges::find(excluded, predicate_of(process, edge.target)) != excluded.end()
                                  : at != static_cast<std::int32_t>(edge.target);
                if (at != Conjunction::anywhere) found.push_back(predicate_of(process, static_cast<std::uint32_t>(at)));
                at = static_cast<std::int32_t>(edge.source);
                excluded.clear();
            }
        }
        if (at != Conjunction::anywhere) found.push_back(predicate_of(process, static_cast<std::uint32_t>(at)));
        if (!is_spurious)
            is_spurious = at != Conjunction::anywhere && !starts_at(process, static_cast<std::uint32_t>(at));
        if (is_spurious && add(found)) return true;
    }
    return false;
}

// The values of integers contradict one another.
bool Refinement::add_integers(const AbstractSpace::Path& path) {
    std::vector<TermLiteral> integers;
    std::vector<Predicate> found;
    bool holds = true;
    TermGraph& graph = system_.context().terms.graph();
    const auto note = [&] {
        for (const TermLiteral& literal : integers) {
            const Predicate predicate = predicate_of(graph, literal, holds);
            if (system_.is_visible(predicate.term)) found.push_back(predicate);
        }
    };
    for (const TermLiteral& literal : system_.errors()[path.error].integers) {
        const TermId term = predicate_of(graph, literal, holds).term;
        integers.push_back({term, holds});
    }
    note();
    for (std::size_t i = path.steps.size(); i-- > 0;) {
        const Step& step = system_.steps()[path.steps[i]];
        const bool is_possible =
            regression_.regress_integers(step, integers) && regression_.integers().assume(integers, step.inputs);
        if (!is_possible) return add(found);
        note();
    }
    for (const TermLiteral& literal : integers) {
        const auto value =
            system_.is_visible(literal.term) ? system_.context().reader.value(literal.term, slots_) : std::nullopt;
        if (value && (*value != 0) != literal.holds) return add(found);
    }
    return false;
}

void Refinement::add_differences(const zone::WideZone& zone, std::vector<Predicate>& into) const {
    const std::size_t n = system_.clocks().size();
    std::vector<bool> needed;
    zone::minimal_form(zone.data(), n, needed);
    bool holds = true;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const bool is_trivial = i == 0 && zone[i * n + j] >= zone::zero;
            if (i != j && needed[i * n + j] && !is_trivial && zone[i * n + j] != zone::infinity<zone::WideBound>)
                into.push_back(
                    predicate_of(Difference{system_.clocks()[i], system_.clocks()[j], zone[i * n + j]}, holds));
        }
    }
}

// No clock values fit. Where processes are says which invariants hold, so it has to be known as well.
bool Refinement::add_clocks(const AbstractSpace::Path& path) {
    std::vector<Predicate> found;
    std::optional<Conjunction> states = regression_.start(system_.errors()[path.error]);
    if (!states) return false;
    const std::size_t n = system_.clocks().size();
    bool holds = true;
    const auto note = [&] {
        add_differences(states->clocks, found);
        for (const ProcessIndex process : system_.processes()) {
            if (states->at[process] != Conjunction::anywhere && system_.is_timed(process))
                found.push_back(predicate_of(process, static_cast<std::uint32_t>(states->at[process])));
        }
    };
    note();
    for (std::size_t i = path.steps.size(); i-- > 0;) {
        const Step& step = system_.steps()[path.steps[i]];
        const std::vector<std::int32_t> at = states->at;
        if (!regression_.regress_locations(step, states->at, states->not_at)) return false;
        if (!regression_.regress_clocks(step, at, states->at, states->clocks)) return add(found);
        note();
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const zone::WideBound bound = states->clocks[i * n + j];
            if (zone::add(start_[j * n + i], bound) >= zone::zero) continue;
            found.push_back(predicate_of(Difference{system_.clocks()[i], system_.clocks()[j], bound}, holds));
            return add(found);
        }
    }
    return false;
}

}  // namespace crowfly::predicates
