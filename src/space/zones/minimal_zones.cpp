#include "space/zones/minimal_zones.hpp"

#include <algorithm>
#include <cstring>

namespace crowfly {

namespace {

template <class B>
std::uint8_t bytes_for(const std::vector<B>& bounds) {
    const auto all_fit = [&](auto cell) {
        using Cell = decltype(cell);
        return std::ranges::all_of(bounds, [](B b) { return static_cast<B>(static_cast<Cell>(b)) == b; });
    };
    if (all_fit(std::int8_t{})) return 1;
    if (all_fit(std::int16_t{})) return 2;
    return all_fit(std::int32_t{}) ? 4 : 8;
}

template <class Cell, class From>
char* write(char* to, const std::vector<From>& numbers) {
    for (const From number : numbers) {
        const auto cell = static_cast<Cell>(number);
        std::memcpy(to, &cell, sizeof cell);
        to += sizeof cell;
    }
    return to;
}

}  // namespace

template <class B>
void BasicMinimalZones<B>::collect(const B* z, std::size_t n) {
    zone::minimal_form(z, n, keep_);
    positions_.clear();
    bounds_.clear();
    for (std::size_t i = 0; i < n * n; ++i) {
        if (!keep_[i]) continue;
        positions_.push_back(static_cast<std::uint16_t>(i));
        bounds_.push_back(z[i]);
    }
}

template <class B>
std::optional<typename BasicMinimalZones<B>::Id> BasicMinimalZones<B>::allocate(std::size_t words) {
    if (words < free_.size() && !free_[words].empty()) {
        const Id id = free_[words].back();
        free_[words].pop_back();
        return id;
    }
    if (used_ + words > chunk) {
        if ((chunks_.size() + 1) * chunk > most) return std::nullopt;
        chunks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(chunk));
        used_ = 0;
    }
    used_ += words;
    return static_cast<Id>((chunks_.size() - 1) * chunk + used_ - words);
}

// Bounds must not overflow when the matrix is computed again.
template <class B>
std::optional<typename BasicMinimalZones<B>::Id> BasicMinimalZones<B>::insert(const B* z, std::size_t n) {
    constexpr std::size_t most_clocks = 256;  // so that 16 bits suffice for a position
    if (n > most_clocks || !zone::is_within(z, n, zone::closing_range<B>(n))) return std::nullopt;
    collect(z, n);
    const bool is_small = n * n <= most_clocks;
    const Header header{static_cast<std::uint16_t>(bounds_.size()), static_cast<std::uint8_t>(is_small ? 1 : 2),
                        bytes_for(bounds_)};
    const std::size_t words = header.words();
    if (words > chunk || 4 * words > n * n) return std::nullopt;
    const std::optional<Id> id = allocate(words);
    if (!id) return std::nullopt;
    std::uint32_t* record = chunks_[*id / chunk].get() + *id % chunk;
    std::memcpy(record, &header, sizeof header);
    char* to = reinterpret_cast<char*>(record + 1);
    to = is_small ? write<std::uint8_t>(to, positions_) : write<std::uint16_t>(to, positions_);
    if (header.bound_bytes == 1) write<std::int8_t>(to, bounds_);
    if (header.bound_bytes == 2) write<std::int16_t>(to, bounds_);
    if (header.bound_bytes == 4) write<std::int32_t>(to, bounds_);
    if (header.bound_bytes == 8) write<std::int64_t>(to, bounds_);
    ++size_;
    return id;
}

template <class B>
void BasicMinimalZones<B>::erase(Id id) {
    Header header;
    std::memcpy(&header, at(id), sizeof header);
    const std::size_t words = header.words();
    if (words >= free_.size()) free_.resize(words + 1);
    free_[words].push_back(id);
    --size_;
}

template <class B>
void BasicMinimalZones<B>::read(Id id, std::size_t n, B* into) const {
    std::fill_n(into, n * n, zone::infinity<B>);
    for (std::size_t i = 0; i < n; ++i) into[i * n + i] = zone::zero;
    each(id, [&](std::size_t position, B bound) {
        into[position] = bound;
        return true;
    });
    zone::close(into, n);
}

// Shortest paths from clock 0, after Bellman and Ford.
template <class B>
void BasicMinimalZones<B>::read_first_row(Id id, std::size_t n, B* into) const {
    std::fill_n(into, n, zone::infinity<B>);
    into[0] = zone::zero;
    for (bool is_shorter = true; is_shorter;) {
        is_shorter = false;
        each(id, [&](std::size_t position, B bound) {
            const B sum = zone::add(into[position / n], bound);
            is_shorter |= sum < into[position % n];
            into[position % n] = std::min(into[position % n], sum);
            return true;
        });
    }
}

template <class B>
bool BasicMinimalZones<B>::includes(Id id, const B* z) const {
    return each(id, [&](std::size_t position, B bound) { return z[position] <= bound; });
}

template class BasicMinimalZones<zone::Bound>;
template class BasicMinimalZones<zone::WideBound>;

}  // namespace crowfly
