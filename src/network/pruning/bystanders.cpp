#include "network/pruning/bystanders.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "network/pruning/patience.hpp"
#include "network/relevance.hpp"

namespace crowfly {
namespace {

struct Touch {
    SlotSet decides;  // what its guards and invariants read
    SlotSet clocks_read;
    SlotSet writes, clock_writes;
    std::vector<const Footprint*> assignments;
};

// Those who take part: grows until nobody is left on whom they depend.
class Cast {
public:
    explicit Cast(const Network& network)
        : network_(network), touches_(network.processes.size()), needed_(network.processes.size()),
          in_(network.processes.size()) {
        for (const Process& process : network.processes) touch(process);
        for (const Transition& transition : network.transitions) tie(transition);
    }

    void admit_for(const Formula& formula) {
        reads_.add(formula.footprint.reads);
        clock_reads_.add(formula.footprint.clock_reads);
        if (formula.kind == Formula::Kind::location) reads_.add(network_.processes[formula.process].slot);
        for (const Formula& operand : formula.operands) admit_for(operand);
        close();
    }

    // What such processes do to others is not known.
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

    void admit_impatient() {
        for (bool grown = true; grown;) {
            grown = false;
            const std::vector<bool> acts = acting_edges();
            for (ProcessIndex p = 0; p < in_.size(); ++p) {
                if (in_[p] || is_patient(network_, network_.processes[p], acts)) continue;
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
    void touch(const Process& process) {
        Touch& own = touches_[process.slot];
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

    void tie(const Transition& transition) {
        const ProcessIndex first = network_.edges[transition.edge].process;
        if (transition.kind == Transition::Kind::binary) {
            const ProcessIndex second = network_.edges[transition.partner].process;
            needed_[first].push_back(second);
            needed_[second].push_back(first);
        }
        for (const std::uint32_t r : transition.receivers) {
            const Edge& receiver = network_.edges[network_.receivers[r]];
            needed_[receiver.process].push_back(first);
            // While others are committed the sender may only fire because a receiver is, too.
            if (network_.location(receiver.process, receiver.source).committed)
                needed_[first].push_back(receiver.process);
        }
    }

    void admit(ProcessIndex process) {
        poll();
        if (in_[process]) return;
        in_[process] = true;
        reads_.add(touches_[process].decides);
        clock_reads_.add(touches_[process].clocks_read);
        waiting_.push_back(process);
        assignments_.insert(assignments_.end(), touches_[process].assignments.begin(),
                            touches_[process].assignments.end());
    }

    void close() {
        for (bool grown = true; grown;) {
            poll();
            grown = add_reads_of_assignments(assignments_, reads_);
            for (ProcessIndex p = 0; p < in_.size(); ++p) {
                if (in_[p] ||
                    !(touches_[p].writes.intersects(reads_) || touches_[p].clock_writes.intersects(clock_reads_)))
                    continue;
                admit(p);
                grown = true;
            }
            while (!waiting_.empty()) {
                const ProcessIndex process = waiting_.back();
                waiting_.pop_back();
                for (const ProcessIndex other : needed_[process]) {
                    grown |= !in_[other];
                    admit(other);
                }
            }
        }
    }

    // Edges of the others that take part in what one of these begins.
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
    std::vector<Touch> touches_;                     // per process
    std::vector<std::vector<ProcessIndex>> needed_;  // per process: without whom it cannot do what it does
    std::vector<bool> in_;
    std::vector<ProcessIndex> waiting_;          // admitted, but not yet whom they need
    std::vector<const Footprint*> assignments_;  // of those who are in, where it is not known yet whether they matter
    SlotSet reads_, clock_reads_;                // what matters of what those who are in, and formulas, read
};

bool depends_on_all(const Network& network, std::span<const Formula* const> formulas) {
    return network.features.priorities || network.faults_disable || network.before_update || network.after_update ||
           !network.parts.empty() ||
           std::ranges::any_of(formulas, [](const Formula* formula) { return mentions_deadlock(*formula); });
}

}  // namespace

std::vector<bool> find_bystanders(const Network& network, std::span<const Formula* const> formulas, Bystanders which) {
    if (depends_on_all(network, formulas)) return std::vector<bool>(network.processes.size());
    Cast cast(network);
    for (const Formula* formula : formulas) cast.admit_for(*formula);
    cast.admit_obstructed();
    if (which == Bystanders::patient) cast.admit_impatient();
    return cast.others();
}

Network without_processes(const Network& network, const std::vector<bool>& left_out) {
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
    }
    return result;
}

WithoutBystanders without_bystanders(const Network& network, std::span<const Formula* const> formulas,
                                     Bystanders which) {
    const std::vector<bool> bystanders = find_bystanders(network, formulas, which);
    WithoutBystanders result{without_processes(network, bystanders), {}};
    for (std::size_t i = 0; i < bystanders.size(); ++i) {
        if (bystanders[i]) result.left_out.push_back(network.processes[i].name);
    }
    return result;
}

}  // namespace crowfly
