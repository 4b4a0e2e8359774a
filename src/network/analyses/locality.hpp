// Local time: the parts of a network that have a time of their own (Bengtsson, Jonsson, Lilius, Yi: Partial order
// reductions for timed systems, 1998; Govind, Herbreteau, Srivathsan, Walukiewicz: Revisiting local time semantics for
// networks of timed automata, 2019). Each *component*, usually one process, and each group of shared variables has a
// *reference clock*, which shows how far it has come. A transition synchronises the reference clocks of all processes
// that may take part in it and of the shared variables that it reads or writes: they show the same time when it fires.
// The others need not have come as far, or may be ahead.
//
// A sequence of transitions with such times, all reference clocks equal in the end, can be sorted by time, equal times
// as they are: transitions that change places have no process and no variable in common. So the result is a run of the
// network to the same state. Invariants hold along it, since a component passes through all times in its own order; a
// committed or urgent location keeps the time of its component from passing, hence is left at the time it was entered.
// While a location is committed, what follows in the sequence takes place at the same time and follows in the run, too.
// Conversely every run is such a sequence.
//
// Processes are of one component if one of them compares or resets a clock of the other, or if an invariant of one
// depends on what the other writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

using ReferenceIndex = std::uint32_t;

struct Locality {
    std::size_t components = 0;                              // their reference clocks come first …
    std::size_t references = 0;                              // … then those of shared variables; so many in all
    std::vector<ReferenceIndex> of_process;                  // its component
    std::vector<ReferenceIndex> of_clock;                    // the component whose time it measures
    std::vector<std::vector<ReferenceIndex>> of_transition;  // those that it synchronises, ascending
};

// Nothing: `why_not` says why the processes have no time of their own, or that nothing is gained by it.
std::optional<Locality> find_locality(const Network& network, const Formula& formula, std::string& why_not);

}  // namespace crowfly
