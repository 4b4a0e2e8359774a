// Checkpoints: a search that is ended and resumed again and again says what it says in one go, with the same path,
// after the same number of states. What is damaged, or of another question, is refused.
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "network/distinction.hpp"
#include "search/checkpoint.hpp"
#include "search/reachability.hpp"
#include "search/registry.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "tiny/resumed.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct SavedSearch {
    std::string search, heuristic, preference;
    bool same_with_zones = true;  // which of several zones covers another one decides nothing
    bool same_at_all = true;      // what is forgotten when, or looked at again, decides nothing
    bool shortest = false;        // still the traces are as long
};

const std::vector<SavedSearch> saved_searches{{"bfs", "", ""},
                                              {"dfs", "", ""},
                                              {"rdfs", "", ""},
                                              {"ranked", "", ""},
                                              {"ranked(adaptive)", "", ""},
                                              {"ranked(topological)", "", ""},
                                              {"greedy", "hU", ""},
                                              {"greedy(lazy,ties=random)", "hL", ""},
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
                                              {"beamstack(width=3)", "hU", ""}};

// These are for networks without clocks.
const std::vector<SavedSearch> saved_backward_searches{{"bidirectional", "", "", true, false, true},
                                                       {"perimeter(depth=2)", "hL", "", true, false, true},
                                                       {"perimeter(ties=oldest)", "dL", "", true, false, true}};

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
    if (net.clocks == 0) options.abstraction.reset();
    return options;
}

class Question {
public:
    Question(std::uint64_t seed, const tiny::Shape& shape)
        : rng_(seed), net_(tiny::random_net(rng_, shape)), loaded_(net_) {
        question_ = tiny::random_reach(rng_, net_, shape, seed % 2 == 0);
        query_ = loaded_.compile(question_);
        REQUIRE(query_.has_value());
    }

    const tiny::Net& net() const { return net_; }
    std::string text() const { return fmt::format("{}\n{}\n", tiny::to_text(question_), tiny::to_xta(net_)); }

    SearchResult search(SearchOptions options, std::size_t states = 100'000) const {
        options.wanted = as_reach(*query_).exists;
        Limits limits;
        limits.states = states;
        SilentObserver quiet;
        return crowfly::search(loaded_.network(), as_reach(*query_).formula, options, limits, quiet);
    }

    SearchResult go_on(SearchOptions options, std::size_t states, std::string& file) const {
        return tiny::go_on(file, [&](const std::shared_ptr<Checkpoints>& checkpoints) {
            options.checkpoints = checkpoints;
            return search(options, states);
        });
    }

private:
    Rng rng_;
    tiny::Net net_;
    tiny::Loaded loaded_;
    tiny::Question question_;
    std::optional<Property> query_;
};

void check_resumed(const SavedSearch& saved, const Question& question, std::uint64_t seed, std::size_t& pieces) {
    const SearchOptions options = options_of(saved, question.net(), seed);
    const SearchResult whole = question.search(options);
    const std::string where = fmt::format("{}, seed {}: {}", saved.search, seed, question.text());
    Rng random(seed);
    std::string file;
    std::size_t states = 1 + random.below(4);
    SearchResult result = question.go_on(options, states, file);
    for (; result.unfinished == state_limit_reason && states < 100'000; ++pieces) {
        REQUIRE_MESSAGE(!file.empty(), where);
        states += 1 + random.below(8);
        result = question.go_on(options, states, file);
    }
    CHECK_MESSAGE(result.unfinished == whole.unfinished, where);
    CHECK_MESSAGE(result.found.has_value() == whole.found.has_value(), where);
    CHECK_MESSAGE(result.proof.has_value() == whole.proof.has_value(), where);
    if (saved.shortest && whole.found) CHECK_MESSAGE(result.found->size() == whole.found->size(), where);
    if (!saved.same_at_all || (!saved.same_with_zones && options.abstraction)) return;
    CHECK_MESSAGE(result.found == whole.found, where);
    CHECK_MESSAGE(result.statistics.explored == whole.statistics.explored, where);
    CHECK_MESSAGE(result.statistics.generated == whole.statistics.generated, where);
    CHECK_MESSAGE(result.statistics.stored == whole.statistics.stored, where);
    CHECK_MESSAGE(result.order == whole.order, where);
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
            question->go_on(options, 5, file);
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
        CHECK_THROWS_AS(asked.go_on(how, 100'000, copy), UnfitCheckpoint);
    };
    refuses(Question(84'000'000, shape_without_clocks()), small.options);
    for (const SavedSearch& other : saved_searches) {
        if (other.search != "bfs") refuses(question, options_of(other, question.net(), 1));
    }
    refuses(question, options_of({"bfs", "", ""}, question.net(), 2));
    SearchOptions shortest = small.options;
    shortest.shortest = true;
    refuses(question, shortest);
    std::string copy = small.file;
    CHECK_NOTHROW(question.go_on(small.options, 100'000, copy));
}
