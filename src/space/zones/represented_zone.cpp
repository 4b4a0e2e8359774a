#include "space/zones/represented_zone.hpp"

#include <algorithm>
#include <limits>

namespace crowfly {

template <class B>
BasicRepresentedZone<B>::BasicRepresentedZone(const Network& network, const Symmetry& symmetry,
                                              const Distinction* compared)
    : representatives_(network, symmetry, compared), cleared_(network.slots.size()), slots_(network.slots.size()),
      moved_(network.clocks.size()), positions_(network.clocks.size()) {}

// The clocks that matter in the representative are those that matter in the state, permuted. Where they were not, the
// state would be kept as it is.
template <class B>
bool BasicRepresentedZone<B>::read(const BasicZoneGraph<B>& graph, const Layout& layout, BasicZoneGraph<B>& examiner) {
    const ActiveClocks& active = graph.active();
    const std::size_t n = active.size();
    packed_.resize(layout.words());
    layout.pack(graph.slots(), packed_.data());
    layout.unpack(packed_.data(), cleared_);
    const Permutation& permutation = representatives_.of(cleared_, active, graph.zone());
    permute(representatives_.symmetry(), permutation, cleared_, slots_);
    permute_clocks(representatives_.symmetry(), permutation, moved_);
    examiner.find_active(slots_, active_);
    constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    std::ranges::fill(positions_, nowhere);
    for (std::uint32_t i = 0; i < n; ++i) positions_[moved_[active.clocks[i]]] = i;
    const auto is_known = [&](ClockIndex clock) { return positions_[clock] != nowhere; };
    if (active_.size() != n || !std::ranges::all_of(active_.clocks, is_known)) return false;
    zone_.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        const B* row = graph.zone() + positions_[active_.clocks[i]] * n;
        for (std::size_t j = 0; j < n; ++j) zone_[i * n + j] = row[positions_[active_.clocks[j]]];
    }
    return true;
}

template class BasicRepresentedZone<zone::Bound>;
template class BasicRepresentedZone<zone::WideBound>;

}  // namespace crowfly
