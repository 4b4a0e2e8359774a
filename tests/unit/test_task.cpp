// The grounded task of a goal: built when it is first needed, shared by all heuristics of the goal, with indices that
// agree with its operators.
#include <doctest/doctest.h>

#include <algorithm>

#include "heuristic/registry.hpp"
#include "support.hpp"
#include "task/task_cache.hpp"

using namespace crowfly;

namespace {

constexpr const char* light = R"(
    int[0,3] n; clock x; chan press;
    process Lamp() {
        state off, on { x <= 5 };
        init off;
        trans off -> on { guard n < 3; sync press?; assign n++, x = 0; }, on -> off { guard x <= 4; };
    }
    process User() { state idle; init idle; trans idle -> idle { sync press!; }; }
    system Lamp, User;
)";
// In the relaxation the lamp is off and on at once, so that it need not be switched off in between.
constexpr Estimate relaxed_distance = 2;

struct Example {
    Asked asked{light, "E<> Lamp.on && n == 2"};
    Goal goal{asked.network(), as_reach(*asked.query).formula, true};

    std::unique_ptr<Heuristic> make(const std::string& text) const {
        std::string problem;
        const std::optional<HeuristicSpec> spec = parse_heuristic(text, problem);
        REQUIRE_MESSAGE(spec, problem);
        return make_heuristic(goal, *spec);
    }
};

bool contains(std::span<const OperatorIndex> operators, OperatorIndex op) {
    return std::ranges::find(operators, op) != operators.end();
}

void check_indices(const Task& task) {
    std::size_t required = 0, achieved = 0, listed = 0;
    for (Fact fact = 0; fact < task.facts(); ++fact)
        listed += task.requiring(fact).size() + task.achieving(fact).size();
    for (OperatorIndex o = 0; o < task.operators().size(); ++o) {
        const Operator& op = task.operators()[o];
        for (const Fact fact : task.preconditions(op)) CHECK(contains(task.requiring(fact), o));
        for (const Fact fact : task.effects(op)) CHECK(contains(task.achieving(fact), o));
        CHECK(contains(task.without_preconditions(), o) == task.preconditions(op).empty());
        required += task.preconditions(op).size();
        achieved += task.effects(op).size();
    }
    CHECK(required > 0);
    CHECK(listed == required + achieved);
}

class Impatient final : public BuildWatch {
public:
    void built(std::size_t) override { throw BuildingEnded{}; }
};

// A search that takes turns, and is ended after some.
class TurnTaker final : public BuildWatch {
public:
    void built(std::size_t bytes) override {
        if (bytes > most_bytes) throw BuildingEnded{};
    }
    void spent(std::uint64_t more) override {
        effort += more;
        if (turns == 0) throw LimitReached("turns");
        --turns;
    }
    bool takes_turns() const override { return true; }

    std::size_t most_bytes = std::numeric_limits<std::size_t>::max();
    std::size_t turns = std::numeric_limits<std::size_t>::max();
    std::uint64_t effort = 0;
};

}  // namespace

TEST_CASE("the heuristics of a goal share one grounding") {
    const Example example;
    const auto one = example.make("hU");
    CHECK(example.goal.tasks->groundings() == 1);
    const auto several = example.make("max(hL,hcg,hU(clocks=on))");
    CHECK(example.goal.tasks->groundings() == 1);
    CHECK(one->estimate(initial_slots(example.asked.network())) == relaxed_distance);
}

TEST_CASE("copies of a goal share its tasks, and a task depends on clocks and on the effort") {
    const Example example;
    Goal copy = example.goal;
    CHECK(task_of(copy) == task_of(example.goal));
    CHECK(task_of(copy, true) != task_of(copy));
    CHECK(&task_of(copy, true)->grounding() == &task_of(copy)->grounding());
    copy.effort.reads /= 10;
    CHECK(task_of(copy) != task_of(example.goal));
    CHECK(copy.tasks->groundings() == 2);
}

TEST_CASE("nothing is grounded for heuristics that need no facts") {
    const Example example;
    const auto heuristic = example.make("max(dL,formula,zero)");
    CHECK(example.goal.tasks->groundings() == 0);
    CHECK(example.goal.tasks->bytes() == 0);
}

TEST_CASE("a limit ends grounding, which can be tried again") {
    const Example example;
    Impatient impatient;
    Goal limited = example.goal;
    limited.effort.watch = &impatient;
    CHECK_THROWS_AS(task_of(limited), BuildingEnded);
    CHECK(task_of(example.goal) != nullptr);
}

TEST_CASE("a search that takes turns goes on with what another one has begun to build") {
    const Example example;
    TurnTaker first, second;
    first.turns = 0;  // it stops after a step
    Goal of_first = example.goal, of_second = example.goal;
    of_first.effort.watch = &first;
    of_second.effort.watch = &second;
    CHECK_THROWS_AS(task_of(of_first), LimitReached);
    const auto task = task_of(of_second);
    CHECK(example.goal.tasks->groundings() == 1);
    CHECK(first.effort > 0);
    CHECK(second.effort > 0);
    check_indices(*task);
    CHECK(task_of(example.goal) == task);
}

TEST_CASE("a limit of a search that takes turns ends what is being built, and another search begins it anew") {
    const Example example;
    TurnTaker limited, unlimited;
    limited.most_bytes = 0;
    Goal of_first = example.goal, of_second = example.goal;
    of_first.effort.watch = &limited;
    of_second.effort.watch = &unlimited;
    CHECK_THROWS_AS(task_of(of_first), BuildingEnded);
    CHECK(task_of(of_second) != nullptr);
}

TEST_CASE("a stepped build goes on where it stopped, and does nothing once it is done or given up") {
    std::size_t rounds = 0;
    TurnTaker watch;
    {
        SteppedBuild build([&](BuildWatch& told) {
            for (rounds = 0; rounds < 10; ++rounds) told.spent(100);
        });
        CHECK(build.step(watch, 250) == 300);
        CHECK(rounds == 2);
        CHECK_FALSE(build.is_done());
        CHECK(build.step(watch, 250) == 300);
        CHECK(rounds == 5);
        CHECK(build.step(watch, 10'000) == 400);
        CHECK(rounds == 10);
        CHECK(build.is_done());
        CHECK(build.step(watch, 10'000) == 0);
    }
    rounds = 0;
    {
        SteppedBuild build([&](BuildWatch& told) {
            for (rounds = 0; rounds < 10; ++rounds) told.spent(100);
        });
        build.step(watch, 150);
    }
    CHECK(rounds == 1);
    {
        const SteppedBuild never_begun([&](BuildWatch&) { rounds = 99; });
    }
    CHECK(rounds == 1);
}

TEST_CASE("a task stays with its users when the cache is cleared") {
    const Example example;
    const auto heuristic = example.make("hL");
    example.goal.tasks->clear();
    CHECK(example.goal.tasks->bytes() == 0);
    CHECK(heuristic->estimate(initial_slots(example.asked.network())) == relaxed_distance);
}

TEST_CASE("the indices of a task list its operators by precondition and by effect") {
    const Example example;
    check_indices(*task_of(example.goal));
    check_indices(*task_of(example.goal, true));
}

TEST_CASE("facts lead to the transitions that achieve them") {
    const Example example;
    const std::shared_ptr<const Task> task = task_of(example.goal);
    const Fact on = task->grounding().facts.fact(0, 1);
    REQUIRE(task->achieving(on).size() == 1);
    CHECK_FALSE(task->operators()[task->achieving(on)[0]].is_axiom());
    REQUIRE(task->achieving(task->goal()).size() == 1);
    CHECK(task->operators()[task->achieving(task->goal())[0]].is_axiom());
}
