#include "network/pruning/safe_slots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/sort_out.hpp"
#include "network/pruning/keep_reasons.hpp"
#include "network/pruning/value_graph.hpp"

namespace crowfly {
namespace {

class SafeSlotSearch {
public:
    SafeSlotSearch(const Network& network, const Formula& formula, const SlotSet& wanted)
        : network_(network), formula_reads_(slots_read(formula)), why_(keep_reasons(network, formula)),
          changes_(network.state_slots), reads_(network.transitions.size()) {
        for (const std::uint32_t slot : wanted.members()) why_[slot] = "no trace could be completed without it";
        for (std::uint32_t t = 0; t < network.transitions.size(); ++t) {
            for (const EdgeIndex e : participants(network, network.transitions[t])) {
                reads_[t].add(network.edges[e].footprint.reads);
                for (const SlotSet::Range& range : network.edges[e].footprint.writes.ranges()) {
                    if (range.first < network.state_slots)
                        changes_[range.first].push_back(t);  // a transition that writes several slots keeps them all
                }
            }
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
    bool is_fixed(std::uint32_t slot) const {
        return slot < network_.processes.size() && network_.processes[slot].locations.count == 1;
    }

    // Whether the slot is safe. If so, adds it to the result.
    bool is_safe(std::uint32_t slot) {
        why_[slot].clear();
        std::vector<std::uint32_t>& changes = changes_[slot];
        sort_out(changes);
        SafeSlot found{slot, {}, {}};
        for (const std::uint32_t t : changes) {
            if (!is_independent(reads_[t], found)) return false;
        }
        ValueGraph graph = value_graph(network_, slot, changes, result_.safe);
        why_[slot] = std::move(graph.problem);
        found.values = std::move(graph.values);
        if (!why_[slot].empty()) return false;
        result_.safe.push_back(std::move(found));
        if (has_too_many_combinations(slot)) {
            result_.safe.pop_back();
            why_[slot] = "it is read together with too many others";
            return false;
        }
        for (const std::uint32_t t : changes) result_.owner[t] = slot;
        return true;
    }

    bool is_independent(const SlotSet& reads, SafeSlot& found) {
        for (const std::uint32_t other : reads.members()) {
            if (other == found.slot || is_fixed(other)) continue;
            if (result_.find(other) == nullptr) {
                why_[found.slot] = fmt::format("its changes ask for `{}`", network_.slots[other].name);
                return false;
            }
            if (std::ranges::find(found.reads, other) == found.reads.end()) found.reads.push_back(other);
        }
        return true;
    }

    bool has_too_many_combinations(std::uint32_t slot) const {
        const auto reads_too_many = [&](const SlotSet& reads) {
            if (!reads.contains(slot)) return false;
            std::size_t combinations = 1;
            for (const SafeSlot& safe : result_.safe)
                combinations *= reads.contains(safe.slot) ? safe.values.size() : 1;
            return combinations > most_combinations;
        };
        return reads_too_many(formula_reads_) || std::ranges::any_of(reads_, reads_too_many);
    }

    const Network& network_;
    SlotSet formula_reads_;
    std::vector<std::string> why_;
    std::vector<std::vector<std::uint32_t>> changes_;  // per slot: the transitions that change it
    std::vector<SlotSet> reads_;                       // per transition
    SafeSlots result_;
};

void add_join_edges(const Network& network, const VectorPart& part, std::vector<EdgeIndex>& into) {
    const Run& edges = network.processes[part.process].edges;
    for (const std::uint32_t e : edges) {
        if (network.edges[e].sync == Sync::join && network.edges[e].channel == part.event) into.push_back(e);
    }
}

}  // namespace

const SafeSlot* SafeSlots::find(std::uint32_t slot) const {
    const auto at = std::ranges::find(safe, slot, &SafeSlot::slot);
    return at == safe.end() ? nullptr : &*at;
}

SlotSet SafeSlots::dropped() const {
    SlotSet slots;
    for (const SafeSlot& s : safe) slots.add(s.slot);
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
