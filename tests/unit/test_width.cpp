// Which width of bounds a search has, and what becomes of one whose numbers do not fit.
#include <doctest/doctest.h>

#include <type_traits>

#include "search/methods/width.hpp"

using namespace crowfly;

namespace {

struct Result {
    int bits = 0;
    std::string unfinished;
    Statistics statistics;
    std::vector<std::string> strategies;
};

// A search that fits bounds of some widths; which it was done with.
Result search(bool wide, bool fits_32, bool fits_64, std::string& done) {
    SilentObserver silent;
    return search_in_width(wide, {}, silent, [&]<class B>(const Limits&, Observer&) {
        constexpr bool is_wide = std::is_same_v<B, zone::WideBound>;
        done += is_wide ? "64 " : "32 ";
        if (!(is_wide ? fits_64 : fits_32)) throw zone::OutOfRange();
        return Result{is_wide ? 64 : 32, "", {}, {"breadth first"}};
    });
}

Network network_with(std::int32_t least, std::int32_t greatest, bool computed) {
    Network network;
    network.clocks = {{"0", 0, {}}, {"x", 0, {}}};
    ClockConstraint constraint;
    constraint.left = 1;
    constraint.bound.least = least;
    constraint.bound.greatest = greatest;
    if (computed) constraint.bound.program.entry = 0;
    network.constraints.push_back(constraint);
    return network;
}

}  // namespace

TEST_CASE("a search has 32 bits as long as they are enough") {
    std::string done;
    CHECK(search(false, true, true, done).bits == 32);
    CHECK(done == "32 ");
    done.clear();
    const Result repeated = search(false, false, true, done);
    CHECK(repeated.bits == 64);
    CHECK(repeated.unfinished.empty());
    CHECK(repeated.strategies.size() == 2);
    CHECK(done == "32 64 ");
    done.clear();
    CHECK(search(true, true, true, done).bits == 64);
    CHECK(done == "64 ");
}

TEST_CASE("a search that does not fit 64 bits has no answer") {
    std::string done;
    CHECK(search(false, false, false, done).unfinished == too_large_for_zones);
    CHECK(search(true, false, false, done).unfinished == too_large_for_zones);
}

TEST_CASE("large constants ask for 64 bits from the start") {
    constexpr std::int32_t most = zone::range<zone::Bound>;
    constexpr std::int32_t least_integer = std::numeric_limits<std::int32_t>::min(),
                           greatest_integer = std::numeric_limits<std::int32_t>::max();
    CHECK(!calls_for_wide_zones(network_with(most, most, false), {}));
    CHECK(calls_for_wide_zones(network_with(most + 1, most + 1, false), {}));
    CHECK(calls_for_wide_zones(network_with(-most - 1, 0, true), {}));
    CHECK(calls_for_wide_zones(network_with(least_integer, least_integer, false), {}));
    CHECK(!calls_for_wide_zones(network_with(least_integer, greatest_integer, true), {}));  // nothing is known of it
    Network set = network_with(0, 0, false);
    set.largest_clock_value = most + 1;
    CHECK(calls_for_wide_zones(set, {}));
    set.largest_clock_value = 0;
    set.clocks[1].initial = most + 1;
    CHECK(calls_for_wide_zones(set, {}));
    Formula formula;
    formula.kind = Formula::Kind::clock;
    formula.constraint = network_with(most + 1, most + 1, false).constraints[0];
    CHECK(calls_for_wide_zones(network_with(0, 0, false), {&formula}));
}
