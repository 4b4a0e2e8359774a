// The monotonicity abstraction (Wehrle: Transition-based directed model checking, 2011, Sect. 2.3): facts stay true
// once they are, see relaxation.hpp.
//
// hL is the number of rounds until the goal comes true. In one round every transition fires that can, so a trace of n
// transitions takes at most n rounds, and the successor of a state at most one round fewer than the state: hL is
// admissible and consistent. hU is the number of transitions in a relaxed plan: for each fact that is needed the
// transition that achieved it, once per round. It counts independent work as well, and may count too much. Where the
// goal never comes true it cannot be reached, unless a run-time error may be reached before, which a search has to
// report: then the estimate is `farthest`. With clocks=on the lower bounds of clocks count (task/clock_facts.hpp).
#include "heuristic/registry.hpp"
#include "heuristic/relaxation.hpp"

namespace crowfly {
namespace {

class Monotonicity final : public DescribedHeuristic<Monotonicity> {
public:
    Monotonicity(const Goal& goal, bool counts_rounds, bool reads_clocks)
        : network_(goal.network), relaxation_(goal, reads_clocks), counts_rounds_(counts_rounds),
          reads_clocks_(reads_clocks) {}

    bool reads_clocks() const override { return reads_clocks_; }
    Estimate estimate(std::span<const std::int32_t> slots) override { return estimate(slots, {}); }
    Estimate estimate(std::span<const std::int32_t> slots, ClockFloor floor) override {
        return counted(relaxation_.rounds(slots, floor));
    }

    std::string_view why_not_without_edges() const override { return ""; }
    Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor floor,
                              const RemovedEdges& removed) override {
        return counted(relaxation_.rounds(slots, floor, &removed));
    }
    // The plan stays applicable. So hL stays the same, for removing edges never makes it less; hU may choose another
    // plan with as many rounds.
    bool find_support(std::span<const std::int32_t> slots, ClockFloor floor, std::vector<EdgeIndex>& edges) override {
        if (relaxation_.rounds(slots, floor) >= farthest) return false;
        relaxation_.plan();
        relaxation_.add_edges_of_plan(edges);
        return true;
    }

    void parts(auto& each) { each.derived(relaxation_); }
    bool uses_task() const override { return true; }
    std::uint64_t steps() const override { return relaxation_.steps(); }

    // The relaxed plan. hL counts its rounds, hU its transitions.
    std::vector<AbstractStep> explain(std::span<const std::int32_t> slots) override {
        std::vector<AbstractStep> steps;
        if (relaxation_.rounds(slots) >= farthest) return steps;
        for (const Relaxation::Firing& firing : relaxation_.plan())
            steps.push_back({firing.round, edges_of(network_.transitions[firing.transition])});
        return steps;
    }

private:
    Estimate counted(Estimate rounds) {
        return counts_rounds_ || rounds >= farthest ? rounds : static_cast<Estimate>(relaxation_.plan().size());
    }

    const Network& network_;
    Relaxation relaxation_;
    bool counts_rounds_;
    bool reads_clocks_;
};

bool with_clocks(const HeuristicSpec& spec) { return option_of(spec, "clocks") == "on"; }

template <bool counts_rounds>
std::unique_ptr<Heuristic> make_relaxed(const Goal& goal, const HeuristicSpec& spec) {
    return std::make_unique<Monotonicity>(goal, counts_rounds, with_clocks(spec));
}

// Extrapolation may lower the lower bound of a clock, so that an estimate drops by more than 1.
// The task has the facts of all states that a search stores, and its operators do what the network does in these. But
// the relaxation may use the value that a dead variable is reset to, and be smaller than before.
Guarantees of_rounds(const HeuristicSpec& spec) {
    return {true, !with_clocks(spec), true, NormalForms::all(), {NormalForm::hulls}};
}
Guarantees of_plan(const HeuristicSpec&) { return {false, false, true, NormalForms::all()}; }

const Registered<HeuristicPlugin> rounds(
    heuristics(),
    {{.name = "hL",
      .description = "h_max of the delete relaxation",
      .options = {{.name = "clocks",
                   .text = "off: clocks are ignored; on: upper bounds on clocks count, with one value per zone",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"off", "on"},
                   .otherwise = "off"}},
      .also_called = {"h_max", "hmax", "h1"}},
     of_rounds,
     make_relaxed<true>});

const Registered<HeuristicPlugin> plan(
    heuristics(),
    {{.name = "hU",
      .description = "h_FF: the length of a relaxed plan of the delete relaxation",
      .options = {{.name = "clocks",
                   .text = "off: clocks are ignored; on: upper bounds on clocks count, with one value per zone",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"off", "on"},
                   .otherwise = "off"}},
      .also_called = {"h_FF", "hff", "FF"}},
     of_plan,
     make_relaxed<false>});

}  // namespace
}  // namespace crowfly
