// The reference that random networks are held to has to be right itself: small networks whose answers one can see.
#include <doctest/doctest.h>

#include "tiny/generate.hpp"
#include "tiny/reference.hpp"
#include "tiny/shrink.hpp"

using namespace crowfly::tiny;

namespace {

ClockTest x(Relation relation, int value) { return {1, 0, relation, value, -1}; }

Location location(std::vector<ClockTest> invariant = {}) {
    Location result;
    result.invariant.clocks = std::move(invariant);
    return result;
}

Edge edge(int source, int target, std::vector<ClockTest> guard = {}, std::vector<Update> updates = {}) {
    Edge result;
    result.source = source;
    result.target = target;
    result.guard.clocks = std::move(guard);
    result.updates = std::move(updates);
    return result;
}

Edge synchronising(Edge edge, Sync sync) {
    edge.sync = sync;
    return edge;
}

// One process, one clock.
Net lone(std::vector<Location> locations, std::vector<Edge> edges) {
    Net net;
    net.clocks = 1;
    net.processes.push_back({std::move(locations), std::move(edges)});
    return net;
}

Question question(Question::Kind kind, Claim claim) {
    Question result;
    result.kind = kind;
    result.first = std::move(claim);
    return result;
}

Answer answer(const Net& net, const Question& question, int horizon = 0) {
    Extent extent;
    extent.constants = 5;
    extent.diagonals = has_diagonals(question.first);
    extent.horizon = horizon;
    return Reference(net, extent).answer(question);
}

bool eventually(const Net& net, Claim claim) {
    return *answer(net, question(Question::Kind::exists_eventually, std::move(claim))).holds;
}
bool can_stay(const Net& net, Claim claim) {
    return *answer(net, question(Question::Kind::exists_globally, std::move(claim))).holds;
}
bool must_come(const Net& net, Claim claim) {
    return *answer(net, question(Question::Kind::always_eventually, std::move(claim))).holds;
}

const Update reset{Update::Kind::set_clock, 1, 0};

}  // namespace

TEST_CASE("time leads a clock through points and intervals until it is beyond its cap") {
    const Regions regions({1}, false);
    Region region = regions.zero();
    for (const int code : {0, 1, 2, 3, 3}) {
        CHECK(regions.code(region, 1) == code);
        CHECK(regions.is_instant(region) == (code % 2 == 0));
        CHECK(regions.is_final(region) == (code == 3));
        region = regions.later(region);
    }
}

TEST_CASE("the clock with the larger fraction is whole first") {
    const Regions regions({2, 2}, false);
    Region region = regions.later(regions.zero());
    regions.set(region, 2, 0);       // 0 < x1 < 1, x2 = 0
    region = regions.later(region);  // 0 < x2 < x1 < 1
    region = regions.later(region);  // x1 = 1
    CHECK(regions.code(region, 1) == 2);
    CHECK(regions.code(region, 2) == 1);
    region = regions.later(region);
    region = regions.later(region);  // x2 = 1
    CHECK(regions.code(region, 1) == 3);
    CHECK(regions.code(region, 2) == 2);
}

TEST_CASE("differences outlive caps, if asked for") {
    const Regions regions({2, 2}, true);
    Region region = regions.later(regions.later(regions.zero()));  // both 1
    regions.set(region, 2, 0);
    for (int i = 0; i < 8; ++i) region = regions.later(region);
    CHECK(regions.is_final(region));
    CHECK(regions.satisfies(region, 1, 2, Relation::equal, 1));
    regions.copy(region, 2, 1);
    CHECK(regions.satisfies(region, 1, 2, Relation::equal, 0));
}

TEST_CASE("what guards and invariants allow is reached, with the fewest steps") {
    const Net net =
        lone({location({x(Relation::at_most, 2)}), location(), location()},
             {edge(0, 1, {x(Relation::at_least, 2)}), edge(0, 2, {x(Relation::greater, 2)}), edge(0, 0, {}, {reset})});
    CHECK(eventually(net, at(0, 1)));
    CHECK(answer(net, question(Question::Kind::exists_eventually, at(0, 1))).steps == 1);
    CHECK_FALSE(eventually(net, at(0, 2)));
    CHECK_FALSE(eventually(net, both(at(0, 1), holds(x(Relation::less, 2)))));
    CHECK(eventually(net, both(at(0, 1), holds(x(Relation::greater, 5)))));
    CHECK(*answer(net, question(Question::Kind::always_globally, either(at(0, 1), holds(x(Relation::at_most, 2)))))
               .holds);
}

TEST_CASE("a transition into a violated invariant does not exist") {
    const Net net = lone({location(), location({x(Relation::less, 1)})}, {edge(0, 1, {x(Relation::at_least, 1)})});
    CHECK_FALSE(eventually(net, at(0, 1)));
    CHECK(eventually(net, deadlock()));
}

TEST_CASE("deadlock: no action now or after any delay") {
    CHECK_FALSE(eventually(
        lone({location({x(Relation::at_most, 2)})}, {edge(0, 0, {x(Relation::at_least, 2)}, {reset})}), deadlock()));
    const Net missable = lone({location()}, {edge(0, 0, {x(Relation::equal, 2)}, {reset})});
    CHECK(eventually(missable, both(deadlock(), holds(x(Relation::greater, 2)))));
    CHECK_FALSE(eventually(missable, both(deadlock(), holds(x(Relation::at_most, 2)))));
}

TEST_CASE("who may stay, and who has to go on") {
    CHECK(can_stay(lone({location(), location()}, {edge(0, 1)}), at(0, 0)));  // nobody has to move
    const Net bounded = lone({location({x(Relation::at_most, 2)}), location()}, {edge(0, 1)});
    CHECK_FALSE(can_stay(bounded, at(0, 0)));
    CHECK(must_come(bounded, at(0, 1)));
    // Time is up and nothing is possible: the run ends there.
    CHECK(can_stay(lone({location({x(Relation::at_most, 2)}), location()}, {edge(0, 1, {x(Relation::greater, 2)})}),
                   at(0, 0)));
    CHECK(can_stay(lone({location({x(Relation::less, 2)})}, {}), at(0, 0)));
    // A statement about a clock has to hold while waiting.
    CHECK_FALSE(can_stay(lone({location()}, {}), holds(x(Relation::at_most, 1))));
    CHECK(can_stay(lone({location()}, {edge(0, 0, {}, {reset})}), holds(x(Relation::at_most, 1))));
}

TEST_CASE("infinitely many actions in no time are a run like any other") {
    Net net = lone({location(), location()}, {edge(0, 0), edge(0, 1)});
    net.processes[0].locations[0].urgent = true;
    CHECK(can_stay(net, at(0, 0)));
    CHECK_FALSE(must_come(net, at(0, 1)));
}

TEST_CASE("leads to: from every reachable state") {
    const Net net =
        lone({location(), location({x(Relation::at_most, 1)}), location()}, {edge(0, 1, {}, {reset}), edge(1, 2)});
    Question asked = question(Question::Kind::leads_to, at(0, 1));
    asked.second = at(0, 2);
    CHECK(*answer(net, asked).holds);
    asked.first = at(0, 0);
    CHECK_FALSE(*answer(net, asked).holds);
}

TEST_CASE("the least time, and whether it is attained") {
    const auto least = [](Relation relation) {
        Question asked = question(Question::Kind::exists_eventually, at(0, 1));
        asked.fastest = true;
        const Net net = lone({location(), location()},
                             {edge(0, 0, {x(Relation::equal, 2)}, {reset}), edge(0, 1, {x(relation, 3)})});
        return answer(net, asked, 10).least_time;
    };
    CHECK(least(Relation::at_least) == Extreme{3, true, false});
    CHECK(least(Relation::greater) == Extreme{3, false, false});
}

TEST_CASE("extreme values of clocks and integers") {
    Net net = lone({location({x(Relation::less, 3)}), location()},
                   {edge(0, 1, {x(Relation::at_least, 1)}, {{Update::Kind::add, 0, 2}})});
    net.variables.push_back(4);
    Question asked = question(Question::Kind::sup, at(0, 0));
    asked.clock = 1;
    CHECK(answer(net, asked).extreme == Extreme{3, false, false});
    asked.first = at(0, 1);
    CHECK(answer(net, asked).extreme->beyond_cap);
    asked.kind = Question::Kind::inf;
    CHECK(answer(net, asked).extreme == Extreme{1, true, false});
    asked.clock = 0;
    asked.variable = 0;
    CHECK(answer(net, asked).extreme == Extreme{2, true, false});
    asked.first = truth(false);
    CHECK_FALSE(answer(net, asked).extreme.has_value());
}

TEST_CASE("all who can receive a broadcast do, and committed locations go first") {
    Net net;
    net.channels.push_back({true, false});
    net.processes.push_back({{location(), location()}, {synchronising(edge(0, 1), Sync::send)}});
    net.processes.push_back({{location(), location()}, {synchronising(edge(0, 1), Sync::receive)}});
    CHECK_FALSE(eventually(net, both(at(0, 1), at(1, 0))));
    net.processes.push_back({{location(), location()}, {edge(0, 1)}});
    CHECK(eventually(net, both(at(0, 0), at(2, 1))));
    net.processes[1].locations[0].committed = true;
    CHECK_FALSE(
        eventually(net, both(at(0, 0), at(2, 1))));  // the receiver is committed, so its synchronisation goes first
    CHECK(eventually(net, both(at(0, 1), at(2, 1))));
}

TEST_CASE("an urgent channel stops time once its guards hold, even if nothing comes of it") {
    Net net = lone({location(), location({x(Relation::at_most, 0)})},
                   {synchronising(edge(0, 1, {x(Relation::at_least, 1)}), Sync::send)});
    net.channels.push_back({true, true});
    CHECK(eventually(net, holds(x(Relation::equal, 1))));
    CHECK_FALSE(eventually(net, holds(x(Relation::greater, 1))));
    CHECK(eventually(net, deadlock()));
}

TEST_CASE("shrinking keeps what makes a case fail and nothing else") {
    crowfly::Rng rng(7);
    Shape shape;
    shape.processes = {3, 3};
    Case start{random_net(rng, shape), {}};
    start.question.first = random_claim(rng, start.net, shape);
    const auto resets = [](const Case& c) {
        for (const Process& process : c.net.processes) {
            for (const Edge& edge : process.edges) {
                if (edge.source == edge.target) continue;
                for (const Update& update : edge.updates) {
                    if (update.kind == Update::Kind::set_clock) return true;
                }
            }
        }
        return false;
    };
    REQUIRE(resets(start));
    const Case smallest = shrink(start, resets);
    CHECK(to_xta(smallest.net) ==
          "clock x1;\nprocess P0() {\n    state L0, L1;\n    init L0;\n    trans\n        L0 -> L1 { assign x1 = 0; "
          "};\n}\nsystem P0;\n");
    CHECK(smallest.question.first.kind == Claim::Kind::truth);
}

TEST_CASE("the same seed gives the same network") {
    const auto text = [](std::uint64_t seed) {
        crowfly::Rng rng(seed);
        return to_xta(random_net(rng, {}));
    };
    CHECK(text(5) == text(5));
    CHECK(text(5) != text(6));
}
