#include "network/symmetry/commutation.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"

namespace crowfly::symmetry {
namespace {

bool is_about(const Edge& edge, Sync sync, ChannelIndex channel) {
    return edge.sync == sync && channel >= edge.channel && channel < edge.channel + edge.channels;
}

}  // namespace

bool Commutation::commute(ChannelIndex channel, ProcessIndex first, ProcessIndex second) {
    const auto [found, is_new] = known_.try_emplace({channel, first, second}, false);
    if (is_new) found->second = find_out(channel, first, second);
    return found->second;
}

bool Commutation::find_out(ChannelIndex channel, ProcessIndex first, ProcessIndex second) {
    const Network& network = pieces_.network();
    const auto edges_of = [&](ProcessIndex process) {
        std::vector<EdgeIndex> edges;
        const Run all = network.processes[process].edges;
        for (EdgeIndex e = all.first; e < all.first + all.count; ++e) {
            if (is_about(network.edges[e], Sync::receive, channel)) edges.push_back(e);
        }
        return edges;
    };
    const std::vector<EdgeIndex> ones = edges_of(first), others = edges_of(second);
    for (EdgeIndex s = 0; s < network.edges.size(); ++s) {
        const Edge& sender = network.edges[s];
        if (!is_about(sender, Sync::send, channel) || sender.process == first || sender.process == second) continue;
        const Values known = sent_by(sender, pieces_.edge(s).update, channel);
        for (const EdgeIndex one : ones) {
            for (const EdgeIndex other : others) {
                if (++comparisons_ > most_comparisons || !commute(one, other, known)) return false;
            }
        }
    }
    return true;
}

// What the receivers find in slots that the sender gives a constant, and that none of them writes.
Commutation::Values Commutation::sent_by(const Edge& sender, const Effect& sent, ChannelIndex channel) const {
    Values values;
    for (const Effect::Assignment& assignment : sent.assignments) {
        if (pieces_.graph().value(assignment.value)) values.emplace(assignment.slot, assignment.value);
    }
    for (const Edge& edge : pieces_.network().edges) {
        if (edge.process == sender.process || !is_about(edge, Sync::receive, channel)) continue;
        std::erase_if(values, [&](const auto& entry) { return edge.footprint.writes.contains(entry.first); });
    }
    return values;
}

bool Commutation::commute(EdgeIndex first, EdgeIndex second, const Values& known) {
    const Network& network = pieces_.network();
    // Terms do not say whose input they mean.
    if (network.edges[first].selects.count > 0 && network.edges[second].selects.count > 0) return false;
    const Effect& one = pieces_.edge(first).update;
    const Effect& other = pieces_.edge(second).update;
    if (one.call || other.call || have_clocks_in_common(one, other)) return false;
    const std::optional<Written> by_one = written(one, known), by_other = written(other, known);
    if (!by_one || !by_other) return false;
    std::optional<Written> forwards = in_turn(*by_one, other, known), backwards = in_turn(*by_other, one, known);
    if (!forwards || !backwards) return false;
    sort_out(forwards->evaluated);
    sort_out(backwards->evaluated);
    return forwards->slots == backwards->slots && forwards->evaluated == backwards->evaluated;
}

// Values of clocks that depend on the state count, too.
bool Commutation::have_clocks_in_common(const Effect& first, const Effect& second) const {
    const auto uses = [](const Effect& effect, ClockIndex clock) {
        return std::ranges::any_of(effect.clocks, [&](const auto& c) { return c.clock == clock || c.source == clock; });
    };
    const auto is_set_here = [&](const Effect& here, const Effect& there) {
        return std::ranges::any_of(here.clocks, [&](const Effect::ClockAssignment& c) {
            return uses(there, c.clock) || !pieces_.graph().value(c.value);
        });
    };
    return is_set_here(first, second) || is_set_here(second, first);
}

std::optional<Commutation::Written> Commutation::written(const Effect& effect, const Values& known) {
    Written written;
    Replaced replaced{known, {}};
    for (const Effect::Assignment& assignment : effect.assignments) {
        const std::optional<TermId> value = replace(assignment.value, replaced);
        if (!value) return std::nullopt;
        // What stays as it is, because the cell of an array is another one.
        const Term& term = pieces_.graph()[*value];
        const bool stays = term.kind == Term::Kind::slot && static_cast<std::uint32_t>(term.a) == assignment.slot;
        if (!stays) written.slots.emplace(assignment.slot, *value);
    }
    for (const TermId term : effect.evaluated) {
        const std::optional<TermId> value = replace(term, replaced);
        if (!value) return std::nullopt;
        if (pieces_.graph().may_fault(*value)) written.evaluated.push_back(*value);
    }
    return written;
}

// The second update reads what the first one has written.
std::optional<Commutation::Written> Commutation::in_turn(const Written& first, const Effect& second,
                                                         const Values& known) {
    Values before = known;
    for (const auto& [slot, value] : first.slots) before[slot] = value;
    std::optional<Written> both = written(second, before);
    if (!both) return std::nullopt;
    for (const auto& [slot, value] : first.slots) {
        const auto assigns = [&, s = slot](const Effect::Assignment& assignment) { return assignment.slot == s; };
        if (std::ranges::none_of(second.assignments, assigns)) both->slots.emplace(slot, value);
    }
    both->evaluated.insert(both->evaluated.end(), first.evaluated.begin(), first.evaluated.end());
    return both;
}

// A term with other terms in the place of slots. Nothing: it cannot be told what it reads.
std::optional<TermId> Commutation::replace(TermId id, Replaced& replaced) {
    if (const auto found = replaced.known.find(id); found != replaced.known.end()) return found->second;
    poll();
    const std::optional<TermId> result = rebuild(id, replaced);
    replaced.known.emplace(id, result);
    return result;
}

std::optional<TermId> Commutation::rebuild(TermId id, Replaced& replaced) {
    const Values& values = replaced.values;
    TermGraph& graph = pieces_.graph();
    if (graph.size() > most_terms) return std::nullopt;
    const Term term = graph[id];
    const auto value_of = [&](std::uint32_t slot) {
        const auto found = values.find(slot);
        return found == values.end() ? graph.slot(static_cast<std::int32_t>(slot)) : found->second;
    };
    if (term.kind == Term::Kind::slot) return value_of(static_cast<std::uint32_t>(term.a));
    if (term.kind == Term::Kind::call) return std::nullopt;
    std::array<TermId, 3> operands{};
    for (std::size_t i = 0; i < term.arity; ++i) {
        const std::optional<TermId> operand = replace(term.operands[i], replaced);
        if (!operand) return std::nullopt;
        operands[i] = *operand;
    }
    if (term.kind != Term::Kind::load) return graph.with_operands(id, operands);
    const std::optional<std::int32_t> address = graph.value(operands[0]);
    if (!address || region_of(*address) == Region::locals) return std::nullopt;
    if (region_of(*address) == Region::state) return value_of(static_cast<std::uint32_t>(cell_of(*address)));
    return graph.load(operands[0]);
}

}  // namespace crowfly::symmetry
