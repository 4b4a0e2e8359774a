// Predicate abstraction: propositions 1 and 2 of Hoffmann et al., Using predicate abstraction to generate heuristic
// functions in UPPAAL, on random networks, and the procedures beneath it against naive ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "abstraction/predicates/abstraction.hpp"
#include "abstraction/predicates/linear_solver.hpp"
#include "cli/files/load.hpp"
#include "cli/files/queries.hpp"
#include "cli/queries/query_runner.hpp"
#include "family/registry.hpp"
#include "heuristic/registry.hpp"
#include "property/random_goal.hpp"
#include "tiny/budget.hpp"

using namespace crowfly;
namespace pa = crowfly::predicates;

namespace {

// All states of a random network with a question, if there are few.
struct Solved : SolvedGoal {
    Solved(std::uint64_t seed, const tiny::Shape& shape) : SolvedGoal(seed, shape, seed % 5 == 0, 2000) {}
};

template <class Check>
void each_state(Solved& solved, Check check) {
    std::vector<std::int32_t> slots;
    ZoneCopy zone;
    for (Distances::Node node = 0; node < solved.distances->size(); ++node) {
        solved.distances->read(node, slots);
        solved.distances->find_zone(node, slots, zone);
        check(slots, view_of(zone), solved.distances->distance(node));
    }
}

tiny::Shape timed() {
    tiny::Shape shape;
    shape.processes = {2, 3};
    shape.variables = {0, 2};
    shape.diagonals = true;
    shape.clock_values = true;
    return shape;
}

}  // namespace

TEST_CASE("estimates never exceed distances, wherever predicates come from") {
    const std::vector<std::string> texts{"pred(from=refine,b=1,r=3)", "pred(from=refine,b=1000,r=3)",
                                         "pred(from=refine,b=2,r=2,remove=all)", "pred(from=refine,b=1000)"};
    std::size_t far = 0;
    for (std::uint64_t seed = 61'000'000; seed < 61'000'000 + tiny::budget(40); ++seed) {
        Solved solved(seed, timed());
        if (!solved.distances->is_complete()) continue;
        for (const std::string& text : texts) {
            std::string problem;
            const std::unique_ptr<Heuristic> heuristic = make_heuristic(*solved.goal, *parse_heuristic(text, problem));
            each_state(solved, [&](const auto& slots, const ZoneView& zone, Distances::Distance distance) {
                const Estimate estimate = heuristic->estimate(slots, zone);
                if (distance != Distances::infinite) CHECK_MESSAGE(estimate <= distance, text << solved.where);
                far += estimate > 1 ? 1 : 0;
            });
        }
    }
    CHECK(far > 100);
}

TEST_CASE("more predicates never lower an estimate") {
    std::size_t greater = 0;
    for (std::uint64_t seed = 62'000'000; seed < 62'000'000 + tiny::budget(60); ++seed) {
        Solved solved(seed, timed());
        if (!solved.distances->is_complete()) continue;
        pa::Context context(*solved.goal);
        std::vector<ProcessIndex> all;
        for (ProcessIndex p = 0; p < solved.loaded.network().processes.size(); ++p) all.push_back(p);
        const auto abstraction_of = [&](bool fewer) {
            auto system = std::make_unique<pa::System>(context, all);
            std::vector<pa::Predicate> predicates = system->syntactic_predicates();
            if (fewer) std::erase_if(predicates, [&](const pa::Predicate&) { return solved.rng.below(3) == 0; });
            return pa::PartAbstraction(std::move(system), std::move(predicates), {}, 0);
        };
        pa::PartAbstraction some = abstraction_of(true), more = abstraction_of(false);
        each_state(solved, [&](const auto& slots, const ZoneView& zone, Distances::Distance) {
            const std::uint32_t low = some.distance(slots, zone), high = more.distance(slots, zone);
            CHECK_MESSAGE(low <= high, solved.where);
            greater += low < high ? 1 : 0;
        });
    }
    CHECK(greater > 20);
}

TEST_CASE("mutual exclusion is proved by few abstract states") {
    const FamilyPlugin* fischer = families().find("fischer");
    REQUIRE(fischer != nullptr);
    std::string problem;
    const auto arguments = read_arguments(*fischer, {"3"}, {}, problem);
    REQUIRE_MESSAGE(arguments.has_value(), problem);
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "crowfly-predicates-fischer.xta";
    std::ofstream(path) << fischer->write(*arguments, problem);
    Session session{std::vector<std::string>{"check"}};
    Loaded model;
    REQUIRE(load_model(path, session, model));
    std::filesystem::remove(path);
    const std::vector<WrittenQuery> queries = queries_asked({"E<> P1.cs and P2.cs"}, model, session);
    const std::optional<Property> query = compile_query(model, queries.at(0), session.diagnostics);
    REQUIRE(query.has_value());
    const Goal goal{model.network(), as_reach(*query).formula, true};
    pa::Options options;
    options.refines = true;
    options.bound = 3;
    options.refinement = {100, true};
    pa::PredicateAbstraction abstraction(goal, options);
    std::vector<std::int32_t> slots;
    for (const Slot& slot : model.network().slots) slots.push_back(slot.initial);
    CHECK(abstraction.distance(slots, {}) == pa::PredicateAbstraction::unreachable);
    REQUIRE(abstraction.parts().size() == 1);
    const std::size_t states = abstraction.parts()[0]->space().states();
    CHECK_MESSAGE(states < 60, states);
}

TEST_CASE("a trie finds what a scan over all sets finds") {
    Rng rng(63);
    for (int round = 0; round < 100; ++round) {
        constexpr std::size_t predicates = 40;
        pa::Trie trie;
        std::vector<std::pair<pa::Literals, std::uint32_t>> stored;
        for (std::uint32_t i = 0; i < 60; ++i) {
            pa::Literals literals;
            for (std::size_t p = 0; p < predicates; ++p) {
                if (rng.below(8) == 0) literals.push_back(pa::literal_of(p, rng.below(2) == 0));
            }
            const auto distance = static_cast<std::uint32_t>(rng.below(20));
            trie.add(literals, distance, i);
            stored.emplace_back(std::move(literals), distance);
        }
        for (int question = 0; question < 50; ++question) {
            pa::LiteralSet possible(predicates);
            for (pa::Literal literal = 0; literal < 2 * predicates; ++literal) {
                if (rng.below(3) != 0) possible.add(literal);
            }
            std::uint32_t least = pa::Trie::none;
            for (const auto& [literals, distance] : stored) {
                if (std::ranges::all_of(literals, [&](pa::Literal l) { return possible.contains(l); }))
                    least = std::min(least, distance);
            }
            const pa::Trie::Match match = trie.find(possible);
            CHECK(match.distance == least);
            if (least != pa::Trie::none) CHECK(stored[match.entry].second == least);
        }
    }
}

TEST_CASE("differences are decided as by a solver") {
    const std::unique_ptr<pa::LinearSolver> solver = pa::make_linear_solver();
    if (solver == nullptr) return;
    Rng rng(64);
    std::size_t possible = 0, entailed = 0;
    for (int round = 0; round < 200; ++round) {
        constexpr std::uint32_t variables = 4;
        pa::Differences differences(variables);
        solver->clear();
        const auto draw = [&] {
            const auto x = static_cast<std::uint32_t>(rng.below(variables + 1));
            const auto y = static_cast<std::uint32_t>((x + 1 + rng.below(variables)) % (variables + 1));
            return std::tuple{x, y, static_cast<std::int64_t>(rng.below(9)) - 3};
        };
        const auto constraint = [](std::uint32_t x, std::uint32_t y, std::int64_t c) {
            pa::LinearConstraint result;
            if (x != 0) result.coefficients[x] = 1;
            if (y != 0) result.coefficients[y] = -1;
            result.constant = c;
            return result;
        };
        for (int i = 0; i < 8; ++i) {
            const auto [x, y, c] = draw();
            differences.add(x, y, zone::at_most<zone::WideBound>(c));
            solver->add(constraint(x, y, c));
        }
        CHECK(differences.is_satisfiable() == solver->is_satisfiable());
        if (!differences.is_satisfiable()) continue;
        ++possible;
        const auto [x, y, c] = draw();
        const bool entails = differences.entails(x, y, zone::at_most<zone::WideBound>(c));
        CHECK(entails == (solver->is_satisfiable_with(constraint(x, y, c).negated()) == false));
        entailed += entails ? 1 : 0;
    }
    CHECK(possible > 20);
    CHECK(entailed > 5);
}
