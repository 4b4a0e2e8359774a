// Lets several searches take turns. A search tells its pacer how much effort it has spent; once that is more than its
// turn allows it waits there for its next turn.
//
// Effort is counted in successors, comparisons of zones and steps of estimates, each with a weight that makes a unit
// last about a nanosecond. It is never read from a clock: the same question has the same turns, and so the same trace,
// on every machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "network/network.hpp"
#include "space/zone_work.hpp"

namespace crowfly {

struct Statistics;

class Pacer {
public:
    virtual ~Pacer() = default;

    // The search that takes turns calls all of these, from its own thread.
    //
    // `effort`: of the search that is going on. `bytes_soon`: what it will hold before it asks again.
    bool is_turn_over(std::uint64_t effort, std::size_t explored) const {
        return before_ + effort >= allowed_ || explored >= allowed_states_;
    }
    bool is_short_of_memory(std::size_t bytes_soon) const { return bytes_soon > allowed_bytes_; }
    // Returns when the next turn begins. Throws LimitReached if there will be none.
    void wait(std::uint64_t effort, std::size_t bytes_soon, const Statistics& statistics) {
        wait_for_turn(before_ + effort, bytes_soon, statistics);
    }
    // A search has ended; another one may follow on its behalf.
    void end_search(std::uint64_t effort) { before_ += effort; }

protected:
    virtual void wait_for_turn(std::uint64_t spent, std::size_t bytes_soon, const Statistics& statistics) = 0;

    std::uint64_t allowed_ = 0;                                             // in all …
    std::uint64_t before_ = 0;                                              // … the searches that have ended included
    std::size_t allowed_states_ = std::numeric_limits<std::size_t>::max();  // expanded by the search that is going on
    std::size_t allowed_bytes_ = std::numeric_limits<std::size_t>::max();
};

// The effort of expanding states and generating their successors. Reading and storing a state grows with its slots,
// looking for successors with the edges of its locations, the operations on a zone with the cells of its matrix.
struct SearchEffort {
    static constexpr std::uint64_t per_comparison = 32;
    static constexpr std::uint64_t per_cell = 8;
    std::uint64_t per_state;
    std::uint64_t per_successor;

    SearchEffort(const Network& network, bool has_zones)
        : per_state(500 + 20 * network.slots.size() + 35 * edges_of_state(network)),
          per_successor(250 + 4 * network.slots.size() + (has_zones ? 250 : 0)) {}

    // On average, if all locations of a process are alike.
    static std::uint64_t edges_of_state(const Network& network) {
        return network.edges.size() * network.processes.size() / std::max<std::size_t>(network.locations.size(), 1);
    }

    std::uint64_t of(std::size_t explored, std::size_t generated, const ZoneWork& zones = {}) const {
        return explored * per_state + generated * per_successor + zones.comparisons * per_comparison +
               zones.cells * per_cell;
    }
};

}  // namespace crowfly
