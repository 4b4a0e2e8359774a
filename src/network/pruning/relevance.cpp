#include "network/pruning/relevance.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

// One assignment. The slots it reads are relevant if one that it writes is, or if it sets a clock.
bool matters(const Footprint& part, const SlotSet& relevant) {
    return !part.clock_writes.empty() || part.writes.intersects(relevant);
}

}  // namespace

bool add_reads_of_assignments(std::vector<const Footprint*>& assignments, SlotSet& slots) {
    poll();
    const auto rest = std::partition(assignments.begin(), assignments.end(),
                                     [&](const Footprint* part) { return !matters(*part, slots); });
    const bool any = rest != assignments.end();
    for (auto part = rest; part != assignments.end(); ++part) slots.add((*part)->reads);
    assignments.erase(rest, assignments.end());
    return any;
}

SlotSet relevant_slots(const Network& network, const SlotSet& asked) {
    SlotSet relevant = asked;
    relevant.add(0, static_cast<std::uint32_t>(network.processes.size()));  // locations
    for (const Location& location : network.locations) relevant.add(location.invariant.footprint.reads);
    for (const Edge& edge : network.edges) {
        poll();
        // A fault in an update disables the transition as well.
        relevant.add(network.faults_disable ? edge.footprint.reads : edge.enabling.reads);
    }
    relevant.add(network.update_footprint.reads);
    std::vector<const Footprint*> waiting;
    for (const Edge& edge : network.edges) {
        for (const std::uint32_t c : edge.update_clauses) waiting.push_back(&network.clauses[c].footprint);
    }
    while (add_reads_of_assignments(waiting, relevant)) continue;
    return relevant;
}

}  // namespace crowfly
