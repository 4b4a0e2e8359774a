#include "trace/retrace.hpp"

#include <algorithm>

#include "space/predicate.hpp"
#include "space/zone_graph.hpp"

namespace crowfly {
namespace {

using zone::Zone;

// Every clock, wherever one is.
ClockUse all_clocks(const Network& network) {
    ClockUse use;
    for (ClockIndex c = 1; c < network.clocks.size(); ++c) use.bounds.push_back({c, 0, 0});
    return use;
}

class Retracing {
public:
    Retracing(const Network& network, const Path& path, const Destination& destination)
        : path_(path), destination_(destination), clocks_(network.clocks.size()), graph_(network, all_clocks(network), Abstraction::none),
          looks_(network, all_clocks(network), Abstraction::none), tried_(path.size()), dead_ends_(path.size()) {
        static const Formula anything;
        goal_.emplace(network, destination.formula == nullptr ? anything : *destination.formula);
        if (destination.kept != nullptr) kept_.emplace(network, *destination.kept);
    }

    // Depth first: the first way on is taken, and another one tried where it ends.
    std::optional<Way> run() {
        while (way_.waypoints.size() < path_.size()) {
            if (advance()) continue;
            if (way_.waypoints.empty()) return std::nullopt;
            dead_ends_[way_.waypoints.size() - 1].push_back(std::move(way_.waypoints.back().reached));
            way_.waypoints.pop_back();
        }
        return std::move(way_);
    }

private:
    // Takes the next way on from the last waypoint that has not been tried. False: there is none.
    bool advance() {
        const std::size_t next = way_.waypoints.size();
        if (!leave(next)) return false;
        for (std::size_t i = 0; graph_.next(); ++i) {
            if (i < tried_[next]) continue;
            ++tried_[next];
            if (next == 0 && !std::ranges::equal(graph_.slots(), path_[0])) continue;
            if (next > 0 && destination_.firings != nullptr && graph_.firing().participants != (*destination_.firings)[next - 1].participants) continue;
            if (!take(next)) continue;
            if (next + 1 < tried_.size()) tried_[next + 1] = 0;
            return true;
        }
        return false;
    }

    bool leave(std::size_t next) {
        if (kept_ && next == destination_.kept_from) graph_.confine_to(*kept_, destination_.kept_wanted);
        graph_.aim_at(path_[next]);
        return next == 0 ? graph_.start() : graph_.leave(path_[next - 1], way_.waypoints.back().reached.data());
    }

    bool take(std::size_t next) {
        Waypoint point;
        point.reached.assign(graph_.zone(), graph_.zone() + clocks_ * clocks_);
        const auto covers = [&](const Zone& z) { return zone::includes(z.data(), point.reached.data(), clocks_); };
        if (std::ranges::any_of(dead_ends_[next], covers) || has_outgrown(point.reached)) return false;
        if (next + 1 == path_.size() && !arrives(point.reached)) return false;
        if (next > 0) {
            point.firing = graph_.firing();
            point.updates.assign(graph_.clock_updates().begin(), graph_.clock_updates().end());
            point.enabled = graph_.enabled();
        }
        point.entry = graph_.entry();
        point.held = graph_.held();
        way_.waypoints.push_back(std::move(point));
        return true;
    }

    // Zones compute with small numbers; a clock that nobody resets may pass them.
    bool has_outgrown(const Zone& z) const {
        return std::any_of(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(clocks_),
                           [](zone::Bound b) { return zone::value_of(b) < -zone::largest_constant; });
    }

    bool arrives(const Zone& reached) {
        goal_->restrict(path_.back(), reached.data(), graph_.active(), looks_, destination_.wanted, way_.arrivals);
        if (destination_.latest) {
            const auto is_late = [&](Zone& z) {
                return !zone::constrain(z.data(), clocks_, static_cast<zone::Clock>(clocks_ - 1), 0, *destination_.latest);
            };
            std::erase_if(way_.arrivals, is_late);
        }
        return !way_.arrivals.empty();
    }

    const Path& path_;
    const Destination& destination_;
    std::size_t clocks_;
    ZoneGraph graph_, looks_;
    std::optional<Predicate> goal_, kept_;
    Way way_;
    std::vector<std::size_t> tried_;            // per state of the path: how many ways to it, from the one before
    std::vector<std::vector<Zone>> dead_ends_;  // per state of the path
};

}  // namespace

std::optional<Way> retrace(const Network& network, const Path& path, const Destination& destination) {
    return Retracing(network, path, destination).run();
}

}  // namespace crowfly
