// What the trace formats say, and that names cannot break them.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "render/json.hpp"
#include "unit/traces.hpp"

using namespace crowfly;

namespace {

const char* const small = R"(
    int g; chan c; clock x;
    process P(int limit) { state a, b; init a; trans a -> b { guard x > 1 &&
        g < limit; sync c!; assign g = 1, x = 0; }; }
    process Q() { state u, w { x <= 5 }; init u; trans u -> w { sync c?; }, w -> u { }; }
    A = P(3); B = Q(); system A, B;)";

// Waits 3/2, synchronises, waits 2 and ends.
Trace small_trace(const Modelled& model) {
    const Network& network = model.network();
    Trace trace;
    trace.initial = initial_state(network);
    ConcreteSteps steps(network);
    REQUIRE(steps.enter(trace.initial));
    for (const Option& option : steps.options()) {
        if (!option.delays.contains(Rational(3, 2)) || steps.firing(option).participants.size() != 2) continue;
        trace.steps.push_back({{Rational(3, 2), steps.firing(option)}, *steps.take(option, Rational(3, 2))});
        break;
    }
    REQUIRE(trace.steps.size() == 1);
    trace.rest = 2;
    return trace;
}

// As small_trace, and on from w to u and back to w … which is not so in the model, but formats draw what they are
// given.
Trace lasso(const Modelled& model, std::size_t loop) {
    Trace trace = small_trace(model);
    trace.rest = 0;
    Step back = trace.steps[0];
    back.state = trace.initial;
    trace.steps.push_back(back);
    trace.ending = Trace::Ending::lasso;
    trace.loop = loop;
    return trace;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The same network with a name that every format has a reason to fear.
struct Hostile {
    explicit Hostile(std::string name) : model(small), network(model.network()) {
        network.processes[0].name = name;
        network.slots[2].name = name;
        network.channels[0].name = std::move(name);
    }

    std::string written(const std::string& format) const {
        const Trace trace = small_trace(model);
        return trace_formats().find(format)->write(
            {network, model.sources, trace, "a`b.xml", "", "E<> ``x`` \"\\ \n", Verdict::satisfied});
    }

    Modelled model;
    Network network;
};

}  // namespace

TEST_CASE("the format of a file is told by its longest suffix") {
    const auto name = [](const char* path) { return format_of(path) == nullptr ? "" : format_of(path)->name; };
    CHECK(name("a.xtr") == "xtr");
    CHECK(name("a.uppaal.txt") == "uppaal.txt");
    CHECK(name("a.dot") == "dot");
    CHECK(name("a.md") == "md");
    CHECK(name("a.pdf") == "");
}

TEST_CASE("uppaal.txt shows every state in full, with delays as decimals and labels as written") {
    const Modelled model(small);
    CHECK(model.written("uppaal.txt", small_trace(model)) ==
          "\nState:\n( A.a B.u )\nx=0 g=0 A.limit=3 \n"
          "\nDelay: 1.5\n"
          "\nState:\n( A.a B.u )\nx=1.5 g=0 A.limit=3 \n"
          "\nTransitions:\n  A.a->A.b { x > 1 && g < limit, c!, g = 1, x = 0 }\n  B.u->B.w { 1, c?, 1 }\n"
          "\nState:\n( A.b B.w )\nx=0 g=1 A.limit=3 \n"
          "\nDelay: 2\n"
          "\nState:\n( A.b B.w )\nx=2 g=1 A.limit=3 \n");
}

TEST_CASE("uppaal.txt lets no time pass for stopped clocks") {
    const Modelled model("clock x, y; process P() { state a { y' == 0 }; init a; } system P;");
    Trace trace;
    trace.initial = initial_state(model.network());
    trace.rest = Rational(1, 3);
    CHECK(contains(model.written("uppaal.txt", trace), "x=0.3333333333 y=0 \n"));
}

TEST_CASE("uppaal.txt resolves the entities of XML") {
    const std::string path = CROWFLY_ROOT "/models/train_gate.xml";
    const Modelled model(file_text(path), path);
    const std::string text = model.written("uppaal.txt", random_trace(model.network(), 1, 60));
    CHECK(contains(text, ">="));
    CHECK(!contains(text, "&gt;"));
}

TEST_CASE("json has the constraints of zones, strict and weak ones, without those that always hold") {
    using zone::at_most, zone::less_than, zone::WideBound, zone::zero;
    const Modelled model(small);
    Trace trace = small_trace(model);
    const auto zone_of = [&](WideBound lower, WideBound upper) {
        trace.zones.assign(2, {zero, lower, upper, zero});
        return Json::parse(model.written("json", trace))["initial"]["zone"];
    };
    CHECK(zone_of(less_than<WideBound>(-1), less_than<WideBound>(4)) == Json::parse(R"(["x > 1", "x < 4"])"));
    CHECK(zone_of(at_most<WideBound>(-1), at_most<WideBound>(4)) == Json::parse(R"(["x >= 1", "x <= 4"])"));
    CHECK(zone_of(zero, zone::infinity<WideBound>) == Json::array());
}

TEST_CASE("dot draws a node per state, an arrow per transition, and one back for a loop") {
    const Modelled model(small);
    const std::string plain = model.written("dot", small_trace(model));
    CHECK(contains(plain, R"(s0 [label="A.a\lB.u\lg = 0\l"];)"));
    CHECK(contains(plain, R"(s1 [label="A.b\lB.w\lg = 1\l", penwidth=2];)"));
    CHECK(contains(plain, R"(s0 -> s1 [label="delay 3/2\lA: a -> b  c!\lB: u -> w  c?\l"];)"));
    CHECK(contains(model.written("dot", lasso(model, 1)), "s2 -> s1 [label=\"again and again"));
    Trace stuck = small_trace(model);
    stuck.ending = Trace::Ending::stuck;
    stuck.why_stuck = {"B: a guard says \"no\""};
    CHECK(contains(model.written("dot", stuck), R"(nothing can happen any more\lB: a guard says \"no\"\l)"));
}

TEST_CASE("md draws a column per process and an arrow per synchronisation") {
    const Modelled model(small);
    const std::string text = model.written("md", small_trace(model), "E<> A.b");
    CHECK(text.starts_with("# Trace of ` E<> A.b `\n"));
    CHECK(contains(text, "    participant p0 as A\n    participant p1 as B\n"));
    CHECK(contains(text,
                   "    Note over p0,p1: wait 3/2\n    p0->>p1: c\n    Note over p0,p1: A.b, B.w, g = 1\n    Note over "
                   "p0,p1: wait 2\n```"));
    CHECK(!contains(text, "loop"));
}

TEST_CASE("md draws the loop of a lasso as one, apart from its stem") {
    const Modelled model(small);
    const std::string text = model.written("md", lasso(model, 1));
    CHECK(occurrences(text, "sequenceDiagram") == 2);
    CHECK(text.find("p0->>p1") < text.find("    loop again and again\n"));
    CHECK(text.find("    loop again and again\n") < text.rfind("p0->>p1"));
    CHECK(occurrences(text, "    end\n") == 1);
    CHECK(occurrences(model.written("md", lasso(model, 0)), "sequenceDiagram") == 1);
}

TEST_CASE("md fans a broadcast out, and lets one who acts alone point at itself") {
    const Modelled model(R"(
        broadcast chan c;
        process P() { state a; init a; trans a -> a { sync c!; }; }
        process Q(const int[0,1] n) { state a; init a; trans a -> a { sync c?; }; }
        system P, Q;)");
    const std::string text = model.written("md", random_trace(model.network(), 1, 1));
    CHECK(contains(text, "    p0->>p1: c\n    p0->>p2: c\n"));
    const Modelled alone("process P() { state a; init a; trans a -> a { }; } system P;");
    CHECK(contains(alone.written("md", random_trace(alone.network(), 1, 1)), "    p0->>p0: acts\n"));
}

TEST_CASE("md splits a long trace into charts that are still drawn") {
    const Modelled model("process P() { state a; init a; trans a -> a { }; } system P;");
    const std::string text = model.written("md", random_trace(model.network(), 1, 250));
    CHECK(occurrences(text, "```mermaid") == 3);
    CHECK(contains(text, "Steps 201 to 250:"));
    CHECK(occurrences(text, "->>") == 250);
}

TEST_CASE("names cannot break out of dot") {
    const std::string text = Hostile("\"]; x [\\").written("dot");
    CHECK(contains(text, R"(\"]; x [\\.a\l)"));
    // Quotes that are not escaped come in pairs on every line.
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::size_t quotes = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '\\') {
                ++i;
            } else if (line[i] == '"') {
                ++quotes;
            }
        }
        CHECK_MESSAGE(quotes % 2 == 0, line);
    }
}

TEST_CASE("names cannot break out of md") {
    const std::string text = Hostile("end;\n```#<a>->>:").written("md");
    CHECK(text.starts_with("# Trace of ``` E<> ``x`` \"\\ "));
    CHECK(occurrences(text, "```mermaid\n") == 1);
    CHECK(occurrences(text, "```\n") == 2);  // the end of the title's quotation, and of the chart
    CHECK(contains(text, "participant p0 as #101;nd#59; #96;#96;#96;#35;#60;a#62;#45;#62;#62;#58;\n"));
}
