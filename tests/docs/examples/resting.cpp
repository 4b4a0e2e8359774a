// How many processes have not left their initial location. Perfect where the goal wants everybody to move once.
#include "heuristic/registry.hpp"

namespace crowfly {
namespace {

class Resting final : public Heuristic {
public:
    explicit Resting(const Goal& goal) : network_(goal.network) {}

    Estimate estimate(std::span<const std::int32_t> slots) override {
        Estimate resting = 0;
        for (const Process& process : network_.processes) {
            if (slots[process.slot] == static_cast<std::int32_t>(process.initial)) ++resting;
        }
        return resting;
    }

private:
    const Network& network_;
};

// Neither admissible nor consistent; safe, as it never says that the goal cannot be reached.
Guarantees guarantees(const HeuristicSpec&) { return {false, false, true, NormalForms::all()}; }
std::unique_ptr<Heuristic> make(const Goal& goal, const HeuristicSpec&) { return std::make_unique<Resting>(goal); }

const Registered<HeuristicPlugin> registered(
    heuristics(),
    {{.name = "resting", .description = "processes that are still at their initial location"}, guarantees, make});

}  // namespace
}  // namespace crowfly
