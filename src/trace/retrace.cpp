#include "trace/retrace.hpp"

#include <algorithm>
#include <limits>

#include "base/rational.hpp"
#include "space/predicate.hpp"
#include "space/zone_graph.hpp"
#include "zone/covering.hpp"

namespace crowfly {
namespace {

using Zone = zone::WideZone;

// By the formulas of the destination, and by its bound on all time. These matter everywhere.
ClockUse clocks_asked_for(const Network& network, const Destination& destination) {
    ClockUse use;
    for (const Formula* formula : {destination.formula, destination.kept, destination.trigger}) {
        if (formula == nullptr) continue;
        const ClockUse more = use_of(*formula);
        use.bounds.insert(use.bounds.end(), more.bounds.begin(), more.bounds.end());
        use.diagonals.insert(use.diagonals.end(), more.diagonals.begin(), more.diagonals.end());
    }
    if (destination.latest) {
        const std::int64_t latest = zone::value_of(*destination.latest);
        use.bounds.push_back({static_cast<ClockIndex>(network.clocks.size() - 1), latest, latest});
    }
    return use;
}

// Whether it is all the same by how much a clock is larger than everything it is compared with.
bool large_values_are_alike(const Network& network, const ClockUse& asked) {
    return !network.features.diagonals && !network.features.stopwatches && asked.diagonals.empty();
}

class Retracing {
public:
    Retracing(const Network& network, const Path& path, const Destination& destination)
        : network_(network), path_(path), destination_(destination), clocks_(network.clocks.size()),
          graph_(network, clocks_of_way(network, destination), Abstraction::none),
          looks_(network, clocks_of_way(network, destination), Abstraction::none),
          matters_(network, clocks_asked_for(network, destination), Abstraction::a_m),
          alike_(large_values_are_alike(network, clocks_asked_for(network, destination))),
          stations_(path.size() + (destination.trigger == nullptr ? 0 : 1)), tried_(stations_), dead_ends_(stations_) {
        static const Formula anything;
        goal_.emplace(network, destination.formula == nullptr ? anything : *destination.formula);
        if (destination.kept != nullptr) kept_.emplace(network, *destination.kept);
        if (destination.trigger != nullptr) trigger_.emplace(network, *destination.trigger);
        way_.all_clocks = destination.all_clocks || network.features.stopwatches;
    }

    // Depth first: the first way on is taken, and another one tried where it ends.
    std::optional<Way> run(NoWay& otherwise) {
        while (way_.waypoints.size() < stations_) {
            otherwise.furthest = std::max(otherwise.furthest, way_.waypoints.size());
            if (destination_.share != nullptr && destination_.share->is_over())
                return ended(NoWay::Why::time, otherwise);
            if (bytes_ > most_bytes()) return ended(NoWay::Why::memory, otherwise);
            if (advance()) continue;
            if (way_.waypoints.empty() || ++retreats_ > most_retreats) {
                return ended(NoWay::Why::no_transition, otherwise);
            }
            retreat();
        }
        return std::move(way_);
    }

private:
    // Where many transitions do the same to the discrete state, the clocks they set may matter much later: there is no
    // end to trying.
    static constexpr std::size_t most_retreats = 20'000;

    static std::nullopt_t ended(NoWay::Why why, NoWay& otherwise) {
        otherwise.why = why;
        return std::nullopt;
    }

    // Of what a search may use one half is left to the way it found, and to the run that is made of it.
    std::size_t most_bytes() const {
        return destination_.share == nullptr ? std::numeric_limits<std::size_t>::max()
                                             : destination_.share->limits().bytes / 2;
    }

    std::size_t bytes_of(const Waypoint& point) const {
        const std::size_t zones =
            (point.reached.size() + point.enabled.size() + point.entry.size()) * sizeof(zone::WideBound);
        const std::size_t state = network_.slots.size() * sizeof(std::int32_t) + clocks_ * sizeof(Rational) + 256;
        return zones + 2 * state;
    }

    void retreat() {
        Waypoint& last = way_.waypoints.back();
        bytes_ -= bytes_of(last);
        give_up(last);
        way_.waypoints.pop_back();
    }

    bool is_pause(std::size_t station) const { return trigger_ && station == destination_.trigger_state + 1; }
    const std::vector<std::int32_t>& state(std::size_t station) const {
        return path_[trigger_ && station > destination_.trigger_state ? station - 1 : station];
    }

    // Takes the next way on from the last waypoint that has not been tried. False: there is none.
    bool advance() {
        const std::size_t next = way_.waypoints.size();
        std::size_t passed = 0;
        for (const Zone& from : departures(next)) {
            if (!leave(next, from)) return false;
            while (graph_.next()) {
                if (passed++ < tried_[next]) continue;
                ++tried_[next];
                if (!is_right(next) || !take(next, from)) continue;
                if (next + 1 < stations_) tried_[next + 1] = 0;
                return true;
            }
        }
        return false;
    }

    // The parts of the last waypoint that the way may lead on from.
    std::vector<Zone> departures(std::size_t next) {
        if (next == 0) return {Zone{}};
        const Waypoint& last = way_.waypoints.back();
        if (!is_pause(next)) return {last.reached};
        ActiveClocks active;
        looks_.find_active(last.slots, active);
        std::vector<Zone> parts;
        trigger_->restrict(last.slots, last.reached.data(), active, looks_, true, parts);
        return parts;
    }

    bool leave(std::size_t next, const Zone& from) {
        const bool keeps = kept_ && (!trigger_ || next > destination_.trigger_state);
        keeps ? graph_.confine_to(*kept_, destination_.kept_wanted) : graph_.confine_no_more();
        compared_ = telling_slots(network_, destination_.compared, state(next));
        graph_.aim_at(state(next), compared_);
        if (next == 0) return graph_.start();
        const std::vector<std::int32_t>& slots = way_.waypoints.back().slots;
        departed_ = from;
        return is_pause(next) ? graph_.resume(slots, departed_.data()) : graph_.expand(slots, departed_.data());
    }

    // Among several starts it is one of them; and where transitions are given it is that one.
    bool is_right(std::size_t next) const {
        if (next == 0)
            return std::ranges::all_of(compared_,
                                       [&](std::uint32_t slot) { return graph_.slots()[slot] == path_[0][slot]; });
        const std::size_t pauses = trigger_ && next > destination_.trigger_state + 1 ? 1 : 0;
        return is_pause(next) || !destination_.accepts || destination_.accepts(next - 1 - pauses, graph_.firing());
    }

    bool take(std::size_t next, const Zone& from) {
        Waypoint point;
        point.clocks = graph_.active().clocks;
        point.reached.assign(graph_.zone(), graph_.zone() + point.clocks.size() * point.clocks.size());
        if (leads_nowhere(next, point)) return false;
        if (next + 1 == stations_ && !arrives(point.reached)) return false;
        point.slots.assign(graph_.slots().begin(), graph_.slots().end());
        point.paused = is_pause(next);
        if (point.paused) {
            point.enabled = from;
        } else if (next > 0) {
            point.firing = graph_.firing();
            point.updates.assign(graph_.clock_updates().begin(), graph_.clock_updates().end());
            point.enabled = graph_.enabled();
        }
        point.entry = graph_.entry();
        point.held = graph_.held();
        point.stopped.assign(graph_.stopped().begin(), graph_.stopped().end());
        bytes_ += bytes_of(point);
        way_.waypoints.push_back(std::move(point));
        return true;
    }

    // What lies ahead depends on the clocks alone that are looked at before they are set again.
    Zone essence_of(std::span<const std::int32_t> slots, const Zone& reached) {
        matters_.find_active(slots, active_);
        if (!way_.all_clocks) return reached;
        Zone essence;
        for (const ClockIndex i : active_.clocks) {
            for (const ClockIndex j : active_.clocks) essence.push_back(reached[i * clocks_ + j]);
        }
        return essence;
    }

    void give_up(const Waypoint& point) {
        dead_ends_[way_.waypoints.size() - 1].push_back(essence_of(point.slots, point.reached));
    }

    // Whatever can be done from here could be done from where there was no way.
    bool leads_nowhere(std::size_t next, const Waypoint& point) {
        if (dead_ends_[next].empty()) return false;
        const Zone essence = essence_of(graph_.slots(), point.reached);
        if (alike_)
            covering_.prepare(essence.data(), active_.size(), active_.lower.data(), active_.upper.data());
        else
            covering_.prepare(essence.data(), active_.size());
        return std::ranges::any_of(dead_ends_[next],
                                   [&](const Zone& dead) { return covering_.is_covered_by(dead.data()); });
    }

    bool arrives(const Zone& reached) {
        goal_->restrict(graph_.slots(), reached.data(), graph_.active(), looks_, destination_.wanted, way_.arrivals);
        if (destination_.latest) {
            const std::size_t n = graph_.active().size();  // the last of them is the watch
            const auto is_late = [&](Zone& z) {
                return !zone::constrain(z.data(), n, static_cast<zone::Clock>(n - 1), 0, *destination_.latest);
            };
            std::erase_if(way_.arrivals, is_late);
        }
        return !way_.arrivals.empty();
    }

    const Network& network_;
    const Path& path_;
    const Destination& destination_;
    std::size_t clocks_;
    std::vector<std::uint32_t> compared_;  // the slots in which the next waypoint has to agree with the path
    WideZoneGraph graph_, looks_;
    WideZoneGraph matters_;  // only asked which clocks matter where …
    ActiveClocks active_;    // … which are these
    bool alike_;
    zone::Covering<zone::WideBound, zone::WideBound> covering_;
    std::optional<Predicate> goal_, kept_, trigger_;
    Way way_;
    Zone departed_;
    std::size_t retreats_ = 0;
    std::size_t bytes_ = 0;                     // of the way so far
    std::size_t stations_;                      // states of the path, and the pause at the trigger
    std::vector<std::size_t> tried_;            // per station: how many ways to it, from the one before
    std::vector<std::vector<Zone>> dead_ends_;  // per station: what mattered of zones from which there is no way
};

}  // namespace

ClockUse all_clocks(const Network& network) {
    ClockUse use;
    for (ClockIndex c = 1; c < network.clocks.size(); ++c) use.bounds.push_back({c, 0, 0});
    return use;
}

// With stopped clocks the way back in time is not exact, and more clocks make it less wrong.
ClockUse clocks_of_way(const Network& network, const Destination& destination) {
    return destination.all_clocks || network.features.stopwatches ? all_clocks(network)
                                                                  : clocks_asked_for(network, destination);
}

std::optional<Way> retrace(const Network& network, const Path& path, const Destination& destination, NoWay* otherwise) {
    NoWay unasked;
    NoWay& end = otherwise == nullptr ? unasked : *otherwise;
    try {
        return Retracing(network, path, destination).run(end);
    } catch (const zone::OutOfRange&) {
        end.why = NoWay::Why::range;
        return std::nullopt;
    }
}

}  // namespace crowfly
