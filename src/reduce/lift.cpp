#include "reduce/lift.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "reduce/path_search.hpp"
#include "search/kernels/explorer.hpp"
#include "search/methods/width.hpp"
#include "search/settings/search_task.hpp"
#include "space/layout.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {
namespace {

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

// Follows the path in a network breadth first, with few states at each position.
class Follower {
public:
    enum class End : std::uint8_t { goal, nowhere, unclear };

    Follower(const Network& network, const LiftingTask& task, const Told& told, std::size_t most_steps = no_bound)
        : task_(task), told_(told), most_steps_(most_steps), graph_(network, use_of(task.formula), Abstraction::none),
          search_(graph_, {}), goal_(network, task.formula, task.options.wanted, use_of(task.formula)) {}

    End follow_all() {
        graph_.aim_at(task_.path[0], told_[0]);
        return follow(graph_.start(), 0);
    }
    // From the state that the graph has generated, at this position, with all delays, which bystanders may cut short.
    End follow_rest(const WideZoneGraph& at, std::size_t position) {
        const std::vector<std::int32_t> slots(at.slots().begin(), at.slots().end());
        graph_.find_active(slots, active_);
        const std::vector<ClockIndex>& clocks = at.active().clocks;
        if (!std::ranges::includes(clocks, active_.clocks)) return End::unclear;
        const auto place = [&](ClockIndex clock) {
            return static_cast<std::size_t>(std::ranges::lower_bound(clocks, clock) - clocks.begin());
        };
        zone::WideZone zone;
        for (const ClockIndex i : active_.clocks) {
            for (const ClockIndex j : active_.clocks) zone.push_back(at.zone()[place(i) * clocks.size() + place(j)]);
        }
        graph_.aim_at({}, {});
        return follow(graph_.resume(slots, zone.data()), position);
    }

    Path path() const { return search_.path_to(found_); }
    std::size_t expanded() const { return expanded_; }

private:
    static constexpr std::size_t most_states = 16;  // at one position

    End follow(bool goes_on, std::size_t first) {
        using Next = PathSearch::Next;
        const std::size_t last = task_.path.size() - 1;
        bool is_clear = goes_on;
        std::size_t position = first;  // of the states that are generated …
        std::size_t states = 0;        // … and how many they are
        const auto add = [&](PathSearch::Index parent) {
            if (++states > most_states)
                is_clear = false;
            else
                search_.add(position, parent, {static_cast<std::int64_t>(position)});
        };
        const auto visit = [&](PathSearch::Index state) {
            const std::size_t at = search_[state].position;
            if (at == last && goal_.holds(search_[state])) return Next::found;
            if (at == last ? static_cast<bool>(goal_.stop()) : at - first >= most_steps_) is_clear = false;
            return is_clear ? Next::expand : Next::end;
        };
        const auto expand = [&](PathSearch::Index state) {
            if (search_[state].position == last) return;
            if (std::exchange(position, search_[state].position + 1) != position) states = 0;
            graph_.aim_at(task_.path[position], told_[position]);
            ++expanded_;
            search_.expand(state, [&] { add(state); });
            is_clear = is_clear && !graph_.stop();
        };
        search_.clear();
        if (goes_on) search_.each_successor([&] { add(PathSearch::no_state); });
        is_clear = is_clear && !graph_.stop();
        const std::optional<PathSearch::Index> found = search_.run(visit, expand);
        if (!is_clear) return End::unclear;
        if (!found) return End::nowhere;
        found_ = *found;
        return End::goal;
    }

    const LiftingTask& task_;
    const Told& told_;
    std::size_t most_steps_;
    WideZoneGraph graph_;
    PathSearch search_;
    ZoneGoal goal_;
    ActiveClocks active_;
    PathSearch::Index found_ = PathSearch::no_state;
    std::size_t expanded_ = 0;
};

// Mostly the bystanders are not in the way, and the path can be followed as it is.
SearchResult lift_directly(const LiftingTask& task, const Told& told, const Limits& limits) {
    SearchResult result;
    Budget budget(limits);
    Follower follower(task.network, task, told);
    end_at_limits(result.unfinished, [&] {
        try {
            if (follower.follow_all() == Follower::End::goal) result.found = follower.path();
        } catch (const zone::OutOfRange&) {
            // The search will say so.
        }
    });
    result.statistics.explored = result.statistics.generated = follower.expanded();
    budget.close(result.statistics);
    if (limits.pacer != nullptr)
        limits.pacer->end_search(effort_of(task.network, follower.expanded(), follower.expanded()));
    return result;
}

class Lifting {
public:
    Lifting(const LiftingTask& task, const Changes& changes, const Told& told, TieBreak ties, const Limits& limits,
            Observer& observer)
        : task_(task), ties_(ties), ledger_(limits, observer, result_),
          abstraction_(task.options.abstraction.value_or(Abstraction::none)),
          layout_(task.network, task.options.compared), graph_(task.network, use_of(task.formula), abstraction_),
          search_(graph_, {PathSearch::Covers::at_position, &layout_, is_simulation(abstraction_)}),
          goal_(task.network, task.formula, task.options.wanted, use_of(task.formula)), changes_(changes), told_(told),
          ahead_(task.reduced, task, told, most_steps_ahead) {
        graph_.note_edges();
    }

    SearchResult run() {
        ledger_.within_limits([&] { explore(); });
        ledger_.measure(*this);
        if (found_ != PathSearch::no_state) result_.found = search_.path_to(found_);
        if (!result_.found && result_.is_sure()) result_.unfinished = not_lifted;
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool pop() {
        const std::optional<PathSearch::Index> next = search_.pop();
        if (next) state_ = *next;
        return next.has_value();
    }
    bool expand() { return graph_.expand(search_[state_].slots, search_[state_].zone.data()); }

    void generated() {
        if (state_ == PathSearch::no_state) {
            if (agrees(0)) add(0);
            return;
        }
        const std::size_t position = search_[state_].position;
        const Edge& first = task_.network.edges[graph_.fired_edges().edges.front()];
        if (task_.bystanders[first.process])
            add(position);
        else if (position + 1 < task_.path.size() && agrees(position + 1))
            add(position + 1);
    }

    bool is_done() const { return found_ != PathSearch::no_state; }
    std::size_t stored() const { return search_.size(); }
    std::size_t bytes_soon() const { return search_.size() * bytes_per_state(); }
    std::uint64_t effort() const {
        return effort_of(task_.network, result_.statistics.explored + ahead_.expanded(),
                         result_.statistics.generated + ahead_.expanded());
    }
    void measure(Statistics& s) const {
        s.stored = search_.size();
        s.waiting = search_.open();
        s.bytes = bytes_soon();
    }

private:
    static constexpr std::size_t most_steps_ahead = 50;

    void explore() {
        try {
            Explorer(graph_, *this, ledger_).run();
        } catch (const zone::OutOfRange&) {
            ledger_.end(std::string(too_large_for_zones));
        }
    }

    std::size_t bytes_per_state() const {
        const std::size_t clocks = task_.network.clocks.size();
        return sizeof(PathSearch::State) + task_.network.slots.size() * sizeof(std::int32_t) * 2 +
               clocks * clocks * sizeof(zone::WideBound);
    }

    bool agrees(std::size_t position) const {
        const std::vector<std::int32_t>& state = task_.path[position];
        return std::ranges::all_of(told_[position],
                                   [&](std::uint32_t slot) { return graph_.slots()[slot] == state[slot]; });
    }

    // Whether the rest of the path can be followed without bystanders. Where it cannot, for example because too little
    // time has passed, no transition of bystanders helps. True as well if it takes long to find out.
    bool is_open_ahead(std::size_t position) {
        return task_.network.clocks.size() == 1 || ahead_.follow_rest(graph_, position) != Follower::End::nowhere;
    }

    // The state farthest along the path is expanded first.
    void add(std::size_t position) {
        if (search_.is_covered(position) || !is_open_ahead(position)) return;
        const std::int64_t latest = ties_ == TieBreak::latest ? sum_of_latest() : 0;
        const PathSearch::Index added = search_.add(position, state_, {-static_cast<std::int64_t>(position), -latest});
        if (position + 1 < task_.path.size()) return;
        const bool is_goal = goal_.holds(search_[added]);
        if (goal_.stop())
            ledger_.end(goal_.stop());
        else if (is_goal)
            found_ = added;
    }

    // The greatest values of the clocks that bystanders leave alone, added up.
    std::int64_t sum_of_latest() const {
        constexpr zone::WideBound most = zone::WideBound{1} << 30U;
        const std::vector<ClockIndex>& clocks = graph_.active().clocks;
        std::int64_t sum = 0;
        for (std::size_t i = 1; i < clocks.size(); ++i) {
            if (!changes_.clocks.contains(clocks[i])) sum += std::min(most, graph_.zone()[i * clocks.size()]);
        }
        return sum;
    }

    const LiftingTask& task_;
    TieBreak ties_;
    SearchResult result_;
    Ledger ledger_;
    Abstraction abstraction_;
    Layout layout_;
    WideZoneGraph graph_;
    PathSearch search_;
    ZoneGoal goal_;
    const Changes& changes_;
    const Told& told_;
    Follower ahead_;
    PathSearch::Index state_ = PathSearch::no_state;  // being expanded; none: the initial states are generated
    PathSearch::Index found_ = PathSearch::no_state;
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
