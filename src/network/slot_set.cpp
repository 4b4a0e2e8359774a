#include "network/slot_set.hpp"

#include <algorithm>

namespace crowfly {

void SlotSet::add(std::uint32_t first, std::uint32_t count) {
    if (count == 0) return;
    Range added{first, first + count - 1};
    // The ranges that overlap or touch the new one are replaced by their union with it.
    auto begin =
        std::partition_point(ranges_.begin(), ranges_.end(), [&](const Range& r) { return r.last + 1 < added.first; });
    auto end = begin;
    while (end != ranges_.end() && end->first <= added.last + 1) {
        added.first = std::min(added.first, end->first);
        added.last = std::max(added.last, end->last);
        ++end;
    }
    ranges_.insert(ranges_.erase(begin, end), added);
}

void SlotSet::add(const SlotSet& others) {
    for (const Range& r : others.ranges_) add(r.first, r.last - r.first + 1);
}

bool SlotSet::contains(std::uint32_t slot) const {
    const auto found =
        std::partition_point(ranges_.begin(), ranges_.end(), [&](const Range& r) { return r.last < slot; });
    return found != ranges_.end() && found->first <= slot;
}

bool SlotSet::intersects(const SlotSet& others) const {
    auto a = ranges_.begin();
    auto b = others.ranges_.begin();
    while (a != ranges_.end() && b != others.ranges_.end()) {
        if (a->last < b->first) {
            ++a;
        } else if (b->last < a->first) {
            ++b;
        } else {
            return true;
        }
    }
    return false;
}

std::size_t SlotSet::count() const {
    std::size_t total = 0;
    for (const Range& r : ranges_) total += r.last - r.first + 1;
    return total;
}

std::vector<std::uint32_t> SlotSet::members() const {
    std::vector<std::uint32_t> all;
    all.reserve(count());
    for (const Range& r : ranges_) {
        for (std::uint32_t slot = r.first; slot <= r.last; ++slot) all.push_back(slot);
    }
    return all;
}

}  // namespace crowfly
