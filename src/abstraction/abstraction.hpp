// An abstraction maps the states of a factored system (factored_system.hpp) to few abstract states such that whatever
// leads from one state to another leads from the abstract state of the one to that of the other. So the distance of an
// abstract state to the goal is never more than that of the states it stands for, and where an abstract state has no
// way to the goal, neither have they. Each of the three uses rests on that: as a heuristic (heuristic/abstractions/),
// as a proof, and to prune.
//
// Builders of abstractions are plug-ins (heuristic/abstraction_plugin.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abstraction/factored_system.hpp"
#include "task/estimate.hpp"

namespace crowfly {

using AbstractState = std::uint32_t;

struct AbstractTransition {
    AbstractState source = 0;
    LabelIndex label = 0;  // of the factored system
    AbstractState target = 0;
};

class Abstraction {
public:
    // The abstract state of states that were pruned: they cannot be reached, or the goal cannot be reached from them.
    static constexpr AbstractState pruned = std::numeric_limits<AbstractState>::max();

    Abstraction() = default;
    Abstraction(const Abstraction&) = delete;
    Abstraction& operator=(const Abstraction&) = delete;
    virtual ~Abstraction() = default;

    virtual std::size_t states() const = 0;
    virtual AbstractState state_of(std::span<const Value> values) const = 0;
    virtual Estimate distance(AbstractState state) const = 0;
    Estimate estimate(std::span<const Value> values) const {
        const AbstractState state = state_of(values);
        return state == pruned ? dead_end : distance(state);
    }

    // The variables that it looks at, ascending.
    virtual std::vector<VariableIndex> variables() const = 0;
    virtual std::size_t bytes() const = 0;

    // Every transition between abstract states with its labels, for costs that differ by label and for pictures.
    // Labels that leave every abstract state alone may be left out. False: they are not known any more.
    using TakeTransition = std::function<void(const AbstractTransition&)>;
    virtual bool each_transition(const TakeTransition&) const { return false; }

    // Phases of building with the number of abstract states after each, for plots.
    struct Size {
        std::string phase;
        std::size_t states = 0;
    };
    std::vector<Size> sizes;
};

// Several abstractions of one system. Their estimates are combined by the greatest, or added up where each firing is
// counted by at most one of them.
struct AbstractionSet {
    std::vector<std::unique_ptr<Abstraction>> parts;
    bool adds_up = false;
    // Parts by their indices. If there are some, estimates are added up within each group, and the greatest sum counts;
    // each part is in a group, and each firing counted by at most one part of it.
    std::vector<std::vector<std::uint32_t>> groups = {};

    Estimate estimate(std::span<const Value> values) const {
        Estimate result = 0;
        found.clear();
        for (const std::unique_ptr<Abstraction>& part : parts) {
            const Estimate own = part->estimate(values);
            if (own == dead_end) return dead_end;
            found.push_back(own);
            result = adds_up ? plus(result, own) : std::max(result, own);
        }
        for (const std::vector<std::uint32_t>& group : groups) {
            Estimate sum = 0;
            for (const std::uint32_t part : group) sum = plus(sum, found[part]);
            result = std::max(result, sum);
        }
        return result;
    }
    std::size_t states() const {
        std::size_t all = 0;
        for (const std::unique_ptr<Abstraction>& part : parts) all += part->states();
        return all;
    }
    std::size_t bytes() const {
        std::size_t all = 0;
        for (const std::unique_ptr<Abstraction>& part : parts) all += part->bytes();
        return all;
    }

    mutable std::vector<Estimate> found = {};  // per part, of the last estimate
};

}  // namespace crowfly
