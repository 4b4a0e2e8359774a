#include "space/zone_store.hpp"

#include <algorithm>
#include <cstring>

namespace crowfly {
namespace {

constexpr std::int16_t narrow_infinity = std::numeric_limits<std::int16_t>::max();

}  // namespace

ZoneStore::ZoneStore(const Layout& layout, bool narrow) : table_(layout.words(), layout.key_words()), narrow_(narrow) {}

// Zones never cross a chunk, and start at multiples of four words so that 32 bits address 64 GiB of them.
std::uint32_t ZoneStore::append(std::span<const zone::Bound> z) {
    const std::size_t words = narrow_ ? (z.size() + 1) / 2 : z.size();
    const std::size_t rounded = (words + 3) / 4 * 4;
    if (cells_ % chunk_cells + rounded > chunk_cells) cells_ = (cells_ / chunk_cells + 1) * chunk_cells;
    if (cells_ / chunk_cells >= chunks_.size()) chunks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(chunk_cells));
    std::uint32_t* to = chunks_.back().get() + cells_ % chunk_cells;
    if (narrow_) {
        std::int16_t cell = 0;
        for (std::size_t i = 0; i < z.size(); ++i) {
            cell = z[i] == zone::infinity ? narrow_infinity : static_cast<std::int16_t>(z[i]);
            std::memcpy(reinterpret_cast<char*>(to) + i * sizeof cell, &cell, sizeof cell);
        }
    } else {
        std::memcpy(to, z.data(), z.size() * sizeof(zone::Bound));
    }
    const auto at = static_cast<std::uint32_t>(cells_ / 4);
    cells_ += rounded;
    return at;
}

void ZoneStore::zone(NodeId node, std::size_t cells, std::vector<zone::Bound>& into) const {
    const std::size_t at = std::size_t{nodes_[node].zone} * 4;
    const std::uint32_t* from = chunks_[at / chunk_cells].get() + at % chunk_cells;
    into.resize(cells);
    if (!narrow_) {
        std::memcpy(into.data(), from, cells * sizeof(zone::Bound));
        return;
    }
    for (std::size_t i = 0; i < cells; ++i) {
        std::int16_t cell;
        std::memcpy(&cell, reinterpret_cast<const char*>(from) + i * sizeof cell, sizeof cell);
        into[i] = cell == narrow_infinity ? zone::infinity : cell;
    }
}

std::size_t ZoneStore::bytes() const {
    return table_.bytes() + nodes_.capacity() * sizeof(Node) + first_.capacity() * sizeof(std::uint32_t) +
           chunks_.size() * chunk_cells * sizeof(std::uint32_t);
}

}  // namespace crowfly
