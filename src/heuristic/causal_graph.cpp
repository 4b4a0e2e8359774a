#include "heuristic/causal_graph.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/alarm.hpp"
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

// The variable that the rest causes least comes next.
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

CausalGraph::CausalGraph(const Ground& ground)
    : ground_(ground), left_out_(ground.facts.slots()), changing_(ground.facts.slots()), causes_(ground.facts.slots()) {
    for (const GroundAspect& aspect : ground.aspects) {
        aspect_roles_.push_back(roles(aspect));
        if (aspect_roles_.back().changed.size() <= most_at_once) continue;
        for (const std::uint32_t slot : aspect_roles_.back().changed) left_out_[slot] = true;
    }
    std::vector<std::map<std::uint32_t, std::uint64_t>> counts(ground.facts.slots());
    for (std::uint32_t t = 0; t < ground.transitions.size(); ++t) {
        poll();
        const Roles of = roles(ground.transitions[t]);
        const std::uint64_t count = labels(ground.transitions[t]);
        for (const std::uint32_t changed : of.changed) {
            changing_[changed].push_back(t);
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

// Whether there is a value of the slot that no way goes with.
bool CausalGraph::is_restricted(const GroundAspect& aspect, std::uint32_t slot) const {
    std::set<Fact> allowed;
    for (const GroundWay& way : aspect.ways) {
        const auto need = std::ranges::find_if(way.needs, [&](Fact fact) { return ground_.facts.slot(fact) == slot; });
        if (need == way.needs.end()) return false;
        allowed.insert(*need);
    }
    return allowed.size() < ground_.facts.size(slot);
}

// What all ways of an aspect together may change, and which variables decide whether it goes, or what it does.
CausalGraph::Roles CausalGraph::roles(const GroundAspect& aspect) const {
    Roles result;
    std::vector<std::uint32_t> read;
    for (const GroundWay& way : aspect.ways) {
        for (const Fact fact : way.adds) result.changed.push_back(ground_.facts.slot(fact));
        for (const Fact fact : way.needs) read.push_back(ground_.facts.slot(fact));
    }
    sort_out(result.changed);
    sort_out(read);
    for (const std::uint32_t slot : read) {
        if (!result.changed.empty() || is_restricted(aspect, slot)) result.restricted.push_back(slot);
    }
    return result;
}

CausalGraph::Roles CausalGraph::roles(const GroundTransition& transition) const {
    Roles result;
    for (const Fact fact : transition.needs) result.restricted.push_back(ground_.facts.slot(fact));
    for (const Fact fact : transition.adds) result.changed.push_back(ground_.facts.slot(fact));
    for (const std::uint32_t aspect : transition.aspects) {
        const Roles& of = aspect_roles_[aspect];
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

// A transition that does something else for different values of what it reads is as many, each with a label of its own.
std::uint64_t CausalGraph::labels(const GroundTransition& transition) const {
    constexpr std::uint64_t most = 1 << 20;
    std::uint64_t product = 1;
    for (const std::uint32_t aspect : transition.aspects) {
        if (!aspect_roles_[aspect].changed.empty())
            product =
                std::min<std::uint64_t>(most, product * std::max<std::size_t>(1, ground_.aspects[aspect].ways.size()));
    }
    return product;
}

void CausalGraph::append(const Facts& facts, std::uint32_t except, std::vector<VariableValue>& into) const {
    for (const Fact fact : facts) {
        const std::uint32_t slot = ground_.facts.slot(fact);
        if (slot != except && is_variable(slot)) into.push_back({slot, fact - ground_.facts.of(slot).first});
    }
}

// `way`: of the aspect that changes the variable; null: the transition itself moves the process.
DomainArc CausalGraph::arc(std::uint32_t transition, std::uint32_t variable, const GroundWay* way,
                           std::size_t own_aspect) const {
    const GroundTransition& of = ground_.transitions[transition];
    DomainArc result;
    result.transition = transition;
    const auto take = [&](const Facts& needs, const Facts& adds) {
        append(needs, variable, result.needs);
        append(adds, variable, result.effects);
        for (const Fact fact : needs) {
            if (ground_.facts.slot(fact) == variable) result.from = fact - ground_.facts.of(variable).first;
        }
        for (const Fact fact : adds) {
            if (ground_.facts.slot(fact) == variable) result.to = fact - ground_.facts.of(variable).first;
        }
    };
    take(of.needs, of.adds);
    if (way != nullptr) take(way->needs, way->adds);
    for (std::size_t a = 0; a < of.aspects.size(); ++a) {
        const GroundAspect& aspect = ground_.aspects[of.aspects[a]];
        if (a == own_aspect) continue;
        if (aspect.ways.size() == 1)
            take(aspect.ways[0].needs, aspect.ways[0].adds);
        else
            result.choices.push_back(of.aspects[a]);
    }
    return result;
}

std::vector<DomainArc> CausalGraph::arcs(std::uint32_t variable) const {
    std::vector<DomainArc> all;
    const auto is_own = [&](Fact fact) { return ground_.facts.slot(fact) == variable; };
    for (const std::uint32_t t : changing_[variable]) {
        const GroundTransition& of = ground_.transitions[t];
        const auto possible = [&](std::uint32_t aspect) { return !ground_.aspects[aspect].ways.empty(); };
        if (!std::ranges::all_of(of.aspects, possible)) continue;
        if (std::ranges::any_of(of.adds, is_own)) all.push_back(arc(t, variable, nullptr, of.aspects.size()));
        for (std::size_t a = 0; a < of.aspects.size(); ++a) {
            for (const GroundWay& way : ground_.aspects[of.aspects[a]].ways) {
                for (const Fact fact : way.adds) {
                    if (!is_own(fact)) continue;
                    DomainArc added = arc(t, variable, &way, a);
                    added.to = fact - ground_.facts.of(variable).first;
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
