// What can matter to a query, and what cannot.
#include <doctest/doctest.h>

#include "network/pruning/relevance.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

std::string irrelevant(const std::string& text, const std::string& formula) {
    const Asked asked(text, formula);
    const SlotSet relevant = relevant_slots(asked.network(), slots_read(*asked.query));
    std::string names;
    for (std::uint32_t s = 0; s < asked.network().slots.size(); ++s) {
        if (!relevant.contains(s)) names += (names.empty() ? "" : " ") + asked.network().slots[s].name;
    }
    return names;
}

constexpr const char* sample = R"(
    clock x; chan c[3];
    int log, used, guard, bound, reset, index, from, limit;
    process P() { state A { x <= limit }, B; init A;
        trans A -> B { guard guard > 0 && x < bound; sync c[index]!; assign log = log + 1, used = from, x = reset; },
              B -> A { assign from = from + 1; }; }
    system P;)";

}  // namespace

TEST_CASE("what only counts itself does not matter") { CHECK(irrelevant(sample, "E<> P.B") == "log used from"); }

TEST_CASE("a query makes what it reads matter, and what that is computed from") {
    CHECK(irrelevant(sample, "E<> used == 3") == "log");
    CHECK(irrelevant(sample, "A[] log < 9") == "used from");
    CHECK(irrelevant(sample, "sup: log") == "used from");
    CHECK(irrelevant(sample, "P.A --> from == 2") == "log used");
}
