#include "heuristic/ground/steps.hpp"

#include <algorithm>
#include <numeric>

namespace crowfly {
namespace {

// Whether a program reads one of the values an edge selects. Functions cannot.
bool reads_selects(const Network& network, Program program, const Run& selects) {
    if (!program || selects.count == 0) return false;
    const auto is_selected = [&](std::int32_t cell) {
        for (const std::uint32_t s : selects) {
            if (network.selects[s].local == static_cast<std::uint32_t>(cell)) return true;
        }
        return false;
    };
    for (std::size_t pc = program.entry; network.code.instructions[pc].op != OpCode::stop; ++pc) {
        const Instruction& in = network.code.instructions[pc];
        if (in.op == OpCode::load_local && is_selected(in.a)) return true;
        if (in.op == OpCode::push && region_of(in.a) == Region::locals && is_selected(cell_of(in.a))) return true;
    }
    return false;
}

// Sets of elements that have something in common.
class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    }

    std::size_t find(std::size_t element) {
        while (parents_[element] != element) element = parents_[element] = parents_[parents_[element]];
        return element;
    }
    void join(std::size_t a, std::size_t b) { parents_[find(b)] = find(a); }

private:
    std::vector<std::size_t> parents_;
};

bool share_selects(const GroundStep& a, const GroundStep& b) {
    const auto same = [](const Run& x, const Run& y) { return x.count > 0 && y.count > 0 && x.first == y.first; };
    return same(a.selects, b.selects) || same(a.selects, b.second_selects) || same(a.second_selects, b.selects) ||
           same(a.second_selects, b.second_selects);
}

bool share_slots(const GroundStep& a, const GroundStep& b) {
    return a.reads.intersects(b.reads) || a.reads.intersects(b.writes) || a.writes.intersects(b.reads) ||
           a.writes.intersects(b.writes);
}

SlotSet integers_of(const Network& network, const SlotSet& slots) {
    SlotSet result;
    for (const SlotSet::Range& range : slots.ranges()) {
        const std::uint32_t first = std::max(range.first, static_cast<std::uint32_t>(network.processes.size()));
        if (first <= range.last) result.add(first, range.last - first + 1);
    }
    return result;
}

}  // namespace

Taking::Taking(const Network& network) : network_(network), edge_steps_(network.edges.size()) {
    const Footprint& global = network.update_footprint;
    const auto step = [&](Program program, GroundStep::Kind kind) {
        return add({kind, program, {}, 0, global.reads, global.writes, {}, {}});
    };
    if (network.before_update) before_ = step(network.before_update, GroundStep::Kind::assignment);
    if (network.after_update) after_ = step(network.after_update, GroundStep::Kind::assignment);
    if (network.after_update) unsure_after_ = step(network.after_update, GroundStep::Kind::anything);
}

StepIndex Taking::add(GroundStep step) {
    steps_.push_back(std::move(step));
    return static_cast<StepIndex>(steps_.size() - 1);
}

std::uint32_t Taking::add_condition(const Formula& leaf, bool wanted) {
    const StepIndex step = add({wanted ? GroundStep::Kind::condition : GroundStep::Kind::refutation,
                                leaf.program,
                                {},
                                0,
                                leaf.footprint.reads,
                                {},
                                {},
                                {},
                                leaf.code});
    aspects_.push_back({{step}, {}, false, false});
    return static_cast<std::uint32_t>(aspects_.size() - 1);
}

const Taking::EdgeSteps& Taking::steps_of(EdgeIndex index) {
    std::optional<EdgeSteps>& known = edge_steps_[index];
    if (known) return *known;
    EdgeSteps steps;
    const Edge& edge = network_.edges[index];
    const auto selects_for = [&](Program program) {
        return reads_selects(network_, program, edge.selects) ? edge.selects : Run{};
    };
    if (edge.obstacle >= 0) {
        const SlotSet writes = integers_of(network_, edge.footprint.writes);
        steps.updates = steps.unsure_updates = {add({GroundStep::Kind::anything, {}, {}, 0, {}, writes, {}, {}})};
        return known.emplace(std::move(steps));
    }
    for (const std::uint32_t c : edge.guard_clauses) {
        const Clause& clause = network_.clauses[c];
        steps.guards.push_back(add({GroundStep::Kind::condition,
                                    clause.program,
                                    {},
                                    0,
                                    clause.footprint.reads,
                                    {},
                                    selects_for(clause.program),
                                    {}}));
    }
    for (const std::uint32_t c : edge.update_clauses) {
        const Clause& clause = network_.clauses[c];
        if (clause.footprint.writes.empty()) continue;
        const Run selects = selects_for(clause.program);
        steps.updates.push_back(add({GroundStep::Kind::assignment,
                                     clause.program,
                                     {},
                                     0,
                                     clause.footprint.reads,
                                     clause.footprint.writes,
                                     selects,
                                     {}}));
        steps.unsure_updates.push_back(
            add({GroundStep::Kind::anything, {}, {}, 0, clause.footprint.reads, clause.footprint.writes, {}, {}}));
    }
    const Invariant& invariant = network_.location(edge.process, edge.target).invariant;
    if (invariant.discrete && network_.location(edge.process, edge.target).obstacle < 0)
        steps.invariant = {
            add({GroundStep::Kind::condition, invariant.discrete, {}, 0, invariant.footprint.reads, {}, {}, {}})};
    return known.emplace(std::move(steps));
}

void Taking::take_apart(std::uint32_t transition) {
    const Transition& t = network_.transitions[transition];
    switch (t.kind) {
        case Transition::Kind::internal: return add(transition, {t.edge}, {});
        case Transition::Kind::binary: return add(transition, {t.edge, t.partner}, {});
        case Transition::Kind::broadcast: return take_broadcast(transition);
        case Transition::Kind::vector: return take_vector(transition);
    }
}

// The sender alone, and with each that may receive.
void Taking::take_broadcast(std::uint32_t transition) {
    const Transition& t = network_.transitions[transition];
    std::map<ProcessIndex, SlotSet> writes;
    const std::span receivers = t.receivers.of(network_.receivers);
    for (const EdgeIndex e : receivers)
        writes[network_.edges[e].process].add(integers_of(network_, network_.edges[e].footprint.writes));
    SlotSet all;
    for (const auto& [process, slots] : writes) all.add(slots);
    add(transition, {t.edge}, all);
    for (const EdgeIndex e : receivers) {
        SlotSet others;
        for (const auto& [process, slots] : writes) {
            if (process != network_.edges[e].process) others.add(slots);
        }
        add(transition, {t.edge, e}, others);
    }
}

std::vector<EdgeIndex> Taking::edges_of(const VectorPart& part) const {
    std::vector<EdgeIndex> edges;
    const Run& all = network_.processes[part.process].edges;
    for (const std::uint32_t e : all) {
        if (network_.edges[e].sync == Sync::join && network_.edges[e].channel == part.event) edges.push_back(e);
    }
    return edges;
}

std::uint32_t Taking::at_one_of(const std::vector<EdgeIndex>& edges) {
    RawAspect aspect;
    aspect.fixed = true;
    for (const EdgeIndex e : edges) {
        RawWay way;
        way.needs.push_back({network_.edges[e].process, network_.edges[e].source});
        aspect.ways.push_back(std::move(way));
    }
    aspects_.push_back(std::move(aspect));
    return static_cast<std::uint32_t>(aspects_.size() - 1);
}

// The first edge with each that may join, where those that have to join are at one of the places where they can.
void Taking::take_vector(std::uint32_t transition) {
    const Transition& t = network_.transitions[transition];
    const std::span parts = t.parts.of(network_.parts);
    std::vector<std::vector<EdgeIndex>> edges;
    std::vector<std::optional<std::uint32_t>> places(parts.size());
    std::vector<SlotSet> writes(parts.size());
    std::size_t required = 0;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        edges.push_back(parts[p].role == VectorPart::Role::absent ? std::vector<EdgeIndex>{} : edges_of(parts[p]));
        for (const EdgeIndex e : edges[p]) writes[p].add(integers_of(network_, network_.edges[e].footprint.writes));
        if (parts[p].role != VectorPart::Role::required) continue;
        places[p] = at_one_of(edges[p]);
        ++required;
    }
    const auto others = [&](std::size_t self, std::vector<std::uint32_t>& conditions) {
        SlotSet slots;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            if (p == self) continue;
            slots.add(writes[p]);
            if (places[p]) conditions.push_back(*places[p]);
        }
        return slots;
    };
    std::vector<std::uint32_t> all_conditions;
    const SlotSet all_writes = others(parts.size(), all_conditions);
    if (required != 1) add(transition, {t.edge}, all_writes, all_conditions);
    for (std::size_t p = 0; p < parts.size(); ++p) {
        std::vector<std::uint32_t> conditions;
        const SlotSet slots = others(p, conditions);
        for (const EdgeIndex e : edges[p]) add(transition, {t.edge, e}, slots, conditions);
    }
}

void Taking::add(std::uint32_t transition, std::vector<EdgeIndex> edges, const SlotSet& others_write,
                 std::vector<std::uint32_t> more) {
    std::vector<std::uint32_t> aspects = split(in_order(edges, others_write));
    aspects.insert(aspects.end(), more.begin(), more.end());
    transitions_.push_back({transition, std::move(edges), std::move(aspects)});
}

void Taking::add_channel_step(const std::vector<EdgeIndex>& edges, std::vector<StepIndex>& into) {
    if (edges.size() < 2) return;
    const Edge* first = &network_.edges[edges[0]];
    const Edge* second = &network_.edges[edges[1]];
    if (!first->channel_program) std::swap(first, second);
    if (!first->channel_program) return;
    GroundStep step{GroundStep::Kind::same_channel,
                    first->channel_program,
                    second->channel_program,
                    second->channel,
                    first->channel_reads,
                    {},
                    first->selects,
                    {}};
    if (second->channel_program) {
        step.reads.add(second->channel_reads);
        step.second_selects = second->selects;
    }
    into.push_back(add(std::move(step)));
}

// Conditions first: they look at the state before. Then updates, then what the new locations ask for. Where the first
// edge is not alone, `others_write` what comes after it may already find changed.
std::vector<StepIndex> Taking::in_order(const std::vector<EdgeIndex>& edges, const SlotSet& others_write) {
    std::vector<StepIndex> all;
    const auto append = [&](const std::vector<StepIndex>& steps) { all.insert(all.end(), steps.begin(), steps.end()); };
    const auto is_sure = [&](StepIndex step) { return !steps_[step].reads.intersects(others_write); };
    for (const EdgeIndex e : edges) append(steps_of(e).guards);
    add_channel_step(edges, all);
    if (before_) all.push_back(*before_);
    append(steps_of(edges[0]).updates);
    for (std::size_t e = 1; e < edges.size(); ++e) {
        const EdgeSteps& steps = steps_of(edges[e]);
        for (std::size_t u = 0; u < steps.updates.size(); ++u)
            all.push_back(is_sure(steps.updates[u]) ? steps.updates[u] : steps.unsure_updates[u]);
    }
    if (after_) all.push_back(is_sure(*after_) ? *after_ : *unsure_after_);
    for (const EdgeIndex e : edges) {
        for (const StepIndex step : steps_of(e).invariant) {
            if (is_sure(step)) all.push_back(step);
        }
    }
    return all;
}

// Steps that share a variable or a selected value are one aspect.
std::vector<std::uint32_t> Taking::split(const std::vector<StepIndex>& steps) {
    Groups groups(steps.size());
    for (std::size_t a = 0; a < steps.size(); ++a) {
        for (std::size_t b = a + 1; b < steps.size(); ++b) {
            if (share_slots(steps_[steps[a]], steps_[steps[b]]) || share_selects(steps_[steps[a]], steps_[steps[b]]))
                groups.join(a, b);
        }
    }
    std::map<std::size_t, std::vector<StepIndex>> members;
    for (std::size_t s = 0; s < steps.size(); ++s) members[groups.find(s)].push_back(steps[s]);
    std::vector<std::uint32_t> aspects;
    for (auto& [root, list] : members) {
        const auto [entry, fresh] = known_aspects_.try_emplace(list, static_cast<std::uint32_t>(aspects_.size()));
        if (fresh) aspects_.push_back({std::move(list), {}, false, false});
        aspects.push_back(entry->second);
    }
    return aspects;
}

}  // namespace crowfly
