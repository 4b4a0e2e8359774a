#include "network/symmetry/sorts.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "network/symmetry/operators.hpp"

namespace crowfly::symmetry {
namespace {

bool is_truth(OpCode op) { return op == OpCode::logical_not || op == OpCode::to_bool; }

}  // namespace

Sorts::Sorts(Pieces& pieces, const Groups& groups, Places& places, const Formulas& formulas)
    : pieces_(pieces), groups_(groups), places_(places) {
    infer(formulas);
    join_partners(places.slots, slot_partners_);
    join_partners(places.clocks, clock_partners_);
    join_partners(places.channels, channel_partners_);
    infer(formulas);
}

void Sorts::reset() {
    parents_.assign(1, plain);
    votes_.clear();
    const auto sorts_of = [&](const Coordinates& coordinates) {
        Dimensions dimensions(coordinates.families());
        for (std::uint32_t f = 0; f < coordinates.families(); ++f) {
            for (std::size_t d = 0; d < coordinates.family(f).dimensions; ++d) dimensions[f].push_back(fresh());
        }
        return dimensions;
    };
    slots_ = sorts_of(places_.slots);
    clocks_ = sorts_of(places_.clocks);
    channels_ = sorts_of(places_.channels);
    values_.clear();
    for (std::uint32_t f = 0; f < places_.slots.families(); ++f) values_.push_back(fresh());
    for (std::uint32_t p = 0; p < pieces_.network().processes.size(); ++p)
        unite(values_[places_.slots.cell(p).family], plain);
    inputs_.assign(pieces_.network().edges.size(), {});
    for (std::size_t e = 0; e < inputs_.size(); ++e) {
        for (std::uint32_t s = 0; s < pieces_.network().edges[e].selects.count; ++s) inputs_[e].push_back(fresh());
    }
}

void Sorts::infer(const Formulas& formulas) {
    reset();
    constexpr std::uint64_t effort_per_compared_edge = 500;
    const Network& network = pieces_.network();
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        poll();
        count_effort(effort_per_compared_edge * (1 + network.processes[p].edges.count));
        compared_.clear();
        group_ = groups_.of[p];
        process_ = p;
        const Process& process = network.processes[p];
        const Process& first = group_ == no_group ? process : network.processes[groups_.members[group_][0]];
        for (std::uint32_t l = 0; l < process.locations.count; ++l)
            compare_locations(first.locations.first + l, process.locations.first + l);
        for (std::uint32_t e = 0; e < process.edges.count; ++e)
            compare_edges(first.edges.first + e, process.edges.first + e);
    }
    for (const Process& process : network.processes) compare_edges_by_channel(process);
    compare_vectors();
    group_ = no_group;
    compared_.clear();
    in_edge_ = false;
    compare_effects(pieces_.before(), pieces_.before());
    compare_effects(pieces_.after(), pieces_.after());
    for (const Formula* formula : formulas) look_at(*formula);
}

// What every process of a group has one of in the same place, and what has no coordinates by its name.
void Sorts::join_partners(Coordinates& coordinates, const Partners& partners) {
    std::vector<bool> is_joined(coordinates.size());
    for (const auto& [key, others] : partners) {
        const auto [group, first] = key;
        const std::vector<ProcessIndex>& members = groups_.members[group];
        std::vector<std::uint32_t> cells{first};
        for (std::size_t i = 1; i < members.size(); ++i) {
            const auto other = others.find(members[i]);
            if (other != others.end()) cells.push_back(other->second);
        }
        const auto is_free = [&](std::uint32_t cell) { return !is_joined[cell] && coordinates.cell(cell).at.empty(); };
        std::vector<std::uint32_t> sorted = cells;
        std::ranges::sort(sorted);
        const bool differ = std::ranges::adjacent_find(sorted) == sorted.end();
        if (cells.size() != members.size() || !differ || !std::ranges::all_of(cells, is_free)) continue;
        for (const std::uint32_t cell : cells) is_joined[cell] = true;
        coordinates.join(group, members, cells);
    }
}

void Sorts::compare_locations(LocationIndex a, LocationIndex b) {
    in_edge_ = false;
    const LocationTerms& one = pieces_.location(a);
    const LocationTerms& other = pieces_.location(b);
    compare(one.invariant, other.invariant, fresh());
    for (std::size_t i = 0; i < one.constraints.size(); ++i)
        compare_constraints(one.constraints[i], other.constraints[i]);
    for (std::size_t i = 0; i < one.rates.size(); ++i) {
        compare_cells(one.rates[i].clock, other.rates[i].clock, places_.clocks, clocks_, clock_partners_);
        compare(one.rates[i].rate, other.rates[i].rate, plain);
        compare(one.rates[i].condition, other.rates[i].condition, fresh());
    }
}

void Sorts::compare_edges(EdgeIndex a, EdgeIndex b) {
    in_edge_ = true;
    edges_ = {a, b};
    compared_.clear();  // inputs mean something else in another edge
    for (std::size_t s = 0; s < inputs_[a].size(); ++s) unite(inputs_[a][s], inputs_[b][s]);
    const EdgeTerms& one = pieces_.edge(a);
    const EdgeTerms& other = pieces_.edge(b);
    compare(one.guard, other.guard, fresh());
    for (std::size_t i = 0; i < one.constraints.size(); ++i)
        compare_constraints(one.constraints[i], other.constraints[i]);
    const Edge& edge = pieces_.network().edges[a];
    if (one.channel && other.channel) {
        compare_addresses(*one.channel, *other.channel, places_.channels, channels_, nullptr);
    } else if (edge.sync != Sync::none) {
        compare_cells(edge.channel, pieces_.network().edges[b].channel, places_.channels, channels_, channel_partners_);
    }
    compare_effects(one.update, other.update);
}

// Where every like process has a channel of its own, others may have an edge for each of them.
void Sorts::compare_edges_by_channel(const Process& process) {
    using Key = std::array<std::uint32_t, 4>;
    std::map<Key, std::map<ProcessIndex, std::vector<EdgeIndex>>> edges;
    for (const EdgeIndex e : process.edges) {
        const Edge& edge = pieces_.network().edges[e];
        if (edge.sync == Sync::none || edge.channel_program) continue;
        const Cell& channel = places_.channels.cell(edge.channel);
        if (!channel.at.empty() && places_.channels.family(channel.family).is_process(0))
            edges[{edge.source, edge.target, static_cast<std::uint32_t>(edge.sync), channel.family}]
                 [static_cast<ProcessIndex>(channel.at[0])]
                     .push_back(e);
    }
    for (const auto& [key, by_process] : edges) {
        group_ = places_.channels.family(key[3]).group;
        const auto first = by_process.find(groups_.members[group_][0]);
        if (first == by_process.end()) continue;
        for (const auto& [p, list] : by_process) {
            process_ = p;
            if (list.size() != first->second.size()) continue;
            for (std::size_t i = 0; i < list.size(); ++i) compare_edges(first->second[i], list[i]);
        }
    }
}

// The events that others take part with in the vectors of like processes.
void Sorts::compare_vectors() {
    const Network& network = pieces_.network();
    std::map<ProcessIndex, std::vector<std::vector<std::pair<ProcessIndex, ChannelIndex>>>> vectors;
    for (const Transition& transition : network.transitions) {
        if (transition.kind != Transition::Kind::vector) continue;
        std::vector<std::pair<ProcessIndex, ChannelIndex>> parts;
        const Edge& edge = network.edges[transition.edge];
        parts.emplace_back(edge.process, edge.channel);
        for (const VectorPart& part : transition.parts.of(network.parts)) parts.emplace_back(part.process, part.event);
        std::ranges::sort(parts);
        for (const auto& [p, event] : parts) {
            if (groups_.of[p] == no_group) continue;
            auto others = parts;
            std::erase_if(others, [&](const auto& part) { return groups_.of[part.first] != no_group; });
            if (vectors[p].empty() || vectors[p].back() != others) vectors[p].push_back(std::move(others));
        }
    }
    for (const auto& [p, list] : vectors) {
        group_ = groups_.of[p];
        process_ = p;
        const auto first = vectors.find(groups_.members[group_][0]);
        if (first == vectors.end() || first->second.size() != list.size()) continue;
        for (std::size_t v = 0; v < list.size(); ++v) {
            for (std::size_t i = 0; i < std::min(list[v].size(), first->second[v].size()); ++i)
                compare_cells(first->second[v][i].second, list[v][i].second, places_.channels, channels_,
                              channel_partners_);
        }
    }
}

void Sorts::compare_effects(const Effect& a, const Effect& b) {
    for (std::size_t i = 0; i < std::min(a.assignments.size(), b.assignments.size()); ++i) {
        const std::uint32_t slot = a.assignments[i].slot;
        compare_cells(slot, b.assignments[i].slot, places_.slots, slots_, slot_partners_);
        const Sort sort = values_[places_.slots.cell(slot).family];
        unite(sort, values_[places_.slots.cell(b.assignments[i].slot).family]);
        compare(a.assignments[i].value, b.assignments[i].value, sort);
    }
    for (std::size_t i = 0; i < std::min(a.clocks.size(), b.clocks.size()); ++i) {
        compare_cells(a.clocks[i].clock, b.clocks[i].clock, places_.clocks, clocks_, clock_partners_);
        compare_cells(a.clocks[i].source, b.clocks[i].source, places_.clocks, clocks_, clock_partners_);
        compare(a.clocks[i].value, b.clocks[i].value, plain);
    }
    for (std::size_t i = 0; i < std::min(a.evaluated.size(), b.evaluated.size()); ++i)
        compare(a.evaluated[i], b.evaluated[i], fresh());
}

void Sorts::compare_constraints(const ConstraintTerms& a, const ConstraintTerms& b) {
    compare_cells(a.constraint->left, b.constraint->left, places_.clocks, clocks_, clock_partners_);
    compare_cells(a.constraint->right, b.constraint->right, places_.clocks, clocks_, clock_partners_);
    compare(a.bound, b.bound, plain);
    compare(a.condition, b.condition, fresh());
}

void Sorts::look_at(const Formula& formula) {
    if (formula.kind == Formula::Kind::discrete) {
        const TermId leaf = pieces_.leaf(formula);
        compare(leaf, leaf, fresh());
    } else if (formula.kind == Formula::Kind::clock) {
        const ConstraintTerms constraint = pieces_.constraint(formula);
        compare_constraints(constraint, constraint);
    }
    for (const Formula& operand : formula.operands) look_at(operand);
}

void Sorts::compare(TermId a, TermId b, Sort sort) {
    const Term& one = pieces_.graph()[a];
    const Term& other = pieces_.graph()[b];
    if (one.kind != other.kind || one.arity != other.arity) return;
    if (one.kind == Term::Kind::constant) {
        if (one.a != other.a && group_ != no_group) votes_.push_back({sort, group_, process_, one.a, other.a});
        return;
    }
    const auto [known, is_new] = compared_.try_emplace({a, b}, sort);
    unite(known->second, sort);
    if (!is_new) return;
    poll();
    switch (one.kind) {
        case Term::Kind::slot:
            compare_cells(static_cast<std::uint32_t>(one.a), static_cast<std::uint32_t>(other.a), places_.slots, slots_,
                          slot_partners_);
            unite(sort, values_[places_.slots.cell(static_cast<std::uint32_t>(one.a)).family]);
            unite(sort, values_[places_.slots.cell(static_cast<std::uint32_t>(other.a)).family]);
            return;
        case Term::Kind::input:
            note_input(a, edges_[0], sort);
            note_input(b, edges_[1], sort);
            return;
        case Term::Kind::operation: compare_operations(one, other, sort); return;
        case Term::Kind::choice:
            compare(one.operands[0], other.operands[0], fresh());
            compare(one.operands[1], other.operands[1], sort);
            compare(one.operands[2], other.operands[2], sort);
            return;
        case Term::Kind::check: compare(one.operands[0], other.operands[0], sort); return;
        case Term::Kind::load:
            compare_addresses(one.operands[0], other.operands[0], places_.slots, slots_, &sort);
            return;
        case Term::Kind::index:
        case Term::Kind::offset: compare_addresses(a, b, places_.slots, slots_, nullptr); return;
        case Term::Kind::constant:
        case Term::Kind::call: return;
    }
}

void Sorts::note_input(TermId id, EdgeIndex edge, Sort sort) {
    if (!in_edge_) return;
    const Run selects = pieces_.network().edges[edge].selects;
    for (std::uint32_t s = 0; s < selects.count; ++s) {
        const Select& select = pieces_.network().selects[selects.first + s];
        if (static_cast<std::int32_t>(select.local) == pieces_.graph()[id].a) unite(inputs_[edge][s], sort);
    }
}

// Identities may be compared with each other for equality, and with constants in any way. All else is for numbers.
void Sorts::compare_operations(const Term& a, const Term& b, Sort sort) {
    unite(sort, plain);
    const auto is_constant = [&](TermId id) { return pieces_.graph()[id].kind == Term::Kind::constant; };
    if (is_truth(a.op)) {
        compare(a.operands[0], b.operands[0], fresh());
    } else if (is_equality(a.op)) {
        const bool of_addresses =
            is_address(pieces_.graph()[a.operands[0]]) || is_address(pieces_.graph()[a.operands[1]]);
        const Sort operands = fresh();
        for (std::size_t i = 0; i < 2; ++i) {
            if (!of_addresses || !is_constant(a.operands[i])) compare(a.operands[i], b.operands[i], operands);
        }
    } else if (is_order(a.op) && (is_constant(a.operands[0]) || is_constant(a.operands[1]))) {
        for (std::size_t i = 0; i < 2; ++i)
            compare(a.operands[i], b.operands[i], is_constant(a.operands[i]) ? plain : fresh());
    } else {
        for (std::size_t i = 0; i < a.arity; ++i) compare(a.operands[i], b.operands[i], plain);
    }
}

// `values`: the sort of what is at the address; null: nothing is loaded.
void Sorts::compare_addresses(TermId a, TermId b, const Coordinates& coordinates, const Dimensions& dimensions,
                              Sort* values) {
    const std::optional<Access> one = find_access(pieces_.graph(), coordinates, a);
    const std::optional<Access> other = find_access(pieces_.graph(), coordinates, b);
    if (!one || !other || one->family != other->family) return;
    const Family& family = coordinates.family(one->family);
    for (std::size_t d = 0; d < one->at.size(); ++d) {
        const Access::Index* first = one->index_of(d);
        const Access::Index* second = other->index_of(d);
        if (first != nullptr && second != nullptr)
            compare(first->term, second->term, dimensions[one->family][d]);
        else if (first == nullptr && second == nullptr)
            compare_at(family, dimensions[one->family], d, one->at[d], other->at[d]);
    }
    if (values != nullptr) unite(*values, values_[one->family]);
}

void Sorts::compare_cells(std::uint32_t a, std::uint32_t b, const Coordinates& coordinates,
                          const Dimensions& dimensions, Partners& partners) {
    if (a == b) return;
    const Cell& one = coordinates.cell(a);
    const Cell& other = coordinates.cell(b);
    if (one.family != other.family) {
        if (group_ != no_group) partners[{group_, a}].try_emplace(process_, b);
        return;
    }
    for (std::size_t d = 0; d < one.at.size(); ++d)
        compare_at(coordinates.family(one.family), dimensions[one.family], d, one.at[d], other.at[d]);
}

void Sorts::compare_at(const Family& family, const std::vector<Sort>& dimensions, std::size_t dimension, std::int32_t a,
                       std::int32_t b) {
    if (a != b && !family.is_process(dimension) && group_ != no_group)
        votes_.push_back({dimensions[dimension], group_, process_, a, b});
}

Sort Sorts::fresh() {
    parents_.push_back(static_cast<Sort>(parents_.size()));
    return parents_.back();
}

Sort Sorts::root(Sort sort) const {
    while (parents_[sort] != sort) sort = parents_[sort] = parents_[parents_[sort]];
    return sort;
}

void Sorts::unite(Sort a, Sort b) {
    a = root(a);
    b = root(b);
    parents_[std::max(a, b)] = std::min(a, b);  // so that plain stays the root of its own
}

namespace {

using Counts = std::map<std::int32_t, std::size_t>;

std::int32_t most_frequent(const Counts& counts) {
    return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->first;
}

}  // namespace

bool Sorts::computes_with(std::uint32_t group) const {
    return std::ranges::any_of(votes_,
                               [&](const Vote& vote) { return vote.group == group && root(vote.sort) == plain; });
}

// What a group is known by in one sort: if all places agree.
std::optional<Sorts::Known> Sorts::unanimous(const std::vector<Vote>& votes) {
    Known known;
    for (const Vote& vote : votes) {
        if (vote.first != votes[0].first || known.try_emplace(vote.process, vote.value).first->second != vote.value)
            return std::nullopt;
    }
    return known;
}

Sorts::Known Sorts::by_majority(const std::vector<Vote>& votes) const {
    Counts first;
    for (const Vote& vote : votes) ++first[vote.first];
    std::map<ProcessIndex, Counts> others;
    for (const Vote& vote : votes) {
        if (vote.first == most_frequent(first)) ++others[vote.process][vote.value];
    }
    Known known;
    for (const auto& [process, counts] : others) known[process] = most_frequent(counts);
    known[groups_.members[votes[0].group][0]] = most_frequent(first);
    return known;
}

// By the argument of its template, if that has one.
Sorts::Known Sorts::by_argument(std::uint32_t group) const {
    Known known;
    for (const ProcessIndex p : groups_.members[group]) {
        const std::vector<std::int32_t>& arguments = pieces_.network().processes[p].arguments;
        if (arguments.size() == 1) known[p] = arguments[0];
    }
    return known;
}

// Where a loop over all identities leaves out its own, like processes differ in places where others are meant. Where
// places do not agree, the processes are taken to be known by what they are known by elsewhere.
std::map<Sort, Sorts::Known> Sorts::identities() const {
    std::map<std::uint32_t, std::map<Sort, std::vector<Vote>>> votes;
    for (const Vote& vote : votes_) {
        if (root(vote.sort) != plain) votes[vote.group][root(vote.sort)].push_back(vote);
    }
    std::map<Sort, Known> identities;
    for (const auto& [group, by_sort] : votes) {
        Known elsewhere = by_argument(group);
        for (const auto& [sort, list] : by_sort) {
            if (auto known = unanimous(list); known && elsewhere.empty()) {
                elsewhere = std::move(*known);
                elsewhere[groups_.members[group][0]] = list[0].first;
            }
        }
        for (const auto& [sort, list] : by_sort) {
            auto known = unanimous(list);
            if (known)
                (*known)[groups_.members[group][0]] = list[0].first;
            else
                known = elsewhere.empty() ? by_majority(list) : elsewhere;
            identities[sort].insert(known->begin(), known->end());
        }
    }
    return identities;
}

}  // namespace crowfly::symmetry
