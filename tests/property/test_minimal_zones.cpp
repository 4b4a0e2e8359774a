// Zones in minimal constraint form, and parents in two bits, against plain containers.
#include <algorithm>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "network/network.hpp"
#include "space/layout.hpp"
#include "space/parents.hpp"
#include "space/zones/minimal_zones.hpp"
#include "space/zones/zone_store.hpp"
#include "zone/zone.hpp"

using namespace crowfly;

namespace {

// Not empty. Clocks that were reset together are equal, as in the zones of a search.
template <class B>
zone::BasicZone<B> random_clocks(Rng& random, std::size_t n, std::int64_t largest) {
    zone::BasicZone<B> z(n * n);
    zone::set_zero(z.data(), n);
    for (std::size_t steps = 1 + random.below(2 * n); steps > 0; --steps) {
        const auto x = static_cast<zone::Clock>(random.below(n));
        const auto value = static_cast<B>(random.below(static_cast<std::uint64_t>(largest) + 1));
        zone::BasicZone<B> cut = z;
        zone::up(cut.data(), n);
        const bool is_lower = random.below(2) == 0;
        const B bound = zone::bound<B>(is_lower ? -value : value, random.below(2) == 0);
        if (x != 0 && zone::constrain(cut.data(), n, is_lower ? 0 : x, is_lower ? x : 0, bound)) z = cut;
        if (x != 0 && random.below(2) == 0) zone::reset(z.data(), n, x, 0);
    }
    return z;
}

Network network_of_one_slot() {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    Slot slot;
    slot.least = 0;
    slot.greatest = 1 << 20;
    network.slots.push_back(slot);
    network.state_slots = 1;
    return network;
}

}  // namespace

TEST_CASE_TEMPLATE("records in minimal form give back their zones and see what they include", B, zone::Bound,
                   zone::WideBound) {
    for (const std::int64_t largest : {9, 1000, 100'000}) {
        Rng random(static_cast<std::uint64_t>(largest));
        BasicMinimalZones<B> zones;
        struct Known {
            typename BasicMinimalZones<B>::Id id;
            zone::BasicZone<B> z;
            std::size_t n;
        };
        std::vector<Known> known;
        std::size_t refused = 0;
        for (int i = 0; i < 2000; ++i) {
            const std::size_t n = 8 + random.below(12);
            const auto z = random_clocks<B>(random, n, largest);
            const auto id = zones.insert(z.data(), n);
            refused += id ? 0U : 1U;
            if (id) known.push_back({*id, z, n});
            if (known.empty() || random.below(3) != 0) continue;
            const std::size_t erased = random.below(known.size());
            zones.erase(known[erased].id);
            known.erase(known.begin() + static_cast<std::ptrdiff_t>(erased));
        }
        CHECK(refused < 1000);
        REQUIRE(zones.size() == known.size());
        for (const Known& k : known) {
            zone::BasicZone<B> back(k.n * k.n);
            zones.read(k.id, k.n, back.data());
            REQUIRE(back == k.z);
            const auto other = random_clocks<B>(random, k.n, largest);
            CHECK(zones.includes(k.id, other.data()) == zone::includes(k.z.data(), other.data(), k.n));
            CHECK(zones.includes(k.id, k.z.data()));
            zone::BasicZone<B> row(k.n);
            zones.read_first_row(k.id, k.n, row.data());
            CHECK(std::equal(row.begin(), row.end(), k.z.begin()));
        }
    }
}

TEST_CASE("bounds that would overflow when a matrix is computed again are not kept in minimal form") {
    constexpr std::size_t n = 200;
    zone::Zone z(n * n);
    zone::set_zero(z.data(), n);
    zone::up(z.data(), n);
    BasicMinimalZones<zone::Bound> zones;
    CHECK(zones.insert(z.data(), n));
    REQUIRE(zone::constrain(z.data(), n, 1, 0, zone::at_most(zone::range<zone::Bound>)));
    CHECK_FALSE(zones.insert(z.data(), n));
}

// Several zones of a state force comparisons with zones in minimal form, which a store uses once it holds many zones
// that are all different.
TEST_CASE("a store whose zones are in minimal form keeps the same antichains") {
    const Network network = network_of_one_slot();
    constexpr std::size_t n = 9;
    const std::vector<std::int64_t> bounds(n, 40);
    for (const Comparison comparison : {Comparison::inclusion, Comparison::simulation}) {
        Rng random(29);
        ZoneStore store(Layout(network), comparison, false);
        const auto is_covered = [&](const zone::Zone& a, const zone::Zone& b) {
            return comparison == Comparison::inclusion
                       ? zone::includes(b.data(), a.data(), n)
                       : zone::includes_alu(b.data(), a.data(), n, bounds.data(), bounds.data());
        };
        std::map<std::uint32_t, std::map<NodeId, zone::Zone>> kept;
        std::size_t covered = 0;
        for (std::uint32_t i = 0; i < 8000; ++i) {
            const std::uint32_t state = i < 3000 ? i : static_cast<std::uint32_t>(random.below(3000));
            auto& zones = kept[state];
            auto z = random_clocks<zone::Bound>(random, n, 60);
            if (!zones.empty() && random.below(2) == 0) {
                z = zones.begin()->second;
                zone::up(z.data(), n);
            }
            const bool expected =
                std::ranges::any_of(zones, [&](const auto& entry) { return is_covered(z, entry.second); });
            const NodeId node = store.add(&state, z.data(), n, bounds.data(), bounds.data(), no_node);
            REQUIRE((node == no_node) == expected);
            if (expected) continue;
            covered += std::erase_if(zones, [&](const auto& entry) { return is_covered(entry.second, z); });
            zones.emplace(node, z);
            REQUIRE(store.stored() == store.nodes() - covered);
        }
        CHECK(store.minimal_zones() > 1500);
        CHECK(covered > 100);
        for (const auto& [state, zones] : kept) {
            for (const auto& [node, z] : zones) {
                zone::Zone back(n * n);
                store.zone(node, n, back.data());
                REQUIRE(back == z);
                REQUIRE_FALSE(store.is_covered(node));
            }
        }
    }
}

TEST_CASE("a store in which nodes share zones keeps matrices") {
    const Network network = network_of_one_slot();
    Rng random(31);
    const auto z = random_clocks<zone::Bound>(random, 9, 60);
    const std::vector<std::int64_t> bounds(9, 40);
    ZoneStore store(Layout(network), Comparison::simulation, false);
    for (std::uint32_t state = 0; state < 5000; ++state)
        store.add(&state, z.data(), 9, bounds.data(), bounds.data(), no_node);
    CHECK(store.minimal_zones() == 0);
    CHECK(store.zones() == 1);
}

TEST_CASE("parents are found again, in order, with gaps, and once the order is broken") {
    for (const bool is_broken : {false, true}) {
        Rng random(37);
        Parents parents;
        std::vector<NodeId> known;
        NodeId parent = no_node;
        for (int i = 0; i < 200'000; ++i) {
            if (random.below(3) == 0)
                parent += 1 + static_cast<NodeId>(random.below(random.below(100) == 0 ? 2000 : 3));
            if (parent >= known.size()) parent = known.empty() ? no_node : static_cast<NodeId>(known.size() - 1);
            const NodeId given = is_broken && i == 140'000 ? 17 : parent;
            parents.push_back(given);
            known.push_back(given);
        }
        for (NodeId node = 0; node < known.size(); ++node) REQUIRE(parents[node] == known[node]);
        CHECK(bytes_of(parents) < (is_broken ? 2 : 1) * known.size());
        for (const NodeId changed : {190'000U, 77U, 150'000U}) {
            parents.set(changed, 5);
            known[changed] = 5;
        }
        for (NodeId node = 0; node < known.size(); ++node) REQUIRE(parents[node] == known[node]);
    }
}
