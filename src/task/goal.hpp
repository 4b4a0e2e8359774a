// The goal of a search, and the effort that may go into grounding the network for it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "network/analyses/normal_forms.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"
#include "space/active_clocks.hpp"
#include "task/build_stage.hpp"
#include "zone/bound.hpp"

namespace crowfly {

// Lower bounds on the clocks of a state, by clock; a missing clock has 0.
using ClockFloor = std::span<const std::int32_t>;

// The zone of a state, as it is stored: it may have been extrapolated. Clocks without a row can have any value.
struct ZoneView {
    ClockFloor floor;
    std::span<const ClockIndex> clocks;       // those of its rows, ascending; [0] is the constant zero
    std::span<const zone::WideBound> bounds;  // canonical; entry [i * n + j] bounds clocks[i] - clocks[j]

    std::size_t size() const { return clocks.size(); }
    zone::WideBound bound(std::size_t i, std::size_t j) const { return bounds[i * clocks.size() + j]; }
};
inline ZoneView view_of(const ZoneCopy& zone) { return {zone.floor, zone.clocks, zone.bounds}; }

// Is told during a long preparation how many bytes it holds and what effort it takes, in units of about a nanosecond
// that are counted and not timed. Throws BuildingEnded where a limit is reached.
class BuildWatch {
public:
    virtual ~BuildWatch() = default;
    virtual void built(std::size_t bytes) = 0;
    virtual void spent(std::uint64_t /*effort*/) {}
    // Whether spent() may wait for the next turn of a search. Nobody may hold then what another search needs.
    virtual bool takes_turns() const { return false; }
    // Where it is. Told once per merge, pattern or round, and never per state.
    virtual void reached(const BuildStage& /*stage*/) {}
    virtual void grown(std::size_t /*states*/) {}  // in the same stage
};
struct BuildingEnded {};

struct Effort {
    static constexpr std::size_t hasty = 3'000'000;  // reads, while other searches wait

    std::size_t reads = 30'000'000;  // of variables while the network is grounded: about a second
    BuildWatch* watch = nullptr;     // null: there are no limits

    // What a preparation may take that ends early with a smaller result.
    double seconds = std::numeric_limits<double>::infinity();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

    bool is_used_up(std::size_t held) const {
        return held > bytes ||
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds;
    }

    void tell(std::size_t held) const {
        if (watch != nullptr) watch->built(held);
    }
    void spend(std::uint64_t effort) const {
        if (watch != nullptr) watch->spent(effort);
    }
    void reach(const BuildStage& stage) const {
        if (watch != nullptr) watch->reached(stage);
    }
    void grow(std::size_t states) const {
        if (watch != nullptr) watch->grown(states);
    }
};

class TaskCache;
std::shared_ptr<TaskCache> make_task_cache();  // empty

class KeptHeuristics;  // heuristic/kept_heuristics.hpp

// A state where a formula holds, or fails. Copies of a goal share the grounded tasks (task_cache.hpp), whatever effort
// they grant.
namespace property {
struct Measure;
}

struct Goal {
    const Network& network;
    const Formula& formula;
    bool wanted = true;
    Effort effort = {};
    std::shared_ptr<TaskCache> tasks = make_task_cache();
    KeptHeuristics* kept = nullptr;                 // where heuristics for it are saved, or loaded from; null: nowhere
    const property::Measure* expression = nullptr;  // of the heuristic `expr`; null: none was given
    StateForm form = {};                            // of the states that will be asked about
};

}  // namespace crowfly
