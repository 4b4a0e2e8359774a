#include "abstraction/predicates/split.hpp"

#include <algorithm>
#include <set>

namespace crowfly::predicates {
namespace {

// In larger networks every process is a part.
constexpr std::size_t most_processes = 300;
constexpr std::size_t most_pairs = 5'000'000;  // of a process and a slot

// How often an effect of one process may affect a guard or an invariant of another, be it by way of a variable that is
// assigned to others, or both take part in a transition.
class Interactions {
public:
    explicit Interactions(const Network& network)
        : network_(network), size_(network.processes.size()), counts_(size_ * size_) {
        count_variables();
        for (const Transition& transition : network.transitions) count_participants(transition);
    }

    std::size_t between(const std::vector<ProcessIndex>& a, const std::vector<ProcessIndex>& b) const {
        std::size_t sum = 0;
        for (const ProcessIndex p : a) {
            for (const ProcessIndex q : b) sum += counts_[p * size_ + q] + counts_[q * size_ + p];
        }
        return sum;
    }

private:
    struct Use {
        std::vector<std::size_t> guards, effects;  // per process: how many read it, how many write it
    };

    void count_variables() {
        std::vector<Use> slots(network_.slots.size()), clocks(network_.clocks.size());
        for (std::vector<Use>* uses : {&slots, &clocks}) {
            for (Use& use : *uses) use = {std::vector<std::size_t>(size_), std::vector<std::size_t>(size_)};
        }
        const auto count = [&](const SlotSet& set, ProcessIndex process, std::vector<Use>& uses, auto which) {
            for (const std::uint32_t member : set.members()) {
                if (&uses == &clocks || member >= size_) ++(uses[member].*which)[process];
            }
        };
        for (const Edge& edge : network_.edges) {
            count(edge.footprint.reads, edge.process, slots, &Use::guards);
            count(edge.footprint.writes, edge.process, slots, &Use::effects);
            count(edge.enabling.clock_reads, edge.process, clocks, &Use::guards);
            count(edge.footprint.clock_writes, edge.process, clocks, &Use::effects);
        }
        for (ProcessIndex p = 0; p < size_; ++p) {
            for (const Location& location : network_.processes[p].locations.of(network_.locations)) {
                count(location.invariant.footprint.reads, p, slots, &Use::guards);
                count(location.invariant.footprint.clock_reads, p, clocks, &Use::guards);
            }
        }
        for (const std::vector<Use>* uses : {&slots, &clocks}) {
            for (const Use& use : *uses) add(use);
        }
    }

    void add(const Use& use) {
        for (std::size_t p = 0; p < size_; ++p) {
            if (use.effects[p] == 0) continue;
            for (std::size_t q = 0; q < size_; ++q) {
                if (p != q) counts_[p * size_ + q] += use.effects[p] * use.guards[q];
            }
        }
    }

    void count_participants(const Transition& transition) {
        std::set<ProcessIndex> processes;
        for (const EdgeIndex e : edges_of(transition)) processes.insert(network_.edges[e].process);
        for (const EdgeIndex e : transition.receivers.of(network_.receivers))
            processes.insert(network_.edges[e].process);
        for (const VectorPart& part : transition.parts.of(network_.parts)) {
            if (part.role != VectorPart::Role::absent) processes.insert(part.process);
        }
        for (const ProcessIndex p : processes) {
            for (const ProcessIndex q : processes) counts_[p * size_ + q] += p != q ? 1 : 0;
        }
    }

    const Network& network_;
    std::size_t size_;
    std::vector<std::size_t> counts_;  // [p * size + q]: how often p affects q
};

}  // namespace

std::vector<std::vector<ProcessIndex>> split(const Network& network, std::size_t most) {
    std::vector<std::vector<ProcessIndex>> parts;
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) parts.push_back({p});
    if (most < 2 || parts.size() > most_processes || parts.size() * network.slots.size() > most_pairs) return parts;
    const Interactions interactions(network);
    while (true) {
        std::size_t best = 0, one = 0, other = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            for (std::size_t j = i + 1; j < parts.size(); ++j) {
                if (parts[i].size() + parts[j].size() > most) continue;
                const std::size_t count = interactions.between(parts[i], parts[j]);
                if (count > best) {
                    best = count;
                    one = i;
                    other = j;
                }
            }
        }
        if (best == 0) break;
        parts[one].insert(parts[one].end(), parts[other].begin(), parts[other].end());
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(other));
    }
    for (std::vector<ProcessIndex>& part : parts) std::ranges::sort(part);
    return parts;
}

}  // namespace crowfly::predicates
