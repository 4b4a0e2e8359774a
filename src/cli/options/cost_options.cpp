#include "cli/options/cost_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/interface/quantities.hpp"
#include "cli/queries/query_runner.hpp"

namespace crowfly {
namespace {

DescribedValues described_measures() {
    return {{"steps", "the number of transitions, as --shortest"},
            {"time", "the total time, as --fastest"},
            {"price", "the rates and amounts that the model gives to `cost` (priced timed automata)"},
            {"cost", "the sum of the costs of the transitions"},
            {"max", "the greatest cost of a transition"},
            {"min", "the least cost of a transition, which is maximised"},
            {"probability", "the product of the probabilities, which is maximised"},
            {"lexicographic(cost,steps)", "two of cost, max, min, probability and steps, the first one first"}};
}

}  // namespace

void CostOptions::declare(CommandDeclaration& command) {
    command.option("--minimise", &minimise_, "Find a trace that is least by this measure",
                   {.name = "WHAT", .described = described_measures});
    command.option("--cost", &expression_,
                   "The cost of a transition: an expression over its target state, such as 'n + 2 * P.k'. The default "
                   "is the cost of its edges in the model",
                   {.name = "EXPR"});
    command.option("--max-cost", &max_cost_,
                   "Bound the cost of the trace, with --minimise. If no trace is within the bound, the verdict is "
                   "unknown",
                   {.name = "N"});
    command.option("--max-depth", &max_depth_,
                   "Bound the number of transitions of the trace, for bfs (the default then) and searches that know g. "
                   "If no trace is within the bound, the verdict is unknown",
                   {.name = "N"});
}

namespace {

std::uint64_t bound_of(const char* option, const std::string& text) {
    const std::optional<std::uint64_t> bound = parse_count(text);
    constexpr std::uint64_t most = std::uint64_t{1} << 62U;
    if (!bound || *bound > most)
        throw UsageError(option, fmt::format("`{}` is not a whole number from 0 on; write for example 100", text));
    return *bound;
}

}  // namespace

void CostOptions::settle_bounds(const CommandDeclaration& command, SearchConfig& config) const {
    Settings& settings = config.settings;
    if (!max_cost_.empty()) {
        if (settings.objective != Objective::cheapest)
            throw UsageError("--max-cost",
                             "it bounds the measure of --minimise, such as cost; for transitions there is --max-depth");
        if (algebra_.uses(CostAlgebra::Part::min) || algebra_.uses(CostAlgebra::Part::probability))
            throw UsageError("--max-cost", fmt::format("of `{}` more is better", minimise_));
        settings.dearest = static_cast<std::int64_t>(bound_of("--max-cost", max_cost_));
    }
    if (max_depth_.empty()) return;
    if (settings.objective != Objective::any && settings.objective != Objective::shortest)
        throw UsageError("--max-depth", fmt::format("it cannot be used with --minimise {}", minimise_));
    const bool has_search = command.is_given("--search") || command.is_given("--heuristic");
    constexpr std::array bounded{"bfs",   "greedy",  "astar",   "wastar", "dijkstra",      "idastar",
                                 "dfbnb", "arastar", "awastar", "sma",    "bidirectional", "perimeter"};
    if (command.is_given("--search") && std::ranges::find(bounded, settings.search) == bounded.end())
        throw UsageError("--max-depth", fmt::format("`--search {}` does not know how long its paths are; {} do",
                                                    config.search, fmt::join(bounded, ", ")));
    for (const char* option : {"--prefer", "--strategies"}) {
        if (command.is_given(option)) throw UsageError("--max-depth", fmt::format("it cannot be used with {}", option));
    }
    settings.longest = bound_of("--max-depth", max_depth_);
    if (has_search) return;
    config.search = settings.search = "bfs";
}

std::optional<property::Measure> compile_expression(const std::string& text, const std::string& option, Loaded& model,
                                                    Session& session) {
    const FileId file = session.sources.add(fmt::format("<{}>", option), model.queries().greatest(text));
    const WrittenQuery query =
        model.queries().parse({file, session.sources.text(file), {}}, session.sources, session.diagnostics);
    const std::optional<Property> compiled = compile_query(model, query, session.diagnostics);
    if (!compiled) return std::nullopt;
    const std::vector<property::Measure>& measures = as_extremum(*compiled).measures;
    const bool is_clock = !measures[0].program && measures[0].clock != 0;
    if (measures.size() == 1 && !is_clock) return measures[0];
    session.diagnostics.add(
        Code::bad_query, query.span,
        fmt::format("{} takes one expression{}", option, is_clock ? " of integers, not a clock" : ""));
    return std::nullopt;
}

bool CostOptions::needs_expression() const {
    using Part = CostAlgebra::Part;
    return algebra_.uses(Part::cost) || algebra_.uses(Part::max) || algebra_.uses(Part::min);
}

void CostOptions::settle(const CommandDeclaration& command, SearchConfig& config) {
    settle_objective(command, config);
    settle_bounds(command, config);
}

void CostOptions::settle_objective(const CommandDeclaration& command, SearchConfig& config) {
    if (minimise_.empty()) {
        if (!expression_.empty()) throw UsageError("--cost", "it needs --minimise with a measure, such as cost or max");
        return;
    }
    for (const char* option : {"--shortest", "--fastest"}) {
        if (command.is_given(option))
            throw UsageError(option, fmt::format("`--minimise {}` says already which trace is best", minimise_));
    }
    config.settings.objective = minimise_ == "steps"   ? Objective::shortest
                                : minimise_ == "time"  ? Objective::fastest
                                : minimise_ == "price" ? Objective::price
                                                       : Objective::cheapest;
    const bool is_cheapest = config.settings.objective == Objective::cheapest;
    std::string problem;
    if (const auto algebra = is_cheapest ? CostAlgebra::parse(minimise_, problem) : CostAlgebra()) algebra_ = *algebra;
    if (!problem.empty()) throw UsageError("--minimise", problem);
    if (!expression_.empty() && (!is_cheapest || !needs_expression()))
        throw UsageError("--cost", fmt::format("`--minimise {}` has no use for it", minimise_));
}

std::shared_ptr<const Costs> CostOptions::costs(Loaded& model, Session& session) const {
    auto costs = std::make_shared<Costs>();
    if (expression_.empty() && needs_expression() && !model.network().features.costs) {
        session.diagnostics.add(Code::bad_query, session.command_line, "the model gives no costs to transitions",
                                "say so with --cost EXPR, such as --cost n");
        return nullptr;
    }
    costs->algebra = algebra_;
    costs->written = expression_;
    if (expression_.empty()) return costs;
    costs->expression = compile_expression(expression_, "--cost", model, session);
    if (!costs->expression) return nullptr;
    return costs;
}

}  // namespace crowfly
