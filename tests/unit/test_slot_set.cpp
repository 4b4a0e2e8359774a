#include <doctest/doctest.h>

#include "network/slot_set.hpp"

using crowfly::SlotSet;

TEST_CASE("ranges that touch or overlap become one") {
    SlotSet set;
    set.add(10, 3);
    set.add(2, 2);
    set.add(13);
    CHECK(set.ranges() == std::vector<SlotSet::Range>{{2, 3}, {10, 13}});
    set.add(4, 6);
    CHECK(set.ranges() == std::vector<SlotSet::Range>{{2, 13}});
    CHECK(set.count() == 12);
}

TEST_CASE("membership and intersection agree with the members") {
    SlotSet a;
    a.add(1, 2);
    a.add(7);
    SlotSet b;
    b.add(3, 4);
    CHECK(a.members() == std::vector<std::uint32_t>{1, 2, 7});
    CHECK(a.contains(2));
    CHECK_FALSE(a.contains(3));
    CHECK_FALSE(a.intersects(b));
    b.add(7);
    CHECK(a.intersects(b));
    CHECK_FALSE(SlotSet{}.intersects(a));
}

TEST_CASE("adding nothing changes nothing") {
    SlotSet a;
    a.add(5, 0);
    CHECK(a.empty());
    a.add(SlotSet{});
    CHECK(a.empty());
}
