#include "reduce/splice.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "reduce/path_search.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_states_ahead = 200'000;  // in addition to one per state of the path

// The safe slots that are read by the transitions from one state of the path to the next.
class Needs {
public:
    explicit Needs(const SplicingTask& task) : task_(task), dropped_(task.left_out.dropped()) {
        const Network& network = task.network;
        for (std::uint32_t t = 0; t < network.transitions.size(); ++t) {
            if (task.left_out.owner[t] != SafeSlots::no_slot) continue;
            SlotSet reads;
            for (const EdgeIndex e : participants(network, network.transitions[t]))
                reads.add(network.edges[e].footprint.reads);
            if (reads.intersects(dropped_)) readers_.emplace_back(t, with_asked_for(reads));
        }
        at_end_ = with_asked_for(slots_read(task.formula));
    }

    SlotSet at(std::size_t position) const {
        if (position + 1 == task_.path.size()) return at_end_;
        SlotSet result;
        for (const auto& [transition, slots] : readers_) {
            if (leads_on(task_.network.transitions[transition], position)) result.add(slots);
        }
        return result;
    }

private:
    // The safe slots among these, and those that the transitions changing them read, transitively.
    SlotSet with_asked_for(const SlotSet& slots) const {
        SlotSet result;
        std::vector<const SafeSlot*> waiting = task_.left_out.among(slots);
        while (!waiting.empty()) {
            poll();
            const SafeSlot* safe = waiting.back();
            waiting.pop_back();
            if (result.contains(safe->slot)) continue;
            result.add(safe->slot);
            for (const std::uint32_t other : safe->reads) waiting.push_back(task_.left_out.find(other));
        }
        return result;
    }

    bool leads_on(const Transition& transition, std::size_t position) const {
        const auto fits = [&](EdgeIndex e) {
            const Edge& edge = task_.network.edges[e];
            return dropped_.contains(edge.process) ||
                   (task_.path[position][edge.process] == static_cast<std::int32_t>(edge.source) &&
                    task_.path[position + 1][edge.process] == static_cast<std::int32_t>(edge.target));
        };
        return fits(transition.edge) && (transition.kind != Transition::Kind::binary || fits(transition.partner));
    }

    const SplicingTask& task_;
    SlotSet dropped_;
    std::vector<std::pair<std::uint32_t, SlotSet>> readers_;
    SlotSet at_end_;
};

class Splicing {
public:
    // `focused`: transitions are inserted only if they change a slot that the next transition may read.
    Splicing(const SplicingTask& task, const Needs& needs, const Budget& budget, bool focused)
        : task_(task), needs_(needs), budget_(budget), focused_(focused), dropped_(task.left_out.dropped()),
          clocks_(clocks_along(task.network, use_of(task.formula))), graph_(task.network, clocks_, Abstraction::none),
          goal_(task.network, task.formula, task.wanted, clocks_),
          search_(graph_, {.covers = PathSearch::Covers::at_position}) {
        for (const std::vector<std::int32_t>& state : task.path) {
            compared_.push_back(telling_slots(task.network, task.compared, state));
            std::erase_if(compared_.back(), [&](std::uint32_t slot) { return dropped_.contains(slot); });
        }
    }

    std::optional<Spliced> run() {
        graph_.aim_at(task_.path[0], compared_[0]);
        if (!graph_.start()) return std::nullopt;
        search_.each_successor([&] {
            if (agrees_with_start()) add(0, PathSearch::no_state);
        });
        const auto found = search_.run([&](PathSearch::Index state) { return visit(state); },
                                       [&](PathSearch::Index state) {
                                           follow_path(state);
                                           insert(state);
                                       });
        if (!found) return std::nullopt;
        Spliced result{search_.path_to(*found)};
        result.added = result.path.size() - task_.path.size();
        return result;
    }

    std::size_t furthest() const { return furthest_; }
    const std::string& unfinished() const { return unfinished_; }

private:
    PathSearch::Next visit(PathSearch::Index state) {
        if (search_.size() >= task_.path.size() + most_states_ahead || is_over()) return PathSearch::Next::end;
        const std::size_t position = search_[state].position;
        furthest_ = std::max(furthest_, position);
        const bool is_last = position + 1 == task_.path.size();
        return is_last && goal_.holds(search_[state]) ? PathSearch::Next::found : PathSearch::Next::expand;
    }

    bool is_over() {
        if (++used_.explored % 64 != 0) return false;
        budget_.clock(used_);
        unfinished_ = budget_.exceeded(used_, 0);
        return !unfinished_.empty();
    }

    bool agrees_with_start() const {
        return std::ranges::all_of(compared_[0],
                                   [&](std::uint32_t slot) { return graph_.slots()[slot] == task_.path[0][slot]; });
    }

    // Generates the successors by the next transition of the path.
    void follow_path(PathSearch::Index state) {
        const std::size_t next = search_[state].position + 1;
        if (next < task_.path.size())
            expand(
                state, [&](std::uint32_t slot) { return slot == SafeSlots::no_slot; }, next);
    }

    // Generates the successors by transitions that change a safe slot alone.
    void insert(PathSearch::Index state) {
        const std::size_t position = search_[state].position;
        const SlotSet needed = focused_ ? needs_.at(position) : dropped_;
        if (!needed.empty())
            expand(
                state, [&](std::uint32_t slot) { return slot != SafeSlots::no_slot && needed.contains(slot); },
                position);
    }

    template <class Accepts>
    void expand(PathSearch::Index state, const Accepts& accepts, std::size_t position) {
        graph_.aim_at(task_.path[position], compared_[position]);
        try {
            search_.expand(state, [&] {
                if (accepts(task_.left_out.owner[graph_.firing().transition])) add(position, state);
            });
        } catch (const zone::OutOfRange&) {
            return;  // another branch may have smaller numbers
        }
    }

    // The state farthest along the path is expanded first.
    void add(std::size_t position, PathSearch::Index parent) {
        if (!search_.is_covered(position)) search_.add(position, parent, {-static_cast<std::int64_t>(position)});
    }

    const SplicingTask& task_;
    const Needs& needs_;
    const Budget& budget_;
    Statistics used_;
    std::string unfinished_;
    bool focused_;
    SlotSet dropped_;
    std::vector<std::vector<std::uint32_t>> compared_;  // per position: the slots to agree in
    ClockUse clocks_;
    WideZoneGraph graph_;
    ZoneGoal goal_;
    PathSearch search_;
    std::size_t furthest_ = 0;
};

}  // namespace

SplicingResult splice(const SplicingTask& task) {
    const Budget budget(task.limits);
    const Needs needs(task);
    SplicingResult result;
    for (const bool focused : {true, false}) {
        Splicing splicing(task, needs, budget, focused);
        result.spliced = splicing.run();
        result.unfinished = splicing.unfinished();
        if (result.spliced || !result.unfinished.empty()) return result;
        result.in_the_way = needs.at(splicing.furthest());
    }
    if (result.in_the_way.empty()) result.in_the_way = task.left_out.dropped();
    return result;
}

}  // namespace crowfly
