// Heuristics that were computed as sets of states and are looked up in a frozen diagram.
#pragma once

#include "heuristic/registry.hpp"
#include "symbolic/diagrams/frozen_diagram.hpp"
#include "symbolic/systems/network_system.hpp"

namespace crowfly::symbolic {

// What --build-time and --build-memory end: not a failure, the sets so far are kept.
constexpr const char* build_limit_reason = "build limit";

class FrozenHeuristic final : public DescribedHeuristic<FrozenHeuristic> {
public:
    // By default nothing is known.
    struct Estimates {
        FrozenDiagram diagram = {};
        Estimate otherwise = 0;  // of states without a value
    };
    using Compute = Estimates (*)(const Goal& goal, const HeuristicSpec& spec);
    explicit FrozenHeuristic(std::shared_ptr<const Estimates> estimates) : estimates_(std::move(estimates)) {}

    // Those of another thread are looked up, if it has computed them.
    static std::unique_ptr<Heuristic> make(const Goal& goal, const HeuristicSpec& spec, Compute compute);

    Estimate estimate(std::span<const std::int32_t> slots) override {
        const std::uint32_t value = estimates_->diagram.value(slots);
        if (value == FrozenDiagram::none) return estimates_->otherwise;
        return value == erring ? farthest : value;
    }
    void parts(auto& each) { each.derived(estimates_->diagram); }

    // The value of states that are no dead ends because a run-time error may be reached.
    static constexpr std::uint32_t erring = FrozenDiagram::none - 1;

private:
    std::shared_ptr<const Estimates> estimates_;
};

// The options of a system for a goal under its limits; `nodes`: what all diagrams may have together.
SystemOptions limited_options(const Goal& goal, std::size_t nodes);

// The number that an option has.
std::size_t number_of(const HeuristicSpec& spec, const std::string& option);

}  // namespace crowfly::symbolic
