// A heuristic estimates the distance of a discrete state to the goal: the number of transitions to it, or `dead_end` if
// it sees no way there. It is built once per query.
//
// The guarantees of each heuristic are declared beside it (registry.hpp) and checked against exhaustively solved
// networks by tests/property/test_heuristics.cpp:
//   admissible  never more than the true distance: A* then finds a shortest trace
//   consistent  drops by at most 1 per transition: A* then never reopens a state
//   safe        `dead_end` proves that the goal cannot be reached: such states are not expanded
// They hold for reachable states, and for states in the normal forms that are declared beside them
// (network/analyses/normal_forms.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/files/parts.hpp"
#include "task/estimate.hpp"
#include "task/goal.hpp"

namespace crowfly {

// A transition of the plan behind an estimate, by the edges that fire together. Transitions of the same round are
// independent.
struct AbstractStep {
    std::uint32_t round = 0;  // counted from 1
    std::vector<EdgeIndex> edges;
};

// Edges removed from the network, to see whether an estimate needs them. Heuristics may cache what they know of such a
// network under its number.
struct RemovedEdges {
    std::uint32_t number = 0;
    std::vector<EdgeIndex> edges;  // ascending
    std::vector<bool> without;     // per edge of the network
};

struct AbstractionSet;  // abstraction/abstraction.hpp
struct FactoredSystem;

class Heuristic {
public:
    Heuristic() = default;
    Heuristic(const Heuristic&) = delete;
    Heuristic& operator=(const Heuristic&) = delete;
    virtual ~Heuristic() = default;

    virtual Estimate estimate(std::span<const std::int32_t> slots) = 0;

    // The normal forms of the states that it may be asked about: those that it was built for and knows.
    NormalForms forms() const { return forms_; }
    void declare(NormalForms forms) { forms_ = forms; }

    // Whether estimates depend on the lower bounds of clocks. Lowering a bound never makes an estimate greater.
    virtual bool reads_clocks() const { return false; }
    virtual Estimate estimate(std::span<const std::int32_t> slots, ClockFloor /*floor*/) { return estimate(slots); }

    // Whether estimates depend on the zone. A larger zone never has a greater estimate. The zones of a search may be
    // extrapolated, so such a heuristic is not consistent.
    virtual bool reads_zone() const { return false; }
    virtual Estimate estimate(std::span<const std::int32_t> slots, const ZoneView& zone) {
        return estimate(slots, zone.floor);
    }
    bool is_discrete() const { return !reads_clocks() && !reads_zone(); }  // one estimate per discrete state

    // Why it cannot estimate the network without some edges, or "". Only in the latter case may the next two be called.
    virtual std::string_view why_not_without_edges() const {
        return "it looks its estimates up in tables made beforehand";
    }
    virtual Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor floor,
                                      const RemovedEdges& /*removed*/) {
        return estimate(slots, floor);
    }
    // Appends edges that support the estimate: it stays the same as long as none of them is removed. False: it cannot
    // tell.
    virtual bool find_support(std::span<const std::int32_t> /*slots*/, ClockFloor /*floor*/,
                              std::vector<EdgeIndex>& /*edges*/) {
        return false;
    }

    // The memory it holds, roughly, without the tasks that it shares (task/task_cache.hpp).
    virtual std::size_t bytes() const { return 0; }
    virtual bool uses_task() const { return false; }  // whether it estimates by one of them

    // What all estimates so far have taken, in steps of about a nanosecond; 0: they are looked up.
    virtual std::uint64_t steps() const { return 0; }

    // Of an abstraction: how many abstract states were made for it. Nothing: it is none.
    virtual std::optional<std::size_t> abstract_states() const { return std::nullopt; }
    // … and what it looks like. Null: it is none, or it is not kept.
    virtual const FactoredSystem* factored_system() const { return nullptr; }
    virtual const AbstractionSet* abstractions() const { return nullptr; }

    // The plan behind the estimate. Empty: there is none, or the heuristic does not count transitions.
    virtual std::vector<AbstractStep> explain(std::span<const std::int32_t> /*slots*/) { return {}; }

private:
    NormalForms forms_;
};

// A heuristic that names by `parts` what it holds (base/files/parts.hpp).
template <class Self>
class DescribedHeuristic : public Heuristic {
public:
    std::size_t bytes() const override { return bytes_of_parts(static_cast<const Self&>(*this)); }
};

}  // namespace crowfly
