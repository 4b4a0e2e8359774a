// Enumerates the transitions of one state of a network without clocks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "space/successors.hpp"

namespace crowfly {

class DiscreteTransitions {
public:
    explicit DiscreteTransitions(const Network& network) : network_(network), successors_(network) {}

    bool expand(std::span<const std::int32_t> slots);
    bool next();  // the successor is in slots(); false: no more, or stop()
    // Whether the state has no successor. Not of one where the model does something wrong, which is reported when it is
    // expanded.
    bool is_stuck(std::span<const std::int32_t> slots) { return expand(slots) && !next() && !stop(); }
    std::span<const std::int32_t> slots() const { return successors_.after(); }
    std::span<const OfferIndex> firing() const {
        return network_.features.priorities ? important_[important_next_ - 1] : firing_;
    }
    EdgeIndex edge_index(OfferIndex offer) const { return successors_.offer(offer).edge; }
    const Edge& edge_of(OfferIndex offer) const { return network_.edges[edge_index(offer)]; }
    // Of the firing.
    std::uint32_t transition() const {
        return network_.features.priorities ? important_transitions_[important_next_ - 1]
                                            : successors_.candidates()[candidate_ - 1].transition;
    }
    const Stop& stop() const { return successors_.stop(); }
    const Stay* stay(std::span<const std::int32_t> slots) { return successors_.stay(slots); }
    const Stay& stay_after() const { return successors_.stay_after(); }

private:
    bool choose_first(const Candidate& candidate);
    bool choose_next();
    bool keep_most_important();

    const Network& network_;
    Successors successors_;
    std::size_t candidate_ = 0;
    std::vector<OfferIndex> firing_;
    std::vector<std::uint32_t> choices_;  // per broadcast group: the index of the chosen offer
    bool chosen_ = false;                 // firing_ is the next one to try
    // With priorities: the firings that are allowed, from important_next_ on.
    std::vector<std::vector<OfferIndex>> important_;
    std::vector<std::uint32_t> important_transitions_;
    std::size_t important_next_ = 0;
};

}  // namespace crowfly
