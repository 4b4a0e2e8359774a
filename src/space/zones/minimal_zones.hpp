// Zones in minimal constraint form, each in a record of its own. A record takes a fraction of the matrix, and whether
// it includes another zone is seen from its constraints alone; but its matrix has to be computed.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "zone/zone.hpp"

namespace crowfly {

template <class B>
class BasicMinimalZones {
public:
    using Id = std::uint32_t;  // the position of the record, in words
    static constexpr Id most = 0x3FFFFFFFU;

    // None: the record would take more than half of what the matrix takes with cells of 16 bits.
    std::optional<Id> insert(const B* z, std::size_t n);
    void erase(Id id);
    void read(Id id, std::size_t n, B* into) const;
    void read_first_row(Id id, std::size_t n, B* into) const;  // of the matrix: the lower bounds of clocks
    bool includes(Id id, const B* z) const;                    // every valuation of z
    // Calls visit(position, bound) for each constraint, until it answers false.
    template <class Visit>
    bool each(Id id, const Visit& visit) const;

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return chunks_.size() * chunk * sizeof(std::uint32_t); }
    std::size_t bytes_after_growth() const { return bytes() + chunk * sizeof(std::uint32_t); }

private:
    static constexpr std::size_t chunk = 1U << 14U;  // in words; no record lies in two

    // A record has a header, the positions of constraints in the matrix, and their bounds.
    struct Header {
        std::uint16_t count;
        std::uint8_t position_bytes;  // of each position …
        std::uint8_t bound_bytes;     // … and of each bound
        std::size_t words() const {
            return 1 + (count * (std::size_t{position_bytes} + bound_bytes) + sizeof(std::uint32_t) - 1) /
                           sizeof(std::uint32_t);
        }
    };
    static_assert(sizeof(Header) == sizeof(std::uint32_t));

    const std::uint32_t* at(Id id) const { return chunks_[id / chunk].get() + id % chunk; }
    template <class Position, class Cell, class Visit>
    static bool each(const char* positions, std::size_t count, const Visit& visit);
    template <class Cell>
    static Cell read_cell(const char* from, std::size_t i) {
        Cell cell;
        std::memcpy(&cell, from + i * sizeof cell, sizeof cell);
        return cell;
    }
    void collect(const B* z, std::size_t n);
    std::optional<Id> allocate(std::size_t words);

    std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
    std::size_t used_ = chunk;           // words of the last chunk
    std::vector<std::vector<Id>> free_;  // records that were erased, per number of words
    std::size_t size_ = 0;

    // The zone being inserted.
    std::vector<bool> keep_;
    std::vector<std::uint16_t> positions_;
    std::vector<B> bounds_;
};

template <class B>
template <class Position, class Cell, class Visit>
bool BasicMinimalZones<B>::each(const char* positions, std::size_t count, const Visit& visit) {
    const char* bounds = positions + count * sizeof(Position);
    for (std::size_t i = 0; i < count; ++i) {
        if (!visit(read_cell<Position>(positions, i), static_cast<B>(read_cell<Cell>(bounds, i)))) return false;
    }
    return true;
}

template <class B>
template <class Visit>
bool BasicMinimalZones<B>::each(Id id, const Visit& visit) const {
    const std::uint32_t* record = at(id);
    Header header;
    std::memcpy(&header, record, sizeof header);
    const char* positions = reinterpret_cast<const char*>(record + 1);
    const auto with = [&](auto position) {
        using Position = decltype(position);
        if (header.bound_bytes == 1) return each<Position, std::int8_t>(positions, header.count, visit);
        if (header.bound_bytes == 2) return each<Position, std::int16_t>(positions, header.count, visit);
        if (header.bound_bytes == 4) return each<Position, std::int32_t>(positions, header.count, visit);
        return each<Position, std::int64_t>(positions, header.count, visit);
    };
    return header.position_bytes == 1 ? with(std::uint8_t{}) : with(std::uint16_t{});
}

extern template class BasicMinimalZones<zone::Bound>;
extern template class BasicMinimalZones<zone::WideBound>;

}  // namespace crowfly
