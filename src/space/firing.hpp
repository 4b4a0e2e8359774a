// A transition as it fired, with its edges and select values; valid after the enumeration it comes from.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

struct Participant {
    EdgeIndex edge = 0;
    std::vector<std::int32_t> selects;  // in the order of the edge's selects

    friend bool operator==(const Participant&, const Participant&) = default;
    void parts(auto& each) { each(edge, selects); }
};

struct Firing {
    std::uint32_t transition = 0;           // into Network::transitions
    std::optional<ChannelIndex> channel;    // the channel it synchronises on
    std::vector<Participant> participants;  // the sender first, then receivers in system order

    friend bool operator==(const Firing&, const Firing&) = default;
    void parts(auto& each) { each(transition, channel, participants); }
};

// The edges without select values, valid while the successor is the current one.
struct FiredEdges {
    std::uint32_t transition = 0;
    std::vector<EdgeIndex> edges;  // the sender first
};

// A larger priority takes precedence. The channel's priority is compared first, then the largest of the processes'
// taking part.
struct Priority {
    int channel = 0;
    int process = 0;
    friend auto operator<=>(const Priority&, const Priority&) = default;
};

}  // namespace crowfly
