// An independent judge of traces. It shares no code with the searches but the network and the machine that runs its
// bytecode. No trace leaves the tool unless it has passed here.
#pragma once

#include <optional>
#include <string>

#include "network/network.hpp"
#include "network/slot_set.hpp"
#include "property/property.hpp"
#include "trace/time_share.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// What a trace is said to show: that the query holds (E<>, E[]) or that it does not (A[], A<>, -->). Without a query:
// that it is a run.
struct Claim {
    const Property* query = nullptr;
    const SlotSet* compared = nullptr;  // the slots in which the ends of a loop agree; null: all
    TimeShare* share = nullptr;         // null: judging may take as long as it takes
};

struct Rejection {
    std::size_t step = 0;     // the first wrong one, counted from 1; 0: the initial state; after the last: how it ends
    std::string reason;       // a sentence
    bool unfinished = false;  // nothing is wrong so far, but the share of time is over
};

// Nothing: the trace is accepted.
std::optional<Rejection> replay(const Network& network, const Trace& trace, const Claim& claim);

}  // namespace crowfly
