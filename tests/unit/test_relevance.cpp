// What can matter to a query, and what cannot.
#include <doctest/doctest.h>

#include "model/uppaal/check.hpp"
#include "model/uppaal/parse.hpp"
#include "model/uppaal/read.hpp"
#include "network/compile.hpp"
#include "network/relevance.hpp"

using namespace crowfly;

namespace {

std::string irrelevant(const std::string& text, const std::string& formula) {
    Sources sources;
    Diagnostics diagnostics;
    const uppaal::Document document = uppaal::read_document(sources.add("model.xta", text), sources, diagnostics);
    uppaal::Checker checker(document, diagnostics, &sources);
    REQUIRE_FALSE(diagnostics.has_errors());
    Compiler compiler(checker.model(), diagnostics);
    uppaal::ParseContext context{sources, diagnostics};
    const auto typed = checker.check_query(uppaal::parse_query({sources.add("query", formula), formula, {}}, context), diagnostics);
    REQUIRE(typed);
    const std::optional<Query> query = compiler.compile(*typed, diagnostics);
    REQUIRE(query);
    const SlotSet relevant = relevant_slots(compiler.network(), *query);
    std::string names;
    for (std::uint32_t s = 0; s < compiler.network().slots.size(); ++s) {
        if (!relevant.contains(s)) names += (names.empty() ? "" : " ") + compiler.network().slots[s].name;
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
