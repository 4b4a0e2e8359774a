// Why a search cannot continue from a state: a run-time error of the model, or a part of the model that is not
// supported. As in UPPAAL, a run-time error ends the whole verification.
#pragma once

#include <cstdint>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "network/machine.hpp"
#include "network/network.hpp"

namespace crowfly {

struct Stop {
    enum class Kind : std::uint8_t { none, fault, obstacle, too_many_selects };
    enum class Part : std::uint8_t {
        edge,
        guard,
        synchronisation,
        update,
        invariant,
        before_update,
        after_update,
        query
    };

    Kind kind = Kind::none;
    Part part = Part::guard;
    Fault fault;                   // fault
    std::int32_t obstacle = -1;    // obstacle: into Network::obstacles
    EdgeIndex edge = 0;            // the edge whose guard, synchronisation or update failed
    ProcessIndex process = 0;      // invariant: of this process
    std::uint32_t location = 0;    // and this location
    std::vector<EdgeIndex> edges;  // of the transition, sender first; empty before a transition is chosen

    explicit operator bool() const { return kind != Kind::none; }
    // A run-time error of the model, not something unsupported.
    bool is_run_time_error() const {
        return kind == Kind::fault && fault.kind != FaultKind::unsupported && fault.kind != FaultKind::clock_rate;
    }
};

// "run-time error in the update of `Train(0): Safe -> Appr`: 7 is not in [0, 5]", at the expression that failed.
Diagnostic to_diagnostic(const Network& network, const Stop& stop);

}  // namespace crowfly
