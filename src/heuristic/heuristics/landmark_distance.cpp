// Distances by landmarks of the monotonicity abstraction, both computed for each state anew.
//
// `landmarks` is the number of facts that every relaxed plan from the state makes true (landmarks.hpp). A transition
// may make several of them true, so it is not admissible. Unlike hU it counts only what cannot be avoided.
// `lmcut` is a lower bound that adds up what has to be fired for different landmarks (landmark_cuts.hpp). It is
// admissible and at least hL, but not consistent: which cuts are found depends on how ties between preconditions are
// broken, so that the estimate may drop by more than 1 from a state to its successor.
//
// Where the relaxation does not reach the goal, nobody does; but if it reaches a run-time error, the estimate is
// `farthest`, because a search has to report the error.
#include "heuristic/landmark_cuts.hpp"
#include "heuristic/landmarks.hpp"
#include "heuristic/registry.hpp"

namespace crowfly {
namespace {

class LandmarkCount final : public DescribedHeuristic<LandmarkCount> {
public:
    explicit LandmarkCount(const Goal& goal) : finder_(goal) {}

    Estimate estimate(std::span<const std::int32_t> slots) override { return counted(slots, nullptr); }
    std::string_view why_not_without_edges() const override { return ""; }
    Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor /*floor*/,
                              const RemovedEdges& removed) override {
        return counted(slots, &removed);
    }

    void parts(auto& each) { each.derived(finder_); }
    bool uses_task() const override { return true; }
    std::uint64_t steps() const override { return finder_.steps(); }

private:
    Estimate counted(std::span<const std::int32_t> slots, const RemovedEdges* removed) {
        const Estimate rounds = finder_.find(slots, removed);
        return rounds >= farthest ? rounds : static_cast<Estimate>(finder_.landmarks().size());
    }

    LandmarkFinder finder_;
};

class LandmarkCut final : public DescribedHeuristic<LandmarkCut> {
public:
    explicit LandmarkCut(const Goal& goal) : cuts_(goal) {}

    Estimate estimate(std::span<const std::int32_t> slots) override { return cuts_.estimate(slots); }
    std::string_view why_not_without_edges() const override { return ""; }
    Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor /*floor*/,
                              const RemovedEdges& removed) override {
        return cuts_.estimate(slots, &removed);
    }

    void parts(auto& each) { each.derived(cuts_); }
    bool uses_task() const override { return true; }
    std::uint64_t steps() const override { return cuts_.steps(); }

private:
    LandmarkCuts cuts_;
};

template <class Kind>
std::unique_ptr<Heuristic> make_landmarks(const Goal& goal, const HeuristicSpec& /*spec*/) {
    return std::make_unique<Kind>(goal);
}

// As those of the monotonicity abstraction, on whose task they are found.
Guarantees of_count(const HeuristicSpec& /*spec*/) { return {false, false, true, NormalForms::all()}; }
Guarantees of_cuts(const HeuristicSpec& /*spec*/) { return {true, false, true, NormalForms::all()}; }

const Registered<HeuristicPlugin> count(
    heuristics(), {{.name = "landmarks",
                    .description = "landmark count: landmarks of the delete relaxation that are still to be reached",
                    .also_called = {"landmark count", "lmcount"}},
                   of_count,
                   make_landmarks<LandmarkCount>});

const Registered<HeuristicPlugin> cuts(
    heuristics(),
    {{.name = "lmcut",
      .description = "LM-cut: the number of disjoint disjunctive action landmarks of the delete relaxation",
      .also_called = {"LM-cut"}},
     of_cuts,
     make_landmarks<LandmarkCut>});

}  // namespace
}  // namespace crowfly
