// Minimal cores of constraints, and what predicates they give: without any one of its constraints a core can be
// satisfied, and the abstraction with the predicates of cores alone no longer has the path that they come from.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "abstraction/predicates/core.hpp"
#include "abstraction/predicates/differences.hpp"
#include "abstraction/predicates/lookup.hpp"
#include "abstraction/predicates/reasons.hpp"
#include "base/rng.hpp"
#include "property/random_goal.hpp"
#include "tiny/budget.hpp"

using namespace crowfly;
namespace pa = crowfly::predicates;

namespace {

constexpr std::size_t clocks_of_core = 5;

bool fit(const std::vector<pa::DifferenceBound>& bounds) {
    pa::Differences differences(clocks_of_core, false);
    return std::ranges::all_of(bounds,
                               [&](const pa::DifferenceBound& b) { return differences.add(b.left, b.right, b.bound); });
}

// Those that are given, and those at these places but for one of them.
std::vector<pa::DifferenceBound> some_bounds(const std::vector<pa::DifferenceBound>& bounds,
                                             const std::vector<std::size_t>& places, std::size_t without) {
    std::vector<pa::DifferenceBound> some;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const bool is_in_core = i != without && std::ranges::find(places, i) != places.end();
        if (bounds[i].is_given || is_in_core) some.push_back(bounds[i]);
    }
    return some;
}

std::vector<pa::DifferenceBound> random_bounds(Rng& rng) {
    std::vector<pa::DifferenceBound> bounds;
    for (int i = 0; i < 14; ++i) {
        const std::size_t x = rng.below(clocks_of_core + 1),
                          y = (x + 1 + rng.below(clocks_of_core)) % (clocks_of_core + 1);
        const auto value = static_cast<std::int64_t>(rng.below(9)) - 3;
        bounds.push_back({x, y, zone::bound<zone::WideBound>(value, rng.below(2) == 0), rng.below(4) == 0});
    }
    return bounds;
}

// a * x + b * y + c * z <= d, over x, y and z from 0 to 4.
using Sum = std::array<std::int64_t, 4>;

bool contradict(const std::vector<Sum>& sums) {
    for (int point = 0; point < 125; ++point) {
        const std::int64_t x = point % 5, y = point / 5 % 5, z = point / 25;
        const auto holds = [&](const Sum& s) { return s[0] * x + s[1] * y + s[2] * z <= s[3]; };
        if (std::ranges::all_of(sums, holds)) return false;
    }
    return true;
}

// Steps that fit together as far as locations go, from the error condition backwards.
pa::AbstractSpace::Path random_path(Rng& rng, const pa::System& system, const pa::Regression& regression) {
    pa::AbstractSpace::Path path;
    path.error = static_cast<std::uint32_t>(rng.below(system.errors().size()));
    pa::Places at(system.network().processes.size(), pa::anywhere);
    for (const pa::Predicate& location : system.errors()[path.error].at)
        at[location.process] = static_cast<std::int32_t>(location.number);
    std::vector<pa::Predicate> not_at = system.errors()[path.error].not_at;
    for (int tries = 0; tries < 30 && path.steps.size() < 6 && !system.steps().empty(); ++tries) {
        const auto step = static_cast<std::uint32_t>(rng.below(system.steps().size()));
        if (regression.regress_locations(system.steps()[step], at, not_at)) path.steps.insert(path.steps.begin(), step);
    }
    return path;
}

// The abstract states along the path, seen from its end, come to one that the initial state may be in.
bool is_in_abstraction(const pa::System& system, const pa::Predicates& predicates, const pa::AbstractSpace::Path& path,
                       const std::vector<std::int32_t>& slots, const zone::WideZone& zone) {
    pa::Cartesian cartesian(system, predicates);
    std::optional<pa::Literals> state = cartesian.start(system.errors()[path.error]);
    for (std::size_t i = path.steps.size(); i-- > 0 && state;) {
        cartesian.read(*state);
        state = cartesian.before(path.steps[i]);
    }
    if (!state) return false;
    pa::Lookup lookup(system, predicates);
    const pa::LiteralSet& possible = lookup.read(slots, {{}, system.clocks(), zone});
    return std::ranges::all_of(*state, [&](pa::Literal literal) {
        return pa::predicate_of(literal) < predicates.first_integer() || possible.contains(literal);
    });
}

// An exact regression of clocks comes to values that some of the zone have.
bool clocks_fit(const pa::System& system, const pa::Regression& regression, const pa::AbstractSpace::Path& path,
                const zone::WideZone& zone) {
    const std::size_t n = system.clocks().size();
    std::optional<pa::Conjunction> states = pa::Regression(system).start(system.errors()[path.error]);
    if (!states) return false;
    for (std::size_t i = path.steps.size(); i-- > 0;) {
        const pa::Step& step = system.steps()[path.steps[i]];
        const pa::Places after = states->at;
        if (!regression.regress_locations(step, states->at, states->not_at) ||
            !regression.regress_clocks(step, after, states->at, states->clocks))
            return false;
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (zone::add(zone[j * n + i], states->clocks[i * n + j]) < zone::zero) return false;
        }
    }
    return true;
}

// How often integers and clocks were reasons, and how often not everything about them.
struct Seen {
    std::size_t integers = 0, clocks = 0, fewer = 0;
};

void check_path(const pa::System& system, const pa::AbstractSpace::Path& path, const std::string& where, Seen& seen) {
    pa::Regression regression(system);
    std::vector<std::int32_t> slots;
    for (const Slot& slot : system.network().slots) slots.push_back(slot.initial);
    zone::WideZone zone(system.clocks().size() * system.clocks().size(), zone::zero);
    zone::up(zone.data(), system.clocks().size());
    const auto integers = pa::integer_reasons(system, regression, path, slots);
    const auto clocks = pa::clock_reasons(system, regression, path, zone);
    if (regression.start(system.errors()[path.error]))
        CHECK_MESSAGE(clocks.has_value() == !clocks_fit(system, regression, path, zone), where);
    seen.integers += integers ? 1 : 0;
    seen.clocks += clocks ? 1 : 0;
    for (const auto& reasons : {integers, clocks}) {
        if (!reasons) continue;
        std::vector<pa::Predicate> predicates = reasons->cores;
        const pa::ErrorCase& error = system.errors()[path.error];
        predicates.insert(predicates.end(), error.at.begin(), error.at.end());
        const pa::Predicates some(predicates), all(reasons->all);
        CHECK_MESSAGE(!is_in_abstraction(system, some, path, slots, zone), where);
        seen.fewer += pa::Predicates(reasons->cores).size() < all.size() ? 1 : 0;
    }
}

}  // namespace

TEST_CASE("a core of bounds on differences contradicts itself, and nothing in it can be missed") {
    Rng rng(65);
    std::size_t found = 0, large = 0;
    for (std::size_t round = 0; round < tiny::budget(400); ++round) {
        const std::vector<pa::DifferenceBound> bounds = random_bounds(rng);
        CHECK(pa::negative_cycle(clocks_of_core + 1, bounds).empty() == fit(bounds));
        const std::vector<std::size_t> core = pa::minimal_core(clocks_of_core + 1, bounds);
        if (core.empty()) {
            CHECK(fit(bounds) == fit(some_bounds(bounds, {}, bounds.size())));
            continue;
        }
        ++found;
        large += core.size() > 2 ? 1 : 0;
        CHECK_FALSE(fit(some_bounds(bounds, core, bounds.size())));
        for (const std::size_t place : core) {
            CHECK_FALSE(bounds[place].is_given);
            CHECK(fit(some_bounds(bounds, core, place)));
        }
    }
    CHECK(found > tiny::share(50));
    CHECK(large > tiny::share(5));
}

TEST_CASE("a core of linear constraints contradicts itself, and nothing in it can be missed") {
    Rng rng(66);
    std::size_t found = 0, large = 0;
    for (std::size_t round = 0; round < tiny::budget(200); ++round) {
        std::vector<Sum> sums(12);
        for (Sum& sum : sums) {
            for (std::int64_t& number : sum) number = static_cast<std::int64_t>(rng.below(7)) - 3;
        }
        if (!contradict(sums)) continue;
        const std::vector<Sum> core = pa::minimal_core(sums, contradict);
        ++found;
        large += core.size() > 2 ? 1 : 0;
        CHECK(contradict(core));
        for (std::size_t i = 0; i < core.size(); ++i) {
            std::vector<Sum> fewer = core;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            CHECK_FALSE(contradict(fewer));
        }
    }
    CHECK(found > tiny::share(50));
    CHECK(large > tiny::share(5));
}

TEST_CASE("predicates of cores alone remove the path they come from") {
    tiny::Shape shape;
    shape.processes = {2, 3};
    shape.diagonals = shape.clock_values = shape.clock_copies = true;
    Seen seen;
    for (std::uint64_t seed = 67'000'000; seed < 67'000'000 + tiny::budget(150); ++seed) {
        RandomGoal random(seed, shape, false);
        pa::Context context(*random.goal);
        std::vector<ProcessIndex> processes;
        for (ProcessIndex p = 0; p < context.network.processes.size(); ++p) processes.push_back(p);
        const pa::System system(context, processes);
        const pa::Regression regression(system);
        for (int i = 0; i < 10 && !system.errors().empty(); ++i)
            check_path(system, random_path(random.rng, system, regression), random.where, seen);
    }
    CHECK(seen.integers > tiny::share(50));
    CHECK(seen.clocks > tiny::share(50));
    CHECK(seen.fewer > tiny::share(50));
}
