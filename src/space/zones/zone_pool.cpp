#include "space/zones/zone_pool.hpp"

#include <algorithm>
#include <new>

namespace crowfly {

using zone::NarrowBound;

template <class B>
StateTable& BasicZonePool<B>::table(std::size_t number, std::size_t words) {
    if (number >= tables_.size()) {
        tables_.resize(number + 1);
        holders_.resize(number + 1);
    }
    if (!tables_[number]) tables_[number] = std::make_unique<StateTable>(words, words);
    return *tables_[number];
}

template <class B>
typename BasicZonePool<B>::Id BasicZonePool<B>::insert(std::size_t number, std::size_t words,
                                                       const std::uint32_t* cells) {
    const StateId id = table(number, words).insert(cells).id;
    if (id >= minimal) throw std::bad_alloc();  // more zones than ids have bits for
    std::vector<std::uint32_t>& holders = holders_[number];
    if (id >= holders.size()) holders.resize(id + 1);
    ++holders[id];
    return id;
}

template <class B>
void BasicZonePool<B>::release(Id id, std::size_t n) {
    if (is_minimal(id)) {
        minimal_.erase(id & ~minimal);
        return;
    }
    const std::size_t number = is_wide(id) ? 2 * n + 1 : 2 * n;
    if (--holders_[number][id & ~wide] == 0) tables_[number]->erase(id & ~wide);
}

template <class B>
typename BasicZonePool<B>::Id BasicZonePool<B>::insert(const B* z, std::size_t n) {
    const std::size_t cells = n * n;
    if (!zone::fits_narrow(z, cells)) {
        return insert(2 * n + 1, cells * sizeof(B) / sizeof(std::uint32_t), reinterpret_cast<const std::uint32_t*>(z)) |
               wide;
    }
    const std::size_t words = (cells + 1) / 2;
    packed_.resize(words);
    packed_.back() = 0;
    auto* cell = reinterpret_cast<NarrowBound*>(packed_.data());
    for (std::size_t i = 0; i < cells; ++i) cell[i] = zone::narrowed<NarrowBound>(z[i]);
    return insert(2 * n, words, packed_.data());
}

template <class B>
typename BasicZonePool<B>::Id BasicZonePool<B>::insert_minimal(const B* z, std::size_t n) {
    const auto id = minimal_.insert(z, n);
    return id ? *id | minimal : insert(z, n);
}

template <class B>
void BasicZonePool<B>::read(Id id, std::size_t n, B* into) const {
    if (is_minimal(id)) {
        minimal_.read(id & ~minimal, n, into);
        return;
    }
    if (is_wide(id)) {
        std::copy_n(wide_cells(id, n), n * n, into);
        return;
    }
    const NarrowBound* cell = narrow_cells(id, n);
    constexpr NarrowBound infinity = std::numeric_limits<NarrowBound>::max();
    for (std::size_t i = 0; i < n * n; ++i) into[i] = cell[i] == infinity ? zone::infinity<B> : cell[i];
}

template <class B>
std::size_t BasicZonePool<B>::size() const {
    std::size_t sum = minimal_.size();
    for (const auto& table : tables_) sum += table ? table->size() : 0;
    return sum;
}

template class BasicZonePool<zone::Bound>;
template class BasicZonePool<zone::WideBound>;

}  // namespace crowfly
