#include "task/factoring.hpp"

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

// Union-find.
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

bool share_selects(const Statement& a, const Statement& b) {
    const auto same = [](const Run& x, const Run& y) { return x.count > 0 && y.count > 0 && x.first == y.first; };
    return same(a.selects, b.selects) || same(a.selects, b.second_selects) || same(a.second_selects, b.selects) ||
           same(a.second_selects, b.second_selects);
}

bool share_slots(const Statement& a, const Statement& b) {
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

Factoring::Factoring(const Network& network) : network_(network), edge_statements_(network.edges.size()) {
    const Footprint& global = network.update_footprint;
    const auto statement = [&](Program program, Statement::Kind kind) {
        return add({kind, program, {}, 0, global.reads, global.writes, {}, {}});
    };
    if (network.before_update) before_ = statement(network.before_update, Statement::Kind::assignment);
    if (network.after_update) after_ = statement(network.after_update, Statement::Kind::assignment);
    if (network.after_update) havoc_after_ = statement(network.after_update, Statement::Kind::havoc);
}

StatementIndex Factoring::add(Statement statement) {
    statements_.push_back(std::move(statement));
    return static_cast<StatementIndex>(statements_.size() - 1);
}

std::uint32_t Factoring::add_condition(const Formula& leaf, bool wanted) {
    const StatementIndex statement = add({wanted ? Statement::Kind::condition : Statement::Kind::refutation,
                                          leaf.program,
                                          {},
                                          0,
                                          leaf.footprint.reads,
                                          {},
                                          {},
                                          {},
                                          leaf.code});
    factors_.push_back({{statement}, {}, false, false});
    return static_cast<std::uint32_t>(factors_.size() - 1);
}

const Factoring::EdgeStatements& Factoring::statements_of(EdgeIndex index) {
    std::optional<EdgeStatements>& known = edge_statements_[index];
    if (known) return *known;
    EdgeStatements statements;
    const Edge& edge = network_.edges[index];
    const auto selects_for = [&](Program program) {
        return reads_selects(network_, program, edge.selects) ? edge.selects : Run{};
    };
    if (edge.obstacle >= 0) {
        const SlotSet writes = integers_of(network_, edge.footprint.writes);
        statements.updates = statements.havoc_updates = {add({Statement::Kind::havoc, {}, {}, 0, {}, writes, {}, {}})};
        return known.emplace(std::move(statements));
    }
    for (const std::uint32_t c : edge.guard_clauses) {
        const Clause& clause = network_.clauses[c];
        statements.guards.push_back(add({Statement::Kind::condition,
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
        statements.updates.push_back(add({Statement::Kind::assignment,
                                          clause.program,
                                          {},
                                          0,
                                          clause.footprint.reads,
                                          clause.footprint.writes,
                                          selects,
                                          {}}));
        statements.havoc_updates.push_back(
            add({Statement::Kind::havoc, {}, {}, 0, clause.footprint.reads, clause.footprint.writes, {}, {}}));
    }
    const Invariant& invariant = network_.location(edge.process, edge.target).invariant;
    if (invariant.discrete && network_.location(edge.process, edge.target).obstacle < 0)
        statements.invariant = {
            add({Statement::Kind::condition, invariant.discrete, {}, 0, invariant.footprint.reads, {}, {}, {}})};
    return known.emplace(std::move(statements));
}

void Factoring::add_transition(std::uint32_t transition) {
    const Transition& t = network_.transitions[transition];
    switch (t.kind) {
        case Transition::Kind::internal: return add(transition, {t.edge}, {});
        case Transition::Kind::binary: return add(transition, {t.edge, t.partner}, {});
        case Transition::Kind::broadcast: return add_broadcast(transition);
        case Transition::Kind::vector: return add_vector(transition);
    }
}

// One grounded transition of the sender alone, and one with each receiver.
void Factoring::add_broadcast(std::uint32_t transition) {
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

std::vector<EdgeIndex> Factoring::edges_of(const VectorPart& part) const {
    std::vector<EdgeIndex> edges;
    const Run& all = network_.processes[part.process].edges;
    for (const std::uint32_t e : all) {
        if (network_.edges[e].sync == Sync::join && network_.edges[e].channel == part.event) edges.push_back(e);
    }
    return edges;
}

// The condition that a process is at the source of one of the edges.
std::uint32_t Factoring::add_source_factor(const std::vector<EdgeIndex>& edges) {
    RawFactor factor;
    factor.fixed = true;
    for (const EdgeIndex e : edges) {
        RawCase at_source;
        at_source.preconditions.push_back({network_.edges[e].process, network_.edges[e].source});
        factor.cases.push_back(std::move(at_source));
    }
    factors_.push_back(std::move(factor));
    return static_cast<std::uint32_t>(factors_.size() - 1);
}

// The first edge with each edge that may join, under the condition that all processes that have to join can.
void Factoring::add_vector(std::uint32_t transition) {
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
        places[p] = add_source_factor(edges[p]);
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

void Factoring::add(std::uint32_t transition, std::vector<EdgeIndex> edges, const SlotSet& others_write,
                    std::vector<std::uint32_t> more) {
    std::vector<std::uint32_t> factors = split(in_order(edges, others_write));
    factors.insert(factors.end(), more.begin(), more.end());
    transitions_.push_back({transition, std::move(edges), std::move(factors)});
}

void Factoring::add_channel_condition(const std::vector<EdgeIndex>& edges, std::vector<StatementIndex>& into) {
    if (edges.size() < 2) return;
    const Edge* first = &network_.edges[edges[0]];
    const Edge* second = &network_.edges[edges[1]];
    if (!first->channel_program) std::swap(first, second);
    if (!first->channel_program) return;
    Statement statement{Statement::Kind::same_channel,
                        first->channel_program,
                        second->channel_program,
                        second->channel,
                        first->channel_reads,
                        {},
                        first->selects,
                        {}};
    if (second->channel_program) {
        statement.reads.add(second->channel_reads);
        statement.second_selects = second->selects;
    }
    into.push_back(add(std::move(statement)));
}

// Guards first: they read the state before the transition. Then updates, then the invariants of the new locations. What
// is read after the first edge's update and in `others_write` is unknown: such an update may write anything, and such
// an invariant is ignored.
std::vector<StatementIndex> Factoring::in_order(const std::vector<EdgeIndex>& edges, const SlotSet& others_write) {
    std::vector<StatementIndex> all;
    const auto append = [&](const std::vector<StatementIndex>& statements) {
        all.insert(all.end(), statements.begin(), statements.end());
    };
    const auto is_determined = [&](StatementIndex statement) {
        return !statements_[statement].reads.intersects(others_write);
    };
    for (const EdgeIndex e : edges) append(statements_of(e).guards);
    add_channel_condition(edges, all);
    if (before_) all.push_back(*before_);
    append(statements_of(edges[0]).updates);
    for (std::size_t e = 1; e < edges.size(); ++e) {
        const EdgeStatements& statements = statements_of(edges[e]);
        for (std::size_t u = 0; u < statements.updates.size(); ++u)
            all.push_back(is_determined(statements.updates[u]) ? statements.updates[u] : statements.havoc_updates[u]);
    }
    if (after_) all.push_back(is_determined(*after_) ? *after_ : *havoc_after_);
    for (const EdgeIndex e : edges) {
        for (const StatementIndex statement : statements_of(e).invariant) {
            if (is_determined(statement)) all.push_back(statement);
        }
    }
    return all;
}

// Statements that share a variable or a selected value are in the same factor.
std::vector<std::uint32_t> Factoring::split(const std::vector<StatementIndex>& statements) {
    Groups groups(statements.size());
    for (std::size_t a = 0; a < statements.size(); ++a) {
        for (std::size_t b = a + 1; b < statements.size(); ++b) {
            if (share_slots(statements_[statements[a]], statements_[statements[b]]) ||
                share_selects(statements_[statements[a]], statements_[statements[b]]))
                groups.join(a, b);
        }
    }
    std::map<std::size_t, std::vector<StatementIndex>> members;
    for (std::size_t s = 0; s < statements.size(); ++s) members[groups.find(s)].push_back(statements[s]);
    std::vector<std::uint32_t> factors;
    for (auto& [root, list] : members) {
        const auto [entry, fresh] = known_factors_.try_emplace(list, static_cast<std::uint32_t>(factors_.size()));
        if (fresh) factors_.push_back({std::move(list), {}, false, false});
        factors.push_back(entry->second);
    }
    return factors;
}

}  // namespace crowfly
