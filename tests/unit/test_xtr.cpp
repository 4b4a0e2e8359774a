// UPPAAL's simulator format: what is written is read back, by the numbers that public traces of public models use.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "base/rng.hpp"
#include "trace/formats/xtr.hpp"
#include "unit/traces.hpp"
#include "zone/bound.hpp"

using namespace crowfly;

namespace {

// Everything the format has a place for: parameters that change and that do not, meta variables, selects, branchpoints,
// broadcasts.
const char* const everything = R"(
    const int N = 3; int g = 7; meta int m = 5; broadcast chan c; clock x;
    process P(int fixed, int changed, const int silent) {
        int v = 1; clock y;
        state a, b { y <= 9 }; branchpoint k; init a;
        trans b -> a { select i : int[0,N]; guard y >= 2; sync c!; assign g = i, m = 1, y = 0; },
              a -> k { sync c!; assign changed++; },
              k -> b { assign y = 0; },
              k -> a { assign v = (v + 1) % 5; };
    }
    process Q() { state u; init u; trans u -> u { guard x <= 1000; sync c?; assign x = 0; }; }
    A = P(4, 6, 8); B = Q();
    system A, B;)";

// A zone around the values, with some room that depends on the seed.
zone::WideZone roomy_zone(const std::vector<Rational>& clocks, Rng& rng) {
    const std::size_t n = clocks.size();
    zone::WideZone zone(n * n, zone::zero);
    for (std::size_t i = 0; i < n * n; ++i) {
        if (i / n == i % n) continue;
        const Rational difference = clocks[i / n] - clocks[i % n];
        const auto room = static_cast<std::int32_t>(rng.below(4));
        zone[i] = room == 3 ? zone::infinity<zone::WideBound>
                            : zone::bound<zone::WideBound>(difference.floor() + 1 + room, room == 1);
        if (i / n == 0) zone[i] = std::min(zone[i], zone::WideBound{zone::zero});
    }
    REQUIRE(zone::close(zone.data(), n));
    return zone;
}

XtrTrace read(const Network& network, const std::string& text) {
    const auto result = read_xtr(network, text);
    if (const auto* problem = std::get_if<XtrProblem>(&result))
        FAIL("line " << problem->line << ": " << problem->message);
    return std::get<XtrTrace>(result);
}

std::string problem_of(const Network& network, const std::string& text) {
    const auto result = read_xtr(network, text);
    const auto* problem = std::get_if<XtrProblem>(&result);
    return problem == nullptr ? "" : std::to_string(problem->line) + ": " + problem->message;
}

void check_same(const Network& network, const Trace& trace, const XtrTrace& read) {
    REQUIRE(read.steps.size() == trace.steps.size());
    for (std::size_t i = 0; i <= trace.steps.size(); ++i) {
        const XtrState& state = i == 0 ? read.initial : read.steps[i - 1].state;
        CHECK(state.slots == trace.state(i).slots);
        if (network.clocks.size() > 1) CHECK(state.zone == trace.zones[i]);
        if (i > 0) CHECK(read.steps[i - 1].participants == trace.steps[i - 1].move.firing.participants);
    }
}

void check_round_trip(const Modelled& model, std::uint64_t seed) {
    Trace trace = random_trace(model.network(), seed, 30);
    Rng rng(seed);
    for (std::size_t i = 0; i <= trace.steps.size(); ++i) trace.zones.push_back(roomy_zone(trace.state(i).clocks, rng));
    check_same(model.network(), trace, read(model.network(), model.written("xtr", trace)));
}

// The old form of a trace: edges from 1, each on a line of its own. Every arrow of `everything` has its own line in the
// new form's text.
std::string in_old_form(std::string text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        std::istringstream line(text.substr(at, end - at));
        at = end + 1;
        if (line.str().find(';') == std::string::npos) {
            result += line.str() + "\n";
            continue;
        }
        for (std::string process, arrow; line >> process && process != ".";) {
            line >> arrow;
            result += process + " " + std::to_string(std::stoi(arrow) + 1);
            for (std::string select; line >> select && select != ";";) result += " " + select;
            result += "\n";
        }
        result += ".\n";
    }
    return result;
}

}  // namespace

TEST_CASE("xtr lists globals, then value parameters and variables of each process, then meta variables") {
    const Modelled model(everything);
    std::vector<std::string> names;
    for (const XtrInteger& integer : xtr_integers(model.network())) names.push_back(integer.name);
    CHECK(names == std::vector<std::string>{"g", "A.fixed", "A.changed", "A.v", "m"});
}

TEST_CASE("xtr of a trace that has not begun") {
    const Modelled model(everything);
    Trace trace = random_trace(model.network(), 1, 0);
    CHECK(model.written("xtr", trace) == "0 0 \n.\n0 1 0\n.\n1 2 0\n.\n2 0 0\n.\n.\n7 4 6 1 5 \n.\n.\n");
}

TEST_CASE("xtr writes bounds twice as large, odd where strict, and none that follow from others") {
    const Modelled model("clock x; process P() { state a; init a; } system P;");
    Trace trace = random_trace(model.network(), 1, 0);
    trace.zones = {{zone::zero, zone::less_than(-5), zone::at_most(18), zone::zero}};
    CHECK(model.written("xtr", trace) == "0 \n.\n0 1 -9\n.\n1 0 36\n.\n.\n\n.\n.\n");
    trace.zones = {{zone::zero, zone::zero, zone::infinity<zone::WideBound>, zone::zero}};
    CHECK(model.written("xtr", trace) == "0 \n.\n0 1 0\n.\n.\n\n.\n.\n");
}

TEST_CASE("xtr names the arrow out of a branchpoint before the one into it, and selected values after an edge") {
    const Modelled model(everything);
    std::string all;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        all += model.written("xtr", random_trace(model.network(), seed, 20));
    CHECK(all.find("\n0 2 ; 0 1 ; 1 0 ; .\n") != std::string::npos);  // a -> k -> b
    CHECK(all.find("\n0 3 ; 0 1 ; 1 0 ; .\n") != std::string::npos);  // a -> k -> a
    CHECK(all.find("\n0 0 3 ; 1 0 ; .\n") != std::string::npos);      // b -> a with i = 3
}

TEST_CASE("what is written as xtr is read back, also in the old form") {
    const Modelled model(everything);
    for (std::uint64_t seed = 0; seed < 20; ++seed) check_round_trip(model, seed);
    for (const char* name : {"train_gate.xml", "fischer.xml", "bridge.xml", "gossip.xta", "philosophers.xta"}) {
        const std::string path = std::string(CROWFLY_ROOT "/models/") + name;
        check_round_trip(Modelled(file_text(path), path), 3);
    }
    Trace trace = random_trace(model.network(), 4, 30);
    const std::string text = model.written("xtr", trace);
    const XtrTrace renewed = read(model.network(), text);
    const XtrTrace old = read(model.network(), in_old_form(text));
    REQUIRE(old.steps.size() == 30);
    for (std::size_t i = 0; i < 30; ++i) CHECK(old.steps[i].participants == renewed.steps[i].participants);
}

TEST_CASE("a file that is no trace of the model is refused where it goes wrong") {
    const Modelled model(
        "int[0,3] i; clock x; process P() { state a, b; init a; trans a -> b { select k : int[0,1]; }; } system P;");
    const Network& network = model.network();
    const std::string start = "0\n.\n0 1 0\n.\n.\n2\n.\n";
    CHECK(problem_of(network, start + ".") == "");
    CHECK(problem_of(network, "") == "1: the location of P is missing");
    CHECK(problem_of(network, "0 x") == "1: `x` is neither a number nor `.` nor `;`");
    CHECK(problem_of(network, "2 .").starts_with("1: the location of P is 2, not between 0 and 1"));
    CHECK(problem_of(network, "0\n.\n0 2 0 .").starts_with("3: the clock of a bound is 2"));
    CHECK(problem_of(network, "0 . 0 1 -6 . 1 0\n4 . . 0 . .") == "1: no clock values have these bounds");
    CHECK(problem_of(network, "0 . . 4 . .").starts_with("1: i is 4, not between 0 and 3"));
    CHECK(problem_of(network, "0 . . 1 1 . .") == "1: the point after the integers is missing");
    CHECK(problem_of(network, start) == "8: the point that ends the trace is missing");
    CHECK(problem_of(network, start + ". 0") == "8: the trace has ended, but the file goes on");
    CHECK(problem_of(network, start + "1 . . 2 .\n0 0 1 ; .\n.") == "");
    CHECK(problem_of(network, start + "1 . . 2 .\n0 1 1 ; .\n.").starts_with("9: P has no edge number 1"));
    CHECK(problem_of(network, start + "1 . . 2 .\n0 0 ; .\n.") == "9: P: a -> b selects 1 values, not 0");
    CHECK(problem_of(network, start + "1 . . 2 .\n0 1\n.\n.") == "");  // the old form
    CHECK(problem_of(network, start + "1 . . 2 .\n1 0 ; .\n.").starts_with("9: the process of an edge is 1"));
}

// The bounds of each state, one text per state, as they stand in the file.
std::vector<std::string> bounds_in(const std::string& text) {
    std::istringstream words(text);
    std::vector<std::string> states{""};
    std::string word, line;
    int points = 0;  // 0: locations, 1: bounds, 2: integers, 3: the transition
    while (words >> word) {
        if (word != ".") {
            if (points == 1) line += word + " ";
            continue;
        }
        if (points == 1 && !line.empty()) {
            states.back() += line + "\n";
            line.clear();
            continue;
        }
        ++points;
        const bool done = points == (states.size() == 1 ? 3 : 4);
        if (!done) continue;
        states.emplace_back();
        points = 0;
    }
    return states;
}

TEST_CASE("public traces are read, and their zones are written as they were") {
    const char* corpus = std::getenv("CROWFLY_CORPUS");
    if (corpus == nullptr) {
        MESSAGE("skipped: CROWFLY_CORPUS is not set");
        return;
    }
    struct Sample {
        std::string model, trace;
        std::size_t steps;
    };
    const std::vector<Sample> samples{
        {"traces/pyuppaal/test1.xml", "traces/pyuppaal/test1-1.xtr", 2},
        {"traces/pyuppaal/pedestrian.xml", "traces/pyuppaal/pedestrian-1.xtr", 7},
        {"traces/pyuppaal/constructed_model.xml", "traces/pyuppaal/constructed_model-2.xtr", 1},
        {"traces/pyuppaal/constructed_model.xml", "traces/pyuppaal/constructed_model-4.xtr", 0},
        {"traces/pyuppaal/constructed_model.xml", "traces/pyuppaal/constructed_model-5.xtr", 3},
        {"scada-cybersecurity/Topologie2/Attaquant2/SCADA.xml",
         "scada-cybersecurity/Topologie2/Attaquant2/propriete2.xtr", 20},
        {"epos-concurrency/dining_philosophers_epos/dining_philosophers.xml",
         "epos-concurrency/dining_philosophers_epos/phil0_one_iteration_trace.xtr", 13}};
    for (const Sample& sample : samples) {
        const std::string folder = std::string(corpus) + "/uppaal/";
        INFO(sample.trace);
        const Modelled model(file_text(folder + sample.model), sample.model);
        const std::string text = file_text(folder + sample.trace);
        const XtrTrace trace = read(model.network(), text);
        CHECK(trace.steps.size() == sample.steps);
        if (sample.steps > 0 && text.find(';') == std::string::npos)
            continue;  // the old form does not say enough to be written again
        Trace ours;
        ours.initial = {trace.initial.slots, std::vector<Rational>(model.network().clocks.size()), {}};
        ours.zones.push_back(trace.initial.zone);
        for (const XtrStep& step : trace.steps) {
            ours.steps.push_back({{{}, {0, {}, step.participants}}, {step.state.slots, ours.initial.clocks, {}}});
            ours.zones.push_back(step.state.zone);
        }
        const std::string written = model.written("xtr", ours);
        check_same(model.network(), ours, read(model.network(), written));
        if (model.network().clocks.size() > 1) CHECK(bounds_in(written) == bounds_in(text));
    }
}
