#include "search/lift.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "search/explorer.hpp"
#include "search/search_task.hpp"
#include "search/width.hpp"
#include "space/layout.hpp"
#include "space/predicate.hpp"
#include "space/zone_graph.hpp"
#include "zone/covering.hpp"

namespace crowfly {
namespace {

using LiftedZone = zone::WideZone;
using Key = std::vector<std::uint32_t>;

// As if all clocks were active.
std::uint64_t effort_of(const Network& network, std::size_t explored, std::size_t generated) {
    const std::size_t clocks = network.clocks.size();
    return SearchEffort(network, true).of(explored, generated, {0, generated * clocks * clocks});
}

constexpr const char* not_lifted = "the trace without bystanders could not be extended to all processes";

// The slots and clocks that the transitions of bystanders may change.
struct Changes {
    SlotSet slots, clocks;

    explicit Changes(const LiftingTask& task) {
        for (const Process& process : task.network.processes) {
            if (!task.bystanders[process.slot]) continue;
            slots.add(process.slot);
            for (const std::uint32_t e : process.edges) {
                slots.add(task.network.edges[e].footprint.writes);
                clocks.add(task.network.edges[e].footprint.clock_writes);
            }
        }
    }
};

// Which of the states equally far along the path is expanded first. Mostly bystanders are in the way because they keep
// time from passing: by `latest` it is the one in which most time may have passed, by `oldest` the one generated first.
enum class TieBreak : std::uint8_t { latest, oldest };

// Per position of the path: the slots in which a state must agree with it.
using Told = std::vector<std::vector<std::uint32_t>>;

Told told_by(const LiftingTask& task, const Changes& changes) {
    Told told;
    for (const std::vector<std::int32_t>& state : task.path) {
        told.push_back(telling_slots(task.reduced, task.compared, state));
        std::erase_if(told.back(), [&](std::uint32_t slot) { return changes.slots.contains(slot); });
    }
    return told;
}

// Follows the path in a network step by step, with few states at each position.
class Follower {
public:
    struct State {
        std::vector<std::int32_t> slots;
        LiftedZone zone;
        std::size_t parent = 0;  // which of the states at the position before
    };

    Follower(const Network& network, const LiftingTask& task, const Told& told)
        : task_(task), told_(told), graph_(network, use_of(task.formula), Abstraction::none),
          examiner_(network, use_of(task.formula), Abstraction::none), goal_(network, task.formula) {}

    // These say which states there are; false: they are many, or the model cannot go on.
    bool start() {
        graph_.aim_at(task_.path[0], told_[0]);
        states_.clear();
        return graph_.start() && collect(0);
    }
    // All delays from the state that was generated, which bystanders may cut short.
    bool resume(const WideZoneGraph& at) {
        const std::vector<std::int32_t> slots(at.slots().begin(), at.slots().end());
        graph_.find_active(slots, active_);
        const std::vector<ClockIndex>& clocks = at.active().clocks;
        if (!std::ranges::includes(clocks, active_.clocks)) return false;
        const auto place = [&](ClockIndex clock) {
            return static_cast<std::size_t>(std::ranges::lower_bound(clocks, clock) - clocks.begin());
        };
        LiftedZone zone;
        for (const ClockIndex i : active_.clocks) {
            for (const ClockIndex j : active_.clocks) zone.push_back(at.zone()[place(i) * clocks.size() + place(j)]);
        }
        graph_.aim_at({}, {});
        states_.clear();
        return graph_.resume(slots, zone.data()) && collect(0);
    }
    bool follow_to(std::size_t next) {
        const std::vector<State> before = std::exchange(states_, {});
        graph_.aim_at(task_.path[next], told_[next]);
        for (std::size_t i = 0; i < before.size(); ++i) {
            ++expanded_;
            if (!graph_.expand(before[i].slots, before[i].zone.data()) || !collect(i)) return false;
        }
        return true;
    }

    const std::vector<State>& states() const { return states_; }
    bool is_goal(const State& state) {
        examiner_.find_active(state.slots, active_);
        return goal_.somewhere(state.slots, state.zone.data(), active_, examiner_, task_.options.wanted);
    }
    bool has_stopped() const { return static_cast<bool>(goal_.stop()); }
    std::size_t expanded() const { return expanded_; }

private:
    static constexpr std::size_t most_states = 16;

    bool collect(std::size_t parent) {
        while (graph_.next()) {
            if (states_.size() == most_states) return false;
            const std::size_t n = graph_.active().size();
            states_.push_back(
                {{graph_.slots().begin(), graph_.slots().end()}, {graph_.zone(), graph_.zone() + n * n}, parent});
        }
        return !graph_.stop();
    }

    const LiftingTask& task_;
    const Told& told_;
    WideZoneGraph graph_, examiner_;
    Predicate goal_;
    ActiveClocks active_;
    std::vector<State> states_;
    std::size_t expanded_ = 0;
};

// Whether the rest of the path can be followed without bystanders. Where it cannot, for example because too little time
// has passed, no transition of bystanders helps.
class PathAhead {
public:
    PathAhead(const LiftingTask& task, const Told& told) : task_(task), follower_(task.reduced, task, told) {}

    // From the state that the expander has generated, at this position. True as well if it takes long to find out.
    bool is_open(const WideZoneGraph& at, std::size_t position) {
        if (task_.network.clocks.size() == 1) return true;
        if (!follower_.resume(at)) return true;
        const std::size_t last = task_.path.size() - 1;
        for (std::size_t next = position + 1; next <= last; ++next) {
            if (next > position + most_steps || !follower_.follow_to(next)) return true;
            if (follower_.states().empty()) return false;
        }
        return std::ranges::any_of(follower_.states(), [&](const Follower::State& state) {
            return follower_.is_goal(state) || follower_.has_stopped();
        });
    }

    std::size_t expanded() const { return follower_.expanded(); }

private:
    static constexpr std::size_t most_steps = 50;

    const LiftingTask& task_;
    Follower follower_;
};

// Mostly the bystanders are not in the way, and the path can be followed as it is.
class Directly {
public:
    Directly(const LiftingTask& task, const Told& told) : task_(task), follower_(task.network, task, told) {}

    std::optional<Path> path() {
        for (std::size_t next = 0; next < task_.path.size(); ++next) {
            if (!(next == 0 ? follower_.start() : follower_.follow_to(next)) || follower_.states().empty()) return {};
            positions_.push_back(follower_.states());
        }
        const auto found =
            std::ranges::find_if(follower_.states(), [&](const auto& s) { return follower_.is_goal(s); });
        if (found == follower_.states().end() || follower_.has_stopped()) return {};
        return path_to(static_cast<std::size_t>(found - follower_.states().begin()));
    }

    std::size_t expanded() const { return follower_.expanded(); }

private:
    Path path_to(std::size_t state) const {
        Path path;
        for (std::size_t position = positions_.size(); position-- > 0;) {
            path.push_back(positions_[position][state].slots);
            state = positions_[position][state].parent;
        }
        std::ranges::reverse(path);
        return path;
    }

    const LiftingTask& task_;
    Follower follower_;
    std::vector<std::vector<Follower::State>> positions_;
};

SearchResult lift_directly(const LiftingTask& task, const Told& told, const Limits& limits) {
    SearchResult result;
    Budget budget(limits);
    Directly directly(task, told);
    end_at_limits(result.unfinished, [&] {
        try {
            result.found = directly.path();
        } catch (const zone::OutOfRange&) {
            // The search will say so.
        }
    });
    result.statistics.explored = result.statistics.generated = directly.expanded();
    budget.close(result.statistics);
    if (limits.pacer != nullptr)
        limits.pacer->end_search(effort_of(task.network, directly.expanded(), directly.expanded()));
    return result;
}

class Lifting {
public:
    Lifting(const LiftingTask& task, const Changes& changes, const Told& told, TieBreak ties, const Limits& limits,
            Observer& observer)
        : task_(task), ties_(ties), ledger_(limits, observer, result_),
          abstraction_(task.options.abstraction.value_or(Abstraction::none)),
          layout_(task.network, task.options.compared), expander_(task.network, use_of(task.formula), abstraction_),
          examiner_(task.network, use_of(task.formula), abstraction_), goal_(task.network, task.formula),
          changes_(changes), told_(told), ahead_(task, told) {
        expander_.note_edges();
    }

    SearchResult run() {
        ledger_.within_limits([&] { explore(); });
        ledger_.measure(*this);
        if (found_ != no_node) go_back();
        if (found_ == no_node && result_.is_sure()) result_.unfinished = not_lifted;
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool pop() {
        if (open_.empty()) return false;
        node_ = open_.top().node;
        open_.pop();
        return true;
    }
    bool expand() { return expander_.expand(nodes_[node_].slots, nodes_[node_].zone.data()); }

    void generated() {
        if (node_ == no_node) {
            if (agrees(0)) add(0);
            return;
        }
        const std::size_t position = nodes_[node_].position;
        const Edge& first = task_.network.edges[expander_.fired_edges().edges.front()];
        if (task_.bystanders[first.process])
            add(position);
        else if (position + 1 < task_.path.size() && agrees(position + 1))
            add(position + 1);
    }

    bool is_done() const { return found_ != no_node; }
    std::size_t stored() const { return nodes_.size(); }
    std::size_t bytes_soon() const { return nodes_.size() * bytes_per_node(); }
    std::uint64_t effort() const {
        return effort_of(task_.network, result_.statistics.explored + ahead_.expanded(),
                         result_.statistics.generated + ahead_.expanded());
    }
    void measure(Statistics& s) const {
        s.stored = nodes_.size();
        s.waiting = open_.size();
        s.bytes = bytes_soon();
    }

private:
    struct Node {
        std::vector<std::int32_t> slots;
        LiftedZone zone;
        std::size_t position = 0;
        NodeId parent = no_node;
    };
    struct Open {
        std::size_t position;
        std::int64_t time;
        NodeId node;
        bool operator<(const Open& other) const {
            return std::tie(position, time, other.node) < std::tie(other.position, other.time, node);
        }
    };

    void explore() {
        try {
            Explorer(expander_, *this, ledger_).run();
        } catch (const zone::OutOfRange&) {
            ledger_.end(std::string(too_large_for_zones));
        }
    }

    std::size_t bytes_per_node() const {
        const std::size_t clocks = task_.network.clocks.size();
        return sizeof(Node) + task_.network.slots.size() * sizeof(std::int32_t) * 2 +
               clocks * clocks * sizeof(zone::WideBound);
    }

    bool agrees(std::size_t position) const {
        const std::vector<std::int32_t>& state = task_.path[position];
        return std::ranges::all_of(told_[position],
                                   [&](std::uint32_t slot) { return expander_.slots()[slot] == state[slot]; });
    }

    void add(std::size_t position) {
        if (is_covered(position) || !ahead_.is_open(expander_, position)) return;
        const std::size_t n = expander_.active().size();
        const auto added = static_cast<NodeId>(nodes_.size());
        nodes_.push_back({{expander_.slots().begin(), expander_.slots().end()},
                          {expander_.zone(), expander_.zone() + n * n},
                          position,
                          node_});
        known_[key_].push_back(added);
        open_.push({position, ties_ == TieBreak::latest ? latest() : 0, added});
        if (position + 1 < task_.path.size()) return;
        const bool is_goal =
            goal_.somewhere(expander_.slots(), expander_.zone(), expander_.active(), examiner_, task_.options.wanted);
        if (goal_.stop())
            ledger_.end(goal_.stop());
        else if (is_goal)
            found_ = added;
    }

    // The greatest values of the clocks that bystanders leave alone, added up.
    std::int64_t latest() const {
        constexpr zone::WideBound most = zone::WideBound{1} << 30U;
        const std::vector<ClockIndex>& clocks = expander_.active().clocks;
        std::int64_t sum = 0;
        for (std::size_t i = 1; i < clocks.size(); ++i) {
            if (!changes_.clocks.contains(clocks[i])) sum += std::min(most, expander_.zone()[i * clocks.size()]);
        }
        return sum;
    }

    // By a state at the same position.
    bool is_covered(std::size_t position) {
        key_.resize(layout_.words());
        layout_.pack(expander_.slots(), key_.data());
        key_.resize(layout_.key_words());
        key_.push_back(static_cast<std::uint32_t>(position));
        const auto known = known_.find(key_);
        if (known == known_.end()) return false;
        const ActiveClocks& active = expander_.active();
        if (is_simulation(abstraction_))
            covering_.prepare(expander_.zone(), active.size(), active.lower.data(), active.upper.data());
        else
            covering_.prepare(expander_.zone(), active.size());
        return std::ranges::any_of(known->second,
                                   [&](NodeId other) { return covering_.is_covered_by(nodes_[other].zone.data()); });
    }

    void go_back() {
        Path& path = result_.found.emplace();
        for (NodeId node = found_; node != no_node; node = nodes_[node].parent) path.push_back(nodes_[node].slots);
        std::ranges::reverse(path);
    }

    const LiftingTask& task_;
    TieBreak ties_;
    SearchResult result_;
    Ledger ledger_;
    Abstraction abstraction_;
    Layout layout_;
    WideZoneGraph expander_, examiner_;
    Predicate goal_;
    const Changes& changes_;
    const Told& told_;
    PathAhead ahead_;
    std::deque<Node> nodes_;
    std::map<Key, std::vector<NodeId>> known_;  // by discrete state and position
    std::priority_queue<Open> open_;
    zone::Covering<zone::WideBound, zone::WideBound> covering_;
    Key key_;
    NodeId node_ = no_node;  // the state being expanded; none: the initial states are generated
    NodeId found_ = no_node;
};

}  // namespace

SearchResult lift(const LiftingTask& task, const Limits& limits, Observer& observer) {
    const Changes changes(task);
    const Told told = told_by(task, changes);
    SearchResult result = lift_directly(task, told, limits);
    if (result.found || !result.unfinished.empty()) return result;
    const std::size_t steps = task.path.size();
    for (const TieBreak ties : {TieBreak::latest, TieBreak::oldest}) {
        Limits small = left_of(limits, result.statistics);
        small.explored = std::min(limits.explored, (ties == TieBreak::latest ? 2'000 : 50'000) + 4 * steps);
        SecondObserver next(observer, result.statistics);
        SearchResult tried = Lifting(task, changes, told, ties, small, next).run();
        tried.statistics = result.statistics + tried.statistics;
        result = std::move(tried);
        if (result.found || result.unfinished != enough_states_reason) break;
    }
    return result;
}

}  // namespace crowfly
