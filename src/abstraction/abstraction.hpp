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
#include <string_view>
#include <vector>

#include "abstraction/factored_system.hpp"
#include "base/files/parts.hpp"
#include "task/estimate.hpp"

namespace crowfly {

using AbstractState = std::uint32_t;

// Labels that lead from one abstract state to another; there may be further ones that do.
struct AbstractTransition {
    AbstractState source = 0;
    std::span<const LabelIndex> labels;  // of the factored system
    AbstractState target = 0;
};

class StateAbstraction {
public:
    // The abstract state of states that were pruned: they cannot be reached, or the goal cannot be reached from them.
    static constexpr AbstractState pruned = std::numeric_limits<AbstractState>::max();

    StateAbstraction() = default;
    StateAbstraction(const StateAbstraction&) = delete;
    StateAbstraction& operator=(const StateAbstraction&) = delete;
    virtual ~StateAbstraction() = default;

    virtual std::size_t states() const = 0;
    virtual AbstractState state_of(std::span<const Value> values) const = 0;
    virtual Estimate distance(AbstractState state) const = 0;
    Estimate estimate(std::span<const Value> values) const {
        const AbstractState state = state_of(values);
        return state == pruned ? dead_end : distance(state);
    }
    // The least distance of all states with values in these ranges, one per variable.
    virtual Estimate least_distance(std::span<const ValueRange> /*ranges*/) const { return 0; }

    // The variables that it looks at, ascending.
    virtual std::vector<VariableIndex> variables() const = 0;
    virtual std::size_t bytes() const = 0;

    // Every transition between abstract states with its labels, for costs that differ by label and for pictures.
    // Labels that leave every abstract state alone may be left out. Sets of labels stay where they are as long as the
    // abstraction. False: they are not known any more.
    using TakeTransition = std::function<void(const AbstractTransition&)>;
    virtual bool each_transition(const TakeTransition&) const { return false; }

    // What is kept of it in a file, and who can read that, see loaded_abstraction.hpp.
    virtual std::string_view kind() const = 0;
    virtual void save(ArchiveWriter& to) const = 0;

    // Phases of building with the number of abstract states after each, for plots.
    struct Size {
        std::string phase;
        std::size_t states = 0;

        void parts(auto& each) { each(phase, states); }
    };
    std::vector<Size> sizes;
};

// Distances under costs that are divided among abstractions: what a label costs in all of them together is no more than
// it costs. So the sum over the abstractions is an estimate, in each of the partitions (cost_partitioning/).
struct CostPartitions {
    std::size_t count = 0;
    // Per abstraction, those of a state in all partitions side by side; none: it has no share.
    std::vector<std::vector<Estimate>> distances = {};

    void parts(auto& each) { each(count, distances); }
};

// Several abstractions of one system. Their estimates are combined by the greatest, or added up where each firing is
// counted by at most one of them; besides, by the greatest of the partitions. Several threads may ask at once: what is
// only needed during an estimate belongs to the thread.
struct AbstractionSet {
    std::vector<std::unique_ptr<StateAbstraction>> parts;
    bool adds_up = false;
    // Parts by their indices. If there are some, estimates are added up within each group, and the greatest sum counts;
    // each part is in a group, and each firing counted by at most one part of it.
    std::vector<std::vector<std::uint32_t>> groups = {};
    CostPartitions partitions = {};
    std::size_t built = 0;    // abstract states that were made to get there, those of intermediate products included
    bool is_bounded = false;  // a limit was reached: with a greater one it might tell more states apart

    Estimate estimate(std::span<const Value> values) const {
        static thread_local std::vector<Estimate> sums;  // per partition
        sums.assign(partitions.count, 0);
        Estimate result = estimate_by(values, [&](std::size_t part, AbstractState state) {
            add_shares(part, state, sums);
            return parts[part]->distance(state);
        });
        for (const Estimate sum : sums) result = std::max(result, sum);
        return result;
    }
    // By other distances of the abstract states, `distance(part, state)`, and without partitions.
    template <class Distance>
    Estimate estimate_by(std::span<const Value> values, const Distance& distance) const {
        static thread_local std::vector<Estimate> found;  // per part
        Estimate result = 0;
        found.clear();
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const AbstractState state = parts[p]->state_of(values);
            const Estimate own = state == StateAbstraction::pruned ? dead_end : distance(p, state);
            if (own == dead_end) return dead_end;
            found.push_back(own);
            result = adds_up ? plus(result, own) : std::max(result, own);
        }
        for (const std::vector<std::uint32_t>& group : groups) result = std::max(result, sum_of(group, found));
        return result;
    }
    // Of all states with values in these ranges, without partitions and sums.
    Estimate estimate(std::span<const ValueRange> ranges) const {
        Estimate result = 0;
        for (const std::unique_ptr<StateAbstraction>& part : parts) {
            result = std::max(result, part->least_distance(ranges));
            if (result == dead_end) break;
        }
        return result;
    }
    std::size_t states() const {
        std::size_t all = 0;
        for (const std::unique_ptr<StateAbstraction>& part : parts) all += part->states();
        return all;
    }
    std::size_t bytes() const { return bytes_of(parts) + bytes_of(groups) + bytes_of(partitions); }

private:
    void add_shares(std::size_t part, AbstractState state, std::vector<Estimate>& sums) const {
        if (partitions.count == 0 || partitions.distances[part].empty()) return;
        const Estimate* shares = &partitions.distances[part][state * partitions.count];
        for (std::size_t i = 0; i < partitions.count; ++i) sums[i] += shares[i];
    }
    static Estimate sum_of(const std::vector<std::uint32_t>& group, const std::vector<Estimate>& found) {
        Estimate sum = 0;
        for (const std::uint32_t part : group) sum = plus(sum, found[part]);
        return sum;
    }
};

}  // namespace crowfly
