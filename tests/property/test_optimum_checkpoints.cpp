// Searches for the least time and the least price that are ended and resumed again and again find the optimum that they
// find in one go, by the same trace, after the same number of states. The networks are job shops in which some jobs
// wait for others, large enough for several dives.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "engine/engine.hpp"
#include "tiny/budget.hpp"
#include "tiny/resumed.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct RandomShop {
    std::string model, goal;
};

// `priced`: there are two ways to do an operation, of which one may be fast and the other cheap. `waits`: jobs may have
// to wait for a clock that others set, so that it matters who comes when.
struct ShopKind {
    bool priced = false, waits = false;
};

std::string price_rate(Rng& rng, const ShopKind& kind, std::uint64_t most) {
    return kind.priced ? fmt::format(" && cost' == {}", rng.below(most)) : "";
}

// One way to do an operation: takes a machine for so long.
void add_way(Rng& rng, const ShopKind& kind, const std::string& at, int k, std::string& states, std::string& edges) {
    const std::uint64_t machine = rng.below(kind.priced ? 2 : 3), least = rng.below(8), most = least + rng.below(3);
    const std::string guard = kind.waits && rng.below(3) == 0 ? fmt::format(" && y >= {}", rng.below(6)) : "";
    std::string update = kind.waits && rng.below(3) == 0 ? ", y = 0" : "";
    if (kind.priced) update += fmt::format(", cost += {}", rng.below(9));
    states += fmt::format("{}{} {{ x <= {}{} }}, ", at, k, most, price_rate(rng, kind, 6));
    edges += fmt::format("w{0} -> {1}{0} {{ guard !busy[{2}]{3}; assign busy[{2}] = true, x = 0{4}; }},\n", k, at,
                         machine, guard, update);
    edges +=
        fmt::format("{1}{0} -> w{2} {{ guard x >= {3}; assign busy[{4}] = false; }},\n", k, at, k + 1, least, machine);
}

RandomShop random_shop(Rng& rng, const ShopKind& kind) {
    const int jobs = kind.priced ? 3 : 5, operations = kind.priced ? 2 : 3;
    RandomShop shop{"bool busy[3]; clock y;\n", ""};
    std::string members;
    for (int j = 0; j < jobs; ++j) {
        std::string states, edges;
        for (int k = 0; k < operations; ++k) {
            states += fmt::format("w{}{}, ", k, kind.priced ? fmt::format(" {{ cost' == {} }}", rng.below(3)) : "");
            add_way(rng, kind, "r", k, states, edges);
            if (kind.priced) add_way(rng, kind, "s", k, states, edges);
        }
        edges.erase(edges.size() - 2);
        shop.model +=
            fmt::format("process P{}() {{ clock x; state {}w{}; init w0; trans {}; }}\n", j, states, operations, edges);
        members += fmt::format("{}P{}", j == 0 ? "" : ", ", j);
        if (!kind.priced || j < 2) shop.goal += fmt::format("{}P{}.w{}", j == 0 ? "" : " && ", j, operations);
    }
    shop.model += fmt::format("system {};\n", members);
    return shop;
}

Answer ask(const Asked& asked, Objective objective, const std::shared_ptr<Checkpoints>& checkpoints,
           std::size_t states) {
    Settings settings;
    settings.objective = objective;
    settings.search = "bfs";
    settings.checkpoints = checkpoints;
    Limits limits;
    limits.states = states;
    SilentObserver quiet;
    return choose_engine(asked.network(), *asked.query)
        .engine->decide({asked.network(), *asked.query, settings, limits, quiet});
}

bool is_open(const Answer& answer) {
    return answer.reason == state_limit_reason || (answer.optimum && answer.optimum->limit == state_limit_reason);
}

void check_same(const Answer& resumed, const Answer& whole) {
    CHECK(resumed.verdict == whole.verdict);
    CHECK_FALSE(resumed.unverified);
    REQUIRE(resumed.optimum.has_value() == whole.optimum.has_value());
    if (!whole.optimum) return;
    CHECK(resumed.optimum->proved);
    CHECK(resumed.optimum->at_most == whole.optimum->at_most);
    CHECK(resumed.optimum->found == whole.optimum->found);
    REQUIRE(resumed.witness.has_value());
    REQUIRE(resumed.witness->run);
    CHECK(resumed.witness->run->steps.size() == whole.witness->run->steps.size());
    CHECK(resumed.witness->duration == whole.witness->duration);
    CHECK(resumed.statistics->explored == whole.statistics->explored);
    CHECK(resumed.statistics->stored == whole.statistics->stored);
}

void check_optimum(Objective objective, std::size_t networks, std::uint64_t first_seed) {
    std::size_t pieces = 0, large = 0, improved = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const ShopKind kind{objective == Objective::price || seed % 2 == 0, seed % 4 > 1};
        const RandomShop shop = random_shop(rng, kind);
        INFO("seed ", seed, "\n", shop.model);
        const bool exists = !kind.priced || seed % 8 == 0;
        const Asked asked(shop.model, exists ? "E<> " + shop.goal : fmt::format("A[] !({})", shop.goal));
        const Answer whole = ask(asked, objective, nullptr, 100'000);
        REQUIRE_FALSE(is_open(whole));
        large += whole.statistics->explored > 200 ? 1 : 0;
        improved += whole.optimum && whole.optimum->found.size() > 1 ? 1 : 0;
        std::string file;
        for (std::size_t states = 1 + rng.below(20);; states += 1 + rng.below(20), ++pieces) {
            const Answer answer =
                tiny::go_on(file, [&](const auto& checkpoints) { return ask(asked, objective, checkpoints, states); });
            if (is_open(answer)) continue;
            check_same(answer, whole);
            break;
        }
    }
    CHECK(pieces >= 2 * networks);
    CHECK(large >= networks / 8);
    CHECK(improved >= networks / 16);
}

}  // namespace

TEST_CASE("searches for the least time are resumed") {
    check_optimum(Objective::fastest, tiny::budget(80), 89'000'000);
}

TEST_CASE("searches for the least price are resumed") { check_optimum(Objective::price, tiny::budget(32), 89'500'000); }

TEST_CASE("the least price is not resumed from a search for the least time") {
    Rng rng(1);
    const RandomShop shop = random_shop(rng, {true, true});
    const Asked asked(shop.model, "E<> " + shop.goal);
    const auto go_on = [&](std::string& file, Objective objective) {
        return tiny::go_on(file, [&](const auto& checkpoints) { return ask(asked, objective, checkpoints, 5); });
    };
    std::string file;
    CHECK(is_open(go_on(file, Objective::fastest)));
    REQUIRE_FALSE(file.empty());
    CHECK_THROWS_AS(go_on(file, Objective::price), UnfitCheckpoint);
}
