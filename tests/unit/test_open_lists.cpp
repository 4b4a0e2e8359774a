// The order in which open lists are popped: buckets by key, ties, turns of two lists, tiers of such pairs.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "search/guidance/tiers.hpp"

using namespace crowfly;

namespace {

using Ties = Guidance::Ties;
using Numbers = std::vector<int>;

Numbers popped(OpenList<int>& list) {
    Numbers order;
    while (!list.empty()) order.push_back(list.pop());
    return order;
}

Numbers popped(TieredList<int>& list, std::size_t count) {
    Numbers order;
    while (order.size() < count) order.push_back(list.pop());
    return order;
}

// Entries 0 to 9, all with the same key.
Numbers order_of_equals(Ties ties, std::uint64_t seed) {
    OpenList<int> list(ties, seed);
    for (int i = 0; i < 10; ++i) list.push({5, 5}, i);
    return popped(list);
}

constexpr Rank plain{0, false}, helpful{0, true};

}  // namespace

TEST_CASE("the least cost is popped first, then the least estimate") {
    for (const Ties ties : {Ties::newest, Ties::oldest, Ties::random}) {
        OpenList<int> list(ties, 1);
        list.push({3, 1}, 31);
        list.push({2, 9}, 29);
        list.push({2, 4}, 24);
        list.push({7, 0}, 70);
        CHECK(list.size() == 4);
        CHECK(list.pop() == 24);
        list.push({1, 9}, 19);
        CHECK(popped(list) == Numbers{19, 29, 31, 70});
    }
}

TEST_CASE("equals are popped newest first, oldest first, or in an order that the seed decides") {
    const Numbers ascending{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    Numbers descending = ascending;
    std::ranges::reverse(descending);
    CHECK(order_of_equals(Ties::newest, 1) == descending);
    CHECK(order_of_equals(Ties::oldest, 1) == ascending);
    Numbers mixed = order_of_equals(Ties::random, 1);
    CHECK(mixed != ascending);
    CHECK(mixed != descending);
    CHECK(mixed == order_of_equals(Ties::random, 1));
    CHECK(mixed != order_of_equals(Ties::random, 2));
    std::ranges::sort(mixed);
    CHECK(mixed == ascending);
}

TEST_CASE("what is pushed while a bucket is popped takes its place in it") {
    OpenList<int> newest(Ties::newest, 1), oldest(Ties::oldest, 1);
    for (OpenList<int>* list : {&newest, &oldest}) {
        for (int i = 0; i < 3; ++i) list->push({5, 5}, i);
        list->pop();
        list->push({5, 5}, 3);
    }
    CHECK(popped(newest) == Numbers{3, 1, 0});
    CHECK(popped(oldest) == Numbers{1, 2, 3});
}

TEST_CASE("all entries and helpful ones have turns one after the other, the helpful ones first") {
    TieredList<int> list(Ties::oldest, 1, 0);
    for (int i = 0; i < 4; ++i) list.push(plain, {1, 1}, i);
    for (int i = 10; i < 13; ++i) list.push(helpful, {2, 2}, i);
    CHECK(list.size() == 10);  // a helpful entry is in both lists
    CHECK(popped(list, 10) == Numbers{10, 0, 11, 1, 12, 2, 3, 10, 11, 12});
    CHECK(list.empty());
}

TEST_CASE("a turn counts only where both lists have entries") {
    TieredList<int> list(Ties::oldest, 1, 0);
    for (int i = 0; i < 8; ++i) list.push(plain, {1, 1}, i);
    CHECK(popped(list, 4) == Numbers{0, 1, 2, 3});
    for (int i = 10; i < 13; ++i) list.push(helpful, {2, 2}, i);
    CHECK(popped(list, 5) == Numbers{10, 4, 11, 5, 12});
}

TEST_CASE("a better estimate than all before gives the helpful entries turns in advance, the first one none") {
    TieredList<int> list(Ties::oldest, 1, 2);
    for (int i = 0; i < 8; ++i) list.push(plain, {9, 9}, i);
    for (int i = 10; i < 20; ++i) list.push(helpful, {9, 9}, i);  // no better than what was there
    CHECK(popped(list, 4) == Numbers{10, 0, 11, 1});
    list.push(plain, {8, 8}, 20);
    CHECK(popped(list, 5) == Numbers{12, 13, 14, 20, 15});
    list.push(plain, {8, 8}, 21);  // as good as the best
    CHECK(popped(list, 2) == Numbers{21, 16});
}

TEST_CASE("no entry is popped while a lower tier has one, whatever their keys say") {
    TieredList<int> list(Ties::oldest, 1, 0);
    list.push({2, false}, {0, 0}, 20);
    list.push({2, true}, {0, 0}, 21);
    list.push({1, false}, {5, 5}, 10);
    list.push({300, false}, {0, 0}, 30);
    CHECK(popped(list, 2) == Numbers{10, 21});
    CHECK(list.last_tier() == 2);
    CHECK(list.switches() == 2);  // to tier 1, to tier 2
    list.push({0, false}, {9, 9}, 0);
    CHECK(popped(list, 1) == Numbers{0});
    CHECK(list.last_tier() == 0);
    CHECK(list.switches() == 2);  // back to a lower one does not count
    CHECK(popped(list, 3) == Numbers{20, 21, 30});
    CHECK(list.switches() == 4);
    CHECK(list.empty());
}

TEST_CASE("tiers share their turns, and each says what was pushed and popped") {
    TieredList<int> list(Ties::oldest, 1, 0);
    for (int i = 0; i < 2; ++i) list.push({1, true}, {1, 1}, i);
    CHECK(popped(list, 1) == Numbers{0});  // a turn of the helpful ones
    list.push({0, true}, {1, 1}, 10);
    list.push({0, false}, {1, 1}, 11);
    CHECK(popped(list, 3) == Numbers{10, 10, 11});  // of all, of the helpful ones; then these are none
    Numbers uses;
    list.for_each([&](std::uint32_t tier, const QueueUse& all, const QueueUse& preferred) {
        uses.insert(uses.end(), {static_cast<int>(tier), static_cast<int>(all.pushed), static_cast<int>(all.popped),
                                 static_cast<int>(preferred.pushed), static_cast<int>(preferred.popped)});
    });
    CHECK(uses == Numbers{0, 2, 2, 1, 1, 1, 2, 0, 2, 1});
}
