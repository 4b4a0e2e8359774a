// Spaces that forget states: those that are kept are the same as before, with their parents if these are kept, and what
// was forgotten is new when it is generated again.
#include <doctest/doctest.h>

#include <vector>

#include "base/rng.hpp"
#include "network/formula.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

// Breadth first, up to some number of states.
template <class Space>
void fill(Space& space, std::size_t most) {
    REQUIRE(space.start());
    while (space.next()) space.add(no_node);
    for (NodeId node = 0; node < space.nodes() && space.nodes() < most; ++node) {
        if (space.is_covered(node) || !space.expand(node)) continue;
        while (space.next()) space.add(node);
    }
}

template <class Space>
void check_forgetting(Space& space, Rng& random) {
    fill(space, 200);
    std::vector<NodeId> kept;
    std::vector<std::vector<std::int32_t>> slots;
    std::vector<NodeId> parents;
    for (NodeId node = 0; node < space.nodes(); ++node) {
        if (random.below(2) == 0) continue;
        kept.push_back(node);
        space.read(node, slots.emplace_back());
        parents.push_back(space.parent(node));
    }
    const Renumbering renumbered(kept, space.nodes());
    std::vector<bool> covered;
    for (const NodeId node : kept) covered.push_back(space.is_covered(node));
    space.keep_only(kept);
    REQUIRE(space.nodes() == kept.size());
    for (NodeId node = 0; node < kept.size(); ++node) {
        std::vector<std::int32_t> read;
        space.read(node, read);
        CHECK(read == slots[node]);
        CHECK(space.parent(node) == renumbered[parents[node]]);
        CHECK(space.is_covered(node) == covered[node]);
    }
    // Each is known to the space that holds it.
    const std::size_t before = space.nodes();
    fill(space, before + 50);
    CHECK(space.stored() <= space.nodes());
    for (NodeId node = 0; node < kept.size(); ++node) {
        std::vector<std::int32_t> read;
        space.read(node, read);
        CHECK(read == slots[node]);
    }
}

}  // namespace

TEST_CASE("what a space keeps stays as it is") {
    for (std::uint64_t seed = 94'000'000; seed < 94'000'000 + tiny::budget(60); ++seed) {
        Rng random(seed);
        tiny::Shape shape;
        shape.processes = {2, 4};
        const bool is_timed = seed % 2 == 0;
        if (!is_timed) shape.clocks = {0, 0};
        tiny::Loaded loaded(tiny::random_net(random, shape));
        const Network& network = loaded.network();
        if (is_timed) {
            ZoneSpace space(network, Layout(network), use_of(Formula{}), Abstraction::a_lu, false);
            check_forgetting(space, random);
        } else {
            DiscreteSpace space(network, Layout(network), false);
            check_forgetting(space, random);
        }
    }
}
