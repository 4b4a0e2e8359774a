// Law: a SlotSet is a set. Whatever is added in whatever order, it holds what std::set holds, as ranges that do not
// touch.
#include <set>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "network/slot_set.hpp"

using crowfly::SlotSet;

namespace {

using Ranges = std::vector<std::pair<std::uint8_t, std::uint8_t>>;  // first, count

SlotSet slots_of(const Ranges& ranges) {
    SlotSet set;
    for (const auto& [first, count] : ranges) set.add(first, count % 8);
    return set;
}

std::set<std::uint32_t> naive(const Ranges& ranges) {
    std::set<std::uint32_t> set;
    for (const auto& [first, count] : ranges) {
        for (std::uint32_t i = 0; i < count % 8U; ++i) set.insert(first + i);
    }
    return set;
}

}  // namespace

TEST_CASE("a slot set holds what was added, in ranges apart from one another") {
    CHECK(rc::check([](const Ranges& ranges) {
        const SlotSet set = slots_of(ranges);
        const std::set<std::uint32_t> expected = naive(ranges);
        RC_ASSERT(set.members() == std::vector<std::uint32_t>(expected.begin(), expected.end()));
        RC_ASSERT(set.count() == expected.size());
        for (std::size_t i = 1; i < set.ranges().size(); ++i)
            RC_ASSERT(set.ranges()[i - 1].last + 1 < set.ranges()[i].first);
    }));
}

TEST_CASE("membership, union and intersection are those of sets") {
    CHECK(rc::check([](const Ranges& left, const Ranges& right, std::uint8_t slot) {
        const SlotSet a = slots_of(left);
        const SlotSet b = slots_of(right);
        const std::set<std::uint32_t> in_a = naive(left);
        const std::set<std::uint32_t> in_b = naive(right);
        RC_ASSERT(a.contains(slot) == in_a.contains(slot));
        bool meet = false;
        for (const std::uint32_t s : in_a) meet = meet || in_b.contains(s);
        RC_ASSERT(a.intersects(b) == meet);
        Ranges both = left;
        both.insert(both.end(), right.begin(), right.end());
        SlotSet joined = a;
        joined.add(b);
        RC_ASSERT(joined == slots_of(both));
    }));
}
