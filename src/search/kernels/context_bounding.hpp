// Context bounding: what can be reached with few changes of context first (Musuvathi, Qadeer: Iterative context
// bounding for systematic testing of multithreaded programs, 2007; Wehrle: Transition-based directed model checking,
// 2011, Sect. 4.3). A context changes where a transition has nothing to do with the one before: no process in common,
// or no short chain of interference. A state that takes k changes is pushed to tier k, so nothing that takes more is
// expanded while a state is open that takes fewer.
//
// From the same state the next change depends on the transition that led there, so a state is expanded once for each
// context it is reached in, unless it was before with as few changes. Within a tier the heuristic decides.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/files/parts.hpp"
#include "network/analyses/interference.hpp"
#include "search/kernels/best_first_kernel.hpp"

namespace crowfly {

// What is open: to expand a state that was reached by a transition.
struct ContextEntry {
    static constexpr std::uint32_t no_transition = std::numeric_limits<std::uint32_t>::max();

    NodeId node = no_node;
    std::uint32_t transition = no_transition;
    std::uint32_t context = 0;   // of the transition
    std::uint32_t switches = 0;  // of context, on the path

    void parts(auto& each) { each(node, transition, context, switches); }
};

template <class Space>
class ContextBounding
    : public BestFirstKernel<ContextBounding<Space>, TieredSearch<Space, ContextBounding<Space>, ContextEntry>> {
    using Base = BestFirstKernel<ContextBounding<Space>, TieredSearch<Space, ContextBounding<Space>, ContextEntry>>;
    friend GuidedSearch<Space, ContextBounding<Space>, TieredList<ContextEntry>>;
    friend Base;
    using Base::options_, Base::node_, Base::open_, Base::result_, Base::space_, Base::task_;

public:
    ContextBounding(Space& space, const SearchTask& task) : Base(space, task, true) {
        if (task.options.guidance.bounding->interference > 0) interference_.emplace(task.target.network, false);
        space_.note_edges();
    }

    void parts(auto& each) {
        this->shared_parts(each);
        each(least_, contexts_);
        each.derived(interference_);
    }

private:
    void popped(const ContextEntry& entry) { expanded_ = entry; }

    // The state is expanded once for each context, so one that is known is as good as a new one. no_node: it was
    // reached in this context before, with as few changes.
    NodeId add() {
        const NodeId added = space_.add(node_);
        successor_ = {added == no_node ? space_.coverer() : added};
        if (node_ != no_node) {
            successor_.transition = space_.fired_edges().transition;
            successor_.context = context_of(successor_.transition);
            successor_.switches = expanded_.switches + (changes(expanded_.transition, successor_.transition) ? 1 : 0);
        }
        const auto [least, fresh] =
            least_.try_emplace(std::uint64_t{successor_.node} << 32U | successor_.context, successor_.switches);
        if (!fresh && least->second <= successor_.switches) return no_node;
        least->second = successor_.switches;
        return successor_.node;
    }

    void push(NodeId added, Estimate estimate) {
        const OpenKey key = this->key_of(added, estimate);
        open_.push({successor_.switches, false, static_cast<std::uint32_t>(key.cost - estimate)}, key, successor_);
    }

    // Transitions of the same context change it alike: those of the same processes, or each its own.
    std::uint32_t context_of(std::uint32_t transition) {
        if (interference_) return transition + 1;
        return contexts_.try_emplace(processes_of(transition), static_cast<std::uint32_t>(contexts_.size() + 1))
            .first->second;
    }

    std::vector<ProcessIndex> processes_of(std::uint32_t transition) const {
        std::vector<ProcessIndex> processes;
        for (const EdgeIndex edge : edges_of(task_.target.network.transitions[transition]))
            processes.push_back(task_.target.network.edges[edge].process);
        std::ranges::sort(processes);
        return processes;
    }

    bool changes(std::uint32_t before, std::uint32_t now) {
        if (before == ContextEntry::no_transition) return false;
        if (interference_) return interference_->level(before, now) > options_.guidance.bounding->interference;
        const std::vector<ProcessIndex> a = processes_of(before), b = processes_of(now);
        return std::ranges::find_first_of(a, b) == a.end();
    }

    void report() {
        result_.strategies = {fmt::format("iterative context bounding with h = {}: {} expansions",
                                          to_string(options_.guidance.heuristic), result_.statistics.explored)};
        PreferenceUse& use = result_.preference.emplace();
        use.switches = expanded_.switches;
        open_.for_each([&](std::uint32_t tier, const QueueUse& all, const QueueUse&) {
            use.queues.push_back({fmt::format("after {} changes of context", tier), all.pushed, all.popped});
        });
    }

    std::unordered_map<std::uint64_t, std::uint32_t> least_;       // per node and context: changes of context
    std::map<std::vector<ProcessIndex>, std::uint32_t> contexts_;  // numbered, by processes
    std::optional<Interference> interference_;                     // if contexts go by it
    ContextEntry successor_;
    ContextEntry expanded_;  // the entry popped last
};

}  // namespace crowfly
