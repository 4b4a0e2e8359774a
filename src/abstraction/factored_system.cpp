#include "abstraction/factored_system.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "abstraction/clock_variables.hpp"
#include "abstraction/goal_disjuncts.hpp"
#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "base/sort_out.hpp"
#include "task/task_cache.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_labels_of_transition = 4096;
constexpr std::size_t most_labels = 500'000;
constexpr std::size_t most_rules_of_resets = 1'000'000;
constexpr std::uint64_t effort_per_move = 1000;

using Rules = std::vector<Rule>;
using Moves = std::map<VariableIndex, Rules>;

// What both lists of rules allow, where the second is applied after the first.
Rules conjoin(const Rules& first, const Rules& second) {
    Rules both;
    for (const Rule& a : first) {
        for (const Rule& b : second) {
            if (a.from != Rule::any && b.from != Rule::any && a.from != b.from) continue;
            both.push_back({std::min(a.from, b.from), b.to == Rule::same ? a.to : b.to});
        }
    }
    sort_out(both);
    return both;
}

void conjoin(Moves& into, VariableIndex variable, const Rules& rules) {
    const auto [entry, fresh] = into.try_emplace(variable, rules);
    if (!fresh) entry->second = conjoin(entry->second, rules);
}

// A rule that every value may go by without a change says nothing.
bool says_nothing(const Rules& rules) {
    return std::ranges::any_of(rules, [](const Rule& r) { return r.from == Rule::any && r.to == Rule::same; }) &&
           std::ranges::all_of(rules, [](const Rule& r) { return r.to == Rule::same; });
}

class Builder {
public:
    Builder(const Goal& goal, Faults faults, Clocks clocks, FactoredSystem& into)
        : goal_(goal), network_(goal.network), task_(task_of(goal)), grounding_(task_->grounding()), faults_(faults),
          into_(into) {
        if (clocks == Clocks::ignored || !network_.features.clocks) return;
        into_.clocks = std::make_shared<ClockVariables>(network_, task_->target(), clocks, grounding_.facts.slots(),
                                                        goal.form.symmetry);
    }

    void build() {
        add_variables();
        std::vector<std::vector<std::uint32_t>> grounded(network_.transitions.size());
        for (std::uint32_t g = 0; g < grounding_.transitions.size(); ++g)
            grounded[grounding_.transitions[g].transition].push_back(g);
        for (std::uint32_t t = 0; t < network_.transitions.size(); ++t) {
            poll();
            if (t % 64 == 0) goal_.effort.tell(bytes_of(grounding_) + bytes_of(into_));
            const std::size_t moves_before = into_.moves.size();
            transition_ = t;
            if (is_joint(network_.transitions[t]))
                add_joint(grounded[t]);
            else
                for (const std::uint32_t g : grounded[t]) add_labels(moves_of(grounding_.transitions[g]), g);
            goal_.effort.spend(effort_per_move * (1 + into_.moves.size() - moves_before));
        }
        add_delays();
        add_resets();
        into_.may_fault = std::ranges::any_of(grounding_.factors,
                                              [](const GroundedFactor& factor) { return factor.faults.count > 0; });
        add_goal();
    }

private:
    void add_variables() {
        const FactTable& facts = grounding_.facts;
        const std::vector<std::vector<std::int32_t>> starts = start_values(network_, goal_.form.symmetry);
        for (std::uint32_t slot = 0; slot < facts.slots(); ++slot) {
            into_.variables.push_back({facts.size(slot), {}});
            std::vector<Value>& initial = into_.variables.back().initial;
            for (const std::int32_t value : starts[slot]) initial.push_back(facts.value_index(facts.fact(slot, value)));
            sort_out(initial);  // values without a fact of their own share one
        }
        for (std::size_t i = 0; into_.clocks && i < into_.clocks->size(); ++i)
            into_.variables.push_back(into_.clocks->variable(static_cast<VariableIndex>(into_.variables.size())));
    }

    // Whether processes besides those of the grounded edges may take part.
    bool is_joint(const Transition& t) const {
        if (t.kind == Transition::Kind::broadcast) return t.receivers.count > 0;
        if (t.kind != Transition::Kind::vector) return false;
        const auto has = [&](VectorPart::Role role) {
            return std::ranges::count(t.parts.of(network_.parts), role, &VectorPart::role);
        };
        return has(VectorPart::Role::optional) > 0 || has(VectorPart::Role::required) > 1;
    }

    // ---- One or two edges -------------------------------------------------------------------------------------------

    Moves moves_of(const GroundedTransition& transition) const {
        Moves moves;
        for (const EdgeIndex e : transition.edges) {
            const Edge& edge = network_.edges[e];
            conjoin(moves, edge.process, {Rule{edge.source, edge.target == edge.source ? Rule::same : edge.target}});
        }
        if (into_.clocks) moves.merge(into_.clocks->moves(transition.edges, {}));
        return moves;
    }

    Moves moves_of(const GroundedCase& of) const {
        const FactTable& facts = grounding_.facts;
        std::map<VariableIndex, Value> from;
        for (const Fact fact : grounding_.facts_of(of.preconditions))
            from.emplace(facts.slot(fact), facts.value_index(fact));
        Moves moves;
        for (const Fact fact : grounding_.facts_of(of.effects)) {
            const auto known = from.find(facts.slot(fact));
            moves[facts.slot(fact)].push_back(
                {known == from.end() ? Rule::any : known->second, facts.value_index(fact)});
        }
        for (const auto& [slot, value] : from) {
            if (!moves.contains(slot)) moves[slot].push_back({value, Rule::same});
        }
        return moves;
    }

    // Per variable, what one of the cases says.
    Moves projections(std::uint32_t factor) const {
        Moves all;
        std::map<VariableIndex, std::size_t> mentioned;
        for (const GroundedCase& each : grounding_.cases_of(factor)) {
            poll();
            for (auto& [variable, rules] : moves_of(each)) {
                ++mentioned[variable];
                all[variable].insert(all[variable].end(), rules.begin(), rules.end());
            }
        }
        for (auto& [variable, rules] : all) {
            if (mentioned[variable] < grounding_.factors[factor].cases.count) rules.push_back({});
            sort_out(rules);
        }
        return all;
    }

    // The labels of the edges' moves with every combination of cases of the factors.
    void add_labels(const Moves& edges, std::uint32_t grounded) {
        std::vector<Moves> labels{edges};
        std::vector<std::uint32_t> factors = grounding_.transitions[grounded].factors;
        std::ranges::sort(factors, {}, [&](std::uint32_t f) { return grounding_.factors[f].cases.count; });
        for (const std::uint32_t factor : factors) {
            const std::size_t cases = grounding_.factors[factor].cases.count;
            if (cases == 0) return;  // it never fires
            const Moves projected = projections(factor);
            const bool several = projected.size() > 1 && cases > 1;
            if (several && labels.size() * cases <= most_labels_of_transition &&
                into_.labels.size() + labels.size() * cases <= most_labels)
                multiply(labels, factor);
            else
                for (Moves& label : labels) add(label, projected);
        }
        for (const Moves& label : labels) {
            poll();
            store(label, Label::Kind::transition);
        }
    }

    void multiply(std::vector<Moves>& labels, std::uint32_t factor) const {
        std::vector<Moves> product;
        for (const Moves& label : labels) {
            for (const GroundedCase& each : grounding_.cases_of(factor)) {
                poll();
                product.push_back(label);
                add(product.back(), moves_of(each));
            }
        }
        labels = std::move(product);
    }

    static void add(Moves& label, const Moves& more) {
        for (const auto& [variable, rules] : more) conjoin(label, variable, rules);
    }

    // ---- Broadcasts and vectors -------------------------------------------------------------------------------------

    void add_joint(const std::vector<std::uint32_t>& grounded) {
        const Transition& t = network_.transitions[transition_];
        Moves moves;
        const Edge& first = network_.edges[t.edge];
        conjoin(moves, first.process, {Rule{first.source, first.target == first.source ? Rule::same : first.target}});
        if (t.kind == Transition::Kind::broadcast)
            add_receivers(t, moves);
        else
            add_parts(t, moves);
        if (into_.clocks) moves.merge(into_.clocks->moves({t.edge}, those_who_join(t)));
        const auto alone = std::ranges::find_if(
            grounded, [&](std::uint32_t g) { return grounding_.transitions[g].edges.size() == 1; });
        written_ = values_written(grounded);
        if (alone != grounded.end())
            add_labels(moves, *alone);
        else
            store(moves, Label::Kind::transition);
        written_.clear();
    }

    // The values that integers may get when one of the edges of the grounded transitions fires.
    std::map<VariableIndex, std::vector<Value>> values_written(const std::vector<std::uint32_t>& grounded) const {
        std::map<VariableIndex, std::vector<Value>> written;
        const FactTable& facts = grounding_.facts;
        for (const std::uint32_t g : grounded) {
            if (grounding_.transitions[g].edges.size() == 1) continue;
            // A value that is written where it was before is no effect.
            for (const std::uint32_t slot :
                 network_.edges[grounding_.transitions[g].edges[1]].footprint.writes.members()) {
                if (slot >= network_.processes.size() && slot < facts.slots()) written[slot];
            }
            for (const std::uint32_t factor : grounding_.transitions[g].factors) {
                for (const GroundedCase& each : grounding_.cases_of(factor)) {
                    for (const Fact fact : grounding_.facts_of(each.effects))
                        written[facts.slot(fact)].push_back(facts.value_index(fact));
                }
            }
        }
        for (auto& [variable, values] : written) sort_out(values);
        return written;
    }

    // Whether an edge fires whenever it is asked to join.
    bool joins_for_certain(const Edge& edge) const {
        const Location& target = network_.location(edge.process, edge.target);
        return !edge.guard && edge.constraints.count == 0 && !edge.channel_program && edge.obstacle < 0 &&
               edge.guard_clauses.count == 0 && !target.invariant.discrete && target.invariant.constraints.count == 0 &&
               target.obstacle < 0;
    }

    // `may_stay`: it takes part only if it can.
    void add_participant(ProcessIndex process, const std::vector<EdgeIndex>& edges, bool may_stay, Moves& moves) const {
        Rules rules;
        std::set<Value> leaves;  // locations that it cannot stay at
        for (const EdgeIndex e : edges) {
            const Edge& edge = network_.edges[e];
            rules.push_back({edge.source, edge.target});
            if (joins_for_certain(edge)) leaves.insert(edge.source);
        }
        for (Value l = 0; may_stay && l < network_.processes[process].locations.count; ++l) {
            if (!leaves.contains(l)) rules.push_back({l, Rule::same});
        }
        sort_out(rules);
        conjoin(moves, process, rules);
    }

    void add_receivers(const Transition& t, Moves& moves) const {
        const bool computed = static_cast<bool>(network_.edges[t.edge].channel_program);
        std::map<ProcessIndex, std::vector<EdgeIndex>> receivers;
        for (const EdgeIndex e : t.receivers.of(network_.receivers)) receivers[network_.edges[e].process].push_back(e);
        for (const auto& [process, edges] : receivers) {
            add_participant(process, edges, true, moves);
            // It may be another channel that is sent on.
            if (computed) moves[process].push_back({});
        }
    }

    void add_parts(const Transition& t, Moves& moves) const {
        for (const VectorPart& part : t.parts.of(network_.parts)) {
            std::vector<EdgeIndex> edges;
            for (const std::uint32_t e : network_.processes[part.process].edges) {
                if (network_.edges[e].sync == Sync::join && network_.edges[e].channel == part.event) edges.push_back(e);
            }
            if (part.role == VectorPart::Role::absent) continue;  // says when it cannot fire
            add_participant(part.process, edges, part.role == VectorPart::Role::optional, moves);
        }
    }

    std::vector<EdgeIndex> those_who_join(const Transition& t) const {
        if (t.kind == Transition::Kind::broadcast) {
            const auto receivers = t.receivers.of(network_.receivers);
            return {receivers.begin(), receivers.end()};
        }
        std::vector<EdgeIndex> edges;
        for (const VectorPart& part : t.parts.of(network_.parts)) {
            for (const std::uint32_t e : network_.processes[part.process].edges) edges.push_back(e);
        }
        return edges;
    }

    // Others may write a variable after the label has.
    Rules overwritten(const Rules& rules, const std::vector<Value>& values) const {
        Rules all = rules;
        for (const Rule& rule : rules) {
            all.push_back({rule.from, Rule::same});
            for (const Value value : values) all.push_back({rule.from, value});
        }
        sort_out(all);
        return all;
    }

    // ---- Time -------------------------------------------------------------------------------------------------------

    void add_delays() {
        if (!into_.clocks) return;
        Moves waiting;
        for (const Process& process : network_.processes) {
            Rules rules;
            for (Value l = 0; l < process.locations.count; ++l) {
                const Location& location = network_.locations[process.locations.first + l];
                if (!location.urgent && !location.committed) rules.push_back({l, Rule::same});
            }
            if (rules.size() < process.locations.count) waiting.emplace(process.slot, std::move(rules));
        }
        for (const Moves& clocks : into_.clocks->delays()) {
            Moves moves = waiting;
            moves.insert(clocks.begin(), clocks.end());
            store(std::move(moves), Label::Kind::delay);
        }
        into_.delay_conditions = into_.clocks->delay_conditions();
    }

    // ---- Dead variables ---------------------------------------------------------------------------------------------

    // One label for all slots that are dead in the same states.
    void add_resets() {
        if (goal_.form.compared == nullptr) return;
        const LiveSlots& live = goal_.form.compared->live;
        std::vector<std::vector<LocationIndex>> needing(live.mortal().size());
        for (LocationIndex location = 0; location < network_.locations.size(); ++location) {
            poll();
            for (std::size_t which = 0; which < needing.size(); ++which) {
                if (live.needs(location, which)) needing[which].push_back(location);
            }
        }
        std::map<std::vector<LocationIndex>, std::vector<std::uint32_t>> groups;
        for (std::size_t which = 0; which < needing.size(); ++which)
            groups[std::move(needing[which])].push_back(live.mortal()[which]);
        std::size_t rules_left = most_rules_of_resets;
        for (const auto& [locations, slots] : groups) add_reset(locations, slots, rules_left);
    }

    // The slots may be reset where no process is in one of these locations. If there are too many rules already, they
    // may be reset anywhere, which makes estimates smaller.
    void add_reset(const std::vector<LocationIndex>& needed_in, const std::vector<std::uint32_t>& slots,
                   std::size_t& rules_left) {
        poll();
        Moves moves;
        for (const Process& process : network_.processes) {
            const auto first = std::ranges::lower_bound(needed_in, process.locations.first);
            if (first == needed_in.end() || *first >= process.locations.first + process.locations.count) continue;
            if (process.locations.count > rules_left) break;
            rules_left -= process.locations.count;
            Rules& rules = moves[process.slot];
            for (Value l = 0; l < process.locations.count; ++l) {
                if (!std::ranges::binary_search(needed_in, process.locations.first + l))
                    rules.push_back({l, Rule::same});
            }
        }
        for (const std::uint32_t slot : slots) {
            if (slot >= grounding_.facts.slots()) continue;
            Rules& rules = moves[slot];
            rules = {{Rule::any, Rule::same}};
            for (const Value value : into_.variables[slot].initial) rules.push_back({Rule::any, value});
            sort_out(rules);
        }
        goal_.effort.spend(effort_per_move * moves.size());
        store(std::move(moves), Label::Kind::reset);
    }

    // ---- Storing ----------------------------------------------------------------------------------------------------

    void store(Moves moves, Label::Kind kind) {
        for (const auto& [variable, values] : written_) {
            const auto known = moves.try_emplace(variable, Rules{Rule{}}).first;
            known->second = overwritten(known->second, values);
        }
        if (std::ranges::any_of(moves, [](const auto& move) { return move.second.empty(); })) return;
        Label label{{static_cast<std::uint32_t>(into_.moves.size()), 0}, kind};
        label.cost = kind == Label::Kind::transition ? 1 : 0;
        if (kind == Label::Kind::transition) label.transition = transition_;
        for (const auto& [variable, rules] : moves) {
            if (says_nothing(rules)) continue;
            into_.moves.push_back(
                {variable, {static_cast<std::uint32_t>(into_.rules.size()), static_cast<std::uint32_t>(rules.size())}});
            into_.rules.insert(into_.rules.end(), rules.begin(), rules.end());
            ++label.moves.count;
        }
        if (label.moves.count > 0) into_.labels.push_back(label);
    }

    void add_goal() {
        const std::vector<Disjunct> disjuncts = disjuncts_of(*task_, into_.clocks.get());
        const bool with_faults = faults_ == Faults::are_goals && into_.may_fault;
        into_.goal_is_possible = !disjuncts.empty() || with_faults;
        if (disjuncts.size() == 1 && !with_faults) {
            for (const auto& [variable, allowed] : disjuncts.front()) into_.variables[variable].goal = allowed;
        }
        if (disjuncts.size() < 2 && !with_faults) return;
        met_ = static_cast<VariableIndex>(into_.variables.size());
        into_.variables.push_back({2, {0}, {false, true}});
        for (const Disjunct& disjunct : disjuncts) {
            Moves moves;
            for (const auto& [variable, allowed] : disjunct) {
                Rules& rules = moves[variable];
                for (Value value = 0; value < allowed.size(); ++value) {
                    if (allowed[value]) rules.push_back({value, Rule::same});
                }
            }
            add_met(std::move(moves));
        }
        if (with_faults) add_faults();
    }

    void add_met(Moves moves) {
        moves[met_] = {Rule{0, 1}};
        store(std::move(moves), Label::Kind::goal);
    }

    void add_faults() {
        for (const GroundedTransition& transition : grounding_.transitions) {
            Moves at_sources;
            for (const EdgeIndex e : transition.edges)
                conjoin(at_sources, network_.edges[e].process, {Rule{network_.edges[e].source, Rule::same}});
            for (const std::uint32_t factor : transition.factors) add_faults_of(factor, at_sources);
        }
        for (const auto& [leaf, factor] : grounding_.leaf_factors) add_faults_of(factor, {});
    }

    void add_faults_of(std::uint32_t factor, const Moves& where) {
        const FactTable& facts = grounding_.facts;
        for (const Run& fault : grounding_.faults_of(factor)) {
            Moves moves = where;
            for (const Fact fact : grounding_.facts_of(fault))
                conjoin(moves, facts.slot(fact), {Rule{facts.value_index(fact), Rule::same}});
            add_met(std::move(moves));
        }
    }

    const Goal& goal_;
    const Network& network_;
    std::shared_ptr<const Task> task_;
    const Grounding& grounding_;
    Faults faults_;
    FactoredSystem& into_;
    std::uint32_t transition_ = 0;
    VariableIndex met_ = 0;  // whether a disjunct of the goal was met, if there is such a variable
    std::map<VariableIndex, std::vector<Value>> written_;  // by others who take part in the transition
};

}  // namespace

bool FactoredSystem::read(std::span<const std::int32_t> slots, std::vector<Value>& values) const {
    const FactTable& facts = grounding->facts;
    values.resize(variables.size());
    for (std::uint32_t slot = 0; slot < facts.slots(); ++slot) {
        const Fact fact = facts.fact(slot, slots[slot]);
        if (fact == FactTable::unknown) return false;
        values[slot] = fact - facts.of(slot).first;
    }
    for (VariableIndex v = facts.slots(); v < variables.size(); ++v) values[v] = variables[v].initial.front();
    return true;
}

bool FactoredSystem::read(std::span<const std::int32_t> slots, const ZoneView* zone,
                          std::vector<ValueRange>& values) const {
    std::vector<Value> single;
    if (!read(slots, single)) return false;
    values.clear();
    for (VariableIndex v = 0; v < grounding->facts.slots(); ++v) values.push_back({single[v], single[v]});
    if (clocks && zone != nullptr) clocks->read(*zone, values);
    if (clocks && zone == nullptr) clocks->read_initial(values);
    for (auto v = static_cast<VariableIndex>(values.size()); v < variables.size(); ++v)
        values.push_back({single[v], single[v]});
    return true;
}

FactoredSystem factored_system(const Goal& goal, Faults faults, Clocks clocks) {
    FactoredSystem system;
    const std::shared_ptr<const Task> task = task_of(goal);
    system.network = &goal.network;
    system.grounding = std::shared_ptr<const Grounding>(task, &task->grounding());
    Builder(goal, faults, clocks, system).build();
    return system;
}

}  // namespace crowfly
