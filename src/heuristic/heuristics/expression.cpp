// What somebody who knows the model would look at first: any integer expression, less being better. Nothing is known of
// it, so it promises nothing.
#include <algorithm>

#include "heuristic/registry.hpp"
#include "network/machine.hpp"
#include "property/kinds/extremum.hpp"

namespace crowfly {
namespace {

class Expression final : public Heuristic {
public:
    Expression(const Network& network, const property::Measure& measure)
        : measure_(measure), machine_(measure.code ? *measure.code : network.code) {}

    // A value below 0 counts as 0, and so does one that cannot be computed.
    Estimate estimate(std::span<const std::int32_t> slots) override {
        if (!measure_.program) return bounded(measure_.constant);
        machine_.bind({const_cast<std::int32_t*>(slots.data()), slots.size()});  // expressions do not write
        return machine_.run(measure_.program) ? bounded(machine_.result()) : 0;
    }
    std::string_view why_not_without_edges() const override { return "an expression does not know of edges"; }

private:
    static Estimate bounded(std::int32_t value) { return static_cast<Estimate>(std::max(value, 0)); }

    const property::Measure& measure_;
    Machine machine_;
};

Guarantees expression_guarantees(const HeuristicSpec&) { return {false, false, true, NormalForms::all()}; }

// Where no expression was compiled, as where heuristics are merely listed, every state is as good as any other.
std::unique_ptr<Heuristic> make_expression(const Goal& goal, const HeuristicSpec&) {
    static const property::Measure nothing;
    return std::make_unique<Expression>(goal.network, goal.expression == nullptr ? nothing : *goal.expression);
}

const Registered<HeuristicPlugin> registered_expression(
    heuristics(),
    {{.name = "expr", .description = "the value of an expression of the model, such as 'expr(n + 2 * P.k)'"},
     expression_guarantees,
     make_expression});

}  // namespace
}  // namespace crowfly
