#include "network/pruning/without_slots.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/alarm.hpp"
#include "network/machine.hpp"
#include "network/pruning/combinations.hpp"
#include "network/pruning/some_values.hpp"

namespace crowfly {
namespace {

// The index of a copied edge before the edges are sorted by process and location.
using Draft = std::uint32_t;

class Reduction {
public:
    Reduction(const Network& network, const SafeSlots& left_out)
        : original_(network), left_out_(left_out), dropped_(left_out.dropped()), machine_(network.code),
          state_(network.slots.size()), reduced_(network) {
        reduced_.edges.clear();
        reduced_.transitions.clear();
        reduced_.receivers.clear();
        for (const SafeSlot& safe : left_out.safe) {
            Slot& slot = reduced_.slots[safe.slot];
            slot.least = slot.greatest = slot.initial;
        }
    }

    ReducedNetwork run(const Formula& formula, bool wanted) {
        // All edges with events are kept: vectors find their edges by event.
        for (EdgeIndex e = 0; e < original_.edges.size(); ++e) {
            if (original_.edges[e].sync == Sync::join) draft(e, {});
        }
        for (std::uint32_t t = 0; t < original_.transitions.size(); ++t) {
            if (left_out_.owner[t] == SafeSlots::no_slot) copy(original_.transitions[t]);
        }
        ReducedNetwork result;
        result.formula = for_some_values(formula, wanted, left_out_);
        put_in_order(result.origins);
        result.network = std::move(reduced_);
        return result;
    }

private:
    void copy(const Transition& transition) {
        poll();
        SlotSet reads, needed;
        for (const EdgeIndex e : participants(original_, transition)) {
            reads.add(original_.edges[e].footprint.reads);
            add_needed(original_.edges[e], needed);
        }
        const std::vector<const SafeSlot*> slots = left_out_.among(reads);
        if (slots.empty()) return add(transition, {});
        std::set<SlotValues> seen;
        for_each_combination(slots, [&](const SlotValues& values) {
            if (can_fire(transition, values) && seen.insert(restricted(values, needed)).second) add(transition, values);
        });
    }

    // A condition that reads no slots but safe ones.
    bool is_decided(const Edge& edge, const Clause& clause) const {
        if (edge.selects.count > 0 || edge.constraints.count > 0 || clause.footprint.reads.empty()) return false;
        return std::ranges::all_of(clause.footprint.reads.ranges(), [&](const SlotSet::Range& range) {
            for (std::uint32_t slot = range.first; slot <= range.last; ++slot) {
                if (!dropped_.contains(slot)) return false;
            }
            return true;
        });
    }

    // The slots whose values distinguish copies. An edge with clock guards may have conditions that are no clauses.
    void add_needed(const Edge& edge, SlotSet& into) const {
        if (edge.constraints.count > 0) into.add(edge.enabling.reads);
        into.add(edge.channel_reads);
        for (const std::uint32_t c : edge.guard_clauses) {
            if (!is_decided(edge, original_.clauses[c])) into.add(original_.clauses[c].footprint.reads);
        }
        for (const std::uint32_t c : edge.update_clauses) {
            into.add(original_.clauses[c].footprint.reads);
        }
    }

    bool can_fire(const Transition& transition, const SlotValues& values) {
        return can_fire(original_.edges[transition.edge], values) &&
               (transition.kind != Transition::Kind::binary || can_fire(original_.edges[transition.partner], values));
    }

    bool can_fire(const Edge& edge, const SlotValues& values) {
        const auto place = values.find(edge.process);
        if (place != values.end() && place->second != static_cast<std::int32_t>(edge.source)) return false;
        for (const auto& [slot, value] : values) state_[slot] = value;
        machine_.bind(state_);
        return std::ranges::none_of(edge.guard_clauses.of(original_.clauses), [&](const Clause& clause) {
            return is_decided(edge, clause) && machine_.run(clause.program) && machine_.result() == 0;
        });  // a run-time error is kept
    }

    void add(const Transition& transition, const SlotValues& values) {
        Transition copied = transition;
        copied.edge = draft(transition.edge, values);
        if (transition.kind == Transition::Kind::binary) copied.partner = draft(transition.partner, values);
        copied.receivers.first = static_cast<std::uint32_t>(reduced_.receivers.size());
        for (const std::uint32_t r : transition.receivers) {
            reduced_.receivers.push_back(draft(original_.receivers[r], values));
        }
        reduced_.transitions.push_back(copied);
    }

    Draft draft(EdgeIndex edge, const SlotValues& values) {
        const SlotValues own = restricted(values, original_.edges[edge].footprint.reads);
        const auto [entry, fresh] = drafts_.try_emplace({edge, own}, static_cast<Draft>(edges_.size()));
        if (fresh) {
            edges_.push_back(own.empty() ? original_.edges[edge] : with_values(original_.edges[edge], own));
            origins_.push_back(edge);
        }
        return entry->second;
    }

    Edge with_values(Edge edge, const SlotValues& values) {
        Bytecode& code = reduced_.code;
        const Run guard_clauses = edge.guard_clauses;
        edge.guard = replace(code, edge.guard, values);
        edge.channel_program = replace(code, edge.channel_program, values);
        edge.update = replace(code, edge.update, values);
        edge.guard_clauses =
            copy_clauses(guard_clauses, values, [&](const Clause& clause) { return !is_decided(edge, clause); });
        edge.update_clauses = copy_clauses(edge.update_clauses, values, [](const Clause&) { return true; });
        if (values.contains(edge.process)) edge.source = edge.target = original_.processes[edge.process].initial;
        for (SlotSet* reads : {&edge.footprint.reads, &edge.enabling.reads, &edge.channel_reads})
            *reads = without_dropped(*reads);
        edge.footprint.reads.add(edge.process);
        return edge;
    }

    template <class Keep>
    Run copy_clauses(const Run& clauses, const SlotValues& values, const Keep& keep) {
        const Run copies{static_cast<std::uint32_t>(reduced_.clauses.size()), 0};
        for (const std::uint32_t c : clauses) {
            if (!keep(original_.clauses[c])) continue;
            Clause clause = original_.clauses[c];
            clause.program = replace(reduced_.code, clause.program, values);
            clause.footprint.reads = without_dropped(clause.footprint.reads);
            reduced_.clauses.push_back(std::move(clause));
        }
        return {copies.first, static_cast<std::uint32_t>(reduced_.clauses.size()) - copies.first};
    }

    SlotSet without_dropped(const SlotSet& slots) const {
        SlotSet result;
        for (const std::uint32_t slot : slots.members()) {
            if (!dropped_.contains(slot)) result.add(slot);
        }
        return result;
    }

    // Sorts edges by process and source location; copies keep the place of their original.
    void put_in_order(std::vector<EdgeIndex>& origins) {
        std::vector<Draft> order(edges_.size());
        for (Draft d = 0; d < order.size(); ++d) order[d] = d;
        const auto rank = [&](Draft d) { return std::tuple(edges_[d].process, edges_[d].source, origins_[d], d); };
        std::ranges::sort(order, {}, rank);
        std::vector<EdgeIndex> numbers(order.size());
        for (const Draft d : order) {
            numbers[d] = static_cast<EdgeIndex>(reduced_.edges.size());
            origins.push_back(origins_[d]);
            reduced_.edges.push_back(std::move(edges_[d]));
        }
        for (Transition& transition : reduced_.transitions) {
            transition.edge = numbers[transition.edge];
            if (transition.kind == Transition::Kind::binary) transition.partner = numbers[transition.partner];
        }
        for (EdgeIndex& receiver : reduced_.receivers) receiver = numbers[receiver];
        index_edges();
    }

    void index_edges() {
        EdgeIndex next = 0;
        for (Process& process : reduced_.processes) {
            process.edges.first = next;
            for (std::uint32_t l = 0; l < process.locations.count; ++l) {
                Run& leaving = reduced_.locations[process.locations.first + l].edges;
                leaving.first = next;
                while (next < reduced_.edges.size() && reduced_.edges[next].process == process.slot &&
                       reduced_.edges[next].source == l)
                    ++next;
                leaving.count = next - leaving.first;
            }
            process.edges.count = next - process.edges.first;
        }
    }

    const Network& original_;
    const SafeSlots& left_out_;
    SlotSet dropped_;
    Machine machine_;
    std::vector<std::int32_t> state_;  // conditions are tried in it; they read what was set just before
    Network reduced_;
    std::map<std::pair<EdgeIndex, SlotValues>, Draft> drafts_;
    std::vector<Edge> edges_;
    std::vector<EdgeIndex> origins_;  // per copied edge
};

}  // namespace

ReducedNetwork without_slots(const Network& network, const Formula& formula, bool wanted, const SafeSlots& left_out) {
    return Reduction(network, left_out).run(formula, wanted);
}

}  // namespace crowfly
