// Checkpoints: a search that is ended and resumed again and again says what it says in one go, with the same path,
// after the same number of states. What is damaged, or of another question, is refused.
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "network/analyses/distinction.hpp"
#include "search/methods/registry.hpp"
#include "search/schedule/reachability.hpp"
#include "search/settings/checkpoint.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "tiny/random_question.hpp"
#include "tiny/resumed.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct SavedSearch {
    std::string search, heuristic, preference;
    bool same_with_zones = true;  // which of several zones covers another one decides nothing
    bool same_at_all = true;      // what is forgotten when, or looked at again, decides nothing
    bool shortest = false;        // still the traces are as long
    std::size_t traces = 1;
};

const std::vector<SavedSearch> saved_searches{{"bfs", "", ""},
                                              {"dfs", "", ""},
                                              {"rdfs", "", ""},
                                              {"bfs", "", "", true, true, false, 3},
                                              {"dfs", "", "", true, true, false, 4},
                                              {"ranked", "", ""},
                                              {"ranked(adaptive)", "", ""},
                                              {"ranked(topological)", "", ""},
                                              {"greedy", "hU", ""},
                                              {"greedy(lazy,ties=random)", "hL", ""},
                                              {"greedy(local=3)", "hL", ""},
                                              {"astar(ties=oldest)", "dL", ""},
                                              {"wastar(w=3)", "hU", ""},
                                              {"dijkstra", "", ""},
                                              {"idastar(table=100)", "dL", ""},
                                              {"dfbnb", "hL", ""},
                                              {"awastar(weight=3)", "hL", ""},
                                              {"arastar", "dL", ""},
                                              {"sma(nodes=40)", "hL", "", false, false},
                                              {"kbest(k=3)", "hU", ""},
                                              {"nearest", "hU", ""},
                                              {"greedy", "hU", "useless,contexts,helpful", false},
                                              {"ib", "hU", "", false},
                                              {"ib(n=2)", "hU", "", false},
                                              {"best(hU)", "", ""},
                                              {"type(hU,g)", "", ""},
                                              {"epsilon(p=0.3,best(hL))", "", ""},
                                              {"alt(best(hU),type(hcg,g),boost=3)", "", ""},
                                              {"beam(width=3)", "hU", ""},
                                              {"beam(width=4,select=priority)", "hU", ""},
                                              {"beam(width=2,select=flexible)", "hL", ""},
                                              {"broadening(width=2)", "hL", ""},
                                              {"beamstack(width=3)", "hU", ""},
                                              {"restarts(walks=6,length=3)", "hL", ""},
                                              {"bfhs", "hL", ""},
                                              {"bfhs(bound=5,keep=layers,every=2)", "hU", ""}};

// These are for networks without clocks.
const std::vector<SavedSearch> saved_backward_searches{{"bidirectional", "", "", true, false, true},
                                                       {"perimeter(depth=2)", "hL", "", true, false, true},
                                                       {"perimeter(ties=oldest)", "dL", "", true, false, true}};

// These forget states, of which they find some again in the end to put the trace together.
const std::vector<SavedSearch> saved_searches_that_forget{{"bfhs(bound=1000)", "zero", ""},
                                                          {"bfhs(bound=1000,every=50)", "zero", ""}};

SearchOptions options_of(const SavedSearch& saved, const tiny::Net& net, std::uint64_t seed) {
    std::string problem;
    Settings settings;
    REQUIRE(apply_search(*parse_search(saved.search, problem), settings).empty());
    if (!saved.heuristic.empty()) settings.guidance.heuristic = *parse_heuristic(saved.heuristic, problem);
    if (!saved.preference.empty()) settings.guidance.preference = *parse_preference(saved.preference, problem);
    SearchOptions options;
    options.search = settings.search;
    options.adaptive = settings.adaptive;
    options.topological = settings.topological;
    options.guidance = settings.guidance;
    options.seed = seed;
    options.traces = saved.traces;
    if (net.clocks == 0) options.abstraction.reset();
    return options;
}

class Question : public tiny::RandomQuestion {
public:
    using RandomQuestion::RandomQuestion;

    SearchResult go_on(SearchOptions options, const Limits& limits, std::string& file) const {
        return tiny::go_on(file, [&](const std::shared_ptr<Checkpoints>& checkpoints) {
            options.checkpoints = checkpoints;
            return search(options, limits);
        });
    }
};

constexpr std::size_t most_states = 100'000;

Limits limit_of(std::size_t states) {
    Limits limits;
    limits.states = states;
    return limits;
}

void check_same(const SearchResult& result, const SearchResult& whole, const SavedSearch& saved, bool has_zones,
                const std::string& where) {
    CHECK_MESSAGE(result.unfinished == whole.unfinished, where);
    CHECK_MESSAGE(result.found.has_value() == whole.found.has_value(), where);
    CHECK_MESSAGE(result.proof.has_value() == whole.proof.has_value(), where);
    if (saved.shortest && whole.found) CHECK_MESSAGE(result.found->size() == whole.found->size(), where);
    if (!saved.same_at_all || (!saved.same_with_zones && has_zones)) return;
    CHECK_MESSAGE(result.found == whole.found, where);
    CHECK_MESSAGE(result.more == whole.more, where);
    CHECK_MESSAGE(result.statistics.explored == whole.statistics.explored, where);
    CHECK_MESSAGE(result.statistics.generated == whole.statistics.generated, where);
    CHECK_MESSAGE(result.statistics.stored == whole.statistics.stored, where);
    CHECK_MESSAGE(result.order == whole.order, where);
}

// Each piece of the search ends at limits that `raise_limits` has raised for it.
template <class RaiseLimits>
void check_resumed(const SavedSearch& saved, const Question& question, std::uint64_t seed,
                   const RaiseLimits& raise_limits) {
    const SearchOptions options = options_of(saved, question.net(), seed);
    const SearchResult whole = question.search(options, limit_of(most_states));
    const std::string where = fmt::format("{}, seed {}: {}", saved.search, seed, question.text());
    std::string file;
    SearchResult result;
    Limits limits = limit_of(most_states);
    const auto is_at_limit = [&] {
        return result.unfinished == state_limit_reason || result.unfinished == enough_states_reason;
    };
    do {
        raise_limits(limits, result.statistics);
        result = question.go_on(options, limits, file);
        REQUIRE_MESSAGE((!is_at_limit() || !file.empty()), where);
    } while (is_at_limit() && limits.states <= most_states);
    check_same(result, whole, saved, options.abstraction.has_value(), where);
}

void check_resumed(const SavedSearch& saved, const Question& question, std::uint64_t seed, std::size_t& pieces) {
    Rng random(seed);
    std::size_t states = 0;
    check_resumed(saved, question, seed, [&](Limits& limits, const Statistics&) {
        pieces += states > 0 ? 1 : 0;
        states += 1 + random.below(states == 0 ? 4 : 8);
        limits.states = states;
    });
}

void check_searches(const std::vector<SavedSearch>& searches, const tiny::Shape& shape, std::uint64_t first_seed) {
    const std::size_t networks = tiny::budget(40);
    std::size_t pieces = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        const Question question(seed, shape);
        for (const SavedSearch& saved : searches) check_resumed(saved, question, seed, pieces);
    }
    CHECK(pieces > networks * searches.size() / 10);
}

tiny::Shape shape_without_clocks() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {1, 2};
    shape.processes = {2, 4};
    return shape;
}

// One that takes more than a few states, and its search that has ended before.
struct SmallCheckpoint {
    std::unique_ptr<Question> question;
    SearchOptions options;
    std::string file;

    SmallCheckpoint() {
        for (std::uint64_t seed = 85'000'000; file.empty(); ++seed) {
            question = std::make_unique<Question>(seed, shape_without_clocks());
            options = options_of({"bfs", "", ""}, question->net(), 1);
            question->go_on(options, limit_of(5), file);
        }
    }
};

}  // namespace

TEST_CASE("searches without clocks are resumed") { check_searches(saved_searches, shape_without_clocks(), 85'000'000); }

TEST_CASE("searches that go backward are resumed") {
    tiny::Shape shape = shape_without_clocks();
    shape.variables = {2, 3};
    shape.processes = {4, 5};
    check_searches(saved_backward_searches, shape, 88'000'000);
}

TEST_CASE("searches with zones are resumed") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.committed = 15;
    check_searches(saved_searches, shape, 86'000'000);
}

// Limits are looked at every 64 expansions. Where every layer is kept the trace is known as soon as the goal is found.
TEST_CASE("searches that forget are resumed, also while they put the trace together") {
    tiny::Shape shape = shape_without_clocks();
    shape.processes = {5, 6};
    shape.locations = {3, 6};
    shape.committed = 0;
    shape.guards = 60;
    shape.synchronisations = 10;
    std::size_t pieces = 0, of_traces = 0;
    const std::size_t networks = tiny::budget(60);
    for (std::uint64_t seed = 89'000'000; seed < 89'000'000 + networks; ++seed) {
        const Question question(seed, shape);
        const SearchOptions all_layers = options_of({"bfhs(bound=1000,every=1)", "zero", ""}, question.net(), seed);
        const std::size_t until_found = question.search(all_layers, limit_of(most_states)).statistics.explored;
        Rng random(seed);
        for (const SavedSearch& saved : saved_searches_that_forget) {
            check_resumed(saved, question, seed, [&](Limits& limits, const Statistics& before) {
                limits.explored = before.explored + before.explored / 4 + 64 * random.below(2);
                pieces += before.explored > 0 ? 1 : 0;
                of_traces += before.explored > until_found ? 1 : 0;
            });
        }
    }
    CHECK(pieces > networks);
    CHECK(of_traces > networks / 10);
}

TEST_CASE("novelty is resumed") {
    std::size_t pieces = 0;
    for (std::uint64_t seed = 87'000'000; seed < 87'000'005; ++seed)
        check_resumed({"novelty(hU,width=2)", "", ""}, Question(seed, shape_without_clocks()), seed, pieces);
    CHECK(pieces > 0);
}

TEST_CASE("what is damaged is refused") {
    const std::string file = SmallCheckpoint().file;
    CHECK_NOTHROW(Checkpoints().resume_from(file));
    for (std::size_t i = 0; i < file.size(); ++i) {
        std::string damaged = file;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
        CHECK_THROWS_AS(Checkpoints().resume_from(damaged), UnfitCheckpoint);
        CHECK_THROWS_AS(Checkpoints().resume_from(file.substr(0, i)), UnfitCheckpoint);
    }
    CHECK_THROWS_AS(Checkpoints().resume_from(file + "x"), UnfitCheckpoint);
    CHECK_THROWS_AS(Checkpoints().resume_from(file + file), UnfitCheckpoint);
}

TEST_CASE("what is of another question is refused") {
    const SmallCheckpoint small;
    const Question& question = *small.question;
    const auto refuses = [&](const Question& asked, const SearchOptions& how) {
        std::string copy = small.file;
        CHECK_THROWS_AS(asked.go_on(how, limit_of(most_states), copy), UnfitCheckpoint);
    };
    refuses(Question(84'000'000, shape_without_clocks()), small.options);
    for (const SavedSearch& other : saved_searches) {
        if (other.search != "bfs") refuses(question, options_of(other, question.net(), 1));
    }
    refuses(question, options_of({"bfs", "", ""}, question.net(), 2));
    SearchOptions shortest = small.options;
    shortest.objective = Objective::shortest;
    refuses(question, shortest);
    std::string copy = small.file;
    CHECK_NOTHROW(question.go_on(small.options, limit_of(most_states), copy));
}
