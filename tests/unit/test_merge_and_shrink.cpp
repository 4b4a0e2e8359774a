// Merge-and-shrink on the example of its paper (Dräger, Finkbeiner, Podelski 2009, Sect. 3 and 6), and what the paper
// says on average of its strategies.
#include <doctest/doctest.h>

#include <map>

#include "abstraction/merge_and_shrink/merge_and_shrink.hpp"
#include "family/registry.hpp"
#include "heuristic/registry.hpp"
#include "search/explore/accuracy.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

std::string family_text(const std::string& name, const std::string& size,
                        const std::map<std::string, std::string>& options = {}) {
    const FamilyPlugin* family = families().find(name);
    REQUIRE(family != nullptr);
    std::string problem;
    const auto arguments = read_arguments(*family, {size}, options, problem);
    REQUIRE_MESSAGE(arguments.has_value(), problem);
    return family->write(*arguments, problem);
}

Goal goal_of(const Asked& asked) { return {asked.network(), as_reach(*asked.query).formula, true}; }

std::unique_ptr<Heuristic> heuristic_for(const Asked& asked, const std::string& text) {
    std::string problem;
    const auto spec = parse_heuristic(text, problem);
    REQUIRE_MESSAGE(spec.has_value(), problem);
    return make_heuristic(goal_of(asked), *spec);
}

double mean_ratio(const Asked& asked, const std::string& heuristic) {
    SilentObserver silent;
    Distances distances(goal_of(asked), {}, silent);
    std::string unfinished;
    const auto accuracy = accuracy_of(*heuristic_for(asked, heuristic), distances, {}, unfinished);
    REQUIRE(accuracy.has_value());
    return *accuracy->summary().mean_ratio;
}

constexpr const char* example = "E<> P1.p3 and P2.q3 and P3.r3";

}  // namespace

TEST_CASE("merge-and-shrink gives the tables of the paper") {
    const Asked asked(family_text("figure", "draeger-1"), example);
    const auto heuristic = heuristic_for(asked, "mas(N=3)");
    // The abstract state of P1 and P2, by their locations; 3: irrelevant.
    const std::vector<std::vector<int>> merged{{2, 2, 2}, {1, 1, 1}, {3, 1, 0}};
    const std::vector<std::vector<Estimate>> distances{{4, 5, 0}, {2, 2, 1}, {3, 4, 3}};  // of a0, a1, a2
    for (std::int32_t p = 0; p < 3; ++p) {
        for (std::int32_t q = 0; q < 3; ++q) {
            for (std::int32_t r = 0; r < 3; ++r) {
                const int abstract = merged[static_cast<std::size_t>(p)][static_cast<std::size_t>(q)];
                const Estimate expected =
                    abstract == 3 ? dead_end
                                  : distances[static_cast<std::size_t>(abstract)][static_cast<std::size_t>(r)];
                CHECK(heuristic->estimate(std::vector{p, q, r}) == expected);
            }
        }
    }
}

TEST_CASE("labels are ranked as in the paper, and P1 and P2 are merged first") {
    const Asked asked(family_text("figure", "draeger-1"), example);
    const FactoredSystem system = factored_system(goal_of(asked));
    mas::MergeOrder order(mas::Merge::ranking, system);
    std::vector<mas::TransitionSystem> systems = mas::atomic_systems(system);
    std::map<std::pair<std::string, std::uint32_t>, Estimate> ranks;  // by channel and process
    for (std::uint32_t v = 0; v < systems.size(); ++v) {
        order.add(v, {v}, systems[v], mas::distances_to_goal(systems[v], system.labels));
        for (LabelIndex l = 0; l < system.labels.size(); ++l) {
            if (!systems[v].group_of.contains(l)) continue;
            const Edge& edge = asked.network().edges[asked.network().transitions[system.labels[l].transition].edge];
            const auto entry = ranks.emplace(std::pair{asked.network().channels[edge.channel].name, v}, dead_end).first;
            entry->second = std::min(entry->second, order.rank(v, l));
        }
    }
    CHECK(ranks == std::map<std::pair<std::string, std::uint32_t>, Estimate>{
                       {{"a", 0}, 0}, {{"b", 0}, 1}, {{"a", 1}, 0}, {{"c", 1}, 1}, {{"b", 2}, 1}, {{"c", 2}, 0}});
    REQUIRE(order.next().has_value());
    CHECK(*order.next() == std::pair{0U, 1U});
}

TEST_CASE("on average splitting near the goal first is more accurate, and so is merging by rank") {
    const Asked hanoi(family_text("hanoi", "3"), "E<> Disk1.p1 and Disk2.p1 and Disk3.p1");
    CHECK(mean_ratio(hanoi, "mas(N=40)") == 1);
    CHECK(mean_ratio(hanoi, "mas(N=40,shrink=high_first)") <= 1);
    for (const char* bound : {"20", "25", "30"}) {
        const std::string low = std::string("mas(N=") + bound + ")";
        const std::string high = std::string("mas(N=") + bound + ",shrink=high_first)";
        CHECK(mean_ratio(hanoi, low) > mean_ratio(hanoi, high) + 0.04);
    }
    const Asked arbiter(family_text("arbiter", "2"), "E<> Client1.work and Client3.work");
    CHECK(mean_ratio(arbiter, "mas(N=20)") > mean_ratio(arbiter, "mas(N=20,merge=definition)") + 0.15);
}

TEST_CASE("merging by silent labels proves that two clients of a tree of arbiters never work at the same time") {
    std::string text = family_text("arbiter", "6");
    const std::string fault = "idle -> idle { sync release[leaf]!; }";
    REQUIRE(text.find(fault) != std::string::npos);
    const auto estimate = [](const std::string& model) {
        const Asked asked(model, "E<> Client1.work and Client63.work");
        return heuristic_for(asked, "mas(N=100,shrink=weak,merge=silent)")->estimate(initial_slots(asked.network()));
    };
    CHECK(estimate(text) != dead_end);
    text.replace(text.find(fault), fault.size(), "idle -> idle { }");
    CHECK(estimate(text) == dead_end);
}
