// Transitions taken apart: which steps those edges are made of that fire together, and which of the steps belong
// together.
#pragma once

#include <map>

#include "heuristic/ground/ways.hpp"

namespace crowfly {

using StepIndex = std::uint32_t;

// An aspect before its ways are known. `fixed`: they are from the start.
struct RawAspect {
    std::vector<StepIndex> steps;  // in the order in which they run
    std::vector<RawWay> ways;
    bool certain = false;
    bool fixed = false;
    std::vector<std::vector<SlotValue>> faults = {};
};

struct RawTransition {
    std::uint32_t transition = 0;
    std::vector<EdgeIndex> edges;
    std::vector<std::uint32_t> aspects;
};

class Taking {
public:
    explicit Taking(const Network& network);

    void take_apart(std::uint32_t transition);
    std::uint32_t add_condition(const Formula& leaf, bool wanted);

    const std::vector<GroundStep>& steps() const { return steps_; }
    std::vector<RawAspect>& aspects() { return aspects_; }
    const std::vector<RawTransition>& transitions() const { return transitions_; }

private:
    struct EdgeSteps {
        std::vector<StepIndex> guards, updates, unsure_updates, invariant;
    };

    void take_broadcast(std::uint32_t transition);
    void take_vector(std::uint32_t transition);
    std::vector<EdgeIndex> edges_of(const VectorPart& part) const;
    std::uint32_t at_one_of(const std::vector<EdgeIndex>& edges);

    void add(std::uint32_t transition, std::vector<EdgeIndex> edges, const SlotSet& others_write,
             std::vector<std::uint32_t> more = {});
    std::vector<StepIndex> in_order(const std::vector<EdgeIndex>& edges, const SlotSet& others_write);
    void add_channel_step(const std::vector<EdgeIndex>& edges, std::vector<StepIndex>& into);
    std::vector<std::uint32_t> split(const std::vector<StepIndex>& steps);
    const EdgeSteps& steps_of(EdgeIndex edge);
    StepIndex add(GroundStep step);

    const Network& network_;
    std::vector<GroundStep> steps_;
    std::vector<std::optional<EdgeSteps>> edge_steps_;
    std::optional<StepIndex> before_, after_, unsure_after_;
    std::vector<RawAspect> aspects_;
    std::map<std::vector<StepIndex>, std::uint32_t> known_aspects_;
    std::vector<RawTransition> transitions_;
};

}  // namespace crowfly
