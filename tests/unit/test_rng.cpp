#include <array>
#include <set>

#include <doctest/doctest.h>

#include "base/rng.hpp"

using crowfly::Rng;

TEST_CASE("the generator is xoshiro256** seeded by splitmix64, as published") {
    Rng rng(0);
    CHECK(rng.next() == 11091344671253066420u);
    CHECK(rng.next() == 13793997310169335082u);
    CHECK(rng.next() == 1900383378846508768u);
}

TEST_CASE("below stays below and reaches every number") {
    Rng rng(7);
    CHECK(rng.below(1) == 0);
    std::array<int, 6> counts{};
    for (int i = 0; i < 6000; ++i) ++counts[rng.below(6)];
    for (int count : counts) CHECK(count > 800);
    for (int i = 0; i < 100; ++i) CHECK(rng.below((std::uint64_t{1} << 63) + 1) <= std::uint64_t{1} << 63);
}

TEST_CASE("other seeds give other numbers") {
    std::set<std::uint64_t> firsts;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) firsts.insert(Rng(seed).next());
    CHECK(firsts.size() == 1000);
}
