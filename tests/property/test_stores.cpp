// What holds states and zones, against the plain containers of the library; and how zones are compared, against the
// definitions.
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "network/network.hpp"
#include "space/layout.hpp"
#include "space/stores/state_set.hpp"
#include "space/stores/state_table.hpp"
#include "space/stores/state_tree.hpp"
#include "space/zones/zone_pool.hpp"
#include "tiny/budget.hpp"
#include "zone/covering.hpp"
#include "zone/zone.hpp"

using namespace crowfly;

namespace {

using Words = std::vector<std::uint32_t>;
using Zone = zone::Zone;

Words random_words(Rng& random, std::size_t count, std::uint32_t values) {
    Words words(count);
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random.below(values));
    return words;
}

Network network_with(std::size_t slots) {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    for (std::size_t i = 0; i < slots; ++i) {
        Slot slot;
        slot.least = -5;
        slot.greatest = 1 << 20;
        network.slots.push_back(slot);
    }
    network.state_slots = static_cast<std::uint32_t>(slots);
    return network;
}

// A zone that is not empty, cut a few times at random.
template <class B = zone::Bound>
zone::BasicZone<B> random_zone(Rng& random, std::size_t n, std::int64_t largest) {
    zone::BasicZone<B> z(n * n);
    zone::set_all(z.data(), n);
    for (std::size_t cuts = random.below(2 * n + 1); cuts > 0; --cuts) {
        const auto i = static_cast<zone::Clock>(random.below(n));
        const auto j = static_cast<zone::Clock>(random.below(n));
        const auto value = static_cast<B>(
            static_cast<std::int64_t>(random.below(2 * static_cast<std::uint64_t>(largest) + 1)) - largest);
        zone::BasicZone<B> cut = z;
        if (i != j && zone::constrain(cut.data(), n, i, j, zone::bound<B>(value, random.below(2) == 0))) z = cut;
    }
    return z;
}

std::vector<std::int64_t> random_bounds(Rng& random, std::size_t n, std::int64_t largest) {
    std::vector<std::int64_t> bounds(n);
    for (std::size_t i = 1; i < n; ++i) {
        bounds[i] = random.below(4) == 0
                        ? zone::none
                        : static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(largest) + 1));
    }
    return bounds;
}

template <class Cell, class B>
std::vector<Cell> cells_of(const std::vector<B>& z) {
    std::vector<Cell> cells;
    for (const B b : z) cells.push_back(zone::narrowed<Cell>(b));
    return cells;
}

// A signature that was made before another zone required that more bits are dropped.
template <class B>
zone::Signature rescaled_signature(Rng& random, zone::SignatureScale& scale, const zone::BasicZone<B>& z, std::size_t n,
                                   std::int64_t largest) {
    scale.widen(z.data(), n);
    CHECK_FALSE(scale.widen(z.data(), n));
    zone::Signature signature = scale.signature_of(z.data(), n);
    const zone::SignatureScale before = scale;
    scale.widen(random_zone<B>(random, n, 10 * largest).data(), n);
    scale.rescale(signature, before);
    CHECK(signature.cells == scale.signature_of(z.data(), n).cells);
    return signature;
}

template <class Cell, class B = zone::Bound>
void compare_as_defined(Rng& random, std::int64_t largest) {
    const std::size_t n = 1 + random.below(11);
    const auto stored = random_zone<B>(random, n, largest);
    const auto added = random_zone<B>(random, n, largest);
    const auto lower = random_bounds(random, n, largest);
    const auto upper = random_bounds(random, n, largest);
    const std::vector<Cell> cells = cells_of<Cell>(stored);
    zone::SignatureScale scale;
    const zone::Signature signature = rescaled_signature(random, scale, stored, n, largest);
    zone::Covering<Cell, B> covering;
    covering.prepare(added.data(), n);
    covering.prepare_signature(scale);
    CHECK(covering.is_covered_by(cells.data()) == zone::includes(stored.data(), added.data(), n));
    CHECK(covering.covers(cells.data()) == zone::includes(added.data(), stored.data(), n));
    if (covering.is_covered_by(cells.data())) CHECK(covering.may_be_covered_by(signature));
    if (covering.covers(cells.data())) CHECK(covering.may_cover(signature));
    covering.prepare(added.data(), n, lower.data(), upper.data());
    covering.prepare_signature(scale);
    CHECK(covering.is_covered_by(cells.data()) ==
          zone::includes_alu(stored.data(), added.data(), n, lower.data(), upper.data()));
    CHECK(covering.covers(cells.data()) ==
          zone::includes_alu(added.data(), stored.data(), n, lower.data(), upper.data()));
    if (covering.is_covered_by(cells.data())) CHECK(covering.may_be_covered_by(signature));
    if (covering.covers(cells.data())) CHECK(covering.may_cover(signature));
}

}  // namespace

TEST_CASE("a table numbers vectors, finds them again, and forgets those erased") {
    for (const bool frugal : {false, true}) {
        Rng random(7);
        StateTable table(3, 3, frugal);
        std::map<Words, StateId> known;
        for (int i = 0; i < 60'000; ++i) {
            const Words words = random_words(random, 3, 20);
            const auto before = known.find(words);
            if (random.below(3) == 0) {
                CHECK(table.find(words.data()) ==
                      (before == known.end() ? std::nullopt : std::optional(before->second)));
                if (before == known.end()) continue;
                table.erase(before->second);
                known.erase(before);
            } else {
                const StateTable::Inserted inserted = table.insert(words.data());
                REQUIRE(inserted.fresh == (before == known.end()));
                if (!inserted.fresh) CHECK(inserted.id == before->second);
                known[words] = inserted.id;
            }
        }
        CHECK(table.size() == known.size());
        for (const auto& entry : known) CHECK(Words(table.at(entry.second), table.at(entry.second) + 3) == entry.first);
    }
}

TEST_CASE("a set of states gives back what was put in, compressed or not") {
    for (std::size_t slots = 1; slots <= 9; ++slots) {
        const Network network = network_with(slots);
        const Layout layout(network);
        for (const bool compressed : {false, true}) {
            Rng random(slots);
            StateSet set(layout, compressed);
            std::map<Words, StateId> known;
            for (int i = 0; i < 3000; ++i) {
                const Words words = random_words(random, layout.words(), 6);
                const StateTable::Inserted inserted = set.insert(words.data());
                CHECK(inserted.fresh == known.insert({words, inserted.id}).second);
                CHECK(known[words] == inserted.id);
            }
            CHECK(set.size() == known.size());
            for (const auto& entry : known) {
                Words back(layout.words());
                set.read(entry.second, back.data());
                CHECK(back == entry.first);
            }
        }
    }
}

// What a set must do, against a map of the library. Parts of vectors repeat if there are few values.
void put_and_read(StateSet& set, std::size_t words, std::uint32_t first_values, std::uint32_t later_values) {
    constexpr int count = tiny::share(100'000);
    Rng random(17);
    std::map<Words, StateId> known;
    Words last(words);
    for (int i = 0; i < count; ++i) {
        const std::uint32_t values = i < count / 3 ? first_values : later_values;
        set.reorganise();
        if (i > 0 && random.below(4) != 0) set.read(static_cast<StateId>(random.below(set.size())), last.data());
        last[random.below(words)] = static_cast<std::uint32_t>(random.below(values));
        last[random.below(words)] = static_cast<std::uint32_t>(random.below(values));
        const auto before = known.find(last);
        REQUIRE(set.find(last.data()) == (before == known.end() ? std::nullopt : std::optional(before->second)));
        const StateTable::Inserted inserted = set.insert(last.data());
        REQUIRE(inserted.fresh == (before == known.end()));
        REQUIRE(inserted.id == (inserted.fresh ? known.size() : before->second));
        known.try_emplace(last, inserted.id);
    }
    REQUIRE(set.size() == known.size());
    for (const auto& entry : known) {
        set.read(entry.second, last.data());
        REQUIRE(last == entry.first);
    }
}

// It may be a little larger between two looks at which form is the smaller one.
TEST_CASE("a compressed set is hardly larger where parts of states do not repeat, and much smaller if they do") {
    for (const std::size_t words : {1, 3, 8, 13}) {
        const Layout layout(network_with(words));
        REQUIRE(layout.words() == words);
        for (const auto& [first_values, later_values] : {std::pair{1U << 20, 1U << 20}, {3U, 3U}, {40U, 1U << 20}}) {
            StateSet plain(layout, false), compressed(layout, true);
            put_and_read(plain, words, first_values, later_values);
            put_and_read(compressed, words, first_values, later_values);
            CHECK(bytes_of(compressed) <= bytes_of(plain) + bytes_of(plain) / 10);
            if (later_values == 3 && words >= 13) CHECK(bytes_of(compressed) <= 12 * compressed.size());
        }
    }
}

TEST_CASE("vectors of any number of bits are the same after a tree of shared parts has taken them apart") {
    Rng random(23);
    for (int i = 0; i < 200; ++i) {
        std::vector<std::uint32_t> used_bits(1 + random.below(12));
        for (std::uint32_t& bits : used_bits) bits = static_cast<std::uint32_t>(random.below(33));
        StateTree tree(used_bits, used_bits.size());
        std::vector<Words> known;
        for (int j = 0; j < 50; ++j) {
            Words words(used_bits.size());
            for (std::size_t w = 0; w < words.size(); ++w)
                words[w] = static_cast<std::uint32_t>(random.below(std::uint64_t{1} << used_bits[w]));
            if (tree.insert(words.data(), tree.root_of(words.data())).fresh) known.push_back(words);
            CHECK(tree.find(words.data()));
        }
        REQUIRE(tree.size() == known.size());
        for (StateId id = 0; id < known.size(); ++id) {
            Words back(used_bits.size());
            tree.read(id, back.data());
            CHECK(back == known[id]);
        }
    }
}

TEST_CASE("the slots of a process are neighbours") {
    Network network = network_with(8);
    for (Slot& slot : network.slots) slot.greatest = slot.least + 255;
    for (std::uint32_t p = 0; p < 2; ++p) {
        Process process;
        process.slot = p;
        network.processes.push_back(process);
        Edge edge;
        edge.process = p;
        for (const std::uint32_t slot : {2 + p, 4 + p, 6 + p}) edge.footprint.writes.add(slot);
        network.edges.push_back(edge);
    }
    const Layout layout(network);
    REQUIRE(layout.words() == 2);
    Words packed(2);
    std::vector<std::int32_t> slots(8, -5);
    for (const std::size_t s : {1, 3, 5, 7}) slots[s] = 250;
    layout.pack(slots, packed.data());
    CHECK(packed == Words{0, ~0U});
}

TEST_CASE("unpacking gives back what was packed, whatever the ranges of slots are") {
    Rng random(5);
    for (int i = 0; i < 300; ++i) {
        Network network = network_with(7);
        std::vector<std::int32_t> slots;
        for (std::size_t s = 0; s < 7; ++s) {
            const std::int64_t width = std::int64_t{1} << random.below(32);
            const std::int64_t least = -static_cast<std::int64_t>(random.below(2)) * (width / 2);
            network.slots[s].least = static_cast<std::int32_t>(least);
            network.slots[s].greatest = static_cast<std::int32_t>(least + width - 1);
            const std::int64_t above[] = {0, width - 1,
                                          static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(width)))};
            slots.push_back(static_cast<std::int32_t>(least + above[random.below(3)]));
        }
        const Layout layout(network);
        Words packed(layout.words());
        layout.pack(slots, packed.data());
        std::vector<std::int32_t> back(7);
        layout.unpack(packed.data(), back);
        CHECK(back == slots);
    }
}

TEST_CASE("replacing one slot is packing with another value") {
    Rng random(3);
    const Network network = network_with(7);
    const Layout layout(network);
    std::vector<std::int32_t> slots(7);
    for (int i = 0; i < 500; ++i) {
        for (std::int32_t& slot : slots) slot = static_cast<std::int32_t>(random.below(1000)) - 5;
        Words packed(layout.words());
        layout.pack(slots, packed.data());
        const auto changed = static_cast<std::uint32_t>(random.below(7));
        slots[changed] = static_cast<std::int32_t>(random.below(1 << 20)) - 5;
        layout.replace(packed.data(), changed, slots[changed]);
        Words anew(layout.words());
        layout.pack(slots, anew.data());
        CHECK(packed == anew);
    }
}

TEST_CASE("zones are compared as inclusion and a_LU define it, with 16 and with 32 bits") {
    Rng random(11);
    for (std::size_t i = 0; i < tiny::share(20'000); ++i) {
        compare_as_defined<zone::NarrowBound>(random, 6);
        compare_as_defined<zone::NarrowBound>(random, 300);
        compare_as_defined<zone::Bound>(random, 6);
        compare_as_defined<zone::Bound>(random, 100'000);
        compare_as_defined<zone::NarrowBound, zone::WideBound>(random, 6);
        compare_as_defined<zone::WideBound, zone::WideBound>(random, 6);
        compare_as_defined<zone::WideBound, zone::WideBound>(random, std::int64_t{1} << 40);
    }
}

TEST_CASE("a zone too wide for 16 bits is compared rightly with one that is not") {
    Rng random(13);
    for (int i = 0; i < 5'000; ++i) {
        const std::size_t n = 2 + random.below(4);
        const Zone stored = random_zone(random, n, 9);
        const Zone added = random_zone(random, n, 40'000);
        zone::Covering<zone::NarrowBound, zone::Bound> covering;
        covering.prepare(added.data(), n);
        const auto cells = cells_of<zone::NarrowBound>(stored);
        CHECK(covering.is_covered_by(cells.data()) == zone::includes(stored.data(), added.data(), n));
        CHECK(covering.covers(cells.data()) == zone::includes(added.data(), stored.data(), n));
    }
}

TEST_CASE_TEMPLATE("a pool keeps each zone once and as long as somebody holds it", B, zone::Bound, zone::WideBound) {
    Rng random(17);
    BasicZonePool<B> pool;
    const zone::BasicZone<B> a = random_zone<B>(random, 3, 5);
    zone::BasicZone<B> wide = a;
    zone::set_all(wide.data(), 3);
    REQUIRE(zone::constrain(wide.data(), 3, 1, 0, zone::at_most<B>(zone::range<B>)));
    const auto first = pool.insert(a.data(), 3);
    CHECK(pool.insert(a.data(), 3) == first);
    const auto second = pool.insert(wide.data(), 3);
    CHECK(pool.size() == 2);
    zone::BasicZone<B> back(9);
    pool.read(second, 3, back.data());
    CHECK(back == wide);
    pool.release(first, 3);
    pool.read(first, 3, back.data());
    CHECK(back == a);
    pool.release(first, 3);
    CHECK(pool.size() == 1);
}
