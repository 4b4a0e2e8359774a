#include "heuristic/causal_graph.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/sort_out.hpp"

namespace crowfly {
namespace {

bool contains(const std::vector<std::uint32_t>& sorted, std::uint32_t element) {
    return std::ranges::binary_search(sorted, element);
}

// Strongly connected components (Tarjan 1972) of the members, causes first.
class Components {
public:
    Components(const CausalGraph& graph, const std::vector<std::uint32_t>& members)
        : graph_(graph), members_(members.begin(), members.end()) {
        for (const std::uint32_t variable : members) visit(variable);
    }

    std::vector<std::vector<std::uint32_t>> found;

private:
    struct Mark {
        std::size_t number = 0;  // from 1 on
        std::size_t lowest = 0;
        bool waiting = false;
    };
    struct Visit {
        std::uint32_t variable;
        std::size_t next;
    };

    void enter(std::uint32_t variable) {
        marks_[variable] = {++count_, count_, true};
        waiting_.push_back(variable);
        visits_.push_back({variable, 0});
    }

    void visit(std::uint32_t first) {
        if (marks_[first].number != 0) return;
        enter(first);
        while (!visits_.empty()) {
            Visit& top = visits_.back();
            const std::vector<CausalGraph::Cause>& causes = graph_.causes(top.variable);
            if (top.next < causes.size()) {
                const std::uint32_t cause = causes[top.next++].variable;
                if (!members_.contains(cause)) continue;
                if (marks_[cause].number == 0)
                    enter(cause);
                else if (marks_[cause].waiting)
                    marks_[top.variable].lowest = std::min(marks_[top.variable].lowest, marks_[cause].number);
                continue;
            }
            leave();
        }
    }

    void leave() {
        const std::uint32_t variable = visits_.back().variable;
        visits_.pop_back();
        if (!visits_.empty()) {
            Mark& before = marks_[visits_.back().variable];
            before.lowest = std::min(before.lowest, marks_[variable].lowest);
        }
        if (marks_[variable].lowest != marks_[variable].number) return;
        std::vector<std::uint32_t>& component = found.emplace_back();
        do {
            component.push_back(waiting_.back());
            marks_[waiting_.back()].waiting = false;
            waiting_.pop_back();
        } while (component.back() != variable);
        std::ranges::sort(component);
    }

    const CausalGraph& graph_;
    std::set<std::uint32_t> members_;
    std::map<std::uint32_t, Mark> marks_;
    std::size_t count_ = 0;
    std::vector<std::uint32_t> waiting_;
    std::vector<Visit> visits_;
};

constexpr std::uint64_t effort_per_variable = 100;

// The next variable is the one with the fewest labels of causes among the rest.
void order_component(const CausalGraph& graph, const std::vector<std::uint32_t>& component,
                     std::vector<std::uint32_t>& into) {
    std::map<std::uint32_t, std::uint64_t> caused;
    std::set<std::uint32_t> rest(component.begin(), component.end());
    for (const std::uint32_t variable : component) {
        std::uint64_t& sum = caused[variable];
        for (const CausalGraph::Cause& cause : graph.causes(variable))
            sum += rest.contains(cause.variable) ? cause.labels : 0;
    }
    while (!rest.empty()) {
        poll();
        count_effort(effort_per_variable * rest.size());
        const std::uint32_t next = *std::ranges::min_element(rest, {}, [&](std::uint32_t v) { return caused[v]; });
        into.push_back(next);
        rest.erase(next);
        for (const std::uint32_t variable : rest) {
            for (const CausalGraph::Cause& cause : graph.causes(variable))
                caused[variable] -= cause.variable == next ? cause.labels : 0;
        }
    }
}

}  // namespace

CausalGraph::CausalGraph(const Task& task)
    : task_(task), ground_(task.grounding()), left_out_(ground_.facts.slots()), causes_(ground_.facts.slots()) {
    for (std::uint32_t factor = 0; factor < ground_.factors.size(); ++factor) {
        factor_roles_.push_back(roles(factor));
        if (factor_roles_.back().changed.size() <= most_at_once) continue;
        for (const std::uint32_t slot : factor_roles_.back().changed) left_out_[slot] = true;
    }
    std::vector<std::map<std::uint32_t, std::uint64_t>> counts(ground_.facts.slots());
    for (const GroundedTransition& transition : ground_.transitions) {
        poll();
        const Roles of = roles(transition);
        const std::uint64_t count = labels(transition);
        for (const std::uint32_t changed : of.changed) {
            for (const std::uint32_t other : of.changed) counts[changed][other] += other != changed ? count : 0;
            for (const std::uint32_t other : of.restricted)
                counts[changed][other] += other != changed && !contains(of.changed, other) ? count : 0;
        }
    }
    for (std::uint32_t variable = 0; variable < counts.size(); ++variable) {
        for (const auto& [cause, count] : counts[variable]) {
            if (count > 0) causes_[variable].push_back({cause, count});
        }
    }
}

// Whether there is a value of the slot under which no case applies.
bool CausalGraph::is_restricted(std::uint32_t factor, std::uint32_t slot) const {
    std::set<Fact> allowed;
    for (const GroundedCase& each : ground_.cases_of(factor)) {
        const std::span<const Fact> preconditions = ground_.facts_of(each.preconditions);
        const auto own =
            std::ranges::find_if(preconditions, [&](Fact fact) { return ground_.facts.slot(fact) == slot; });
        if (own == preconditions.end()) return false;
        allowed.insert(*own);
    }
    return allowed.size() < ground_.facts.size(slot);
}

// The variables that a case of the factor may change, and those that decide which case applies, if any.
CausalGraph::Roles CausalGraph::roles(std::uint32_t factor) const {
    Roles result;
    std::vector<std::uint32_t> read;
    for (const GroundedCase& each : ground_.cases_of(factor)) {
        for (const Fact fact : ground_.facts_of(each.effects)) result.changed.push_back(ground_.facts.slot(fact));
        for (const Fact fact : ground_.facts_of(each.preconditions)) read.push_back(ground_.facts.slot(fact));
    }
    sort_out(result.changed);
    sort_out(read);
    for (const std::uint32_t slot : read) {
        if (!result.changed.empty() || is_restricted(factor, slot)) result.restricted.push_back(slot);
    }
    return result;
}

CausalGraph::Roles CausalGraph::roles(const GroundedTransition& transition) const {
    Roles result;
    for (const Fact fact : ground_.facts_of(transition.preconditions))
        result.restricted.push_back(ground_.facts.slot(fact));
    for (const Fact fact : ground_.facts_of(transition.effects)) result.changed.push_back(ground_.facts.slot(fact));
    for (const std::uint32_t factor : transition.factors) {
        const Roles& of = factor_roles_[factor];
        result.changed.insert(result.changed.end(), of.changed.begin(), of.changed.end());
        result.restricted.insert(result.restricted.end(), of.restricted.begin(), of.restricted.end());
    }
    const auto is_constant = [&](std::uint32_t slot) { return !is_variable(slot); };
    std::erase_if(result.changed, is_constant);
    std::erase_if(result.restricted, is_constant);
    sort_out(result.changed);
    sort_out(result.restricted);
    return result;
}

// A transition whose effects depend on what it reads counts as many: one label per combination of cases.
std::uint64_t CausalGraph::labels(const GroundedTransition& transition) const {
    constexpr std::uint64_t most = 1 << 20;
    std::uint64_t product = 1;
    for (const std::uint32_t factor : transition.factors) {
        if (!factor_roles_[factor].changed.empty())
            product = std::min<std::uint64_t>(most, product * std::max(1U, ground_.factors[factor].cases.count));
    }
    return product;
}

void CausalGraph::append(std::span<const Fact> facts, std::uint32_t except, std::vector<VariableValue>& into) const {
    for (const Fact fact : facts) {
        const std::uint32_t slot = ground_.facts.slot(fact);
        if (slot != except && is_variable(slot)) into.push_back({slot, ground_.facts.value_index(fact)});
    }
}

// `own`: the case that changes the variable, of the factor at `own_factor`; null: the variable is a process.
DomainArc CausalGraph::arc(std::uint32_t transition, std::uint32_t variable, const GroundedCase* own,
                           std::size_t own_factor) const {
    const GroundedTransition& of = ground_.transitions[transition];
    DomainArc result;
    result.transition = transition;
    const auto add = [&](const GroundedCase& each) {
        append(ground_.facts_of(each.preconditions), variable, result.preconditions);
        append(ground_.facts_of(each.effects), variable, result.effects);
        for (const Fact fact : ground_.facts_of(each.preconditions)) {
            if (ground_.facts.slot(fact) == variable) result.from = ground_.facts.value_index(fact);
        }
        for (const Fact fact : ground_.facts_of(each.effects)) {
            if (ground_.facts.slot(fact) == variable) result.to = ground_.facts.value_index(fact);
        }
    };
    add({of.preconditions, of.effects});
    if (own != nullptr) add(*own);
    for (std::size_t a = 0; a < of.factors.size(); ++a) {
        if (a == own_factor) continue;
        const std::span<const GroundedCase> cases = ground_.cases_of(of.factors[a]);
        if (cases.size() == 1)
            add(cases[0]);
        else
            result.choices.push_back(of.factors[a]);
    }
    return result;
}

// Ascending.
std::vector<std::uint32_t> CausalGraph::transitions_changing(std::uint32_t variable) const {
    std::vector<std::uint32_t> all;
    const Fact first = ground_.facts.of(variable).first;
    for (Fact fact = first; fact < first + ground_.facts.size(variable); ++fact) {
        for (const OperatorIndex op : task_.achieving(fact)) all.push_back(task_.operators()[op].grounded);
    }
    sort_out(all);
    return all;
}

std::vector<DomainArc> CausalGraph::arcs(std::uint32_t variable) const {
    std::vector<DomainArc> all;
    const auto is_own = [&](Fact fact) { return ground_.facts.slot(fact) == variable; };
    for (const std::uint32_t t : transitions_changing(variable)) {
        const GroundedTransition& of = ground_.transitions[t];
        const auto possible = [&](std::uint32_t factor) { return ground_.factors[factor].cases.count > 0; };
        if (!std::ranges::all_of(of.factors, possible)) continue;
        if (std::ranges::any_of(ground_.facts_of(of.effects), is_own))
            all.push_back(arc(t, variable, nullptr, of.factors.size()));
        for (std::size_t a = 0; a < of.factors.size(); ++a) {
            for (const GroundedCase& each : ground_.cases_of(of.factors[a])) {
                for (const Fact fact : ground_.facts_of(each.effects)) {
                    if (!is_own(fact)) continue;
                    DomainArc added = arc(t, variable, &each, a);
                    added.to = ground_.facts.value_index(fact);
                    if (added.from != added.to) all.push_back(std::move(added));
                }
            }
        }
    }
    return all;
}

std::vector<std::uint32_t> CausalGraph::order(std::uint32_t processes, bool as_defined) const {
    std::vector<std::uint32_t> integers, others, result;
    for (std::uint32_t slot = 0; slot < causes_.size(); ++slot) {
        if (is_variable(slot)) (slot < processes ? others : integers).push_back(slot);
    }
    for (const std::vector<std::uint32_t>& members : {integers, others}) {
        if (as_defined)
            result.insert(result.end(), members.begin(), members.end());
        else
            for (const std::vector<std::uint32_t>& component : Components(*this, members).found)
                order_component(*this, component, result);
    }
    return result;
}

}  // namespace crowfly
