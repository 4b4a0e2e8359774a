// Arrays, selects, conditions, priorities, copies and initial values of tiny networks: what the reference makes of
// them, what the tool reads, and combinations of options: what they are made of and how they shrink.
#include <doctest/doctest.h>

#include <algorithm>

#include "property/property.hpp"
#include "tiny/combination.hpp"
#include "tiny/embellish.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "tiny/reference.hpp"
#include "tiny/shrink.hpp"

using namespace crowfly::tiny;

namespace {

Edge edge(int source, int target, std::vector<IntTest> guard = {}, std::vector<Update> updates = {}) {
    Edge result;
    result.source = source;
    result.target = target;
    result.guard.ints = std::move(guard);
    result.updates = std::move(updates);
    return result;
}

IntTest is(int variable, int value, Index index = {}) {
    IntTest test;
    test.variable = variable;
    test.value = value;
    test.index = index;
    return test;
}

Update set(int variable, Operand operand, int value = 0, Index index = {}) {
    Update update;
    update.kind = Update::Kind::set_variable;
    update.target = variable;
    update.value = value;
    update.operand = operand;
    update.index = index;
    return update;
}

Net net_of(std::vector<Process> processes, std::vector<int> variables, std::vector<int> initials = {}) {
    Net net;
    net.processes = std::move(processes);
    net.variables = std::move(variables);
    net.initials = std::move(initials);
    return net;
}

bool eventually(const Net& net, const Claim& claim) {
    const Reference reference(net, {});
    REQUIRE(reference.complete());
    REQUIRE(Loaded(net).problem().empty());
    Question question;
    question.first = claim;
    return *reference.answer(question).holds;
}

}  // namespace

TEST_CASE("initial values, and an index that is a variable") {
    Net net = net_of({{{{}, {}}, {edge(0, 1, {is(0, 1, {Index::Kind::variable, 2})})}}}, {2, 2, 2}, {0, 1, 1});
    net.groups.push_back({true, 0, 2});
    CHECK(eventually(net, at(0, 1)));
    net.initials[2] = 0;
    CHECK_FALSE(eventually(net, at(0, 1)));
    net.processes[0].edges[0].guard.ints[0].over = IntTest::Over::some;
    CHECK(eventually(net, at(0, 1)));
    net.processes[0].edges[0].guard.ints[0].over = IntTest::Over::all;
    CHECK_FALSE(eventually(net, at(0, 1)));
}

TEST_CASE("each value of a select is a transition of its own") {
    Net net = net_of({{{{}, {}}, {edge(0, 1, {}, {set(0, Operand::selected)})}}}, {3});
    net.processes[0].edges[0].select = 2;
    CHECK(eventually(net, holds(is(0, 1))));
    CHECK_FALSE(eventually(net, holds(is(0, 2))));
    net.processes[0].edges[0].functions = true;
    CHECK(eventually(net, holds(is(0, 1))));
}

TEST_CASE("an update with a condition") {
    Net net = net_of({{{{}, {}}, {edge(0, 1, {}, {set(0, Operand::constant, 1)})}}}, {2, 2});
    net.processes[0].edges[0].updates[0].condition.push_back(is(1, 1));
    CHECK_FALSE(eventually(net, holds(is(0, 1))));
    net.initials = {0, 1};
    CHECK(eventually(net, holds(is(0, 1))));
}

TEST_CASE("copies know their number, and have clocks and cells of their own") {
    Process process{{{}, {}},
                    {edge(0, 1, {}, {set(0, Operand::own), set(1, Operand::constant, 1, {Index::Kind::own})})}};
    process.copies = 2;
    process.own_clock = 1;
    process.edges[0].updates.emplace_back();  // x = 0
    Net net = net_of({process}, {2, 2, 2}, {0, 0, 0});
    net.clocks = 2;
    net.groups.push_back({true, 1, 2});
    CHECK(eventually(net, both(at(1, 1), both(holds(is(0, 1)), holds(is(1, 0))))));
    CHECK_FALSE(eventually(net, both(at(0, 1), holds(is(1, 0)))));
    ClockTest apart{1, 2, Relation::less, 0, -1};
    const Reference reference(net, {.diagonals = true});
    Question question;
    question.first = holds(apart);
    CHECK(*reference.answer(question).holds);
    CHECK(to_text(question, net) == "E<> P0(0).x - P0(1).x < 0");
}

TEST_CASE("the highest priority hides others: that of the channel first, then that of a process") {
    Net net = net_of({{{{}, {}}, {edge(0, 1)}}, {{{}, {}}, {edge(0, 1)}}}, {});
    CHECK(eventually(net, both(at(0, 1), at(1, 0))));
    net.processes[1].priority = 1;
    CHECK_FALSE(eventually(net, both(at(0, 1), at(1, 0))));
    net.channels.push_back({true, false, 1});
    net.processes[0].edges[0].sync = Sync::send;
    CHECK(eventually(net, both(at(0, 1), at(1, 0))));
}

TEST_CASE("the least cost is not that of the shortest trace") {
    const Net net =
        net_of({{{{}, {}, {}}, {edge(0, 1, {}, {set(0, Operand::constant, 3)}), edge(0, 2), edge(2, 1)}}}, {4});
    const Reference reference(net, {});
    Question question;
    question.first = at(0, 1);
    CHECK(reference.answer(question).steps == 1);
    CHECK(reference.least_cost(question, [](const State& state) { return 1 + state.variables[0]; }) == 2);
}

TEST_CASE("the tool reads what is drawn, and shrinking takes all of it back") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        crowfly::Rng rng(seed);
        Shape shape;
        shape.variables = {1, 4};
        Net net = random_net(rng, shape);
        embellish(rng, {}, net);
        INFO(seed, "\n", to_xta(net));
        CHECK(Loaded(net).problem().empty());
        CHECK(starts(net));
        if (seed > 10) continue;
        const Case smallest = shrink({net, {}}, [](const Case& c) { return !c.net.variables.empty(); });
        CHECK(to_xta(smallest.net).find("int[0, ") == 0);
        CHECK(smallest.net.groups.empty());
        CHECK(count_copies(smallest.net) == 1);
        CHECK(smallest.net.processes[0].edges.empty());
    }
}

TEST_CASE("combinations shrink option by option, and parts take the place of the whole") {
    const Combination all{{{"--search", {{"alt", {}, {{"best", {}, {{"hU", {}, {}}}}}}}, ""}, {"--compress", {}, ""}}};
    CHECK(to_text(all) == "--search alt(best(hU)) --compress");
    std::vector<std::string> smaller;
    for (const Combination& c : simpler(all)) smaller.push_back(to_text(c));
    for (const char* expected : {"--compress", "--search alt(best(hU))", "--search best(hU) --compress"}) {
        INFO(expected);
        CHECK(std::ranges::find(smaller, expected) != smaller.end());
    }
    CHECK(is_part_of({{all.options[1]}}, all));
    CHECK_FALSE(is_part_of(all, {{all.options[1]}}));
}
