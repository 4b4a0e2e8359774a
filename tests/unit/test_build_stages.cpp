// What those who wait are told while an abstraction is built: every merge, pattern and round, and nothing per state.
#include <doctest/doctest.h>

#include <set>

#include "heuristic/registry.hpp"
#include "search/guidance/estimates.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

class Recorder final : public BuildWatch {
public:
    void built(std::size_t) override {}
    void reached(const BuildStage& stage) override { stages.push_back(stage); }
    void grown(std::size_t states) override { stages.back().states = states; }

    std::vector<BuildStage> stages;
};

// Three processes that count to 4, each after the one before.
constexpr const char* three = R"(
    int[0, 4] n;
    clock x;
    process P() {
        state a, b;
        init a;
        trans a -> a { guard n < 4; assign n = n + 1; }, a -> b { guard n == 4 && x > 2; };
    }
    process Q() { state a, b; init a; trans a -> b { guard n == 3; }; }
    process R() { state a, b; init a; trans a -> b { guard n == 4; }; }
    system P, Q, R;
)";

std::vector<BuildStage> stages_of(const std::string& heuristic) {
    const Asked asked(three, "E<> P.b && Q.b && R.b");
    std::string problem;
    const auto spec = parse_heuristic(heuristic, problem);
    REQUIRE_MESSAGE(spec.has_value(), problem);
    Recorder recorder;
    Goal goal{asked.network(), as_reach(*asked.query).formula, true};
    goal.effort.watch = &recorder;
    make_heuristic(goal, *spec);
    return recorder.stages;
}

class LastProgress final : public Observer {
public:
    void progress(const Statistics& statistics) override { last = statistics; }
    Statistics last;
};

}  // namespace

TEST_CASE("merging tells which merge it is, and how large the product") {
    const std::vector<BuildStage> stages = stages_of("mas(N=100)");
    REQUIRE(stages.size() == 6);  // before each of three merges, and once its product is there
    for (std::size_t i = 0; i < stages.size(); ++i) {
        CHECK(stages[i].doing == "merging");
        CHECK(stages[i].number == i / 2 + 1);
        CHECK(stages[i].of == 3);
        CHECK(stages[i].states > 0);
    }
}

TEST_CASE("patterns are counted, with the states of each") {
    const std::vector<BuildStage> stages = stages_of("pdb(pattern=systematic)");
    REQUIRE_FALSE(stages.empty());
    for (std::size_t i = 0; i < stages.size(); ++i) {
        CHECK(stages[i].doing == "pattern");
        CHECK(stages[i].number == i + 1);
        CHECK(stages[i].of == stages.size());
        CHECK(stages[i].states >= 2);
    }
    CHECK(stages_of("pdb(pattern={P,n})").front().states == 10);
}

TEST_CASE("every kind of abstraction says what it is doing") {
    const auto first_words = [](const std::string& heuristic) {
        std::set<std::string> words;
        for (const BuildStage& stage : stages_of(heuristic)) words.emplace(stage.doing);
        return words;
    };
    CHECK(first_words("pdb(pattern=climb)") ==
          std::set<std::string>{"choosing a pattern", "trying pattern", "pattern"});
    CHECK(first_words("cegar(subtasks=one)") == std::set<std::string>{"refining"});
    CHECK(first_words("scp(mas,cegar)") == std::set<std::string>{"merging", "refining", "order"});
    CHECK(first_words("pred(from=syntax,b=1)") == std::set<std::string>{"regressing part"});
    CHECK(first_words("pred(from=refine,b=3)") == std::set<std::string>{"refining", "regressing part"});
}

TEST_CASE("predicates are counted as refinement goes on") {
    std::size_t before = 0;
    for (const BuildStage& stage : stages_of("pred(from=refine,b=3,r=5)")) {
        CHECK(stage.predicates >= before);
        before = stage.predicates;
    }
    CHECK(before > 3);
}

TEST_CASE("a stage reaches who observes a search, and is over with the next heuristic") {
    LastProgress observer;
    const Budget budget{Limits{}};
    BuildBudget watch(budget, {}, observer);
    watch.call("mas");
    watch.reached({.doing = "merging", .number = 2, .of = 3, .states = 7});
    CHECK(observer.last.building == "mas");
    CHECK(observer.last.stage.number == 2);
    watch.grown(9);
    watch.built(1);
    CHECK(observer.last.stage.states == 9);
    CHECK((observer.last + observer.last).stage.states == 9);
    watch.call("pdb");
    watch.built(1);
    CHECK(observer.last.stage.doing.empty());
}
