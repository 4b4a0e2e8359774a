// Which normal forms of states a search applies follows from what its parts declare, and nobody is asked about a state
// in a normal form that it does not know.
#include <doctest/doctest.h>

#include "network/analyses/normal_forms.hpp"
#include "search/guidance/estimates.hpp"
#include "search/methods/known_forms.hpp"
#include "search/methods/registry.hpp"
#include "space/discrete/discrete_space.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// In B the variable is dead.
constexpr const char* mortal = R"(
    int[0,3] n = 1;
    process P() { state A, B; init A; trans A -> B { guard n == 1; assign n = 2; }, B -> A { assign n = 3; }; }
    system P;
)";

// `turn` holds a process, and `seen` has one variable per process.
constexpr const char* alike = R"(
    typedef int[0,2] id_t;
    id_t turn; int[0,5] seen[id_t] = {4, 0, 0}; int[0,9] count = 7;
    process P(const id_t me) {
        state A, B;
        init A;
        trans A -> B { guard turn == me; assign seen[me] = 1; };
    }
    system P;
)";

SearchOptions options_of(const char* search, const char* heuristic) {
    std::string problem;
    Settings settings;
    CHECK(apply_search(*parse_search(search, problem), settings).empty());
    SearchOptions options;
    options.search = settings.search;
    options.guidance = settings.guidance;
    options.guidance.heuristic = *parse_heuristic(heuristic, problem);
    return options;
}

std::uint32_t slot_called(const Network& network, const std::string& name) {
    std::uint32_t slot = 0;
    while (network.slots[slot].name != name) ++slot;
    return slot;
}

}  // namespace

TEST_CASE("a search on disk relies on consistent estimates, others reopen states") {
    for (const char* heuristic : {"zero", "dL", "hL", "mas", "pdb", "sympdb", "max(hL,mas)"})
        CHECK(known_forms(options_of("astar", heuristic)) == NormalForms::all());
    const auto on_disk = [](const char* heuristic) {
        SearchOptions options = options_of("astar", heuristic);
        options.disk.emplace();
        return known_forms(options);
    };
    CHECK(on_disk("zero") == NormalForms::all());
    for (const char* heuristic : {"mas", "pdb", "dL", "max(dL,mas)"}) {
        CHECK(on_disk(heuristic).contains(NormalForm::dead_slots));
        CHECK_FALSE(on_disk(heuristic).contains(NormalForm::representatives));
    }
    for (const char* heuristic : {"hL", "sympdb", "max(hL,mas)"})
        CHECK_FALSE(on_disk(heuristic).contains(NormalForm::dead_slots));
}

TEST_CASE("a search knows the normal forms that it declares") {
    CHECK(known_forms(options_of("bfs", "zero")) == NormalForms::all());
    for (const char* search : {"bidirectional", "perimeter"}) {
        const NormalForms known = known_forms(options_of(search, "zero"));
        CHECK(known == NormalForms{NormalForm::dead_slots, NormalForm::representatives});
    }
}

TEST_CASE("a search does without a normal form that one of its parts does not know") {
    const Asked asked(mortal, "E<> P.B");
    const Distinction compared(asked.network(), slots_read(*asked.query));
    REQUIRE(compared.live.mortal().size() == 1);
    SearchOptions options = options_of("astar", "hL");
    options.compared = &compared;
    CHECK(FittingOptions(options).options().compared == &compared);
    options.disk.emplace();
    const FittingOptions fitting(options);
    REQUIRE(fitting.options().compared != nullptr);
    CHECK(fitting.options().compared->live.mortal().empty());
    CHECK(fitting.options().compared->slots.members() == compared.slots.members());
}

TEST_CASE("a heuristic that was built for other states is not asked") {
    const Asked asked(mortal, "E<> P.B");
    const Distinction compared(asked.network(), slots_read(*asked.query));
    SilentObserver silent;
    const Budget limits{Limits{}};
    for (const bool knows : {true, false}) {
        Goal goal{asked.network(), as_reach(*asked.query).formula, true};
        if (knows) goal.form.compared = &compared;
        BuildBudget budget(limits, {}, silent);
        Estimates estimates({"mas", {}, {}});
        REQUIRE(estimates.build(goal, budget));
        DiscreteSpace space(asked.network(), Layout(asked.network(), &compared), false);
        REQUIRE(space.start());
        REQUIRE(space.next());
        const NodeId node = space.add(no_node);
        if (knows)
            CHECK(estimates.of_stored(space, node) == 1);
        else
            CHECK_THROWS_AS(estimates.of_stored(space, node), std::logic_error);
    }
}

TEST_CASE("permuted initial states have the values of all processes") {
    const Asked asked(alike, "E<> exists (i : id_t) P(i).B");
    const Network& network = asked.network();
    std::vector<std::string> why_not;
    const std::optional<Symmetry> symmetry = find_symmetry(network, Formulas{&as_reach(*asked.query).formula}, why_not);
    REQUIRE(symmetry.has_value());
    const auto plain = start_values(network, nullptr), permuted = start_values(network, &*symmetry);
    using Values = std::vector<std::int32_t>;
    CHECK(plain[slot_called(network, "turn")] == Values{0});
    CHECK(permuted[slot_called(network, "turn")] == Values{0, 1, 2});
    for (const char* seen : {"seen[0]", "seen[1]", "seen[2]"})
        CHECK(permuted[slot_called(network, seen)] == Values{0, 4});
    CHECK(permuted[slot_called(network, "count")] == Values{7});
}
