// A set of zones, each stored once: in a network of many processes most symbolic states differ from others in the
// discrete part only. Bounds take 16 bits if they fit, else their full width. Zones that are not worth sharing are
// kept in minimal constraint form instead.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/files/parts.hpp"
#include "space/stores/state_table.hpp"
#include "space/zones/minimal_zones.hpp"
#include "zone/covering.hpp"
#include "zone/zone.hpp"

namespace crowfly {

// Of zones with bounds of one width.
template <class B>
class BasicZonePool {
public:
    // Ids are per dimension: a zone is identified by its id and its dimension.
    using Id = std::uint32_t;

    Id insert(const B* z, std::size_t n);  // adds a reference
    // In minimal constraint form, not shared; as above where that would not be much smaller.
    Id insert_minimal(const B* z, std::size_t n);
    void release(Id id, std::size_t n);  // removes one; a zone without references is erased
    void read(Id id, std::size_t n, B* into) const;

    static bool is_minimal(Id id) { return (id & minimal) != 0; }
    const BasicMinimalZones<B>& minimal_zones() const { return minimal_; }
    static typename BasicMinimalZones<B>::Id minimal_id(Id id) { return id & ~minimal; }
    static bool is_wide(Id id) { return (id & wide) != 0; }
    const zone::NarrowBound* narrow_cells(Id id, std::size_t n) const {
        return reinterpret_cast<const zone::NarrowBound*>(tables_[2 * n]->at(id));
    }
    const B* wide_cells(Id id, std::size_t n) const {
        return reinterpret_cast<const B*>(tables_[2 * n + 1]->at(id & ~wide));
    }

    std::size_t size() const;
    void parts(auto& each) { each.derived(tables_, holders_, minimal_); }
    std::size_t bytes_after_growth() const {
        return bytes_of(holders_) + bytes_of_parts<Moment::after_growth>(*this);  // counts of holders double
    }

private:
    static constexpr Id wide = 0x80000000U;
    static constexpr Id minimal = 0x40000000U;
    static_assert(BasicMinimalZones<B>::most < minimal);

    StateTable& table(std::size_t number, std::size_t words);
    Id insert(std::size_t number, std::size_t words, const std::uint32_t* cells);

    std::vector<std::unique_ptr<StateTable>> tables_;  // per dimension: one with 16-bit cells, one with whole bounds
    std::vector<std::vector<std::uint32_t>> holders_;  // reference counts, per table and zone
    BasicMinimalZones<B> minimal_;
    std::vector<std::uint32_t> packed_;
};

extern template class BasicZonePool<zone::Bound>;
extern template class BasicZonePool<zone::WideBound>;

using ZonePool = BasicZonePool<zone::Bound>;
using WideZonePool = BasicZonePool<zone::WideBound>;

}  // namespace crowfly
