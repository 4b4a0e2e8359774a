#include "network/symmetry/pieces.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"

namespace crowfly::symmetry {

Pieces::Pieces(const Network& network) : terms_(network, Terms::Effort::splitting) {
    constexpr std::uint64_t effort_per_edge = 3'000;
    for (const Edge& edge : network.edges) {
        poll();
        count_effort(effort_per_edge);
        if (are_too_many()) return;
        EdgeTerms terms;
        terms.guard = terms_.guard(edge);
        for (const std::uint32_t c : edge.constraints)
            terms.constraints.push_back(constraint(network.constraints[c], edge.footprint));
        if (edge.channel_program) terms.channel = terms_.value(network.code, edge.channel_program, edge.footprint);
        terms.update = terms_.update(edge);
        edges_.push_back(std::move(terms));
    }
    for (const Location& location : network.locations) {
        poll();
        if (are_too_many()) return;
        LocationTerms terms;
        const Invariant& invariant = location.invariant;
        terms.invariant = terms_.invariant(location);
        for (const std::uint32_t c : invariant.constraints)
            terms.constraints.push_back(constraint(network.constraints[c], invariant.footprint));
        for (const ClockRate& rate : invariant.rates.of(network.rates))
            terms.rates.push_back({rate.clock, terms_.bound(rate.rate, invariant.footprint),
                                   terms_.value(network.code, rate.condition, invariant.footprint)});
        locations_.push_back(std::move(terms));
    }
    before_ = terms_.effect(network.before_update, network.update_footprint);
    after_ = terms_.effect(network.after_update, network.update_footprint);
}

ConstraintTerms Pieces::constraint(const ClockConstraint& constraint, const Footprint& footprint) {
    return {&constraint, terms_.bound(constraint.bound, footprint),
            terms_.value(network().code, constraint.condition, footprint)};
}

ConstraintTerms Pieces::constraint(const Formula& formula) {
    const ClockConstraint& constraint = formula.constraint;
    const Bytecode& code = code_of(network(), formula);
    const TermId bound = constraint.bound.is_constant()
                             ? terms_.bound(constraint.bound, formula.footprint)
                             : terms_.value(code, constraint.bound.program, formula.footprint);
    return {&constraint, bound, terms_.value(code, constraint.condition, formula.footprint)};
}

namespace {

// Hashes of what terms look like, whatever constants, slots and inputs they have.
class Shapes {
public:
    explicit Shapes(const Pieces& pieces) : pieces_(pieces) {}

    std::vector<std::uint64_t> of(const Process& process) {
        const Network& network = pieces_.network();
        std::vector<std::uint64_t> shape{process.locations.count, process.edges.count,
                                         static_cast<std::uint64_t>(process.priority)};
        for (const LocationIndex l : process.locations) {
            const Location& location = network.locations[l];
            shape.push_back((location.urgent ? 1U : 0U) + (location.committed ? 2U : 0U));
            shape.push_back(of(pieces_.location(l).invariant));
            add(pieces_.location(l).constraints, shape);
            shape.push_back(pieces_.location(l).rates.size());
        }
        for (const EdgeIndex e : process.edges) add(e, shape);
        return shape;
    }

private:
    void add(EdgeIndex e, std::vector<std::uint64_t>& shape) {
        const Edge& edge = pieces_.network().edges[e];
        const EdgeTerms& terms = pieces_.edge(e);
        shape.insert(shape.end(),
                     {edge.source, edge.target, static_cast<std::uint64_t>(edge.sync), edge.selects.count,
                      edge.channels, of(terms.guard), terms.update.assignments.size(), terms.update.clocks.size()});
        add(terms.constraints, shape);
        std::uint64_t values = terms.channel ? of(*terms.channel) : 0;
        for (const Effect::Assignment& assignment : terms.update.assignments) values += of(assignment.value);
        shape.push_back(values);
    }

    void add(const std::vector<ConstraintTerms>& constraints, std::vector<std::uint64_t>& shape) {
        for (const ConstraintTerms& c : constraints)
            shape.push_back(of(c.bound) * 31 + of(c.condition) * 8 + (c.constraint->left != 0 ? 1U : 0U) +
                            (c.constraint->right != 0 ? 2U : 0U) + (c.constraint->strict ? 4U : 0U));
    }

    std::uint64_t of(TermId id) {
        if (const auto known = known_.find(id); known != known_.end()) return known->second;
        const Term& term = pieces_.graph()[id];
        std::uint64_t hash = 0x9E3779B97F4A7C15U *
                             (static_cast<std::uint64_t>(term.kind) * 64 + static_cast<std::uint64_t>(term.op) + 1);
        for (const TermId operand : term.arguments()) hash = (hash ^ (hash >> 29)) * 0xBF58476D1CE4E5B9U + of(operand);
        return known_[id] = hash;
    }

    const Pieces& pieces_;
    std::unordered_map<TermId, std::uint64_t> known_;
};

}  // namespace

bool may_have_like_processes(const Network& network) {
    std::set<std::vector<std::uint32_t>> shapes;
    for (const Process& process : network.processes) {
        std::vector<std::uint32_t> shape{process.locations.count};
        for (const Edge& edge : process.edges.of(network.edges))
            shape.insert(shape.end(), {edge.source, edge.target, static_cast<std::uint32_t>(edge.sync)});
        if (!shapes.insert(std::move(shape)).second) return true;
    }
    return false;
}

Groups find_groups(const Pieces& pieces) {
    const std::vector<Process>& processes = pieces.network().processes;
    Groups groups;
    groups.of.assign(processes.size(), no_group);
    std::map<std::vector<std::uint64_t>, std::vector<ProcessIndex>> alike;
    Shapes shapes(pieces);
    for (ProcessIndex p = 0; p < processes.size(); ++p) alike[shapes.of(processes[p])].push_back(p);
    for (ProcessIndex p = 0; p < processes.size(); ++p) {
        const std::vector<ProcessIndex>& members = alike[shapes.of(processes[p])];
        if (members.size() < 2 || members[0] != p) continue;
        for (const ProcessIndex member : members) groups.of[member] = static_cast<std::uint32_t>(groups.members.size());
        groups.members.push_back(members);
    }
    return groups;
}

const Access::Index* Access::index_of(std::size_t dimension) const {
    const auto found = std::ranges::find_if(indices, [&](const Index& index) { return index.dimension == dimension; });
    return found == indices.end() ? nullptr : &*found;
}

namespace {

constexpr std::int64_t most_cells = 1 << 16;

// Whether every choice of indices leads to the cell with these indices as coordinates.
bool is_regular(const Coordinates& coordinates, const Access& access, const std::vector<std::int32_t>& strides,
                std::int64_t first) {
    std::int64_t count = 1;
    for (const Access::Index& index : access.indices) count *= index.count;
    if (count > most_cells) return false;
    poll();
    for (std::int64_t number = 0; number < count; ++number) {
        std::vector<std::int32_t> at = access.at;
        std::int64_t cell = first;
        std::int64_t rest = number;
        for (std::size_t i = 0; i < access.indices.size(); ++i) {
            const auto step = static_cast<std::int32_t>(rest % access.indices[i].count);
            rest /= access.indices[i].count;
            cell += std::int64_t{step} * strides[i];
            if (access.indices[i].dimension) at[*access.indices[i].dimension] += step;
        }
        if (coordinates.find(access.family, at) != static_cast<std::uint32_t>(cell)) return false;
    }
    return true;
}

// The dimension along which a cell and the one after the stride differ.
std::optional<std::size_t> dimension_of(const Coordinates& coordinates, std::int64_t cell, std::int32_t stride) {
    const auto next = static_cast<std::size_t>(cell + stride);
    if (next >= coordinates.size()) return std::nullopt;
    const Cell& a = coordinates.cell(static_cast<std::uint32_t>(cell));
    const Cell& b = coordinates.cell(static_cast<std::uint32_t>(next));
    if (a.family != b.family) return std::nullopt;
    for (std::size_t d = 0; d < a.at.size(); ++d) {
        if (a.at[d] != b.at[d]) return d;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Access> find_access(const TermGraph& graph, const Coordinates& coordinates, TermId address) {
    Access access;
    std::vector<std::int32_t> strides;
    std::int64_t cell = 0;
    while (graph[address].kind != Term::Kind::constant) {
        const Term& term = graph[address];
        if (term.kind == Term::Kind::offset) {
            cell += term.a;
        } else if (term.kind == Term::Kind::index) {
            access.indices.push_back({term.operands[1], term.a, term.b, {}});
            strides.push_back(term.c);
        } else {
            return std::nullopt;
        }
        address = term.operands[0];
    }
    cell += graph[address].a;
    if (cell < 0 || cell >= static_cast<std::int64_t>(coordinates.size())) return std::nullopt;
    access.family = coordinates.cell(static_cast<std::uint32_t>(cell)).family;
    access.at = coordinates.cell(static_cast<std::uint32_t>(cell)).at;
    for (std::size_t i = 0; i < access.indices.size(); ++i) {
        Access::Index& index = access.indices[i];
        if (index.count == 1) continue;
        index.dimension = dimension_of(coordinates, cell, strides[i]);
        if (!index.dimension || access.at[*index.dimension] != index.least) return std::nullopt;
    }
    if (!is_regular(coordinates, access, strides, cell)) return std::nullopt;
    return access;
}

}  // namespace crowfly::symmetry
