// The monotonicity abstraction (Wehrle: Transition-based directed model checking, 2011, Sect. 2.3): nothing is ever lost, see relaxation.hpp.
//
// hL is the number of rounds until the goal is among what has come true. In one round every transition fires that can, and what a real transition does from a state is among it; so a
// real trace of n transitions never takes more than n rounds, and from the successor of a state at most one round fewer than from the state itself: hL
// is admissible and consistent. hU is the number of transitions in a plan for the relaxed network: what made each fact come true that was needed, as often as in
// different rounds. It sees work that has to be done side by side, and may count too much. Where the goal never comes true it cannot be
// reached by real transitions either.
#include "heuristic/registry.hpp"
#include "heuristic/relaxation.hpp"

namespace crowfly {
namespace {

class Monotonicity final : public Heuristic {
public:
    Monotonicity(const Goal& goal, bool counts_rounds) : relaxation_(goal), counts_rounds_(counts_rounds) {}

    Estimate estimate(std::span<const std::int32_t> slots) override {
        const Estimate rounds = relaxation_.rounds(slots);
        if (counts_rounds_ || rounds == dead_end) return rounds;
        return static_cast<Estimate>(relaxation_.plan().size());
    }

private:
    Relaxation relaxation_;
    bool counts_rounds_;
};

template <bool counts_rounds>
std::unique_ptr<Heuristic> make(const Goal& goal, const HeuristicSpec&) {
    return std::make_unique<Monotonicity>(goal, counts_rounds);
}

Reliance of_rounds(const HeuristicSpec&) { return {true, true, true}; }
Reliance of_plan(const HeuristicSpec&) { return {false, false, true}; }

const Registered<HeuristicPlugin> rounds(heuristics(), {{.name = "hL",
                                                         .description = "rounds until the goal is met if nothing is ever lost",
                                                         .options = {},
                                                         .properties = {{"admissible", "yes"}, {"consistent", "yes"}, {"safe", "yes"}}},
                                                        {},
                                                        false,
                                                        of_rounds,
                                                        make<true>});

const Registered<HeuristicPlugin> plan(heuristics(), {{.name = "hU",
                                                       .description = "transitions that meet the goal if nothing is ever lost",
                                                       .options = {},
                                                       .properties = {{"admissible", "no"}, {"consistent", "no"}, {"safe", "yes"}}},
                                                      {},
                                                      false,
                                                      of_plan,
                                                      make<false>});

}  // namespace
}  // namespace crowfly
