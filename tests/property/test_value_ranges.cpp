// Laws: every state that a network reaches with its clocks ignored is within the ranges of values and among the reached
// locations; and what values and invariants rule out is in no reachable state.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "network/analyses/value_ranges.hpp"
#include "space/discrete/discrete_transitions.hpp"
#include "space/starts.hpp"
#include "tiny/budget.hpp"
#include "tiny/check.hpp"
#include "unit/support.hpp"

using namespace crowfly::tiny;

namespace {

using Slots = std::vector<std::int32_t>;

struct Walked {
    std::size_t states = 0;
    bool stopped = false;
};

void check_within(const crowfly::Network& network, const crowfly::ValueRanges& ranges, const Slots& state) {
    for (std::size_t slot = 0; slot < state.size(); ++slot) {
        if (ranges.slots[slot].contains(state[slot])) continue;
        CAPTURE(network.slots[slot].name);
        CAPTURE(state[slot]);
        FAIL("a value is outside of its range");
    }
    for (const crowfly::Process& process : network.processes)
        CHECK(ranges.is_reached(network, process.slot, static_cast<std::uint32_t>(state[process.slot])));
}

// All states, up to a number, each of which must be within the ranges.
Walked walk(const crowfly::Network& network, const crowfly::ValueRanges& ranges, std::size_t most) {
    crowfly::DiscreteTransitions steps(network);
    Walked walked;
    std::vector<Slots> waiting;
    Slots start = crowfly::first_start(network);
    do waiting.push_back(start);
    while (crowfly::next_start(network, start));
    std::set<Slots> seen(waiting.begin(), waiting.end());
    while (!waiting.empty() && seen.size() < most) {
        const Slots state = std::move(waiting.back());
        waiting.pop_back();
        check_within(network, ranges, state);
        if (!steps.expand(state)) walked.stopped = true;
        while (!walked.stopped && steps.next()) {
            const Slots next(steps.slots().begin(), steps.slots().end());
            if (seen.insert(next).second) waiting.push_back(next);
        }
        if (steps.stop()) walked.stopped = true;
        if (walked.stopped) break;
    }
    walked.states = seen.size();
    return walked;
}

// Values that are listed one by one, and too many for that.
Shape untimed(bool many_values) {
    Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {1, 3};
    shape.values = many_values ? Range{15, 40} : Range{2, 5};
    shape.largest_constant = many_values ? 20 : 3;
    shape.more_edges = {0, 3};
    shape.guards = 70;
    shape.invariants = 20;
    return shape;
}

Law law(std::uint64_t first_seed, std::size_t& decided) {
    Law law;
    law.questions = [](crowfly::Rng& rng, const Net& net, const Shape& shape) {
        std::vector<Question> questions(4);
        for (Question& question : questions) {
            question.kind = rng.below(2) == 0 ? Question::Kind::exists_eventually : Question::Kind::always_globally;
            question.first = random_claim(rng, net, shape);
        }
        return questions;
    };
    law.engines = {value_ranges_for_reachability(decided)};
    law.first_seed = first_seed;
    law.networks = 500;
    return law;
}

}  // namespace

TEST_CASE("every reachable state of a random network is within the ranges") {
    const std::uint64_t networks = budget(1000);
    std::size_t narrower = 0;
    for (std::uint64_t seed = 81'000'000; seed < 81'000'000 + networks; ++seed) {
        crowfly::Rng rng(seed);
        const Net net = random_net(rng, untimed(seed % 4 == 0));
        Loaded loaded(net);
        CAPTURE(seed);
        CAPTURE(to_xta(net));
        const crowfly::Network& network = loaded.network();
        const crowfly::ValueRanges ranges = find_value_ranges(network);
        REQUIRE(ranges.is_known);
        CHECK_FALSE(walk(network, ranges, 2000).stopped);
        for (std::size_t slot = 0; slot < network.slots.size(); ++slot)
            narrower += ranges.slots[slot].size() < declared_values(network.slots[slot]).size() ? 1 : 0;
    }
    CHECK(narrower > networks / 2);
}

TEST_CASE("what values and invariants rule out is not reachable") {
    std::size_t decided = 0;
    check(law(82'000'000, decided));
    CHECK(decided > share(100));
}

TEST_CASE("with variables in clock constraints, differences of clocks and invariants from below") {
    std::size_t decided = 0;
    Law clocks = law(83'000'000, decided);
    clocks.shape.variables = {1, 2};
    clocks.shape.invariants = 60;
    clocks.shape.clock_values = clocks.shape.variable_bounds = true;
    clocks.shape.diagonals = clocks.shape.lower_invariants = true;
    check(clocks);
    CHECK(decided > share(100));
}

namespace {

// A mistake of an analysis of arrays, functions, selects, synchronisations or hooks shows as a state outside.
const std::vector<const char*> models{
    // Arrays with computed indices, loops, a function that is not taken apart.
    R"(const int N = 4; int[0, 9] a[N]; int[0, 3] i; int[0, 30] s; bool b;
       int find() { int k = 0; while (k < N && a[k] != 3) k++; return k; }
       process P() { state l, m; init l;
         trans l -> m { guard a[i] < 9; assign a[i] = a[i] + 1, i = (i + 1) % N; },
               m -> l { guard i < 3 && a[i] > a[i + 1]; assign a[i + 1] = a[i], b = !b; },
               m -> l { guard forall (k : int[0, 3]) a[k] < 5; assign s = find(); },
               m -> l { guard b || s > 2; assign s = (b ? s / 2 : a[0] * 3); }; }
       system P;)",
    // Selects, and counters that only guards bound.
    R"(int n; int m; int[0, 40] big; bool flag[3];
       process P() { state l; init l;
         trans l -> l { select v : int[0, 5]; guard v != 3 && n + v <= 30; assign n = n + v; },
               l -> l { guard n > 20 && m > -7; assign m--; },
               l -> l { select v : int[0, 2]; guard !flag[v]; assign flag[v] = true, big = n; },
               l -> l { guard n >= 30 || m == -3; assign n = 0; }; }
       system P;)",
    // A sender's update is seen by the receiver's, guards are not; receivers of a broadcast write one after the other.
    R"(int[0, 20] x; int[0, 50] y; int[0, 9] z; chan c; broadcast chan d;
       process S() { state l, k; init l;
         trans l -> k { guard x < 10; sync c!; assign x = x + 2; }, k -> l { sync d!; assign y = x; },
               l -> l { guard x > 8; assign x = 0; }; }
       process R(const int id) { state l, k; init l;
         trans l -> k { guard y < 20; sync c?; assign y = x + id; }, k -> l { guard x > 1; sync c?; },
               l -> l { guard z < 7; sync d?; assign z = z + 1; }, k -> k { guard y > 3; sync d?; assign y = y - 1; }; }
       A = R(1); B = R(2); system S, A, B;)",
    // What runs before and after every update.
    R"(int[0, 5] n; int[0, 100] total; int[0, 3] last; meta int scratch;
       process P() { state l, m; init l;
         trans l -> m { guard n < 5; assign n++; }, m -> l { guard n >= 3; assign n = 0, scratch = total; },
               m -> l { guard n < 3; }; }
       before_update { last = 1 } after_update { total = (total + n) % 100 }
       system P;)",
};

}  // namespace

TEST_CASE("every reachable state of a model with arrays, functions, selects or synchronisations is within the ranges") {
    for (std::size_t i = 0; i < models.size(); ++i) {
        CAPTURE(i);
        const crowfly::Network network = crowfly::network_of(models[i]);
        const crowfly::ValueRanges ranges = find_value_ranges(network);
        CHECK(ranges.is_known);
        const Walked walked = walk(network, ranges, 20'000);
        CHECK(walked.states > 20);
        if (walked.stopped) CHECK(ranges.may_stop);
    }
}
