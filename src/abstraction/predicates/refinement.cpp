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
            if (is_single && !regression_.clocks().constrain(zone, bound)) return all;
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

// All reasons become predicates, not one of them: the first few rounds then do not find locations only, one by one, and
// the abstraction knows more beside the path.
bool Refinement::remove(const AbstractSpace::Path& path) {
    const std::optional<Reasons> integers = integer_reasons(system_, regression_, path, slots_);
    const std::optional<Reasons> clocks = clock_reasons(system_, regression_, path, start_);
    std::vector<Predicate> found = location_reasons(path);
    for (const std::optional<Reasons>& reasons : {integers, clocks}) {
        if (reasons) found.insert(found.end(), reasons->cores.begin(), reasons->cores.end());
    }
    return add(found) || (integers && add(integers->all)) || (clocks && add(clocks->all));
}

// A process would have to be in two places at once, or not where it starts. That it is where it has to be later is a
// core. `steps` of a path come in the order of time; regression begins at its end.
std::vector<Predicate> Refinement::location_reasons(const AbstractSpace::Path& path) const {
    Places at(system_.network().processes.size(), anywhere);
    std::vector<Predicate> found;
    const auto note = [&](ProcessIndex process) {
        found.push_back(predicate_of(process, static_cast<std::uint32_t>(at[process])));
    };
    for (const Predicate& location : system_.errors()[path.error].at)
        at[location.process] = static_cast<std::int32_t>(location.number);
    for (std::size_t i = path.steps.size(); i-- > 0;) {
        for (const EdgeIndex e : system_.steps()[path.steps[i]].edges) {
            const Edge& edge = system_.network().edges[e];
            const bool fits =
                at[edge.process] == anywhere || at[edge.process] == static_cast<std::int32_t>(edge.target);
            if (!fits) note(edge.process);
            at[edge.process] = static_cast<std::int32_t>(edge.source);
        }
    }
    for (const ProcessIndex process : system_.processes()) {
        if (at[process] != anywhere && !starts_at(process, static_cast<std::uint32_t>(at[process]))) note(process);
    }
    return found;
}

}  // namespace crowfly::predicates
