#include "network/analyses/locality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_processes = 200;        // zones have a row for each …
constexpr std::size_t most_references = 300;       // … and for each group of shared variables
constexpr std::size_t most_kinds = 2'000;          // of transitions, of which all pairs are compared
constexpr std::size_t most_accesses = 20'000'000;  // of edges to slots
constexpr std::uint64_t effort_per_edge = 500;
constexpr std::uint64_t effort_per_access = 30;

// What local time is not proved for, as a sentence; "": nothing.
std::string obstacle_of(const Network& network, const Formula& formula) {
    const Features& features = network.features;
    if (!network.obstacles.empty()) return "parts of the model are not supported, and their dependencies are not known";
    if (mentions_deadlock(formula)) return "the query asks for deadlocks, which local time does not preserve";
    if (mentions_diagonals(formula)) return "the query compares two clocks";
    if (features.diagonals) return "the model compares two clocks";
    if (features.clock_copies) return "the model copies a clock";
    if (features.stopwatches) return "clocks can be stopped";
    if (features.priorities) return "transitions have priorities, which depend on all processes at the same time";
    if (features.urgent_channels) return "channels are urgent: whether time passes depends on several processes";
    if (features.broadcast_clock_guards) return "whether a broadcast is received depends on clocks";
    if (network.before_update || network.after_update) return "every transition runs code of the whole model";
    if (network.processes.size() > most_processes)
        return fmt::format("there are more than {} processes", most_processes);
    return "";
}

bool is_optional_with_clocks(const Network& network, const VectorPart& part) {
    if (part.role != VectorPart::Role::optional) return false;
    const auto edges = network.processes[part.process].edges.of(network.edges);
    return std::ranges::any_of(edges, [&](const Edge& edge) {
        return edge.sync == Sync::join && edge.channel == part.event && edge.constraints.count > 0;
    });
}

// The edges that may take part in a transition …
std::vector<EdgeIndex> edges_that_may_fire(const Network& network, const Transition& transition) {
    std::vector<EdgeIndex> edges = edges_of(transition);
    for (const EdgeIndex receiver : transition.receivers.of(network.receivers)) edges.push_back(receiver);
    for (const VectorPart& part : transition.parts.of(network.parts)) {
        for (const EdgeIndex e : network.processes[part.process].edges) {
            if (network.edges[e].sync == Sync::join && network.edges[e].channel == part.event) edges.push_back(e);
        }
    }
    return edges;
}

// … and the processes whose locations decide which of them do.
std::vector<ProcessIndex> processes_of(const Network& network, const Transition& transition) {
    std::vector<ProcessIndex> processes;
    for (const EdgeIndex e : edges_of(transition)) processes.push_back(network.edges[e].process);
    for (const EdgeIndex e : transition.receivers.of(network.receivers)) processes.push_back(network.edges[e].process);
    for (const VectorPart& part : transition.parts.of(network.parts)) processes.push_back(part.process);
    return processes;
}

class LocalityAnalysis {
public:
    explicit LocalityAnalysis(const Network& network) : network_(network), group_(network.processes.size()) {
        std::iota(group_.begin(), group_.end(), ProcessIndex{0});
    }

    bool is_too_large() const {
        std::size_t accesses = 0;
        for (const Edge& edge : network_.edges)
            accesses += edge.footprint.reads.count() + edge.footprint.writes.count();
        return accesses > most_accesses;
    }

    Locality run() {
        note_accesses();
        join_by_clocks();
        join_by_invariants();
        number_components();
        number_variables();
        for (const Transition& transition : network_.transitions)
            result_.of_transition.push_back(references(transition));
        return std::move(result_);
    }

private:
    ProcessIndex find(ProcessIndex process) {
        while (group_[process] != process) process = group_[process] = group_[group_[process]];
        return process;
    }
    void join(ProcessIndex a, ProcessIndex b) { group_[find(a)] = find(b); }

    // Per slot, the edges that read or write it.
    void note_accesses() {
        accessors_.resize(network_.slots.size());
        written_.resize(network_.slots.size());
        for (EdgeIndex e = 0; e < network_.edges.size(); ++e) {
            const Footprint& footprint = network_.edges[e].footprint;
            SlotSet slots = footprint.reads;
            slots.add(footprint.writes);
            poll();
            count_effort(effort_per_edge + effort_per_access * slots.count());
            for (const std::uint32_t slot : slots.members()) accessors_[slot].push_back(e);
            for (const std::uint32_t slot : footprint.writes.members()) written_[slot] = true;
        }
    }

    void join_by_clocks() {
        std::vector<std::optional<ProcessIndex>> owners(network_.clocks.size());
        const auto use = [&](ClockIndex clock, ProcessIndex process) {
            if (clock == 0) return;
            if (owners[clock]) join(*owners[clock], process);
            owners[clock] = process;
        };
        const auto use_all = [&](const Footprint& footprint, Run constraints, ProcessIndex process) {
            for (const ClockIndex clock : footprint.clock_reads.members()) use(clock, process);
            for (const ClockIndex clock : footprint.clock_writes.members()) use(clock, process);
            for (const ClockConstraint& c : constraints.of(network_.constraints)) {
                use(c.left, process);
                use(c.right, process);
            }
        };
        for (const Edge& edge : network_.edges) use_all(edge.footprint, edge.constraints, edge.process);
        for (const Process& process : network_.processes) {
            for (const Location& location : process.locations.of(network_.locations))
                use_all(location.invariant.footprint, location.invariant.constraints, process.slot);
        }
        for (const std::optional<ProcessIndex>& owner : owners) owners_.push_back(owner.value_or(0));
    }

    // With the processes that write what an invariant reads.
    void join_by_invariants() {
        for (const Process& process : network_.processes) {
            for (const Location& location : process.locations.of(network_.locations)) {
                for (const std::uint32_t slot : location.invariant.footprint.reads.members()) {
                    for (const EdgeIndex e : accessors_[slot]) {
                        if (network_.edges[e].footprint.writes.contains(slot))
                            join(network_.edges[e].process, process.slot);
                    }
                }
            }
        }
    }

    void number_components() {
        std::map<ProcessIndex, ReferenceIndex> numbers;
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            const auto number = static_cast<ReferenceIndex>(numbers.size());
            result_.of_process.push_back(numbers.emplace(find(p), number).first->second);
        }
        result_.components = result_.references = numbers.size();
        for (const ProcessIndex owner : owners_) result_.of_clock.push_back(result_.of_process[owner]);
    }

    // Slots that are accessed by the same edges have one reference clock. Those of a single component need none, and
    // neither do constants.
    void number_variables() {
        std::map<std::vector<EdgeIndex>, ReferenceIndex> numbers;
        variables_.resize(network_.edges.size());
        for (std::uint32_t slot = 0; slot < network_.slots.size(); ++slot) {
            if (!written_[slot] || !is_shared(slot)) continue;
            const auto number = static_cast<ReferenceIndex>(result_.references);
            const auto [known, fresh] = numbers.emplace(accessors_[slot], number);
            if (!fresh) continue;
            ++result_.references;
            for (const EdgeIndex e : accessors_[slot]) variables_[e].push_back(known->second);
        }
    }

    // A location belongs to its process, whoever reads it.
    bool is_shared(std::uint32_t slot) const {
        const std::vector<EdgeIndex>& edges = accessors_[slot];
        const auto component = [&](EdgeIndex e) { return result_.of_process[network_.edges[e].process]; };
        const ReferenceIndex first =
            slot < network_.processes.size() ? result_.of_process[slot] : component(edges.front());
        return std::ranges::any_of(edges, [&](EdgeIndex e) { return component(e) != first; });
    }

    std::vector<ReferenceIndex> references(const Transition& transition) const {
        std::vector<ReferenceIndex> references;
        for (const ProcessIndex p : processes_of(network_, transition)) references.push_back(result_.of_process[p]);
        for (const EdgeIndex e : edges_that_may_fire(network_, transition))
            references.insert(references.end(), variables_[e].begin(), variables_[e].end());
        std::ranges::sort(references);
        references.erase(std::unique(references.begin(), references.end()), references.end());
        return references;
    }

    const Network& network_;
    std::vector<ProcessIndex> group_;  // per process, one of the same component
    std::vector<std::vector<EdgeIndex>> accessors_;
    std::vector<bool> written_;
    std::vector<ProcessIndex> owners_;                    // per clock
    std::vector<std::vector<ReferenceIndex>> variables_;  // per edge
    Locality result_;
};

// Whether two transitions can change places at all.
bool has_independent_transitions(const Locality& locality) {
    std::vector<std::vector<ReferenceIndex>> kinds = locality.of_transition;
    std::ranges::sort(kinds);
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    if (kinds.size() > most_kinds) return true;
    std::vector<ReferenceIndex> common;
    for (const std::vector<ReferenceIndex>& a : kinds) {
        poll();
        count_effort(effort_per_access * kinds.size());
        for (const std::vector<ReferenceIndex>& b : kinds) {
            common.clear();
            std::ranges::set_intersection(a, b, std::back_inserter(common));
            if (common.empty()) return true;
        }
    }
    return false;
}

}  // namespace

std::optional<Locality> find_locality(const Network& network, const Formula& formula, std::string& why_not) {
    why_not = obstacle_of(network, formula);
    if (why_not.empty() && std::ranges::any_of(network.parts, [&](const VectorPart& part) {
            return is_optional_with_clocks(network, part);
        }))
        why_not = "whether a process takes part in a transition depends on clocks";
    if (!why_not.empty()) return std::nullopt;
    LocalityAnalysis analysis(network);
    if (analysis.is_too_large()) {
        why_not = "the edges read and write too many variables";
        return std::nullopt;
    }
    Locality locality = analysis.run();
    if (locality.references > most_references) {
        why_not = fmt::format("there are more than {} processes and groups of shared variables", most_references);
        return std::nullopt;
    }
    if (has_independent_transitions(locality)) return locality;
    why_not = "every two transitions have a process, a clock or a variable in common";
    return std::nullopt;
}

}  // namespace crowfly
