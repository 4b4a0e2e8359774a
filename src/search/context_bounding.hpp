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

#include "base/parts.hpp"
#include "network/interference.hpp"
#include "search/guided_search.hpp"
#include "search/zone_rounds.hpp"

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
class ContextBounding : public TieredSearch<Space, ContextBounding<Space>, ContextEntry> {
    using Base = TieredSearch<Space, ContextBounding<Space>, ContextEntry>;
    friend GuidedSearch<Space, ContextBounding<Space>, TieredList<ContextEntry>>;
    using Base::estimates_, Base::options_, Base::node_, Base::open_, Base::result_, Base::space_, Base::task_;

public:
    ContextBounding(Space& space, const SearchTask& task) : Base(space, task), rounds_(task.target.network) {
        if (task.options.guidance.bounding->interference > 0) interference_.emplace(task.target.network, false);
        space_.note_edges();
    }

    void parts(auto& each) {
        this->shared_parts(each);
        each(least_, contexts_, rounds_);
        each.derived(interference_);
    }

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            expanded_ = open_.pop();
            node_ = expanded_.node;
            if (!space_.is_covered(node_)) return true;
        }
        return false;
    }

    bool visit() {
        rounds_.note_expanded(space_, node_);
        return !this->ends_here();
    }

    void generated() {
        const NodeId added = space_.add(node_);
        ContextEntry next{added == no_node ? space_.coverer() : added};
        if (node_ != no_node) {
            next.transition = space_.fired_edges().transition;
            next.context = context_of(next.transition);
            next.switches = expanded_.switches + (changes(expanded_.transition, next.transition) ? 1 : 0);
        }
        const auto [least, fresh] = least_.try_emplace(std::uint64_t{next.node} << 32U | next.context, next.switches);
        if (!fresh && least->second <= next.switches) return;
        least->second = next.switches;
        const Estimate estimate = estimates_.of_successor(space_, next.node);
        if (estimates_.proves_dead_end(estimate)) return;
        const std::uint32_t round = rounds_.round_of(space_, next.node);
        open_.push({next.switches, false, round}, {std::uint64_t{estimate} + round, estimate}, next);
    }

private:
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
    ContextEntry expanded_;                                        // the entry popped last
    ZoneRounds rounds_;
};

}  // namespace crowfly
