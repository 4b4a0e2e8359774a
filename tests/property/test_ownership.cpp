// Who owns a state. Hashes are equal exactly where all values are in the same classes, on random networks with classes
// at random; and the classes that are chosen for ranks are the same for all of them, divide states evenly and have
// fewer transitions change the owner.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "base/rng.hpp"
#include "search/workers/ownership_choice.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/ownership.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

// The classes of each slot as a table: what Ownership does, without hashes.
class Classes {
public:
    explicit Classes(const Network& network) {
        for (const Slot& slot : network.slots) {
            std::vector<std::uint32_t>& classes = class_of_.emplace_back();
            for (std::int64_t v = slot.least; v <= slot.greatest; ++v)
                classes.push_back(static_cast<std::uint32_t>(classes.size()));
        }
    }
    void ignore(std::uint32_t slot) { std::ranges::fill(class_of_[slot], 0); }
    void unite(std::uint32_t slot, std::uint32_t a, std::uint32_t b) {
        std::vector<std::uint32_t>& classes = class_of_[slot];
        std::ranges::replace(classes, std::uint32_t{classes[b]}, std::uint32_t{classes[a]});
    }
    bool are_equal(const Network& network, const std::vector<std::int32_t>& a,
                   const std::vector<std::int32_t>& b) const {
        for (std::uint32_t slot = 0; slot < network.state_slots; ++slot) {
            const std::int32_t least = network.slots[slot].least;
            if (class_of_[slot][a[slot] - least] != class_of_[slot][b[slot] - least]) return false;
        }
        return true;
    }

private:
    std::vector<std::vector<std::uint32_t>> class_of_;  // per slot and cell
};

std::vector<std::int32_t> random_slots(const Network& network, Rng& random) {
    std::vector<std::int32_t> slots;
    for (const Slot& slot : network.slots)
        slots.push_back(slot.least + static_cast<std::int32_t>(random.below(slot.greatest - slot.least + 1)));
    return slots;
}

std::uint32_t random_cell(const Slot& slot, Rng& random) {
    return static_cast<std::uint32_t>(random.below(slot.greatest - slot.least + 1));
}

// Both alike.
void coarsen(const Network& network, const Layout& layout, Rng& random, Ownership& ownership, Classes& classes) {
    const auto number = static_cast<std::uint32_t>(random.below(network.state_slots));
    const Slot& slot = network.slots[number];
    const Ownership::Place place = Ownership::place_of(layout, slot, number);
    if (place.mask == 0) return;  // it has one value only
    if (random.below(4) == 0) {
        ownership.ignore(place);
        classes.ignore(number);
        return;
    }
    const std::uint32_t a = random_cell(slot, random), b = random_cell(slot, random);
    ownership.unite(place, a, b);
    classes.unite(number, a, b);
    CHECK(ownership.are_united(place, a, b));
}

tiny::Shape untimed_shape() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {1, 4};
    return shape;
}

// Six processes that go round in circles, every other step of which counts in a variable of all.
constexpr const char* circles = R"(
int[0, 3] steps;
process P(const int[0, 5] i) {
    state a, b, c, d;
    init a;
    trans
        a -> b { }, b -> c { assign steps = (steps + 1) % 4; },
        c -> d { }, d -> a { assign steps = (steps + 1) % 4; };
}
system P;
)";

Ownership chosen_for(const Network& network, std::size_t workers) {
    const Layout layout(network);
    OwnershipChoice choice(network, layout, workers);
    DiscreteSpace space(network, layout, false);
    choice.walk(space);
    return choice.choose();
}

struct Division {
    std::vector<std::size_t> states;                // per worker
    std::size_t transitions = 0, change_owner = 0;  // of all states
};

Division divide(const Network& network, const Ownership& ownership) {
    Division division{std::vector<std::size_t>(ownership.workers())};
    DiscreteSpace space(network, Layout(network), false);
    std::set<std::vector<std::uint32_t>> met;
    std::vector<std::vector<std::uint32_t>> open;
    std::vector<std::uint32_t> words;
    const auto add = [&] {
        if (!met.insert(words).second) return;
        ++division.states[ownership.of(words.data())];
        open.push_back(words);
    };
    REQUIRE(space.start());
    for (; space.next(); add()) {
        words.clear();
        space.write(words);
    }
    while (!open.empty()) {
        const std::vector<std::uint32_t> state = std::move(open.back());
        open.pop_back();
        REQUIRE(space.expand(state));
        for (; space.next(); add()) {
            words.clear();
            space.write(words);
            ++division.transitions;
            division.change_owner += ownership.of(state.data()) != ownership.of(words.data()) ? 1 : 0;
        }
    }
    return division;
}

}  // namespace

TEST_CASE("hashes are equal exactly where all values are in the same classes") {
    std::size_t equal = 0, different = 0;
    for (std::uint64_t seed = 127'000'000; seed < 127'000'000 + tiny::budget(200); ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, untimed_shape());
        const tiny::Loaded loaded(net);
        const Network& network = loaded.network();
        const Layout layout(network);
        Ownership ownership(layout, 1 + rng.below(5));
        Classes classes(network);
        for (std::size_t i = rng.below(6); i > 0; --i) coarsen(network, layout, rng, ownership, classes);
        for (std::size_t i = 0; i < 50; ++i) {
            INFO("seed ", seed, ", pair ", i, "\n", tiny::to_xta(net));
            const std::vector<std::int32_t> one = random_slots(network, rng), other = random_slots(network, rng);
            std::vector<std::uint32_t> a(layout.words()), b(layout.words());
            layout.pack(one, a.data());
            layout.pack(other, b.data());
            const bool are_equal = classes.are_equal(network, one, other);
            CHECK((ownership.hash_of(a.data()) == ownership.hash_of(b.data())) == are_equal);
            CHECK(ownership.of(a.data()) < ownership.workers());
            if (are_equal) CHECK(ownership.of(a.data()) == ownership.of(b.data()));
            ++(are_equal ? equal : different);
        }
    }
    CHECK(equal > tiny::budget(200));
    CHECK(different > tiny::budget(200));
}

TEST_CASE("slots that do not distinguish states have no place, and no part in who owns them") {
    const Network network =
        network_of("meta int[0, 7] m; int[0, 2] n; process P() { state a, b; init a; trans a -> b { }; } system P;");
    const Layout layout(network);
    const Ownership ownership(layout, 1000);
    std::vector<std::uint32_t> a(layout.words()), b(layout.words());
    for (std::uint32_t slot = 0; slot < network.slots.size(); ++slot)
        CHECK((Ownership::place_of(layout, network.slots[slot], slot).mask == 0) == network.slots[slot].meta);
    layout.pack(std::vector<std::int32_t>{1, 2, 0}, a.data());
    layout.pack(std::vector<std::int32_t>{1, 2, 7}, b.data());
    CHECK(ownership.of(a.data()) == ownership.of(b.data()));
    layout.pack(std::vector<std::int32_t>{1, 1, 0}, b.data());
    CHECK(ownership.of(a.data()) != ownership.of(b.data()));
}

TEST_CASE("with the classes that are chosen fewer transitions change the owner, and states are divided evenly") {
    const Network network = network_of(circles);
    for (const std::size_t workers : {2, 3}) {
        const Division plain = divide(network, Ownership(Layout(network), workers));
        const Division chosen = divide(network, chosen_for(network, workers));
        CHECK(plain.transitions == chosen.transitions);
        CHECK(10 * plain.change_owner > 9 * plain.transitions * (workers - 1) / workers);
        CHECK(10 * chosen.change_owner < 8 * plain.change_owner);
        const std::size_t all = std::accumulate(chosen.states.begin(), chosen.states.end(), std::size_t{0});
        CHECK(all > 4096);
        CHECK(10 * workers * *std::ranges::max_element(chosen.states) < 12 * all);
    }
}

TEST_CASE("every rank chooses the same classes") {
    const Network network = network_of(circles);
    const Layout layout(network);
    const Ownership one = chosen_for(network, 3), other = chosen_for(network, 3);
    Rng random(128'000'000);
    for (std::size_t i = 0; i < 1000; ++i) {
        std::vector<std::uint32_t> words(layout.words());
        layout.pack(random_slots(network, random), words.data());
        CHECK(one.of(words.data()) == other.of(words.data()));
    }
}

TEST_CASE("too few states to choose by are divided by all that distinguishes them") {
    const Network network =
        network_of("process P() { state a, b, c; init a; trans a -> b { }, b -> c { }, c -> a { }; } system P;");
    const Layout layout(network);
    const Ownership plain(layout, 4), chosen = chosen_for(network, 4);
    for (std::uint32_t location = 0; location < 3; ++location)
        CHECK(plain.hash_of(&location) == chosen.hash_of(&location));
}
