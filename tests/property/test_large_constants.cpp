// Large numbers change nothing but numbers. Three laws, for constants around 2^15, 2^24 (where bounds of 32 bits end),
// 2^28, 2^30 and 2^31, every abstraction, states, least times, extreme values, runs and traces:
// - a network whose clocks are all compared with and set to K times as much does the same as before, at K times the
//   times;
// - a process without cycles does what exact arithmetic over the moments of its paths says, whatever its constants are;
// - a clock that nobody sets grows by the period of a loop in each of its rounds.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "tiny/check.hpp"
#include "tiny/moments.hpp"
#include "trace/checker/replay.hpp"

using namespace crowfly::tiny;
namespace cf = crowfly;

namespace {

constexpr int greatest = 2147483647;
const std::vector<int> factors{1 << 13,       (1 << 15) - 1, 1 << 22, (1 << 24) + 1, 1 << 26,
                               (1 << 28) - 1, 1 << 28,       1 << 29, greatest / 3};

struct Silent : cf::Observer {
    void progress(const cf::Statistics&) override {}
};

cf::Answer decide(const cf::Network& network, const cf::Property& query, const cf::Settings& settings) {
    Silent silent;
    const cf::Limits limits;
    return cf::engine_named("zone").decide({network, query, settings, limits, silent, {}});
}

// ---- The same, so many times as large -------------------------------------------------------------------------------

enum class About { states, deadlocks, times, values, runs };

Law law(const Shape& shape, About about, std::uint64_t first_seed, std::size_t networks) {
    Law law;
    law.shape = shape;
    law.first_seed = first_seed;
    law.networks = networks;
    law.factors = factors;
    law.engines = about == About::times    ? fastest_engines()
                  : about == About::values ? extrema_engines()
                  : about == About::runs   ? liveness_engines()
                                           : reachability_engines();
    if (about == About::times) law.horizon = 8;
    law.questions = [about](cf::Rng& rng, const Net& net, const Shape& s) {
        std::vector<Question> questions(2);
        for (Question& question : questions) {
            question.first = random_claim(rng, net, s);
            if (about == About::deadlocks) question.first = both(deadlock(), question.first);
            if (about == About::states && rng.below(2) == 0) question.kind = Question::Kind::always_globally;
            question.fastest = about == About::times;
        }
        if (about == About::values) {
            questions[0].clock = questions[1].clock =
                1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(net.clocks)));
            questions[0].kind = Question::Kind::sup;
            questions[1].kind = Question::Kind::inf;
        }
        if (about == About::runs) {
            questions[0].kind = rng.below(2) == 0 ? Question::Kind::exists_globally : Question::Kind::always_eventually;
            questions[1].kind = Question::Kind::leads_to;
            questions[1].second = random_claim(rng, net, s);
        }
        return questions;
    };
    return law;
}

Shape shape() {
    Shape shape;
    shape.clock_values = true;
    return shape;
}

}  // namespace

TEST_CASE("states are reached whatever the unit of time") { check(law(shape(), About::states, 60'000'000, 300)); }

TEST_CASE("clocks are set to variables, copied, and compared with them") {
    Shape varied = shape();
    varied.variables = {1, 2};
    varied.clock_copies = varied.variable_bounds = varied.lower_invariants = true;
    check(law(varied, About::states, 61'000'000, 200));
}

TEST_CASE("differences of clocks") {
    Shape differences = shape();
    differences.clocks = {2, 3};
    differences.largest_constant = 2;
    differences.diagonals = true;
    check(law(differences, About::states, 62'000'000, 150));
}

TEST_CASE("guards that cut zones into several") {
    Shape cut = shape();
    cut.channels = {1, 2};
    cut.processes = {2, 3};
    cut.broadcast_clock_guards = cut.urgent_clock_guards = true;
    check(law(cut, About::states, 63'000'000, 150));
}

TEST_CASE("deadlocks") { check(law(shape(), About::deadlocks, 64'000'000, 200)); }
TEST_CASE("least times") { check(law(shape(), About::times, 65'000'000, 200)); }

TEST_CASE("extreme values") {
    Shape bounded = shape();
    bounded.invariants = 60;
    check(law(bounded, About::values, 66'000'000, 200));
}

TEST_CASE("runs") { check(law(shape(), About::runs, 67'000'000, 150)); }

// ---- Any constants, against exact arithmetic ------------------------------------------------------------------------

namespace {

// Processes without cycles: every edge leads to a location with a larger number.
class Maker {
public:
    explicit Maker(std::uint64_t seed) : rng_(seed) {}

    Net make() {
        Net net;
        net.clocks = 1 + below(3);
        net.processes.emplace_back();
        Process& process = net.processes[0];
        process.locations.resize(static_cast<std::size_t>(2 + below(4)));
        const int last = static_cast<int>(process.locations.size()) - 1;
        for (Location& location : process.locations) {
            if (below(3) == 0)
                location.invariant.clocks.push_back(test(net, below(2) == 0 ? Relation::less : Relation::at_most));
        }
        for (int source = 0; source < last; ++source) {
            for (int count = 1 + below(2); count > 0; --count)
                process.edges.push_back(edge(net, source, source + 1 + below(last - source)));
        }
        return net;
    }

    ClockTest test(const Net& net, Relation relation) { return {1 + below(net.clocks), 0, relation, number(), -1}; }
    Relation relation() { return static_cast<Relation>(below(5)); }
    int below(int limit) { return static_cast<int>(rng_.below(static_cast<std::uint64_t>(limit))); }

private:
    Edge edge(const Net& net, int source, int target) {
        Edge edge;
        edge.source = source;
        edge.target = target;
        for (int count = below(3); count > 0; --count) edge.guard.clocks.push_back(test(net, relation()));
        if (below(2) == 0)
            edge.updates.push_back({Update::Kind::set_clock, 1 + below(net.clocks), below(2) == 0 ? 0 : number()});
        return edge;
    }

    int number() {
        static constexpr std::int64_t centres[] = {0, 1 << 15, 1 << 24, 1 << 28, 1 << 30, std::int64_t{1} << 31};
        const std::int64_t centre = centres[below(6)];
        const std::int64_t value = (below(4) == 0 ? centre / 2 : centre) + below(5) - 2;
        return static_cast<int>(std::clamp<std::int64_t>(value, 0, greatest));
    }

    cf::Rng rng_;
};

struct Asked {
    int location;
    std::vector<ClockTest> tests;
    Claim claim() const {
        Claim all = at(0, location);
        for (const ClockTest& test : tests) all = both(all, holds(test));
        return all;
    }
};

struct Trial {
    const Net& net;
    Loaded& loaded;
    const Moments& truth;
    std::string where;

    cf::Property compile(const Question& question) const {
        const std::optional<cf::Property> query = loaded.compile(question);
        REQUIRE_MESSAGE(query.has_value(), where << loaded.problem());
        return *query;
    }

    void hold(const Question& question, const std::vector<Engine>& engines, const Answer& expected) const {
        const cf::Property query = compile(question);
        for (const Engine& engine : engines) {
            if (!engine.decides(net, question)) continue;
            std::optional<Answer> claimed = engine.answer(loaded.network(), query);
            REQUIRE_MESSAGE(claimed.has_value(), engine.name << " gave up on " << to_text(question) << where);
            claimed->steps.reset();  // which nobody has counted
            const std::string wrong = contradiction(expected, *claimed);
            REQUIRE_MESSAGE(wrong.empty(), engine.name << ", " << to_text(question) << ": " << wrong << where);
        }
    }

    void look_for_states(const Asked& asked, const std::vector<Engine>& engines) const {
        Question question;
        question.first = asked.claim();
        Answer expected;
        expected.holds = truth.reaches(asked.location, asked.tests);
        hold(question, engines, expected);
        question.kind = Question::Kind::always_globally;
        question.first = negation(question.first);
        expected.holds = !*expected.holds;
        hold(question, engines, expected);
        replay_trace(compile(question), !*expected.holds);
    }

    void look_for_times(const Asked& asked) const {
        Question question;
        question.first = asked.claim();
        question.fastest = true;
        Answer expected;
        expected.least_time = truth.least_time(asked.location, asked.tests);
        expected.holds = expected.least_time.has_value();
        hold(question, fastest_engines(), expected);
        question.fastest = false;
        for (question.clock = 1; question.clock <= net.clocks; ++question.clock) {
            for (const bool largest : {true, false}) {
                question.kind = largest ? Question::Kind::sup : Question::Kind::inf;
                expected = {};
                expected.extreme = truth.extreme(asked.location, asked.tests, question.clock, largest);
                expected.holds = expected.extreme.has_value();
                hold(question, extrema_engines(), expected);
            }
        }
    }

    void replay_trace(const cf::Property& query, bool found) const {
        const cf::Answer answer = decide(loaded.network(), query, {});
        REQUIRE_MESSAGE(answer.verdict == (found ? cf::Verdict::not_satisfied : cf::Verdict::satisfied), where);
        REQUIRE_MESSAGE(answer.witness.has_value() == found, where);
        if (!found) return;
        REQUIRE_MESSAGE(answer.witness->run, where << answer.witness->remark);
        CHECK_MESSAGE(!cf::replay(loaded.network(), *answer.witness->run, {&query, nullptr}), where);
    }
};

// One order of search for each abstraction, another one for each network.
std::vector<Engine> some_engines(std::uint64_t seed) {
    std::vector<Engine> all = reachability_engines(), some;
    for (std::size_t i = seed % 6; i < all.size(); i += 6) some.push_back(all[i]);
    return some;
}

}  // namespace

TEST_CASE("processes without cycles do what exact arithmetic says") {
    const std::uint64_t networks = budget(500);
    std::size_t possible = 0;
    for (std::uint64_t seed = 1; seed <= networks; ++seed) {
        Maker maker(seed);
        const Net net = maker.make();
        Loaded loaded(net);
        REQUIRE_MESSAGE(loaded.problem().empty(), loaded.problem() << to_xta(net));
        const Moments truth(net.processes[0], net.clocks);
        const Trial trial{net, loaded, truth, fmt::format("\nseed {}\n{}", seed, to_xta(net))};
        Asked asked{1 + maker.below(static_cast<int>(net.processes[0].locations.size()) - 1), {}};
        for (int count = maker.below(3); count > 0; --count) asked.tests.push_back(maker.test(net, maker.relation()));
        possible += truth.reaches(asked.location, asked.tests) ? 1 : 0;
        trial.look_for_states(asked, some_engines(seed));
        trial.look_for_times(asked);
    }
    CHECK(possible > networks / 5);
    CHECK(possible < networks * 4 / 5);
}

// ---- Clocks that nobody sets ----------------------------------------------------------------------------------------

namespace {

// x goes round after `period`; after so many rounds of it, counted by two variables, L1 is reached at once. x2 is never
// set.
Net rounds_of(int period, int rounds, int outer) {
    const auto is = [](int variable, Relation relation, int value) { return IntTest{variable, relation, value}; };
    const auto test = [](Relation relation, int value) { return ClockTest{1, 0, relation, value, -1}; };
    Net net;
    net.clocks = 2;
    net.variables = {rounds, outer + 1};
    Process process;
    process.locations.resize(2);
    process.locations[0].invariant.clocks = {test(Relation::at_most, period)};
    process.locations[1].urgent = true;
    const Update reset{Update::Kind::set_clock, 1, 0}, count{Update::Kind::add, 0, 1}, again{Update::Kind::add, 1, 1};
    process.edges.push_back(
        {0,
         0,
         {{is(0, Relation::less, rounds - 1), is(1, Relation::less, outer)}, {test(Relation::equal, period)}},
         Sync::none,
         0,
         {reset, count}});
    process.edges.push_back(
        {0,
         0,
         {{is(0, Relation::equal, rounds - 1), is(1, Relation::less, outer)}, {test(Relation::equal, period)}},
         Sync::none,
         0,
         {reset, count, again}});
    process.edges.push_back({0, 1, {{is(1, Relation::equal, outer)}, {test(Relation::equal, 0)}}, Sync::none, 0, {}});
    net.processes.push_back(process);
    return net;
}

}  // namespace

TEST_CASE("a clock that nobody sets grows by a period in every round") {
    struct Loop {
        int period, rounds, outer;
    };
    for (const auto& [period, rounds, outer] :
         {Loop{3, 10, 4}, Loop{50'000, 100, 7}, Loop{1 << 24, 10, 3}, Loop{100'000'000, 10, 3},
          Loop{(1 << 28) - 1, 10, 4}, Loop{greatest, 10, 20}}) {
        const Net net = rounds_of(period, rounds, outer);
        Loaded loaded(net);
        REQUIRE_MESSAGE(loaded.problem().empty(), loaded.problem());
        const std::int64_t end = std::int64_t{period} * rounds * outer;
        CAPTURE(end);
        const std::int64_t border = std::min<std::int64_t>(end, greatest);
        const Moments unused(net.processes[0], net.clocks);
        const Trial trial{net, loaded, unused, to_xta(net)};
        for (const Relation relation : {Relation::less, Relation::at_least}) {
            Question question;
            question.first = both(at(0, 1), holds(ClockTest{2, 0, relation, static_cast<int>(border), -1}));
            Answer expected;
            expected.holds = relation == Relation::at_least;
            trial.hold(question, reachability_engines(), expected);
        }
        Question question;
        question.first = at(0, 1);
        question.fastest = true;
        Answer expected;
        expected.holds = true;
        expected.least_time = Extreme{end, true, false};
        trial.hold(question, fastest_engines(), expected);
        question.fastest = false;
        question.clock = 2;
        expected = {};
        expected.holds = true;
        expected.extreme = Extreme{end, true, false};
        for (const Question::Kind kind : {Question::Kind::sup, Question::Kind::inf}) {
            question.kind = kind;
            trial.hold(question, extrema_engines(), expected);
        }
        question = {};
        question.kind = Question::Kind::always_globally;
        question.first = negation(at(0, 1));
        trial.replay_trace(trial.compile(question), true);
    }
}
