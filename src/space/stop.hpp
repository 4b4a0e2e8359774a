// Why a model cannot go on from a state at all: one of its expressions failed, or a part of it that would have to act
// is outside what we handle. In UPPAAL the former ends the whole verification, and so it does here.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.hpp"
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
    EdgeIndex edge = 0;            // the edge, or whose guard, synchronisation or update it was
    ProcessIndex process = 0;      // invariant: whose …
    std::uint32_t location = 0;    // … and of which of its locations
    std::vector<EdgeIndex> edges;  // taking part in the transition, sender first; empty where there is none yet

    explicit operator bool() const { return kind != Kind::none; }
    // The model's own mistake, rather than something we do not handle.
    bool is_run_time_error() const {
        return kind == Kind::fault && fault.kind != FaultKind::unsupported && fault.kind != FaultKind::clock_rate;
    }
};

// "run-time error in the update of `Train(0): Safe -> Appr`: 7 is not in [0, 5]", at the expression that failed.
Diagnostic to_diagnostic(const Network& network, const Stop& stop);

}  // namespace crowfly
