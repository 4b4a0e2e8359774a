// A symbolic state as its representative under a symmetry, see representative.hpp: slots, active clocks and zone, all
// permuted alike.
#pragma once

#include <span>
#include <vector>

#include "space/layout.hpp"
#include "space/representative.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {

template <class B>
class BasicRepresentedZone {
public:
    // `compared`: what tells states apart; null: everything.
    BasicRepresentedZone(const Network& network, const Symmetry& symmetry, const Distinction* compared);

    // Of the state where `graph` stands. False: the state stands for itself. `examiner` tells which clocks are active.
    bool read(const BasicZoneGraph<B>& graph, const Layout& layout, BasicZoneGraph<B>& examiner);

    std::span<const std::int32_t> slots() const { return slots_; }
    const ActiveClocks& active() const { return active_; }
    const B* zone() const { return zone_.data(); }
    const Representatives& representatives() const { return representatives_; }

private:
    Representatives representatives_;
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> cleared_;  // the state without dead slots …
    std::vector<std::int32_t> slots_;    // … and its representative
    ActiveClocks active_;
    std::vector<B> zone_;
    std::vector<ClockIndex> moved_;         // per clock, where it goes …
    std::vector<std::uint32_t> positions_;  // … and per clock of the representative, where it was in the zone
};

extern template class BasicRepresentedZone<zone::Bound>;
extern template class BasicRepresentedZone<zone::WideBound>;

}  // namespace crowfly
