// Laws that could not fail would be worth nothing: engines that are wrong on purpose are found out, and what shows it
// is small.
#include <doctest/doctest.h>

#include "tiny/law.hpp"

using namespace crowfly::tiny;

namespace {

std::size_t edges(const Net& net) {
    std::size_t count = 0;
    for (const Process& process : net.processes) count += process.edges.size();
    return count;
}

}  // namespace

TEST_CASE("bounds that tell lower from upper comparisons invent deadlocks") {
    Law law;
    law.shape.clocks = {1, 1};
    law.questions = [](crowfly::Rng&, const Net&, const Shape&) {
        Question question;
        question.first = deadlock();
        return std::vector<Question>{question};
    };
    law.engines = {lu_for_deadlock()};
    law.first_seed = 30'000'000;
    law.networks = 400;
    const Outcome outcome = test(law);
    REQUIRE_FALSE(outcome.failure.empty());
    CAPTURE(outcome.failure);
    CHECK(outcome.smallest.net.processes.size() == 1);
    CHECK(edges(outcome.smallest.net) <= 2);
    CHECK(outcome.smallest.net.channels.empty());
    CHECK(outcome.smallest.net.variables.empty());
}

TEST_CASE("a step too few is noticed") {
    Law law;
    law.questions = [](crowfly::Rng& rng, const Net& net, const Shape& shape) {
        Question question;
        question.first = random_claim(rng, net, shape);
        return std::vector<Question>{question};
    };
    law.engines = {forgets_a_step()};
    law.first_seed = 31'000'000;
    law.networks = 400;
    const Outcome outcome = test(law);
    REQUIRE_FALSE(outcome.failure.empty());
    CAPTURE(outcome.failure);
    CHECK(outcome.failure.find("forgets a step") != std::string::npos);
    CHECK(edges(outcome.smallest.net) <= 4);
    CHECK(outcome.smallest.question.first.operands.empty());
}
