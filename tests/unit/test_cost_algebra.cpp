// The axioms of cost algebras, and which of them are refused.
#include <doctest/doctest.h>

#include "base/rng.hpp"
#include "search/costs/cost.hpp"

using namespace crowfly;

namespace {

std::optional<CostAlgebra> algebra(const std::string& text) {
    std::string problem;
    return CostAlgebra::parse(text, problem);
}

const std::vector<std::string> all{"steps",
                                   "cost",
                                   "max",
                                   "min",
                                   "probability",
                                   "lexicographic(cost,steps)",
                                   "lexicographic(steps,max)",
                                   "lexicographic(probability,cost)"};

StepCost random_step(Rng& rng) {
    return {static_cast<std::int64_t>(rng.below(4)), static_cast<double>(1 + rng.below(4)) / 4};
}

Cost random_path(Rng& rng, const CostAlgebra& a) {
    Cost cost = a.none();
    for (std::uint64_t i = rng.below(5); i > 0; --i) cost = a.after(cost, random_step(rng));
    return cost;
}

}  // namespace

TEST_CASE("the axioms hold of every algebra") {
    for (const std::string& name : all) {
        INFO(name);
        const CostAlgebra a = *algebra(name);
        CHECK(a.name() == name);
        Rng rng(7);
        bool loses_strictness = false;
        for (int i = 0; i < 2'000; ++i) {
            const Cost one = random_path(rng, a), other = random_path(rng, a);
            const StepCost step = random_step(rng);
            const Cost after_one = a.after(one, step), after_other = a.after(other, step);
            CHECK(a.none() <= one);
            CHECK(one < a.worst());
            CHECK(one <= after_one);                            // positive
            if (one <= other) CHECK(after_one <= after_other);  // isotone
            if (one < other && after_one == after_other) loses_strictness = true;
        }
        CHECK(a.is_isotone());
        CHECK(a.is_strictly_isotone() == !loses_strictness);
    }
}

TEST_CASE("costs are written as people read them") {
    const CostAlgebra both = *algebra("lexicographic(cost,steps)");
    CHECK(both.to_string(both.after(both.after(both.none(), {3, 1}), {4, 1})) == "7, 2");
    const CostAlgebra least = *algebra("min");
    CHECK(least.to_string(least.after(least.after(least.none(), {3, 1}), {4, 1})) == "3");
    const CostAlgebra likely = *algebra("probability");
    CHECK(likely.to_string(likely.after(likely.after(likely.none(), {1, 0.5}), {1, 0.25})) == "0.125");
}

TEST_CASE("a pair whose first part is not strictly isotone is refused") {
    std::string problem;
    CHECK_FALSE(CostAlgebra::parse("lexicographic(min,cost)", problem));
    CHECK(problem.find("not strictly isotone") != std::string::npos);
    CHECK_FALSE(CostAlgebra::parse("lexicographic(max,steps)", problem));
    CHECK_FALSE(CostAlgebra::parse("lexicographic(cost)", problem));
    CHECK_FALSE(CostAlgebra::parse("lexicographic(cost,cost,cost)", problem));
    CHECK_FALSE(CostAlgebra::parse("money", problem));
}

TEST_CASE("a sum that does not fit is no number") {
    const CostAlgebra a = *algebra("cost");
    const Cost large = a.after(a.none(), {std::int64_t{1} << 62, 1});
    CHECK_THROWS_AS(a.after(large, {std::int64_t{1} << 62, 1}), CostOutOfRange);
}
