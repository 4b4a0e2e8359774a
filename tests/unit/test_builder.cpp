// The same network by the builder and from UPPAAL's text: same slots, footprints, transitions and clock bounds, same
// reachable states, same verdicts.
#include <doctest/doctest.h>

#include "network/compile/builder.hpp"
#include "search/schedule/reachability.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

constexpr const char* as_text = R"(
    clock x; int[0,3] n = 1; chan go;
    process P() {
        state a { x <= 5 }, b;
        init a;
        trans a -> b { guard x >= 2 && n < 3; sync go!; assign n = n + 1, x = 0; },
              b -> a { guard n == 2 && x > 1; },
              b -> b { guard n != 2; };
    }
    process Q() {
        state c, d;
        init c;
        trans c -> d { sync go?; },
              d -> c { guard n > 0; assign n = n > 2 ? 1 : n; };
    }
    system P, Q;
)";

struct Built {
    Built() {
        const ClockIndex x = builder.add_clock("x");
        const Expression value = variable(n = builder.add_variable("n", 0, 3, 1));
        const ChannelIndex go = builder.add_channel({"go", false, false, 0, {}});
        const ProcessIndex p = builder.add_process("P");
        const ProcessIndex q = builder.add_process("Q");
        const std::uint32_t a = builder.add_location(p, {.name = "a", .clock_invariant = {{x, 0, 5}}});
        const std::uint32_t b = builder.add_location(p, {.name = "b"});
        const std::uint32_t c = builder.add_location(q, {.name = "c"});
        const std::uint32_t d = builder.add_location(q, {.name = "d"});
        builder.add_edge({.process = p,
                          .source = a,
                          .target = b,
                          .guard = {operation(OpCode::less, value, constant(3))},
                          .clock_guard = {{x, 0, 2, true}},
                          .sync = Sync::send,
                          .channel = go,
                          .updates = {{{n, operation(OpCode::add, value, constant(1))}}},
                          .clock_updates = {{x, 0}}});
        builder.add_edge({.process = p,
                          .source = b,
                          .target = a,
                          .guard = {equals(value, 2)},
                          .clock_guard = {{x, 0, 1, true, true}}});
        builder.add_edge({.process = p, .source = b, .target = b, .guard = {negated(equals(value, 2))}});
        builder.add_edge({.process = q, .source = c, .target = d, .sync = Sync::receive, .channel = go});
        builder.add_edge(
            {.process = q,
             .source = d,
             .target = c,
             .guard = {operation(OpCode::greater, value, constant(0))},
             .updates = {{{n, conditional(operation(OpCode::greater, value, constant(2)), constant(1), value)}}}});
        network = builder.finish();
    }

    NetworkBuilder builder;
    VariableId n{};
    Network network;
    std::shared_ptr<const Network> shared() const { return std::make_shared<const Network>(network); }
};

void check_same(const Footprint& ours, const Footprint& theirs) {
    CHECK(ours.reads == theirs.reads);
    CHECK(ours.writes == theirs.writes);
    CHECK(ours.certain_writes == theirs.certain_writes);
    CHECK(ours.clock_reads == theirs.clock_reads);
    CHECK(ours.clock_writes == theirs.clock_writes);
    CHECK(ours.clock_resets == theirs.clock_resets);
}

SearchResult searched(const Network& network, const Formula& formula) {
    SilentObserver observer;
    SearchResult result = search(network, formula, {}, {}, observer);
    CHECK_FALSE(result.stop);
    CHECK(result.unfinished.empty());
    return result;
}

}  // namespace

TEST_CASE("a built network is laid out as a compiled one") {
    const Built built;
    const Network compiled = network_of(as_text);
    REQUIRE(built.network.slots.size() == compiled.slots.size());
    for (std::size_t i = 0; i < compiled.slots.size(); ++i) {
        CHECK(built.network.slots[i].name == compiled.slots[i].name);
        CHECK(built.network.slots[i].kind == compiled.slots[i].kind);
        CHECK(built.network.slots[i].greatest == compiled.slots[i].greatest);
        CHECK(built.network.slots[i].initial == compiled.slots[i].initial);
    }
    CHECK(built.network.state_slots == compiled.state_slots);
    REQUIRE(built.network.edges.size() == compiled.edges.size());
    for (std::size_t i = 0; i < compiled.edges.size(); ++i) {
        CAPTURE(i);
        const Edge& ours = built.network.edges[i];
        const Edge& theirs = compiled.edges[i];
        CHECK(to_string(built.network, ours) == to_string(compiled, theirs));
        check_same(ours.footprint, theirs.footprint);
        check_same(ours.enabling, theirs.enabling);
        CHECK(ours.guard_clauses.count == theirs.guard_clauses.count);
        CHECK(ours.update_clauses.count == theirs.update_clauses.count);
        CHECK(ours.constraints.count == theirs.constraints.count);
    }
    REQUIRE(built.network.transitions.size() == compiled.transitions.size());
    for (std::size_t i = 0; i < compiled.transitions.size(); ++i)
        CHECK(edges_of(built.network.transitions[i]) == edges_of(compiled.transitions[i]));
    REQUIRE(built.network.clock_bounds.size() == compiled.clock_bounds.size());
    for (std::size_t i = 0; i < compiled.clock_bounds.size(); ++i) {
        REQUIRE(built.network.clock_bounds[i].size() == compiled.clock_bounds[i].size());
        for (std::size_t c = 0; c < compiled.clock_bounds[i].size(); ++c) {
            CHECK(built.network.clock_bounds[i][c].lower == compiled.clock_bounds[i][c].lower);
            CHECK(built.network.clock_bounds[i][c].upper == compiled.clock_bounds[i][c].upper);
        }
    }
}

TEST_CASE("a built network has the states and the verdicts of a compiled one") {
    Built built;
    std::size_t reachable = 0;
    for (std::int32_t n = 0; n <= 3; ++n) {
        for (std::int32_t p = 0; p < 2; ++p) {
            CAPTURE(n);
            CAPTURE(p);
            const Asked asked(as_text, "E<> n == " + std::to_string(n) + " && " + (p == 0 ? "P.a" : "P.b"));
            const Formula formula = built.builder.formula(
                all_of({equals(variable(built.n), n), equals(location_of(0), p)}), built.shared());
            const SearchResult ours = searched(built.network, formula);
            const SearchResult theirs = searched(asked.network(), as_reach(*asked.query).formula);
            CHECK(ours.found == theirs.found);
            CHECK(ours.statistics.explored == theirs.statistics.explored);
            CHECK(ours.statistics.stored == theirs.statistics.stored);
            reachable += ours.found ? 1 : 0;
        }
    }
    CHECK(reachable > 2);
    CHECK(reachable < 8);
}

TEST_CASE("a group of assignments is obeyed at once, groups one after the other") {
    for (const bool at_once : {true, false}) {
        NetworkBuilder builder;
        const VariableId a = builder.add_variable("a", 0, 1, 0);
        const VariableId b = builder.add_variable("b", 0, 1, 1);
        const ProcessIndex p = builder.add_process("P");
        builder.add_location(p, {.name = "l"});
        NetworkBuilder::EdgeDraft swap{.process = p, .name = "swap"};
        if (at_once)
            swap.updates = {{{a, variable(b)}, {b, variable(a)}}};
        else
            swap.updates = {{{a, variable(b)}}, {{b, variable(a)}}};
        builder.add_edge(swap);
        const auto shared = std::make_shared<const Network>(builder.finish());
        const Network& network = *shared;
        const Formula swapped = builder.formula(all_of({equals(variable(a), 1), equals(variable(b), 0)}), shared);
        CHECK(searched(network, swapped).found.has_value() == at_once);
        CHECK(to_string(network, network.edges[0]) == "swap");
    }
}
