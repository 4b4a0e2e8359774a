// Knows nothing: greedy search becomes first in, first out among equals, A* breadth first.
#include "heuristic/registry.hpp"

namespace crowfly {
namespace {

class Zero final : public Heuristic {
public:
    Estimate estimate(std::span<const std::int32_t>) override { return 0; }
    // Edges make no difference to it.
    std::string_view why_not_without_edges() const override { return ""; }
    bool find_support(std::span<const std::int32_t>, ClockFloor, std::vector<EdgeIndex>&) override { return true; }
};

Guarantees guarantees(const HeuristicSpec&) { return {true, true, true}; }
std::unique_ptr<Heuristic> make(const Goal&, const HeuristicSpec&) { return std::make_unique<Zero>(); }

const Registered<HeuristicPlugin> registered(
    heuristics(), {{.name = "zero", .description = "every state is as good as any other"}, guarantees, make});

}  // namespace
}  // namespace crowfly
