#include "abstraction/predicates/abstraction.hpp"

#include <algorithm>

#include "base/files/parts.hpp"

namespace crowfly::predicates {

PartAbstraction::PartAbstraction(std::unique_ptr<System> system, std::vector<Predicate> predicates,
                                 const SpaceLimits& limits, std::size_t held)
    : system_(std::move(system)), predicates_(std::move(predicates)), space_(*system_, predicates_, limits, held),
      lookup_(*system_, predicates_) {
    space_.build();
    space_.finish();
}

// Parts about which the error condition says nothing have no distances.
PredicateAbstraction::PredicateAbstraction(const Goal& goal, const Options& options)
    : goal_(goal), context_(goal_), adds_up_(options.adds_up) {
    std::size_t number = 0;
    std::vector<std::vector<ProcessIndex>> split_processes = split(goal.network, options.bound);
    for (std::vector<ProcessIndex>& processes : split_processes) {
        ++number;
        auto system = std::make_unique<System>(context_, std::move(processes));
        if (std::ranges::any_of(system->errors(), &ErrorCase::empty)) continue;
        std::vector<Predicate> predicates =
            options.refines ? Refinement(*system, options.limits, bytes_of(parts_)).run(options.refinement)
                            : system->syntactic_predicates();
        goal_.effort.reach({.doing = "regressing part",
                            .number = number,
                            .of = split_processes.size(),
                            .predicates = predicates.size()});
        parts_.push_back(std::make_unique<PartAbstraction>(std::move(system), std::move(predicates), options.limits,
                                                           bytes_of(parts_)));
    }
    goal_.effort.tell(bytes_of(parts_));
    goal_.effort.watch = nullptr;
}

std::uint32_t PredicateAbstraction::distance(std::span<const std::int32_t> slots, const ZoneView& zone) {
    std::uint32_t result = 0;
    for (const std::unique_ptr<PartAbstraction>& part : parts_) {
        const std::uint32_t own = part->distance(slots, zone);
        if (own == unreachable) return unreachable;
        result = adds_up_ ? result + own : std::max(result, own);
    }
    return result;
}

bool PredicateAbstraction::reads_clocks() const {
    return std::ranges::any_of(parts_, [](const std::unique_ptr<PartAbstraction>& part) {
        return part->predicates().first_clock() < part->predicates().size();
    });
}

}  // namespace crowfly::predicates
