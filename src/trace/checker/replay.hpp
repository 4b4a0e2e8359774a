// Checks that a trace is a run of the network and shows what it is said to show. The replayer shares no code with the
// searches but the network and the machine that runs its bytecode. No trace of a search is shown before it is replayed.
#pragma once

#include <optional>
#include <string>

#include "network/network.hpp"
#include "network/slot_set.hpp"
#include "property/property.hpp"
#include "trace/time_share.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// What a trace is said to show: that the query holds (E<>, E[]) or fails (A[], A<>, -->). Without a query: that it is a
// run.
struct Claim {
    const Property* query = nullptr;
    const SlotSet* compared = nullptr;  // the slots in which the ends of a loop agree; null: all
    TimeShare* share = nullptr;         // null: no limit of time
};

struct Rejection {
    std::size_t step = 0;     // the first wrong step, counted from 1; 0: the initial state; after the last: the ending
    std::string reason;       // a sentence
    bool unfinished = false;  // no mistake was found before the share of time was used up
};

// Nothing: the trace is accepted.
std::optional<Rejection> replay(const Network& network, const Trace& trace, const Claim& claim);

}  // namespace crowfly
