#include "network/pruning/safe_slots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"
#include "network/pruning/keep_reasons.hpp"
#include "network/pruning/value_graph.hpp"

namespace crowfly {
namespace {

class SafeSlotSearch {
public:
    SafeSlotSearch(const Network& network, const Formula& formula, const SlotSet& wanted)
        : network_(network), formula_reads_(slots_read(formula)), why_(keep_reasons(network, formula)),
          graphs_(network), changes_(network.state_slots), reads_(network.transitions.size()),
          readers_(network.state_slots), combinations_(network.transitions.size(), 1) {
        for (const std::uint32_t slot : wanted.members()) why_[slot] = "no trace could be completed without it";
        for (std::uint32_t t = 0; t < network.transitions.size(); ++t) {
            poll();
            for (const EdgeIndex e : participants(network, network.transitions[t])) {
                reads_[t].add(network.edges[e].footprint.reads);
                for (const SlotSet::Range& range : network.edges[e].footprint.writes.ranges()) {
                    if (range.first < network.state_slots)
                        changes_[range.first].push_back(t);  // a transition that writes several slots keeps them all
                }
            }
            add_reader(t);
        }
        result_.owner.assign(network.transitions.size(), SafeSlots::no_slot);
    }

    SafeSlots run() {
        std::vector<std::uint32_t> candidates;
        for (std::uint32_t slot = 0; slot < network_.state_slots; ++slot) {
            if (why_[slot].empty()) candidates.push_back(slot);
        }
        for (bool grown = true; grown;) {
            const auto safe = [this](std::uint32_t slot) { return is_safe(slot); };
            grown = std::erase_if(candidates, safe) > 0;
        }
        for (std::uint32_t slot = 0; slot < network_.state_slots; ++slot) {
            if (!is_fixed(slot) && result_.find(slot) == nullptr) result_.kept.push_back({slot, why_[slot]});
        }
        return std::move(result_);
    }

private:
    // Transitions that read large arrays are listed apart, so that the lists of all slots stay short.
    void add_reader(std::uint32_t t) {
        constexpr std::size_t most_listed = 64;
        if (reads_[t].count() > most_listed) {
            wide_readers_.push_back(t);
            return;
        }
        for (const std::uint32_t slot : reads_[t].members()) {
            if (slot < network_.state_slots) readers_[slot].push_back(t);
        }
    }

    bool is_fixed(std::uint32_t slot) const {
        return slot < network_.processes.size() && network_.processes[slot].locations.count == 1;
    }

    // Whether the slot is safe. If so, adds it to the result.
    bool is_safe(std::uint32_t slot) {
        poll();
        why_[slot].clear();
        std::vector<std::uint32_t>& changes = changes_[slot];
        sort_out(changes);
        SafeSlot found{slot, {}, {}};
        for (const std::uint32_t t : changes) {
            if (!is_independent(reads_[t], found)) return false;
        }
        ValueGraph graph = graphs_.of(slot, changes, result_);
        why_[slot] = std::move(graph.problem);
        found.values = std::move(graph.values);
        if (!why_[slot].empty()) return false;
        if (has_too_many_combinations(found)) {
            why_[slot] = "it is read together with too many others";
            return false;
        }
        count_combinations(found);
        result_.add(std::move(found));
        for (const std::uint32_t t : changes) result_.owner[t] = slot;
        return true;
    }

    bool is_independent(const SlotSet& reads, SafeSlot& found) {
        for (const std::uint32_t other : reads.members()) {
            poll();
            if (other == found.slot || is_fixed(other)) continue;
            if (result_.find(other) == nullptr) {
                why_[found.slot] = fmt::format("its changes ask for `{}`", network_.slots[other].name);
                return false;
            }
            if (std::ranges::find(found.reads, other) == found.reads.end()) found.reads.push_back(other);
        }
        return true;
    }

    // With the slot, whatever reads it would have to be copied for too many combinations of values.
    bool has_too_many_combinations(const SafeSlot& slot) const {
        const auto are_too_many = [&](std::size_t others) { return others * slot.values.size() > most_combinations; };
        if (formula_reads_.contains(slot.slot) && are_too_many(formula_combinations_)) return true;
        const auto reads_too_many = [&](std::uint32_t t) {
            return are_too_many(combinations_[t]) && reads_[t].contains(slot.slot);
        };
        return std::ranges::any_of(readers_[slot.slot], reads_too_many) ||
               std::ranges::any_of(wide_readers_, reads_too_many);
    }

    void count_combinations(const SafeSlot& slot) {
        if (formula_reads_.contains(slot.slot)) formula_combinations_ *= slot.values.size();
        for (const std::uint32_t t : readers_[slot.slot]) combinations_[t] *= slot.values.size();
        for (const std::uint32_t t : wide_readers_) {
            if (reads_[t].contains(slot.slot)) combinations_[t] *= slot.values.size();
        }
    }

    const Network& network_;
    SlotSet formula_reads_;
    std::vector<std::string> why_;
    ValueGraphs graphs_;
    std::vector<std::vector<std::uint32_t>> changes_;  // per slot: the transitions that change it
    std::vector<SlotSet> reads_;                       // per transition
    std::vector<std::vector<std::uint32_t>> readers_;  // per slot: the transitions that read it, without the wide ones
    std::vector<std::uint32_t> wide_readers_;          // transitions that read many slots
    std::vector<std::size_t> combinations_;            // per transition: of the values of safe slots that it reads
    std::size_t formula_combinations_ = 1;
    SafeSlots result_;
};

void add_join_edges(const Network& network, const VectorPart& part, std::vector<EdgeIndex>& into) {
    const Run& edges = network.processes[part.process].edges;
    for (const std::uint32_t e : edges) {
        if (network.edges[e].sync == Sync::join && network.edges[e].channel == part.event) into.push_back(e);
    }
}

}  // namespace

void SafeSlots::add(SafeSlot slot) {
    if (place.size() <= slot.slot) place.resize(std::size_t{slot.slot} + 1, no_slot);
    place[slot.slot] = static_cast<std::uint32_t>(safe.size());
    safe.push_back(std::move(slot));
}

std::vector<const SafeSlot*> SafeSlots::among(const SlotSet& slots) const {
    std::vector<const SafeSlot*> result;
    for (const SlotSet::Range& range : slots.ranges()) {
        for (std::uint32_t slot = range.first; slot <= range.last && slot < place.size(); ++slot) {
            if (place[slot] != no_slot) result.push_back(&safe[place[slot]]);
        }
    }
    std::ranges::sort(result);
    return result;
}

SlotSet SafeSlots::dropped() const {
    SlotSet slots;
    for (std::uint32_t slot = 0; slot < place.size(); ++slot) {
        if (place[slot] != no_slot) slots.add(slot);
    }
    return slots;
}

SafeSlots safe_slots(const Network& network, const Formula& formula, const SlotSet& wanted) {
    return SafeSlotSearch(network, formula, wanted).run();
}

std::vector<EdgeIndex> participants(const Network& network, const Transition& transition) {
    std::vector<EdgeIndex> edges{transition.edge};
    if (transition.kind == Transition::Kind::binary) edges.push_back(transition.partner);
    for (const std::uint32_t r : transition.receivers) edges.push_back(network.receivers[r]);
    for (const std::uint32_t p : transition.parts) add_join_edges(network, network.parts[p], edges);
    return edges;
}

}  // namespace crowfly
