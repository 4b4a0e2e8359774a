// UPPAAL's simulator format, .xtr, as numbers. A file is the initial state, then pairs of a state and the transition
// that led there, then a point. A state is the location of every process, a point, the zone by its bounds, a point, the
// integers, a point:
//     0 0 .   0 1 0 .  1 0 20 .  .   0 10 .
// A bound `i j b` says: clock i minus clock j is at most b / 2, or below it where b is odd. A transition lists the
// arrows taken, `process arrow selected-values ;`, the arrow out of a branchpoint before the one into it. Arrows are
// numbered as the template writes them, from 0. Before version 4.1.20 they were numbered from 1, ended by a line break
// instead of a semicolon, and selected values were left out.
//
// The integers are the global variables, then for each process its value parameters and its variables, then the meta
// variables; constants are left out. This was inferred from public traces and their models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "network/network.hpp"
#include "space/firing.hpp"
#include "zone/zone.hpp"

namespace crowfly {

// One of the integers of a state. Without a slot it is a parameter that never changes.
struct XtrInteger {
    std::string name;
    std::optional<std::uint32_t> slot;
    std::int32_t value = 0;  // of such a parameter
};

std::vector<XtrInteger> xtr_integers(const Network& network);

struct XtrState {
    std::vector<std::int32_t> slots;
    zone::WideZone zone;  // canonical; empty where there are no clocks

    friend bool operator==(const XtrState&, const XtrState&) = default;
};

struct XtrStep {
    // In the order of the file, the sender first; without `selects` in files of the old form.
    std::vector<Participant> participants;
    XtrState state;  // after it
};

struct XtrTrace {
    XtrState initial;
    std::vector<XtrStep> steps;
};

struct XtrProblem {
    std::size_t line = 1;
    std::string message;
};

// Reads both forms. A problem: the file is not a trace, or not of this model.
std::variant<XtrTrace, XtrProblem> read_xtr(const Network& network, std::string_view text);

}  // namespace crowfly
