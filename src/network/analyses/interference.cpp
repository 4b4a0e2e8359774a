#include "network/analyses/interference.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"
#include "network/pruning/safe_slots.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_bytes = 64 << 20;  // of tables

void append(const SlotSet& set, std::uint32_t from, std::uint32_t below, std::vector<std::uint32_t>& into) {
    for (const std::uint32_t member : set.members()) {
        if (member < below) into.push_back(from + member);
    }
}

// Whether the slot is the location of a process that has only one. Edges share nothing by a value that never changes.
bool is_only_location(const Network& network, std::uint32_t slot) {
    return slot < network.processes.size() && network.processes[slot].locations.count == 1;
}

}  // namespace

Interference::Interference(const Network& network, bool with_clocks)
    : reads_(network.transitions.size()), writes_(network.transitions.size()),
      readers_(network.slots.size() + network.clocks.size()), writers_(readers_.size()) {
    const auto slots = static_cast<std::uint32_t>(network.slots.size());
    const auto clocks = with_clocks ? static_cast<std::uint32_t>(network.clocks.size()) : 0;
    const auto add = [&](const Footprint& footprint, std::uint32_t t) {
        append(footprint.reads, 0, slots, reads_[t]);
        append(footprint.writes, 0, slots, writes_[t]);
        append(footprint.clock_reads, slots, clocks, reads_[t]);
        append(footprint.clock_writes, slots, clocks, writes_[t]);
    };
    for (std::uint32_t t = 0; t < network.transitions.size(); ++t) {
        poll();
        add(network.update_footprint, t);
        for (const EdgeIndex e : participants(network, network.transitions[t])) {
            add(network.edges[e].footprint, t);
            reads_[t].push_back(network.edges[e].process);
            writes_[t].push_back(network.edges[e].process);
        }
        for (Variables* variables : {&reads_[t], &writes_[t]}) {
            std::erase_if(*variables, [&](Variable v) { return is_only_location(network, v); });
            sort_out(*variables);
        }
        for (const Variable v : reads_[t]) readers_[v].push_back(t);
        for (const Variable v : writes_[t]) writers_[v].push_back(t);
    }
}

std::size_t Interference::bytes() const { return tables_.size() * reads_.size(); }

Interference::Level Interference::level(std::uint32_t from, std::uint32_t to) {
    return from == to ? 0 : table(from)[to];
}

// Breadth-first search. The readers and writers of a variable are enqueued once: by the first transition that reaches
// them.
const std::vector<Interference::Level>& Interference::table(std::uint32_t from) {
    const auto known = tables_.find(from);
    if (known != tables_.end()) return known->second;
    if (bytes() > most_bytes) tables_.clear();
    std::vector<Level>& levels = tables_[from];
    levels.assign(reads_.size(), unrelated);
    levels[from] = 0;
    std::vector<bool> readers_done(readers_.size()), writers_done(readers_.size());
    std::vector<std::uint32_t> queue{from};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        poll();
        const std::uint32_t transition = queue[next];
        const auto reach = [&](const std::vector<std::uint32_t>& others) {
            for (const std::uint32_t other : others) {
                if (levels[other] != unrelated) continue;
                levels[other] = static_cast<Level>(std::min(levels[transition] + 1, unrelated - 1));
                queue.push_back(other);
            }
        };
        const auto once = [](std::vector<bool>& done, Variable v) { return done[v] ? false : (done[v] = true); };
        for (const Variable v : writes_[transition]) {
            if (once(readers_done, v)) reach(readers_[v]);
            if (once(writers_done, v)) reach(writers_[v]);
        }
        for (const Variable v : reads_[transition]) {
            if (once(writers_done, v)) reach(writers_[v]);
        }
    }
    return levels;
}

}  // namespace crowfly
