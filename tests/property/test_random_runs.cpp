// Liveness, the least time and the extreme values of random networks are what their region graphs say, and where a safe
// heuristic prunes they still are.
#include <doctest/doctest.h>

#include "tiny/budget.hpp"
#include "tiny/check.hpp"

using namespace crowfly::tiny;

namespace {

std::vector<Question> liveness_questions(crowfly::Rng& rng, const Net& net, const Shape& shape) {
    std::vector<Question> questions(4);
    questions[0].kind = Question::Kind::exists_globally;
    questions[1].kind = Question::Kind::always_eventually;
    questions[2].kind = Question::Kind::leads_to;
    questions[3].kind = Question::Kind::leads_to;
    for (Question& question : questions) question.first = random_claim(rng, net, shape);
    for (const std::size_t i : {2U, 3U}) questions[i].second = random_claim(rng, net, shape);
    return questions;
}

std::vector<Question> fastest_questions(crowfly::Rng& rng, const Net& net, const Shape& shape) {
    std::vector<Question> questions(3);
    for (Question& question : questions) {
        question.fastest = true;
        question.first = random_claim(rng, net, shape);
    }
    questions[2].first = both(deadlock(), random_claim(rng, net, shape));
    return questions;
}

std::vector<Question> value_questions(crowfly::Rng& rng, const Net& net, const Shape& shape) {
    std::vector<Question> questions;
    const auto ask = [&](int clock, int variable) {
        for (const Question::Kind kind : {Question::Kind::sup, Question::Kind::inf}) {
            Question question;
            question.kind = kind;
            question.clock = clock;
            question.variable = variable;
            question.first = random_claim(rng, net, shape);
            questions.push_back(question);
        }
    };
    for (int clock = 1; clock <= net.clocks; ++clock) ask(clock, -1);
    for (std::size_t v = 0; v < net.variables.size(); ++v) ask(0, static_cast<int>(v));
    return questions;
}

Law liveness_law(const Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    Law law;
    law.shape = shape;
    law.questions = liveness_questions;
    law.engines = liveness_engines();
    law.first_seed = first_seed;
    law.networks = networks;
    return law;
}

// `from_values`: extreme values are asked for, and not liveness. Each heuristic has to prune some time.
void check_pruned(const Shape& shape, std::uint64_t first_seed, bool from_values) {
    std::size_t by_abstraction = 0, by_graphs = 0, by_relaxation = 0;
    Law law = liveness_law(shape, first_seed, 100);
    if (from_values) law.questions = value_questions;
    law.engines = {pruning_engine("mas(N=20)", by_abstraction), pruning_engine("dL", by_graphs),
                   pruning_engine("hL", by_relaxation)};
    check(law);
    CHECK(by_abstraction > share(10));
    CHECK(by_graphs > 0);
    CHECK(by_relaxation > share(10));
}

}  // namespace

TEST_CASE("a safe heuristic prunes before the left side of -->") {
    Shape shape;
    shape.processes = {2, 3};
    check_pruned(shape, 28'000'000, false);
}

TEST_CASE("a safe heuristic prunes before the condition of extreme values") {
    Shape shape;
    shape.clocks = {0, 1};
    shape.variables = {1, 2};
    shape.processes = {2, 3};
    check_pruned(shape, 29'000'000, true);
}

TEST_CASE("liveness without clocks") {
    Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    check(liveness_law(shape, 20'000'000, 200));
}

TEST_CASE("liveness with one clock") {
    Shape shape;
    shape.clocks = {1, 1};
    check(liveness_law(shape, 21'000'000, 200));
}

TEST_CASE("liveness with more clocks") {
    Shape shape;
    shape.clocks = {2, 3};
    shape.largest_constant = 2;
    shape.clock_values = true;
    check(liveness_law(shape, 22'000'000, 200));
}

TEST_CASE("liveness with comparisons of differences") {
    Shape shape;
    shape.clocks = {2, 2};
    shape.largest_constant = 2;
    shape.diagonals = true;
    check(liveness_law(shape, 23'000'000, 100));
}

TEST_CASE("liveness where clock guards decide who takes part and when") {
    Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    check(liveness_law(shape, 24'000'000, 100));
}

TEST_CASE("the least time to a state") {
    Shape shape;
    shape.guards = 80;
    shape.clock_values = true;
    shape.clock_copies = true;
    Law law = liveness_law(shape, 25'000'000, 200);
    law.questions = fastest_questions;
    law.engines = fastest_engines();
    law.horizon = 8;
    check(law);
}

TEST_CASE("the extreme values of clocks and integers") {
    Shape shape;
    shape.invariants = 60;
    shape.variables = {1, 2};
    shape.clock_values = true;
    Law law = liveness_law(shape, 26'000'000, 200);
    law.questions = value_questions;
    law.engines = extrema_engines();
    check(law);
}

TEST_CASE("the extreme values of clocks that are copied and compared with each other") {
    Shape shape;
    shape.clocks = {2, 2};
    shape.largest_constant = 2;
    shape.invariants = 60;
    shape.diagonals = true;
    shape.clock_copies = true;
    Law law = liveness_law(shape, 27'000'000, 100);
    law.questions = value_questions;
    law.engines = extrema_engines();
    check(law);
}
