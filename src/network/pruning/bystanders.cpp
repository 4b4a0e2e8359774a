#include "network/pruning/bystanders.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "network/pruning/relevance.hpp"
#include "network/pruning/time_divergence.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t effort_per_process = 100;
constexpr std::uint64_t effort_per_assignment = 20;
constexpr std::uint64_t effort_per_copy = 300;  // of an edge, a location or a transition

// What a process reads and writes.
struct Access {
    SlotSet decides;  // read by its guards and invariants
    SlotSet clocks_read;
    SlotSet writes, clock_writes;
    std::vector<const Footprint*> assignments;
};

// The processes that are not bystanders, as a fixpoint: those that the formulas depend on, and those that these depend
// on.
class Participants {
public:
    explicit Participants(const Network& network)
        : network_(network), accesses_(network.processes.size()), partners_(network.processes.size()),
          in_(network.processes.size()) {
        for (const Process& process : network.processes) add_access(process);
        for (const Transition& transition : network.transitions) add_partners(transition);
    }

    void admit_for(const Formula& formula) {
        reads_.add(formula.footprint.reads);
        clock_reads_.add(formula.footprint.clock_reads);
        if (formula.kind == Formula::Kind::location) reads_.add(network_.processes[formula.process].slot);
        for (const Formula& operand : formula.operands) admit_for(operand);
        close();
    }

    // Processes with an obstacle are kept: how they affect other processes is not known.
    void admit_obstructed() {
        for (const Process& process : network_.processes) {
            const auto has_obstacle = [](const auto& part) { return part.obstacle >= 0; };
            if (std::ranges::any_of(process.locations.of(network_.locations), has_obstacle) ||
                std::ranges::any_of(process.edges.of(network_.edges), has_obstacle)) {
                admit(process.slot);
            }
        }
        close();
    }

    void admit_time_blocking() {
        for (bool grown = true; grown;) {
            grown = false;
            const std::vector<bool> acts = acting_edges();
            for (ProcessIndex p = 0; p < in_.size(); ++p) {
                if (in_[p] || lets_time_diverge(network_, network_.processes[p], acts)) continue;
                admit(p);
                grown = true;
            }
            close();
        }
    }

    std::vector<bool> others() const {
        std::vector<bool> result = in_;
        result.flip();
        return result;
    }

private:
    void add_access(const Process& process) {
        Access& own = accesses_[process.slot];
        for (const std::uint32_t e : process.edges) {
            const Edge& edge = network_.edges[e];
            own.decides.add(edge.enabling.reads);
            own.clocks_read.add(edge.footprint.clock_reads);
            own.writes.add(edge.footprint.writes);
            own.clock_writes.add(edge.footprint.clock_writes);
            for (const std::uint32_t c : edge.update_clauses) own.assignments.push_back(&network_.clauses[c].footprint);
        }
        for (const std::uint32_t l : process.locations) {
            const Invariant& invariant = network_.locations[l].invariant;
            own.decides.add(invariant.footprint.reads);
            own.clocks_read.add(invariant.footprint.clock_reads);
            for (const std::uint32_t r : invariant.rates) own.clock_writes.add(network_.rates[r].clock);
        }
    }

    void add_partners(const Transition& transition) {
        const ProcessIndex first = network_.edges[transition.edge].process;
        if (transition.kind == Transition::Kind::binary) {
            const ProcessIndex second = network_.edges[transition.partner].process;
            partners_[first].push_back(second);
            partners_[second].push_back(first);
        }
        for (const std::uint32_t r : transition.receivers) {
            const Edge& receiver = network_.edges[network_.receivers[r]];
            partners_[receiver.process].push_back(first);
            // While another process is committed, a sender may fire only if it or a receiver is.
            if (network_.location(receiver.process, receiver.source).committed)
                partners_[first].push_back(receiver.process);
        }
    }

    void admit(ProcessIndex process) {
        poll();
        count_effort(effort_per_process);
        if (in_[process]) return;
        in_[process] = true;
        reads_.add(accesses_[process].decides);
        clock_reads_.add(accesses_[process].clocks_read);
        pending_.push_back(process);
        assignments_.insert(assignments_.end(), accesses_[process].assignments.begin(),
                            accesses_[process].assignments.end());
    }

    void close() {
        for (bool grown = true; grown;) {
            poll();
            count_effort(effort_per_process * (1 + in_.size()) + effort_per_assignment * assignments_.size());
            grown = add_reads_of_assignments(assignments_, reads_);
            for (ProcessIndex p = 0; p < in_.size(); ++p) {
                if (in_[p] ||
                    !(accesses_[p].writes.intersects(reads_) || accesses_[p].clock_writes.intersects(clock_reads_)))
                    continue;
                admit(p);
                grown = true;
            }
            while (!pending_.empty()) {
                const ProcessIndex process = pending_.back();
                pending_.pop_back();
                for (const ProcessIndex other : partners_[process]) {
                    grown |= !in_[other];
                    admit(other);
                }
            }
        }
    }

    // The edges that take part in a transition initiated by a process that is not in the set.
    std::vector<bool> acting_edges() const {
        std::vector<bool> acts(network_.edges.size());
        for (const Transition& transition : network_.transitions) {
            if (in_[network_.edges[transition.edge].process]) continue;
            acts[transition.edge] = true;
            if (transition.kind == Transition::Kind::binary) acts[transition.partner] = true;
            for (const std::uint32_t r : transition.receivers) acts[network_.receivers[r]] = true;
        }
        return acts;
    }

    const Network& network_;
    std::vector<Access> accesses_;                     // per process
    std::vector<std::vector<ProcessIndex>> partners_;  // per process: the processes that it synchronises with
    std::vector<bool> in_;
    std::vector<ProcessIndex> pending_;          // admitted, but the processes they synchronise with are not yet
    std::vector<const Footprint*> assignments_;  // of admitted processes, not known to be relevant yet
    SlotSet reads_, clock_reads_;                // relevant reads of formulas and admitted processes
};

bool depends_on_all(const Network& network, std::span<const Formula* const> formulas) {
    return network.features.priorities || network.faults_disable || network.before_update || network.after_update ||
           !network.parts.empty() ||
           std::ranges::any_of(formulas, [](const Formula* formula) { return mentions_deadlock(*formula); });
}

// An edge that never fires makes no variable relevant.
void forget_accesses(Edge& edge) {
    edge.footprint = edge.enabling = {};
    edge.guard_clauses = edge.update_clauses = {};
    edge.channel_reads = {};
}

}  // namespace

std::vector<bool> find_bystanders(const Network& network, std::span<const Formula* const> formulas, Bystanders which) {
    if (depends_on_all(network, formulas)) return std::vector<bool>(network.processes.size());
    Participants participants(network);
    for (const Formula* formula : formulas) participants.admit_for(*formula);
    participants.admit_obstructed();
    if (which == Bystanders::time_divergent) participants.admit_time_blocking();
    return participants.others();
}

Network without_processes(const Network& network, const std::vector<bool>& left_out) {
    count_effort(effort_per_copy * (network.edges.size() + network.locations.size() + network.transitions.size() +
                                    network.receivers.size() / 16));
    Network result = network;
    const auto is_out = [&](EdgeIndex e) { return left_out[network.edges[e].process]; };
    std::erase_if(result.transitions, [&](const Transition& t) { return is_out(t.edge); });
    result.receivers.clear();
    for (Transition& transition : result.transitions) {
        const Run before = transition.receivers;
        transition.receivers = {static_cast<std::uint32_t>(result.receivers.size()), 0};
        for (const std::uint32_t r : before) {
            if (!is_out(network.receivers[r])) result.receivers.push_back(network.receivers[r]);
        }
        transition.receivers.count = static_cast<std::uint32_t>(result.receivers.size()) - transition.receivers.first;
    }
    for (Process& process : result.processes) {
        if (!left_out[process.slot]) continue;
        process.also_initial.clear();
        for (const std::uint32_t l : process.locations) {
            Location& location = result.locations[l];
            location.urgent = location.committed = false;
            location.invariant = {};
            result.clock_bounds[l].clear();
        }
        for (const std::uint32_t e : process.edges) forget_accesses(result.edges[e]);
    }
    return result;
}

std::vector<std::string> names_of(const Network& network, const std::vector<bool>& processes) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < processes.size(); ++i) {
        if (processes[i]) names.push_back(network.processes[i].name);
    }
    return names;
}

WithoutBystanders without_bystanders(const Network& network, std::span<const Formula* const> formulas,
                                     Bystanders which) {
    const std::vector<bool> bystanders = find_bystanders(network, formulas, which);
    return {without_processes(network, bystanders), names_of(network, bystanders)};
}

}  // namespace crowfly
