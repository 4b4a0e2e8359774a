// The monotonicity abstraction (Wehrle: Transition-based directed model checking, 2011, Sect. 2.3): nothing is ever
// lost, see relaxation.hpp.
//
// hL is the number of rounds until the goal is among what has come true. In one round every transition fires that can,
// and what a real transition does from a state is among it; so a real trace of n transitions never takes more than n
// rounds, and from the successor of a state at most one round fewer than from the state itself: hL is admissible and
// consistent. hU is the number of transitions in a plan for the relaxed network: what made each fact come true that was
// needed, as often as in different rounds. It sees work that has to be done side by side, and may count too much. Where
// the goal never comes true it cannot be reached by real transitions either, unless a run-time error may be met, which
// a search is to report: then it is only very far away. With clocks=on a clock counts by the least value it can have
// (ground/clock_facts.hpp).
#include "heuristic/registry.hpp"
#include "heuristic/relaxation.hpp"

namespace crowfly {
namespace {

class Monotonicity final : public Heuristic {
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
    // The plan stays possible. So hL stays the same, for nothing gets quicker without edges; hU may choose another plan
    // of as many rounds.
    bool find_support(std::span<const std::int32_t> slots, ClockFloor floor, std::vector<EdgeIndex>& edges) override {
        if (relaxation_.rounds(slots, floor) >= farthest) return false;
        relaxation_.plan();
        relaxation_.add_edges_of_plan(edges);
        return true;
    }

    std::size_t bytes() const override { return relaxation_.bytes(); }

    // The plan, whose transitions hL counts the rounds of.
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
std::unique_ptr<Heuristic> make(const Goal& goal, const HeuristicSpec& spec) {
    return std::make_unique<Monotonicity>(goal, counts_rounds, with_clocks(spec));
}

// Widened zones may forget how large a clock is, and with it what was estimated before.
Guarantees of_rounds(const HeuristicSpec& spec) { return {true, !with_clocks(spec), true}; }
Guarantees of_plan(const HeuristicSpec&) { return {false, false, true}; }

const Registered<HeuristicPlugin> rounds(
    heuristics(),
    {{.name = "hL",
      .description = "rounds until the goal is met if nothing is ever lost",
      .options = {{.name = "clocks",
                   .text = "off or on: whether upper bounds on clocks count, which takes an estimate per zone",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"off", "on"},
                   .otherwise = "off"}}},
     of_rounds,
     make<true>});

const Registered<HeuristicPlugin> plan(
    heuristics(),
    {{.name = "hU",
      .description = "transitions that meet the goal if nothing is ever lost",
      .options = {{.name = "clocks",
                   .text = "off or on: whether upper bounds on clocks count, which takes an estimate per zone",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"off", "on"},
                   .otherwise = "off"}}},
     of_plan,
     make<false>});

}  // namespace
}  // namespace crowfly
