#include "trace/splice.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "base/alarm.hpp"
#include "space/predicate.hpp"
#include "space/zone_graph.hpp"
#include "trace/retrace.hpp"

namespace crowfly {
namespace {

using Zone = zone::WideZone;
using Slots = std::vector<std::int32_t>;
using NodeIndex = std::size_t;

constexpr std::size_t most_nodes_ahead = 200'000;  // in addition to one per state of the path

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

// The active clocks of each state, as in retrace().
ClockUse clocks_of(const SplicingTask& task) {
    Destination destination;
    destination.formula = &task.formula;
    return clocks_of_path(task.network, destination);
}

class Splicing {
public:
    // `focused`: transitions are inserted only if they change a slot that the next transition may read.
    Splicing(const SplicingTask& task, const Needs& needs, const Budget& budget, bool focused)
        : task_(task), needs_(needs), budget_(budget), focused_(focused),
          expander_(task.network, clocks_of(task), Abstraction::none),
          evaluation_(task.network, clocks_of(task), Abstraction::none), goal_(task.network, task.formula),
          open_(task.path.size()), expanded_(task.path.size()), seen_(task.path.size()),
          dropped_(task.left_out.dropped()) {
        for (const std::vector<std::int32_t>& state : task.path) {
            compared_.push_back(telling_slots(task.network, task.compared, state));
            std::erase_if(compared_.back(), [&](std::uint32_t slot) { return dropped_.contains(slot); });
        }
    }

    std::optional<Spliced> run() {
        expander_.aim_at(task_.path[0], compared_[0]);
        if (!expander_.start()) return std::nullopt;
        while (expander_.next()) {
            if (std::ranges::all_of(compared_[0],
                                    [&](std::uint32_t slot) { return expander_.slots()[slot] == task_.path[0][slot]; }))
                add(0, no_parent);
        }
        for (std::size_t at = 0; nodes_.size() < task_.path.size() + most_nodes_ahead && !is_over();) {
            if (expanded_[at] == open_[at].size()) {
                if (at == 0) return std::nullopt;
                --at;
                continue;
            }
            const NodeIndex node = open_[at][expanded_[at]++];
            furthest_ = std::max(furthest_, at);
            if (at + 1 == task_.path.size() && reaches_goal(node)) return path_to(node);
            if (at + 1 < task_.path.size()) follow_path(node, at);
            insert(node, at);
            if (at + 1 < task_.path.size() && expanded_[at + 1] < open_[at + 1].size()) ++at;
        }
        return std::nullopt;
    }

    std::size_t furthest() const { return furthest_; }
    const std::string& unfinished() const { return unfinished_; }

private:
    static constexpr NodeIndex no_parent = static_cast<NodeIndex>(-1);
    struct Node {
        Slots slots;
        Zone zone;
        NodeIndex parent = no_parent;
        std::size_t position = 0;
    };

    bool is_over() {
        if (++used_.explored % 64 != 0) return false;
        budget_.clock(used_);
        unfinished_ = budget_.exceeded(used_, 0);
        return !unfinished_.empty();
    }

    // Generates the successors by the next transition of the path.
    void follow_path(NodeIndex node, std::size_t at) {
        expander_.aim_at(task_.path[at + 1], compared_[at + 1]);
        expand(
            node, [&](std::uint32_t slot) { return slot == SafeSlots::no_slot; }, at + 1);
    }

    // Generates the successors by transitions that change a safe slot alone.
    void insert(NodeIndex node, std::size_t at) {
        const SlotSet needed = focused_ ? needs_.at(at) : dropped_;
        if (needed.empty()) return;
        expander_.aim_at(task_.path[at], compared_[at]);
        expand(
            node, [&](std::uint32_t slot) { return slot != SafeSlots::no_slot && needed.contains(slot); }, at);
    }

    template <class Accepts>
    void expand(NodeIndex node, const Accepts& accepts, std::size_t position) {
        source_ = {nodes_[node].slots, nodes_[node].zone};
        try {
            if (!expander_.expand(source_.first, source_.second.data())) return;
            while (expander_.next()) {
                if (accepts(task_.left_out.owner[expander_.firing().transition])) add(position, node);
            }
        } catch (const zone::OutOfRange&) {
            return;  // another branch may have smaller numbers
        }
    }

    void add(std::size_t position, NodeIndex parent) {
        const std::size_t n = expander_.active().size();
        Node node{{expander_.slots().begin(), expander_.slots().end()},
                  {expander_.zone(), expander_.zone() + n * n},
                  parent,
                  position};
        std::vector<Zone>& seen = seen_[position][node.slots];
        if (std::ranges::any_of(seen, [&](const Zone& z) { return zone::includes(z.data(), node.zone.data(), n); }))
            return;
        seen.push_back(node.zone);
        open_[position].push_back(nodes_.size());
        nodes_.push_back(std::move(node));
    }

    bool reaches_goal(NodeIndex node) {
        ActiveClocks active;
        evaluation_.find_active(nodes_[node].slots, active);
        return goal_.somewhere(nodes_[node].slots, nodes_[node].zone.data(), active, evaluation_, task_.wanted);
    }

    Spliced path_to(NodeIndex node) const {
        Spliced result;
        for (; node != no_parent; node = nodes_[node].parent) result.path.push_back(nodes_[node].slots);
        std::ranges::reverse(result.path);
        result.added = result.path.size() - task_.path.size();
        return result;
    }

    const SplicingTask& task_;
    const Needs& needs_;
    const Budget& budget_;
    Statistics used_;
    std::string unfinished_;
    bool focused_;
    std::vector<std::vector<std::uint32_t>> compared_;  // per position: the slots to agree in
    WideZoneGraph expander_, evaluation_;
    Predicate goal_;
    std::deque<Node> nodes_;
    std::vector<std::vector<NodeIndex>> open_;              // per position: the nodes generated there …
    std::vector<std::size_t> expanded_;                     // … and how many of them are expanded
    std::vector<std::map<Slots, std::vector<Zone>>> seen_;  // per position and discrete state
    SlotSet dropped_;
    std::pair<Slots, Zone> source_;
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
