// A transition as it was taken, in terms that outlive the enumeration it came from: edges and select values.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

struct Participant {
    EdgeIndex edge = 0;
    std::vector<std::int32_t> selects;  // values, in the order of the edge's selects

    friend bool operator==(const Participant&, const Participant&) = default;
};

struct Firing {
    std::uint32_t transition = 0;           // into Network::transitions
    std::optional<ChannelIndex> channel;    // what it synchronised on
    std::vector<Participant> participants;  // the sender first, then receivers in system order

    friend bool operator==(const Firing&, const Firing&) = default;
};

// The same without select values, while it is at hand.
struct FiredEdges {
    std::uint32_t transition = 0;
    std::vector<EdgeIndex> edges;  // the sender first
};

// Larger is more urgent. The channel decides first, then the most important process taking part.
struct Priority {
    int channel = 0;
    int process = 0;
    friend auto operator<=>(const Priority&, const Priority&) = default;
};

}  // namespace crowfly
