// --minimise, --cost, --max-cost and --max-depth: what a trace shall cost the least of, and at most.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/files/load.hpp"
#include "cli/interface/declaration.hpp"
#include "render/results/result.hpp"
#include "search/costs/step_costs.hpp"

namespace crowfly {

// An integer expression of the model, given with an option. Nothing: the session was told what is wrong with it.
std::optional<property::Measure> compile_expression(const std::string& text, const std::string& option, Loaded& model,
                                                    Session& session);

class CostOptions {
public:
    void declare(CommandDeclaration& command);
    // Before the search is settled: which objective and search are meant. Throws UsageError.
    void settle(const CommandDeclaration& command, SearchConfig& config);
    // Null: nothing is minimised, or the session was told what is wrong with the expression.
    std::shared_ptr<const Costs> costs(Loaded& model, Session& session) const;

private:
    bool needs_expression() const;

    void settle_objective(const CommandDeclaration& command, SearchConfig& config);
    void settle_bounds(const CommandDeclaration& command, SearchConfig& config) const;

    std::string minimise_, expression_, max_cost_, max_depth_;
    CostAlgebra algebra_ = CostAlgebra();
};

}  // namespace crowfly
