// Variables that nobody reads before they are written again do not tell states apart, and whatever is asked has the
// same answer.
#include <doctest/doctest.h>

#include <set>

#include "network/analyses/distinction.hpp"
#include "property/property.hpp"
#include "space/discrete/discrete_transitions.hpp"
#include "space/starts.hpp"
#include "tiny/check.hpp"

using namespace crowfly::tiny;

namespace {

// Variables are written often, copied, handed over in synchronisations, and read now and then.
Shape traffic() {
    Shape shape;
    shape.locations = {3, 5};
    shape.clocks = {1, 1};
    shape.variables = {2, 3};
    shape.channels = {1, 2};
    shape.invariants = 12;
    shape.errands = true;
    return shape;
}

// Most are about locations, so that few variables live because they are asked for.
std::vector<Question> questions(crowfly::Rng& rng, const Net& net, const Shape& shape,
                                const std::vector<Question::Kind>& kinds) {
    Net blank = net;
    blank.variables.clear();
    std::vector<Question> questions(3);
    for (std::size_t i = 0; i < questions.size(); ++i) {
        questions[i].kind = kinds[rng.below(kinds.size())];
        questions[i].first = random_claim(rng, i == 0 ? net : blank, shape);
        if (questions[i].kind == Question::Kind::leads_to) questions[i].second = random_claim(rng, blank, shape);
    }
    return questions;
}

Law law(const std::vector<Question::Kind>& kinds, std::vector<Engine> engines, std::uint64_t first_seed,
        std::size_t networks) {
    Law law;
    law.shape = traffic();
    law.questions = [kinds](crowfly::Rng& rng, const Net& net, const Shape& shape) {
        return questions(rng, net, shape, kinds);
    };
    law.engines = std::move(engines);
    law.first_seed = first_seed;
    law.networks = networks;
    return law;
}

const std::vector<Question::Kind> reachability{Question::Kind::exists_eventually, Question::Kind::always_globally};

}  // namespace

TEST_CASE("states are reached whatever dead variables are; and there are some") {
    std::size_t fewer_states = 0;
    std::vector<Engine> engines = reachability_engines();
    engines.push_back(forgetful_engine(fewer_states));
    check(law(reachability, std::move(engines), 31'000'000, 200));
    CHECK(fewer_states > 4);  // of some 600 questions, a quarter of that with sanitizers
}

TEST_CASE("clocks set to variables and compared with them") {
    Law clocks = law(reachability, reachability_engines(), 36'000'000, 100);
    clocks.shape.clock_values = true;
    clocks.shape.variable_bounds = true;
    check(clocks);
}

TEST_CASE("without clocks") {
    Law untimed = law(reachability, discrete_engines(), 32'000'000, 200);
    untimed.shape.clocks = {0, 0};
    check(untimed);
}

TEST_CASE("deadlocks") {
    Law deadlocks = law(reachability, reachability_engines(), 33'000'000, 100);
    deadlocks.questions = [](crowfly::Rng& rng, const Net& net, const Shape& shape) {
        std::vector<Question> asked = questions(rng, net, shape, reachability);
        for (Question& question : asked) question.first = both(deadlock(), question.first);
        return asked;
    };
    check(deadlocks);
}

TEST_CASE("runs") {
    check(law({Question::Kind::exists_globally, Question::Kind::always_eventually, Question::Kind::leads_to},
              liveness_engines(), 34'000'000, 200));
}

TEST_CASE("the least time to a state") {
    Law fastest = law({Question::Kind::exists_eventually}, fastest_engines(), 35'000'000, 100);
    fastest.horizon = 8;
    check(fastest);
}

namespace {

using Slots = std::vector<std::int32_t>;

// What can be done in each state that can be reached, and that other values of what is dead there change nothing of it.
class Perturbation {
public:
    Perturbation(const crowfly::Network& network, const crowfly::Property& query, crowfly::Rng& rng)
        : network_(network), distinction_(network, slots_read(query)), steps_(network), rng_(rng) {}

    // How many states had something dead to be changed.
    std::size_t run() {
        std::size_t changed = 0;
        std::vector<Slots> waiting{crowfly::first_start(network_)};
        std::set<Slots> seen(waiting.begin(), waiting.end());
        while (!waiting.empty() && seen.size() < 500) {
            const Slots state = std::move(waiting.back());
            waiting.pop_back();
            std::vector<Slots> reached;
            const std::vector<Slots> told = successors(state, &reached);
            for (Slots& next : reached) {
                if (seen.insert(next).second) waiting.push_back(std::move(next));
            }
            const Slots other = perturbed(state);
            if (other == state) continue;
            ++changed;
            CHECK(successors(other, nullptr) == told);
        }
        return changed;
    }

private:
    Slots perturbed(Slots state) {
        const crowfly::LiveSlots& live = distinction_.live;
        const Slots before = state;
        for (std::size_t i = 0; i < live.mortal().size(); ++i) {
            const crowfly::Slot& slot = network_.slots[live.mortal()[i]];
            if (live.is_dead(network_, before, i))
                state[live.mortal()[i]] =
                    slot.least +
                    static_cast<std::int32_t>(rng_.below(static_cast<std::uint64_t>(slot.greatest - slot.least + 1)));
        }
        return state;
    }

    // In the slots that tell them apart.
    std::vector<Slots> successors(const Slots& state, std::vector<Slots>* whole) {
        std::vector<Slots> told;
        REQUIRE(steps_.expand(state));
        while (steps_.next()) {
            const Slots next(steps_.slots().begin(), steps_.slots().end());
            if (whole != nullptr) whole->push_back(next);
            Slots& telling = told.emplace_back();
            for (const std::uint32_t slot : telling_slots(network_, &distinction_, next)) telling.push_back(next[slot]);
        }
        return told;
    }

    const crowfly::Network& network_;
    crowfly::Distinction distinction_;
    crowfly::DiscreteTransitions steps_;
    crowfly::Rng& rng_;
};

}  // namespace

TEST_CASE("states that differ in what is dead can do the same, and then differ in what is dead again") {
    const std::uint64_t networks = budget(2000);
    std::size_t changed = 0;
    for (std::uint64_t seed = 37'000'000; seed < 37'000'000 + networks; ++seed) {
        crowfly::Rng rng(seed);
        Shape shape = traffic();
        shape.clocks = {0, 0};
        const Net net = random_net(rng, shape);
        Loaded loaded(net);
        CAPTURE(seed);
        CAPTURE(to_xta(net));
        Question question;
        question.first = at(0, 1);
        changed += Perturbation(loaded.network(), *loaded.compile(question), rng).run();
    }
    CHECK(changed > 2 * networks);
}
