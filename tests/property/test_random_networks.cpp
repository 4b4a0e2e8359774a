// Reachability over zones finds what the region graph of the same network contains, whatever the abstraction, the
// comparison and the order: the same verdicts, and breadth first the same number of steps. Networks are random; what
// breaks a law is shown shrunk, with the seed it came from.
#include <doctest/doctest.h>

#include "tiny/check.hpp"

using namespace crowfly::tiny;

namespace {

std::vector<Question> reachability_questions(crowfly::Rng& rng, const Net& net, const Shape& shape) {
    std::vector<Question> questions(3);
    for (Question& question : questions) {
        if (rng.below(3) == 0) question.kind = Question::Kind::always_globally;
        question.first = random_claim(rng, net, shape);
    }
    return questions;
}

// Whether there is one at all, one in a random place, and none in a random place.
std::vector<Question> deadlock_questions(crowfly::Rng& rng, const Net& net, const Shape& shape) {
    std::vector<Question> questions(3);
    questions[0].first = deadlock();
    questions[1].first = both(deadlock(), random_claim(rng, net, shape));
    questions[2].first = both(negation(deadlock()), random_claim(rng, net, shape));
    return questions;
}

Law law(const Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    Law law;
    law.shape = shape;
    law.questions = reachability_questions;
    law.engines = reachability_engines();
    law.engines.push_back(counting_engine());
    law.first_seed = first_seed;
    law.networks = networks;
    return law;
}

}  // namespace

TEST_CASE("one clock, no synchronisation") {
    Shape shape;
    shape.processes = {1, 2};
    shape.clocks = {1, 1};
    shape.channels = {0, 0};
    check(law(shape, 1'000'000, 200));
}

TEST_CASE("two clocks, all kinds of synchronisation") { check(law({}, 2'000'000, 200)); }

TEST_CASE("three clocks") {
    Shape shape;
    shape.processes = {1, 2};
    shape.clocks = {3, 3};
    shape.largest_constant = 2;
    check(law(shape, 3'000'000, 100));
}

TEST_CASE("no strict bounds, larger constants") {
    Shape shape;
    shape.strict = false;
    shape.largest_constant = 4;
    check(law(shape, 4'000'000, 100));
}

TEST_CASE("clocks set to constants and variables, copied, compared with variables") {
    Shape shape;
    shape.variables = {1, 2};
    shape.clock_values = true;
    shape.clock_copies = true;
    shape.variable_bounds = true;
    shape.lower_invariants = true;
    check(law(shape, 5'000'000, 200));
}

TEST_CASE("clock guards on broadcast receivers") {
    Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    check(law(shape, 6'000'000, 150));
}

TEST_CASE("clock guards on urgent channels") {
    Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    check(law(shape, 7'000'000, 150));
}

TEST_CASE("comparisons of differences") {
    Shape shape;
    shape.clocks = {2, 2};
    shape.largest_constant = 2;
    shape.diagonals = true;
    check(law(shape, 8'000'000, 150));
}

TEST_CASE("differences of clocks that are set and copied") {
    Shape shape;
    shape.processes = {1, 2};
    shape.clocks = {2, 3};
    shape.variables = {1, 1};
    shape.largest_constant = 2;
    shape.diagonals = true;
    shape.clock_values = true;
    shape.clock_copies = true;
    check(law(shape, 8'500'000, 150));
}

// A clock that is set to 2 and compared with another one compares that one with a constant no guard mentions. Chance
// rarely comes upon it.
TEST_CASE("differences of a clock that was set to a constant") {
    const auto guard = [](int left, int right, Relation relation, int value) {
        return Condition{{}, {{left, right, relation, value, -1}}};
    };
    const auto set = [](int value) { return std::vector<Update>{{Update::Kind::set_clock, 1, value}}; };
    Case subject;
    subject.net.clocks = 2;
    Process process;
    process.locations.resize(4);
    process.locations[1].invariant = guard(1, 0, Relation::at_most, 0);
    process.edges.push_back({0, 1, guard(1, 0, Relation::equal, 2), Sync::none, 0, set(0)});
    process.edges.push_back({1, 2, {}, Sync::none, 0, set(2)});
    process.edges.push_back({2, 3, guard(1, 2, Relation::at_most, -1), Sync::none, 0, {}});
    subject.net.processes.push_back(process);
    subject.question.first = at(0, 3);
    for (const Engine& engine : reachability_engines()) {
        CAPTURE(engine.name);
        CHECK(contradiction(subject, engine, law({}, 0, 0)) == "");
    }
}

// A clock that is set to 3 and compared with another one compares that one with constants no guard mentions.
TEST_CASE("small differences of clocks that are set to large constants") {
    Shape shape;
    shape.processes = {1, 1};
    shape.locations = {4, 5};
    shape.clocks = {2, 3};
    shape.channels = {0, 0};
    shape.variables = {0, 0};
    shape.largest_difference = 1;
    shape.guards = 80;
    shape.invariants = 50;
    shape.diagonals = true;
    shape.clock_values = true;
    Law differences = law(shape, 8'700'000, 300);
    differences.questions = [](crowfly::Rng&, const Net& net, const Shape&) {
        std::vector<Question> questions;
        for (std::size_t l = 1; l < net.processes[0].locations.size(); ++l)
            questions.emplace_back().first = at(0, static_cast<int>(l));
        return questions;
    };
    check(differences);
}

TEST_CASE("deadlock") {
    Law deadlocks = law({}, 9'000'000, 200);
    deadlocks.questions = deadlock_questions;
    check(deadlocks);
}

TEST_CASE("deadlock where clock guards decide who takes part and when") {
    Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    shape.variable_bounds = true;
    shape.clock_values = true;
    shape.diagonals = true;
    Law deadlocks = law(shape, 9'500'000, 150);
    deadlocks.questions = deadlock_questions;
    check(deadlocks);
}

TEST_CASE("no clocks: also as many states as there are") {
    Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 3};
    shape.values = {2, 4};
    Law discrete = law(shape, 10'000'000, 300);
    discrete.engines = discrete_engines();
    check(discrete);
    discrete.first_seed = 11'000'000;
    discrete.questions = deadlock_questions;
    check(discrete);
}
