// What does not happen in a network without its bystanders does not happen in the network.
#include <doctest/doctest.h>

#include "tiny/check.hpp"

using namespace crowfly::tiny;

namespace {

// Processes that have little to do with each other, and often go on when an invariant ends.
Shape loose() {
    Shape shape;
    shape.apart = true;
    shape.processes = {2, 3};
    shape.clocks = {2, 2};
    shape.more_edges = {0, 2};
    shape.variables = {0, 2};
    shape.invariants = 50;
    shape.resets = 70;
    shape.guards = 40;
    shape.strict = false;
    shape.synchronisations = 25;
    return shape;
}

// Several are committed at a time, and only then some of them receive.
Shape hurried() {
    Shape shape = loose();
    shape.processes = {3, 3};
    shape.locations = {2, 3};
    shape.channels = {1, 2};
    shape.committed = 45;
    shape.urgent_channels = false;
    shape.synchronisations = 70;
    shape.guards = 20;
    return shape;
}

// About the first process alone.
Claim narrow_claim(crowfly::Rng& rng, const Net& net, const Shape& shape) {
    Net first = net;
    first.processes.resize(1);
    first.clocks = 1;
    first.variables.clear();
    return random_claim(rng, first, shape);
}

Law law(const std::vector<Question::Kind>& kinds, Engine engine, std::uint64_t first_seed) {
    Law law;
    law.shape = loose();
    law.questions = [kinds](crowfly::Rng& rng, const Net& net, const Shape& shape) {
        std::vector<Question> questions(4);
        for (Question& question : questions) {
            question.kind = kinds[rng.below(kinds.size())];
            question.first = narrow_claim(rng, net, shape);
            if (question.kind == Question::Kind::leads_to) question.second = narrow_claim(rng, net, shape);
        }
        return questions;
    };
    law.engines = {std::move(engine)};
    law.first_seed = first_seed;
    law.networks = 500;
    return law;
}

}  // namespace

TEST_CASE("what cannot be reached without bystanders cannot be reached") {
    std::size_t some = 0;
    check(law({Question::Kind::exists_eventually, Question::Kind::always_globally}, bystanders_for_reachability(some),
              38'000'000));
    CHECK(some > 40);
}

TEST_CASE("who is committed with others lets them receive") {
    std::size_t some = 0;
    Law committed = law({Question::Kind::exists_eventually, Question::Kind::always_globally},
                        bystanders_for_reachability(some), 40'000'000);
    committed.shape = hurried();
    committed.networks = 1500;
    check(committed);
    CHECK(some > 10);
}

TEST_CASE("a run that does not exist without bystanders that let time diverge does not exist") {
    std::size_t some = 0;
    check(law({Question::Kind::exists_globally, Question::Kind::always_eventually, Question::Kind::leads_to},
              bystanders_for_liveness(some), 39'000'000));
    CHECK(some > 15);
}
