// The symbolic state space in checkpoints: the discrete states, then for each node its discrete state, its parent and
// its zone, in cells of 16 bits where these suffice. Zones of covered nodes are gone.
#include <algorithm>

#include "space/zone_space.hpp"

namespace crowfly {
namespace {

enum class Cells : std::uint8_t { none, narrow, whole };

template <class B>
void save_zone(const std::vector<B>& zone, std::vector<zone::NarrowBound>& narrow, ArchiveWriter& to) {
    const bool is_narrow = zone::fits_narrow(zone.data(), zone.size());
    to.number(static_cast<std::uint8_t>(is_narrow ? Cells::narrow : Cells::whole));
    if (!is_narrow) return to.numbers(zone.data(), zone.size());
    narrow.clear();
    for (const B bound : zone) narrow.push_back(zone::narrowed<zone::NarrowBound>(bound));
    to.numbers(narrow.data(), narrow.size());
}

template <class B>
void load_zone(Cells cells, std::vector<B>& zone, std::vector<zone::NarrowBound>& narrow, ArchiveReader& from) {
    if (cells == Cells::whole) return from.numbers(zone.data(), zone.size());
    constexpr zone::NarrowBound infinity = std::numeric_limits<zone::NarrowBound>::max();
    narrow.resize(zone.size());
    from.numbers(narrow.data(), narrow.size());
    std::ranges::transform(narrow, zone.begin(),
                           [](zone::NarrowBound b) { return b == infinity ? zone::infinity<B> : static_cast<B>(b); });
}

}  // namespace

template <class B>
std::vector<std::uint16_t> BasicZoneSpace<B>::dimensions() {
    std::vector<std::uint16_t> dimensions;
    for (StateId state = 0; state < store_.states(); ++state) {
        store_.discrete_states().read(state, packed_.data());
        layout_.unpack(packed_.data(), slots_);
        expander_.find_active(slots_, active_);
        dimensions.push_back(static_cast<std::uint16_t>(active_.size()));
    }
    return dimensions;
}

template <class B>
void BasicZoneSpace<B>::save(ArchiveWriter& to) {
    store_.discrete_states().save(to);
    const std::vector<std::uint16_t> dimensions = this->dimensions();
    std::vector<zone::NarrowBound> narrow;
    to.number(store_.work().comparisons);
    to.number(std::uint64_t{nodes()});
    for (NodeId node = 0; node < nodes(); ++node) {
        to.number(discrete(node));
        to.number(parent(node));
        if (is_covered(node)) {
            to.number(static_cast<std::uint8_t>(Cells::none));
            continue;
        }
        const std::size_t n = dimensions[discrete(node)];
        zone_.resize(n * n);
        store_.zone(node, n, zone_.data());
        save_zone(zone_, narrow, to);
    }
    columns_.save(to);
}

template <class B>
void BasicZoneSpace<B>::load(ArchiveReader& from) {
    store_.load_discrete_states(from);
    const std::vector<std::uint16_t> dimensions = this->dimensions();
    std::vector<zone::NarrowBound> narrow;
    store_.restore_comparisons(from.number<std::uint64_t>());
    for (std::size_t left = from.count(2 * sizeof(NodeId) + 1); left > 0; --left) {
        const auto state = from.number<StateId>();
        ArchiveReader::demand(state < dimensions.size(), "has a zone of no state");
        const auto parent = from.number<NodeId>();
        const auto cells = static_cast<Cells>(from.number<std::uint8_t>());
        const std::size_t n = dimensions[state];
        zone_.resize(n * n);
        if (cells != Cells::none) load_zone(cells, zone_, narrow, from);
        store_.restore(state, cells == Cells::none ? nullptr : zone_.data(), n, parent);
    }
    columns_.load(from);
}

template std::vector<std::uint16_t> BasicZoneSpace<zone::Bound>::dimensions();
template void BasicZoneSpace<zone::Bound>::save(ArchiveWriter&);
template void BasicZoneSpace<zone::Bound>::load(ArchiveReader&);
template std::vector<std::uint16_t> BasicZoneSpace<zone::WideBound>::dimensions();
template void BasicZoneSpace<zone::WideBound>::save(ArchiveWriter&);
template void BasicZoneSpace<zone::WideBound>::load(ArchiveReader&);

}  // namespace crowfly
