// The causal graph heuristic (Wehrle: Transition-based directed model checking, 2011, Sect. 5.4, after Helmert's for
// planning).
//
// The cost of changing a variable is that of a path through its domain transition graph. To follow an arc, other
// variables have to get the values that it requires; the costs of that are computed recursively, from the values that
// the arcs before have left them with. So hcg sees that an effect may have to be undone, which hL and hU do not.
// Dijkstra's algorithm keeps, for each value, one path to it and the values of the causes at its end. The causal graph
// must not have cycles: causes that come later in an order of the variables are ignored (causal_graph.hpp), which makes
// an arc cheaper. Because only one path to each value is kept, a reachable value may have infinite cost: hcg is not
// safe.
//
// Conjunctions count the sum of their parts, disjunctions the least. Clocks are ignored.
#include <algorithm>
#include <map>

#include "base/sort_out.hpp"
#include "heuristic/causal_graph.hpp"
#include "heuristic/registry.hpp"
#include "task/task_cache.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_arcs = 4'000'000;

class CausalGraphDistance final : public DescribedHeuristic<CausalGraphDistance> {
public:
    CausalGraphDistance(const Goal& goal, bool as_defined)
        : goal_(goal), network_(goal.network), task_(task_of(goal)), as_defined_(as_defined) {
        build();
        goal_.effort.watch = nullptr;
    }

    Estimate estimate(std::span<const std::int32_t> slots) override {
        ++evaluation_;
        if (!read(slots)) {
            task_ = task_with_state(goal_, false, slots);
            build();
            read(slots);
        }
        return distance(task_->target());
    }

    std::string_view why_not_without_edges() const override { return ""; }
    Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor, const RemovedEdges& removed) override {
        forget();
        removed_ = &removed;
        const Estimate result = estimate(slots);
        removed_ = nullptr;
        forget();
        return result;
    }

    void parts(auto& each) { each.derived(variables_, state_, leaf_cases_); }
    bool uses_task() const override { return true; }
    std::uint64_t steps() const override { return counted_; }

    std::vector<AbstractStep> explain(std::span<const std::int32_t> slots) override {
        steps_.clear();
        if (estimate(slots) != dead_end) explain(task_->target());
        return std::move(steps_);
    }

private:
    // A precondition or an effect of an arc on one of the causes, by its place in Variable::causes.
    struct Demand {
        std::uint32_t cause;
        std::uint32_t value;
    };
    struct Option {
        Run preconditions, effects;  // into Variable::demands
    };
    struct Arc {
        std::uint32_t to;
        Option own;
        Run choices;               // into Variable::choices: of each, one of its options is chosen
        std::uint32_t transition;  // of the network
    };
    // The least costs from one value to all.
    struct Table {
        std::uint64_t version = 0;
        std::vector<Estimate> costs;
    };
    struct Variable {
        std::vector<std::uint32_t> causes;     // slots that come before it in the order
        std::vector<std::uint32_t> ancestors;  // … and all that these depend on
        std::vector<Demand> demands;
        std::vector<Option> options;
        std::vector<Run> choices;               // into options
        std::vector<std::uint32_t> arc_starts;  // per value, into arcs
        std::vector<Arc> arcs;

        std::vector<Table> tables;        // per value
        std::vector<std::uint32_t> held;  // the values of the ancestors that the tables are for
        std::uint64_t version = 1;
        std::uint64_t checked = 0;            // the evaluation in which that was compared last
        std::vector<std::uint32_t> contexts;  // while costs are computed: per value, the values of the causes
        std::vector<std::uint32_t> context;   // of the arc being followed
        std::vector<const Option*> chosen;    // by it: its own, and one of each of its choices
        std::vector<bool> done;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> parents;  // … the value before, and the arc from there

        void parts(auto& each) {
            each.derived(causes, ancestors, demands, options, choices, arc_starts, arcs, held);
            each.derived(contexts, context, chosen, done, parents);
            each.known(tables.size() * (sizeof(Table) + tables.size() * sizeof(Estimate)));  // when all are filled
        }
    };

    void build();
    const Grounding& ground() const { return task_->grounding(); }
    void depend(std::uint32_t slot, const std::vector<bool>& before, const CausalGraph& graph);
    void add_arcs(std::uint32_t slot, const std::vector<DomainArc>& arcs);
    Option option(Variable& of, const std::vector<VariableValue>& preconditions,
                  const std::vector<VariableValue>& effects) const;
    Run choice(Variable& of, std::uint32_t factor) const;

    bool read(std::span<const std::int32_t> slots);
    Estimate distance(const Target& target);
    Estimate distance_to(Fact fact);
    Estimate distance_to(const Facts& facts);
    const Facts* nearest(const Target& target);
    void list_cases(const Target& target);
    Estimate distance_of_leaf(const Target& target);
    const std::vector<Estimate>& costs(std::uint32_t slot, std::uint32_t from);
    bool is_current(Variable& of);
    void forget() {
        for (Variable& of : variables_) ++of.version;
    }
    bool is_removed(const Arc& arc) const {
        return removed_ != nullptr && std::ranges::any_of(edges_of(network_.transitions[arc.transition]),
                                                          [&](EdgeIndex edge) { return removed_->without[edge]; });
    }
    void compute(std::uint32_t slot, std::uint32_t from, std::vector<Estimate>& costs);
    Estimate price(Variable& of, const Option& option);
    void take_effects(Variable& of, const Option& option);
    Estimate follow(Variable& of, const Arc& arc);
    const Option& cheapest(Variable& of, const Run& options);
    void explain(const Target& target);
    void explain(std::uint32_t slot, std::uint32_t from, std::uint32_t to);

    Goal goal_;
    const Network& network_;
    std::shared_ptr<const Task> task_;
    bool as_defined_;  // the order of the variables
    const RemovedEdges* removed_ = nullptr;
    std::vector<Variable> variables_;   // per slot
    std::vector<std::uint32_t> state_;  // per slot: which of its values it has
    std::uint64_t evaluation_ = 0;
    std::uint64_t counted_ = 0;  // see steps()
    std::map<const Target*, std::vector<Facts>> leaf_cases_;
    std::vector<AbstractStep> steps_;
};

void CausalGraphDistance::build() {
    const CausalGraph graph(*task_);
    leaf_cases_.clear();
    list_cases(task_->target());
    variables_.assign(ground().facts.slots(), {});
    state_.assign(ground().facts.slots(), 0);
    std::vector<bool> before(ground().facts.slots());
    std::size_t total = 0;
    for (const std::uint32_t slot : graph.order(static_cast<std::uint32_t>(network_.processes.size()), as_defined_)) {
        depend(slot, before, graph);
        if (total < most_arcs) add_arcs(slot, graph.arcs(slot));
        total += variables_[slot].arcs.size();
        before[slot] = true;
        goal_.effort.tell(goal_.tasks->bytes() + bytes());
    }
}

void CausalGraphDistance::depend(std::uint32_t slot, const std::vector<bool>& before, const CausalGraph& graph) {
    Variable& of = variables_[slot];
    for (const CausalGraph::Cause& cause : graph.causes(slot)) {
        if (!before[cause.variable]) continue;
        of.causes.push_back(cause.variable);
        of.ancestors.push_back(cause.variable);
        const std::vector<std::uint32_t>& more = variables_[cause.variable].ancestors;
        of.ancestors.insert(of.ancestors.end(), more.begin(), more.end());
    }
    sort_out(of.ancestors);
    const Fact values = ground().facts.size(slot);
    of.tables.resize(values);
    of.held.resize(of.ancestors.size());
    of.contexts.resize(of.causes.size() * values);
    of.context.resize(of.causes.size());
    of.done.resize(values);
    of.parents.resize(values);
}

CausalGraphDistance::Option CausalGraphDistance::option(Variable& of, const std::vector<VariableValue>& preconditions,
                                                        const std::vector<VariableValue>& effects) const {
    const auto append = [&](const std::vector<VariableValue>& values) {
        Run run{static_cast<std::uint32_t>(of.demands.size()), 0};
        for (const VariableValue& value : values) {
            const auto cause = std::ranges::lower_bound(of.causes, value.variable);
            if (cause == of.causes.end() || *cause != value.variable) continue;
            of.demands.push_back({static_cast<std::uint32_t>(cause - of.causes.begin()), value.value});
            ++run.count;
        }
        return run;
    };
    const Run needed = append(preconditions);
    return {needed, append(effects)};
}

Run CausalGraphDistance::choice(Variable& of, std::uint32_t factor) const {
    const std::span<const GroundedCase> cases = ground().cases_of(factor);
    const Run run{static_cast<std::uint32_t>(of.options.size()), static_cast<std::uint32_t>(cases.size())};
    const auto values = [&](const Run& facts) {
        std::vector<VariableValue> list;
        for (const Fact fact : ground().facts_of(facts))
            list.push_back({ground().facts.slot(fact), ground().facts.value_index(fact)});
        return list;
    };
    for (const GroundedCase& each : cases)
        of.options.push_back(option(of, values(each.preconditions), values(each.effects)));
    return run;
}

// An arc from any value is one from each.
void CausalGraphDistance::add_arcs(std::uint32_t slot, const std::vector<DomainArc>& arcs) {
    Variable& of = variables_[slot];
    const Fact values = ground().facts.size(slot);
    std::vector<std::vector<Arc>> by_value(values);
    for (const DomainArc& arc : arcs) {
        Arc made{arc.to,
                 option(of, arc.preconditions, arc.effects),
                 {static_cast<std::uint32_t>(of.choices.size()), 0},
                 ground().transitions[arc.transition].transition};
        for (const std::uint32_t factor : arc.choices) of.choices.push_back(choice(of, factor));
        made.choices.count = static_cast<std::uint32_t>(of.choices.size()) - made.choices.first;
        for (std::uint32_t from = 0; from < values; ++from) {
            if ((arc.from == from || arc.from == DomainArc::any_value) && from != arc.to)
                by_value[from].push_back(made);
        }
    }
    of.arc_starts.push_back(0);
    for (const std::vector<Arc>& leaving : by_value) {
        of.arcs.insert(of.arcs.end(), leaving.begin(), leaving.end());
        of.arc_starts.push_back(static_cast<std::uint32_t>(of.arcs.size()));
    }
}

bool CausalGraphDistance::read(std::span<const std::int32_t> slots) {
    for (std::uint32_t slot = 0; slot < ground().facts.slots(); ++slot) {
        const Fact fact = ground().facts.fact(slot, slots[slot]);
        if (fact == FactTable::unknown) return false;
        state_[slot] = ground().facts.value_index(fact);
    }
    return true;
}

// ---- The goal -------------------------------------------------------------------------------------------------------

Estimate CausalGraphDistance::distance(const Target& target) {
    if (target.kind == Target::Kind::leaf) return distance_of_leaf(target);
    const bool all = target.kind == Target::Kind::all;
    Estimate result = all ? 0 : dead_end;
    for (const Target& part : target.parts) {
        const Estimate own = distance(part);
        result = all ? plus(result, own) : std::min(result, own);
    }
    return result;
}

Estimate CausalGraphDistance::distance_to(Fact fact) {
    const std::uint32_t slot = ground().facts.slot(fact);
    const std::uint32_t value = ground().facts.value_index(fact);
    if (state_[slot] == value || variables_[slot].arc_starts.empty()) return 0;
    return costs(slot, state_[slot])[value];
}

Estimate CausalGraphDistance::distance_to(const Facts& facts) {
    Estimate sum = 0;
    for (const Fact fact : facts) sum = plus(sum, distance_to(fact));
    return sum;
}

Estimate CausalGraphDistance::distance_of_leaf(const Target& target) {
    const Formula& leaf = *target.leaf;
    if (leaf.kind == Formula::Kind::constant) return leaf.value == target.wanted ? 0 : dead_end;
    if (leaf.kind != Formula::Kind::location && leaf.kind != Formula::Kind::discrete) return 0;
    const Facts* facts = nearest(target);
    return facts == nullptr ? dead_end : distance_to(*facts);
}

// The cheapest set of facts under which a leaf is met. Null: there is none.
const Facts* CausalGraphDistance::nearest(const Target& target) {
    const auto found = leaf_cases_.find(&target);
    if (found == leaf_cases_.end() || found->second.empty()) return nullptr;
    return &*std::ranges::min_element(found->second, {}, [&](const Facts& facts) { return distance_to(facts); });
}

void CausalGraphDistance::list_cases(const Target& target) {
    for (const Target& part : target.parts) list_cases(part);
    if (target.kind != Target::Kind::leaf) return;
    const Formula& leaf = *target.leaf;
    if (leaf.kind == Formula::Kind::location) {
        for (std::uint32_t l = 0; l < network_.processes[leaf.process].locations.count; ++l) {
            if ((l == leaf.number) == target.wanted)
                leaf_cases_[&target].push_back({ground().facts.fact(leaf.process, static_cast<std::int32_t>(l))});
        }
    }
    const auto factor = ground().leaf_factors.find(&leaf);
    if (factor == ground().leaf_factors.end()) return;
    for (const GroundedCase& each : ground().cases_of(factor->second)) {
        const std::span<const Fact> facts = ground().facts_of(each.preconditions);
        leaf_cases_[&target].emplace_back(facts.begin(), facts.end());
    }
}

// ---- Costs ----------------------------------------------------------------------------------------------------------

// Whether the tables were computed for the current values of the ancestors.
bool CausalGraphDistance::is_current(Variable& of) {
    if (of.checked == evaluation_) return true;
    of.checked = evaluation_;
    bool same = true;
    for (std::size_t a = 0; a < of.ancestors.size(); ++a) {
        same = same && of.held[a] == state_[of.ancestors[a]];
        of.held[a] = state_[of.ancestors[a]];
    }
    return same;
}

const std::vector<Estimate>& CausalGraphDistance::costs(std::uint32_t slot, std::uint32_t from) {
    Variable& of = variables_[slot];
    if (!is_current(of)) ++of.version;
    Table& table = of.tables[from];
    if (table.version == of.version) return table.costs;
    table.version = of.version;
    compute(slot, from, table.costs);
    return table.costs;
}

// Dijkstra's algorithm over the values of one variable.
void CausalGraphDistance::compute(std::uint32_t slot, std::uint32_t from, std::vector<Estimate>& costs) {
    Variable& of = variables_[slot];
    const std::size_t causes = of.causes.size();
    costs.assign(of.tables.size(), dead_end);
    costs[from] = 0;
    of.done.assign(of.tables.size(), false);
    for (std::size_t c = 0; c < causes; ++c) of.contexts[from * causes + c] = state_[of.causes[c]];
    for (;;) {
        std::uint32_t next = from;
        Estimate least = dead_end;
        for (std::uint32_t value = 0; value < costs.size(); ++value) {
            if (of.done[value] || costs[value] >= least) continue;
            least = costs[value];
            next = value;
        }
        if (least == dead_end) return;
        of.done[next] = true;
        counted_ += 10 + costs.size() + 2 * (of.arc_starts[next + 1] - of.arc_starts[next]);
        for (std::uint32_t a = of.arc_starts[next]; a < of.arc_starts[next + 1]; ++a) {
            const Arc& arc = of.arcs[a];
            if (of.done[arc.to] || least + 1 >= costs[arc.to] || is_removed(arc)) continue;
            std::copy_n(of.contexts.begin() + static_cast<std::ptrdiff_t>(next * causes), causes, of.context.begin());
            const Estimate cost = plus(least + 1, follow(of, arc));
            counted_ += 10 + causes + 5 * of.chosen.size();
            if (cost >= costs[arc.to]) continue;
            costs[arc.to] = cost;
            of.parents[arc.to] = {next, a};
            std::copy(of.context.begin(), of.context.end(),
                      of.contexts.begin() + static_cast<std::ptrdiff_t>(arc.to * causes));
        }
    }
}

// The costs of giving the causes the values that the option requires.
Estimate CausalGraphDistance::price(Variable& of, const Option& option) {
    Estimate sum = 0;
    for (std::uint32_t d = option.preconditions.first;
         d < option.preconditions.first + option.preconditions.count && sum != dead_end; ++d) {
        const Demand& demand = of.demands[d];
        const std::uint32_t now = of.context[demand.cause];
        if (now == demand.value) continue;
        const Variable& cause = variables_[of.causes[demand.cause]];
        if (!cause.arc_starts.empty()) sum = plus(sum, costs(of.causes[demand.cause], now)[demand.value]);
    }
    return sum;
}

void CausalGraphDistance::take_effects(Variable& of, const Option& option) {
    for (const Run& run : {option.preconditions, option.effects}) {
        for (const std::uint32_t d : run) of.context[of.demands[d].cause] = of.demands[d].value;
    }
}

// The costs of an arc besides its own transition. The context is then as the arc leaves it.
Estimate CausalGraphDistance::follow(Variable& of, const Arc& arc) {
    of.chosen.assign(1, &arc.own);
    Estimate sum = price(of, arc.own);
    for (const std::uint32_t c : arc.choices) {
        const Option& best = cheapest(of, of.choices[c]);
        sum = plus(sum, price(of, best));
        of.chosen.push_back(&best);
    }
    if (sum == dead_end) return sum;
    for (const Option* option : of.chosen) take_effects(of, *option);
    return sum;
}

const CausalGraphDistance::Option& CausalGraphDistance::cheapest(Variable& of, const Run& options) {
    const auto all = options.of(of.options);
    return *std::ranges::min_element(all, {}, [&](const Option& option) { return price(of, option); });
}

// ---- The plan
// ------------------------------------------------------------------------------------------------------------

void CausalGraphDistance::explain(const Target& target) {
    if (target.kind == Target::Kind::all) {
        for (const Target& part : target.parts) explain(part);
    } else if (target.kind == Target::Kind::any) {
        explain(*std::ranges::min_element(target.parts, {}, [&](const Target& part) { return distance(part); }));
    } else if (const Facts* facts = nearest(target)) {
        for (const Fact fact : *facts) {
            const std::uint32_t slot = ground().facts.slot(fact);
            explain(slot, state_[slot], ground().facts.value_index(fact));
        }
    }
}

// The transitions that change a variable from one value to another, those for its causes included.
void CausalGraphDistance::explain(std::uint32_t slot, std::uint32_t from, std::uint32_t to) {
    Variable& of = variables_[slot];
    if (from == to || of.arc_starts.empty()) return;
    std::vector<Estimate> costs;
    compute(slot, from, costs);
    // Arcs, last first, each with the values of the causes before it.
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> path;
    for (std::uint32_t value = to; value != from; value = of.parents[value].first) {
        const auto context =
            of.contexts.begin() + static_cast<std::ptrdiff_t>(of.parents[value].first * of.causes.size());
        path.emplace_back(of.parents[value].second,
                          std::vector<std::uint32_t>(context, context + static_cast<std::ptrdiff_t>(of.causes.size())));
    }
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        const Arc& arc = of.arcs[step->first];
        of.context = step->second;
        follow(of, arc);
        const std::vector<const Option*> chosen = of.chosen;
        for (const Option* option : chosen) {
            for (const std::uint32_t d : option->preconditions) {
                explain(of.causes[of.demands[d].cause], step->second[of.demands[d].cause], of.demands[d].value);
            }
        }
        steps_.push_back(
            {static_cast<std::uint32_t>(steps_.size() + 1), edges_of(network_.transitions[arc.transition])});
    }
}

Guarantees guarantees(const HeuristicSpec&) { return {false, false, false, NormalForms::all()}; }

std::unique_ptr<Heuristic> make(const Goal& goal, const HeuristicSpec& spec) {
    return std::make_unique<CausalGraphDistance>(goal, option_of(spec, "order") == "definition");
}

const Registered<HeuristicPlugin> registered(
    heuristics(),
    {{.name = "hcg",
      .description = "causal graph heuristic h_CG",
      .options = {{.name = "order",
                   .text = "the order of variables that breaks cycles of the causal graph: greedy or definition",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"greedy", "definition"},
                   .otherwise = "greedy"}},
      .also_called = {"cg", "causal graph"}},
     guarantees,
     make});

}  // namespace
}  // namespace crowfly
