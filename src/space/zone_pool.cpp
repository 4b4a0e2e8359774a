#include "space/zone_pool.hpp"

#include <algorithm>

namespace crowfly {

using zone::Bound;
using zone::NarrowBound;

StateTable& ZonePool::table(std::size_t number, std::size_t words) {
    if (number >= tables_.size()) {
        tables_.resize(number + 1);
        holders_.resize(number + 1);
    }
    if (!tables_[number]) tables_[number] = std::make_unique<StateTable>(words, words);
    return *tables_[number];
}

ZonePool::Id ZonePool::insert(std::size_t number, std::size_t words, const std::uint32_t* cells) {
    const StateId id = table(number, words).insert(cells).id;
    std::vector<std::uint32_t>& holders = holders_[number];
    if (id >= holders.size()) holders.resize(id + 1);
    ++holders[id];
    return id;
}

void ZonePool::release(Id id, std::size_t n) {
    const std::size_t number = is_wide(id) ? 2 * n + 1 : 2 * n;
    if (--holders_[number][id & ~wide] == 0) tables_[number]->erase(id & ~wide);
}

ZonePool::Id ZonePool::insert(const Bound* z, std::size_t n) {
    const std::size_t cells = n * n;
    if (!zone::fits_narrow(z, cells)) {
        return insert(2 * n + 1, cells, reinterpret_cast<const std::uint32_t*>(z)) | wide;
    }
    const std::size_t words = (cells + 1) / 2;
    packed_.resize(words);
    packed_.back() = 0;
    auto* cell = reinterpret_cast<NarrowBound*>(packed_.data());
    for (std::size_t i = 0; i < cells; ++i) cell[i] = zone::narrowed<NarrowBound>(z[i]);
    return insert(2 * n, words, packed_.data());
}

void ZonePool::read(Id id, std::size_t n, Bound* into) const {
    if (is_wide(id)) {
        std::copy_n(wide_cells(id, n), n * n, into);
        return;
    }
    const NarrowBound* cell = narrow_cells(id, n);
    constexpr NarrowBound infinity = std::numeric_limits<NarrowBound>::max();
    for (std::size_t i = 0; i < n * n; ++i) into[i] = cell[i] == infinity ? zone::infinity : cell[i];
}

std::size_t ZonePool::size() const {
    std::size_t sum = 0;
    for (const auto& table : tables_) sum += table ? table->size() : 0;
    return sum;
}

std::size_t ZonePool::bytes() const {
    std::size_t sum = 0;
    for (const auto& table : tables_) sum += table ? table->bytes() : 0;
    for (const auto& holders : holders_) sum += holders.capacity() * sizeof(std::uint32_t);
    return sum;
}

std::size_t ZonePool::bytes_after_growth() const {
    std::size_t sum = 0;
    for (const auto& table : tables_) sum += table ? table->bytes_after_growth() : 0;
    for (const auto& holders : holders_) sum += 2 * holders.capacity() * sizeof(std::uint32_t);
    return sum;
}

}  // namespace crowfly
