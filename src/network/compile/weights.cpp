// Weights of branches. No verdict depends on them, so that a mistake in a weight is no error of the model, and their
// code comes after all other code.
#include <algorithm>
#include <limits>
#include <utility>

#include "base/alarm.hpp"
#include "network/compile/build.hpp"
#include "network/compile/expressions.hpp"

namespace crowfly::compile {
namespace {

std::int32_t clamped(std::int64_t bound) {
    using Range = std::numeric_limits<std::int32_t>;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(bound, Range::min(), Range::max()));
}

// A weight with a mistake counts as 1.
Bound compile_weight(Context& context, const model::Expr& weight) {
    Diagnostics ignored;
    Diagnostics* const told = std::exchange(context.diagnostics, &ignored);
    Body body;
    context.scratch.restart();
    Expressions expressions(context, body, context.scratch);
    expressions.value(weight);
    const Interval range = expressions.interval(weight);
    context.diagnostics = told;
    if (ignored.has_errors() || body.obstacle()) return {{}, 1, 1};
    if (const auto known = body.constant()) return {{}, *known, *known};
    return {body.install(context.network.code), clamped(range.least), clamped(range.greatest)};
}

// The selects of both arrows have the same cells as in the rest of the edge.
void compile_outcome(Context& context, const model::Template& of, Edge& edge) {
    const model::Edge& branch = of.edges[static_cast<std::size_t>(edge.branch_arrow)];
    if (branch.weight == nullptr) return;
    poll();
    std::vector<const model::Symbol*> selects = of.edges[edge.arrow].selects;
    selects.insert(selects.end(), branch.selects.begin(), branch.selects.end());
    for (std::size_t i = 0; i < selects.size(); ++i) {
        const auto cell = static_cast<std::int32_t>(context.select_cells[edge.process][i]);
        context.locals[selects[i]] = {Binding::Kind::cells, address(Region::locals, cell),
                                      shape_of(context, *selects[i]->type)};
    }
    edge.outcome.weight = compile_weight(context, *branch.weight);
    for (const model::Symbol* symbol : selects) context.locals.erase(symbol);
}

}  // namespace

void compile_weights(Context& context) {
    Network& network = context.network;
    if (!network.features.branchpoints) return;
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        context.enter_process(p);
        for (const EdgeIndex e : network.processes[p].edges) {
            if (network.edges[e].branch_arrow >= 0) compile_outcome(context, *context.templates[p], network.edges[e]);
        }
    }
    context.enter_process(no_process);
}

}  // namespace crowfly::compile
