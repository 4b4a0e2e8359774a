// Estimates 0 everywhere: A* becomes breadth first, and greedy search is ordered by its tie breaking alone.
#include "heuristic/registry.hpp"

namespace crowfly {
namespace {

class Zero final : public Heuristic {
public:
    Estimate estimate(std::span<const std::int32_t>) override { return 0; }
    // The estimate does not depend on edges.
    std::string_view why_not_without_edges() const override { return ""; }
    bool find_support(std::span<const std::int32_t>, ClockFloor, std::vector<EdgeIndex>&) override { return true; }
};

Guarantees guarantees(const HeuristicSpec&) { return {true, true, true, NormalForms::all(), NormalForms::all()}; }
std::unique_ptr<Heuristic> make(const Goal&, const HeuristicSpec&) { return std::make_unique<Zero>(); }

const Registered<HeuristicPlugin> registered(
    heuristics(),
    {{.name = "zero", .description = "blind: 0 for every state", .also_called = {"blind", "h0"}}, guarantees, make});

}  // namespace
}  // namespace crowfly
