// Priorities in searches: what is more important comes alone, and equals do not stand in each other's way.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "engine/engine.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

constexpr const char* model = R"(
    {};
    chan p, q;
    chan priority {};
    process A() {{ state a, by_p, by_q, alone; init a; trans
        a -> by_p {{ sync p!; }}, a -> by_q {{ sync q!; }}, a -> alone {{ }}; }}
    process B() {{ state b; init b; trans b -> b {{ sync p?; }}, b -> b {{ sync q?; }}; }}
    system A, B;
)";

bool is_reached(const std::string& text, const std::string& location) {
    const Asked asked(text, "E<> " + location);
    const Choice choice = choose_engine(asked.network(), *asked.query);
    REQUIRE(choice.engine != nullptr);
    const Settings settings;
    const Limits limits;
    SilentObserver observer;
    const Answer answer = choice.engine->decide({asked.network(), *asked.query, settings, limits, observer});
    return answer.verdict == Verdict::satisfied;
}

// Which locations A can get to.
std::string reached(const std::string& declaration, const std::string& order) {
    std::string names;
    for (const std::string name : {"by_p", "by_q", "alone"}) {
        if (is_reached(fmt::format(model, declaration, order), "A." + name)) names += " " + name;
    }
    return names;
}

}  // namespace

TEST_CASE("what is most important comes alone, equals do not stand in each other's way") {
    for (const std::string declaration : {"clock x", "int i"}) {  // with zones and without
        CAPTURE(declaration);
        CHECK(reached(declaration, "default < p < q") == " by_q");
        CHECK(reached(declaration, "default < q < p") == " by_p");
        CHECK(reached(declaration, "default < p, q") == " by_p by_q");
        CHECK(reached(declaration, "p, q < default") == " alone");
        CHECK(reached(declaration, "p < default < q") == " by_q");
    }
}

TEST_CASE("a transition whose target invariant would fail stands in nobody's way") {
    constexpr const char* text = R"(
        clock x;
        chan q;
        chan priority default < q;
        process A() {{ state a, by_q {{ {} }}, alone; init a; trans
            a -> by_q {{ sync q!; assign x = 5; }}, a -> alone {{ }}; }}
        process B() {{ state b; init b; trans b -> b {{ sync q?; }}; }}
        system A, B;
    )";
    for (const std::string invariant : {"x < 5", "x <= 4"}) {
        CHECK_FALSE(is_reached(fmt::format(text, invariant), "A.by_q"));
        CHECK(is_reached(fmt::format(text, invariant), "A.alone"));
    }
    for (const std::string invariant : {"x <= 5", "x < 6"}) {
        CHECK(is_reached(fmt::format(text, invariant), "A.by_q"));
        CHECK_FALSE(is_reached(fmt::format(text, invariant), "A.alone"));
    }
}
