// Fairness among the zones of discrete states. The estimate hardly depends on the zone, and a discrete state can have
// very many zones, for example one for each value up to a large clock constant, each of which covers the one before. A
// search that orders states by the estimate alone then expands these zones one after another before any other state.
//
// So the expanded zones of a discrete state are counted in rounds of `patience`, and a round counts like one step of
// the estimate. At most patience * (n + 1) zones of each discrete state are expanded with estimate + round <= n. As the
// number of discrete states is finite, every discrete state that is open is expanded in the end, whatever the constants
// of the clocks are. Zones that are stored must not be counted instead: an open zone may be replaced by a larger one
// again and again, and would be one round later each time.
//
// Searches that add the length of the path to the estimate are fair without this.
#pragma once

#include <cstdint>

#include "base/chunked.hpp"
#include "network/network.hpp"
#include "space/node.hpp"

namespace crowfly {

class ZoneRounds {
public:
    static constexpr std::uint32_t patience = 64;

    // Without clocks a discrete state is stored once, so nothing is counted.
    explicit ZoneRounds(const Network& network, bool is_needed = true) : is_on_(is_needed && network.features.clocks) {}

    template <class Space>
    void note_expanded(const Space& space, NodeId node) {
        if (is_on_) ++count_of(space.discrete(node));
    }
    // Of a stored state, if it is pushed now.
    template <class Space>
    std::uint32_t round_of(const Space& space, NodeId node) {
        return is_on_ ? count_of(space.discrete(node)) / patience : 0;
    }

    void parts(auto& each) { each(counts_); }

private:
    std::uint32_t& count_of(StateId state) {
        while (counts_.size() <= state) counts_.push_back(0);
        return counts_[state];
    }

    bool is_on_;
    Chunked<std::uint32_t> counts_;  // of expanded zones, per discrete state
};

}  // namespace crowfly
