// Which constraints of a spurious abstract error path become predicates.
#include <doctest/doctest.h>

#include "abstraction/predicates/reasons.hpp"
#include "support.hpp"

using namespace crowfly;
namespace pa = crowfly::predicates;

namespace {

// A way of three steps to `d`. Of what its steps require, x and y contradict themselves, z and k do not.
constexpr const char* chain = R"(
    clock x, y, z;
    int[0, 9] i, k;
    process P() {
        state a, b, c, d;
        commit c;
        init a;
        trans a -> b { guard k < 3; assign i = 1, x = 0, y = 0; },
              b -> c { guard x <= 2 && z <= 50; },
              c -> d { guard i == 2 && k < 5 && x >= 5 && z <= 60; };
    }
    system P;
)";

struct Chain {
    explicit Chain(const char* text) : asked(text, "E<> P.d") {}

    // The steps lead from `a` to `d`.
    pa::AbstractSpace::Path path() const { return {{0, 1, 2}, 0}; }
    pa::Difference at_least(const std::string& name, std::int64_t value) const {
        ClockIndex clock = 1;
        while (asked.network().clocks.at(clock).name != name) ++clock;
        return {0, clock, zone::at_most<zone::WideBound>(-value)};
    }
    pa::Predicate predicate(const pa::Difference& difference) const {
        bool holds = true;
        return pa::predicate_of(difference, holds);
    }

    Asked asked;
    Goal goal{asked.network(), as_reach(*asked.query).formula, true};
    pa::Context context{goal};
    pa::System system{context, {0}};
    pa::Regression regression{system};
};

zone::WideZone all_zero(std::size_t clocks) { return zone::WideZone(clocks * clocks, zone::zero); }

}  // namespace

TEST_CASE("of clocks that contradict themselves one bound is needed, and none on other clocks") {
    Chain chain_of_three(chain);
    REQUIRE(chain_of_three.system.steps().size() == 3);
    const auto reasons = pa::clock_reasons(chain_of_three.system, chain_of_three.regression, chain_of_three.path(),
                                           all_zero(chain_of_three.system.clocks().size()));
    REQUIRE(reasons.has_value());
    const pa::Predicate needed = chain_of_three.predicate(chain_of_three.at_least("x", 5));
    CHECK(reasons->cores == std::vector<pa::Predicate>{needed});
    CHECK(std::ranges::find(reasons->all, needed) != reasons->all.end());
    CHECK(reasons->all.size() > 1);
}

TEST_CASE("of integers that contradict themselves one term is needed, and none on other variables") {
    Chain chain_of_three(chain);
    std::vector<std::int32_t> initial;
    for (const Slot& slot : chain_of_three.asked.network().slots) initial.push_back(slot.initial);
    auto reasons =
        pa::integer_reasons(chain_of_three.system, chain_of_three.regression, chain_of_three.path(), initial);
    REQUIRE(reasons.has_value());
    REQUIRE_FALSE(reasons->cores.empty());
    const TermId i_is_2 = chain_of_three.system.steps()[2].guards.at(0).term;
    for (const pa::Predicate& predicate : reasons->cores) CHECK(predicate.term == i_is_2);
    CHECK(reasons->all.size() > reasons->cores.size());
}

TEST_CASE("where time may pass in between, clocks do not contradict themselves") {
    std::string text = chain;
    text.erase(text.find("commit c;"), 9);
    Chain patient(text.c_str());
    CHECK_FALSE(
        pa::clock_reasons(patient.system, patient.regression, patient.path(), all_zero(patient.system.clocks().size()))
            .has_value());
}
