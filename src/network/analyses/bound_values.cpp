#include "network/analyses/bound_values.hpp"

#include <algorithm>

#include "network/analyses/value_ranges.hpp"

namespace crowfly {
namespace {

std::vector<ValueSet> declared_values_of_all(const Network& network) {
    std::vector<ValueSet> values;
    for (const Slot& slot : network.slots) values.push_back(declared_values(slot));
    return values;
}

}  // namespace

BoundValues::BoundValues(const Network& network)
    : network_(network), declared_(declared_values_of_all(network)), terms_(network, Terms::Effort::splitting),
      values_(terms_, declared_, most_evaluations) {}

// A term is made after its operands.
std::uint32_t BoundValues::depth_of(TermId term) {
    const TermGraph& graph = terms_.graph();
    while (depths_.size() < graph.size()) {
        std::uint32_t below = 0;
        for (const TermId operand : graph[TermId{static_cast<std::uint32_t>(depths_.size())}].arguments())
            below = std::max(below, depths_[static_cast<std::size_t>(operand)]);
        depths_.push_back(below + 1);
    }
    return depths_[static_cast<std::size_t>(term)];
}

void BoundValues::tighten(Bound& bound, const Bytecode& code, const Footprint& footprint, Run selects) {
    if (bound.is_constant() || calls_ == most_calls || values_.is_exhausted()) return;
    const TermId term = terms_.value(code, bound.program, footprint);
    if (terms_.graph()[term].kind == Term::Kind::call) ++calls_;
    if (depth_of(term) > deepest_term) return;
    Scope scope = values_.scope();
    std::vector<std::pair<std::int32_t, ValueSet>> inputs;
    for (const std::uint32_t s : selects) {
        const Select& select = network_.selects[s];
        inputs.emplace_back(static_cast<std::int32_t>(select.local), ValueSet::between(select.least, select.greatest));
    }
    values_.set_inputs(scope, std::move(inputs));
    ValueSet values = values_.evaluate(term, scope).values;
    values.intersect(ValueSet::between(bound.least, bound.greatest));
    if (values.empty()) return;  // it faults in every state
    bound.least = values.least();
    bound.greatest = values.greatest();
}

}  // namespace crowfly
