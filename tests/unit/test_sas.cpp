// Planning tasks: what their operators do, which plans are found, and what is said about mistakes.
#include <doctest/doctest.h>

#include <string>

#include "engine/engine.hpp"
#include "frontend/frontend.hpp"
#include "trace/checker/replay.hpp"
#include "unit/collection.hpp"
#include "unit/messages.hpp"

using namespace crowfly;

namespace {

const std::string head = "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n";

// A package at A, to be brought to B by a truck that starts at B.
const std::string delivery = head +
                             "2\n"
                             "begin_variable\ntruck\n-1\n2\nAtom at(truck, a)\nAtom at(truck, b)\nend_variable\n"
                             "begin_variable\npackage\n-1\n3\nAtom at(package, a)\nAtom at(package, b)\n"
                             "Atom in(package, truck)\nend_variable\n"
                             "1\nbegin_mutex_group\n2\n0 0\n0 1\nend_mutex_group\n"
                             "begin_state\n1\n0\nend_state\n"
                             "begin_goal\n1\n1 1\nend_goal\n"
                             "4\n"
                             "begin_operator\ndrive a b\n0\n1\n0 0 0 1\n1\nend_operator\n"
                             "begin_operator\ndrive b a\n0\n1\n0 0 1 0\n1\nend_operator\n"
                             "begin_operator\nload a\n1\n0 0\n1\n0 1 0 2\n1\nend_operator\n"
                             "begin_operator\nunload b\n1\n0 1\n1\n0 1 2 1\n1\nend_operator\n"
                             "0\n";

struct Planning {
    explicit Planning(const std::string& text) {
        const FileId file = sources.add("task.sas", text);
        problem = frontend_of("task.sas", text).read(file, sources, diagnostics);
        problem->build(diagnostics);
    }

    std::string said() const { return first_said(diagnostics, sources); }

    // The names of the operators of a shortest plan, or why there is none. Every plan is replayed.
    std::string plan(const std::string& asked = "") {
        REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.all().front().message);
        const QueryLanguage& language = frontends().find("sas")->queries();
        const WrittenQuery written =
            asked.empty() ? problem->queries().front()
                          : language.parse({sources.add("query", asked), asked, {}}, sources, diagnostics);
        REQUIRE(written.is_query());
        const std::optional<Property> query = problem->compile(written, diagnostics);
        if (!query) return said();
        const Choice choice = choose_engine(problem->network(), *query);
        REQUIRE(choice.engine != nullptr);
        Settings settings;
        settings.objective = Objective::shortest;
        SilentObserver observer;
        const Limits limits;
        const Answer answer = choice.engine->decide({problem->network(), *query, settings, limits, observer, {}});
        if (!answer.witness || !answer.witness->run) return std::string(to_string(*answer.verdict));
        CHECK_FALSE(answer.unverified);
        cost = answer.witness->cost;
        CHECK_FALSE(replay(problem->network(), *answer.witness->run, {&*query}));
        std::string names;
        for (const Step& step : answer.witness->run->steps) {
            const Edge& edge = problem->network().edges[step.move.firing.participants.front().edge];
            names += (names.empty() ? "" : ", ") + to_string(problem->network(), edge);
        }
        return names.empty() ? "nothing to do" : names;
    }

    Sources sources;
    Diagnostics diagnostics;
    std::unique_ptr<Problem> problem;
    std::optional<std::int64_t> cost;  // of the plan found last
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("a shortest plan is found, with the operators by name") {
    CHECK(Planning(delivery).plan() == "drive b a, load a, drive a b, unload b");
    CHECK(Planning(replaced(delivery, "begin_goal\n1\n1 1", "begin_goal\n2\n1 0\n0 1")).plan() == "nothing to do");
    CHECK(Planning(replaced(delivery, "load a\n1\n0 0", "load a\n2\n0 0\n1 1")).plan() == "not satisfied");
}

TEST_CASE("a task is told by its first line, whatever the file is called") {
    CHECK(frontend_of("task.xml", delivery).name == "sas");
    CHECK(frontend_of("-", delivery).name == "sas");
    CHECK(frontend_of("task.sas", "").name == "sas");
    CHECK(frontend_of("-", "system P;").name == "uppaal");
    CHECK(frontend_of("not.tck", "system P;").name == "tck");
}

TEST_CASE("conditions of effects speak of the state before, and the last effect counts") {
    const std::string two = head +
                            "2\nbegin_variable\ns\n-1\n2\n0\n1\nend_variable\nbegin_variable\nt\n-1\n2\n0\n1\n"
                            "end_variable\n0\nbegin_state\n0\n1\nend_state\nbegin_goal\n2\n0 1\n1 0\nend_goal\n1\n";
    const std::string swap = "begin_operator\nswap\n0\n4\n1 1 0 0 -1 0\n1 1 1 0 -1 1\n1 0 0 1 -1 0\n1 0 1 1 -1 1\n1\n";
    CHECK(Planning(two + swap + "end_operator\n0\n").plan() == "swap");
    // Sets t to 0 and, because it was 1, to 1 again.
    const std::string again = "begin_operator\nagain\n0\n3\n0 0 -1 1\n0 1 -1 0\n1 1 1 1 -1 1\n1\nend_operator\n0\n";
    CHECK(Planning(two + again).plan() == "not satisfied");
    // Both set s without looking, and the last one to 0.
    const std::string last = "begin_operator\nlast\n0\n3\n0 0 -1 1\n0 0 -1 0\n0 1 -1 0\n1\nend_operator\n0\n";
    CHECK(Planning(two + last).plan() == "not satisfied");
}

TEST_CASE("other questions than the goal can be asked") {
    CHECK(Planning(delivery).plan("E<> package == 2") == "drive b a, load a");
    CHECK(Planning(delivery).plan("E<> package = 2 and not truck == 0") == "drive b a, load a, drive a b");
    CHECK(Planning(delivery).plan("A[] not goal") == "drive b a, load a, drive a b, unload b");
    CHECK(Planning(delivery).plan("E<> goal && package != 1") == "not satisfied");
    CHECK(Planning(delivery).plan("E<> lorry == 2") == "E012 at 1:5");
    CHECK(Planning(delivery).plan("E<> truck =") == "E003 at 1:12");
    CHECK(Planning(delivery).plan("E<> truck == 1 or goal") == "E003 at 1:16");
}

TEST_CASE("mistakes are shown where they are") {
    CHECK(Planning(delivery).said().empty());
    CHECK(Planning(replaced(delivery, "\n3\n", "\n2\n")).said() == "E003 at 2:1");
    CHECK(Planning(replaced(delivery, "end_metric", "end_metrik")).said() == "E003 at 6:1");
    CHECK(Planning(replaced(delivery, "2\nbegin_variable", "3\nbegin_variable")).said() == "E003 at 23:1");
    CHECK(Planning(replaced(delivery, "2\nbegin_variable", "1\nbegin_variable")).said() == "E003 at 15:1");
    CHECK(Planning(replaced(delivery, "2\nbegin_variable", "-1\nbegin_variable")).said() == "E003 at 7:1");
    CHECK(Planning(replaced(delivery, "2\nbegin_variable", "2 2\nbegin_variable")).said() == "E003 at 7:3");
    CHECK(Planning(replaced(delivery, "2\nbegin_variable", "2000000000\nbegin_variable")).said() == "E003 at 7:1");
    CHECK(Planning(replaced(delivery, "begin_state\n1", "begin_state\n2")).said() == "E048 at 30:1");
    CHECK(Planning(replaced(delivery, "1\n1 1\nend_goal", "1\n7 1\nend_goal")).said() == "E012 at 35:1");
    CHECK(Planning(replaced(delivery, "0 1 0 2", "0 1 0 x")).said() == "E003 at 57:7");
    CHECK(Planning(replaced(delivery, "0 1 0 2", "0 1 0")).said() == "E003 at 57:6");
    CHECK(Planning(replaced(delivery, "0 1 0 2", "0 1 0 3")).said() == "E048 at 57:7");
    CHECK(Planning(replaced(delivery, "0 1 0 2", "1 5 0 1 0 2")).said() == "E012 at 57:3");
    CHECK(Planning(delivery + "more\n").said() == "E003 at 69:1");
    std::string axioms = delivery;
    axioms.replace(axioms.size() - 2, 1, "1");
    CHECK(Planning(axioms).said() == "E082 at 68:1");
}

// The operators have the costs 5, 7, 0 and 2.
std::string with_costs(const std::string& metric) {
    std::string task = replaced(delivery, "begin_metric\n0", "begin_metric\n" + metric);
    task = replaced(task, "0 0 0 1\n1", "0 0 0 1\n5");
    task = replaced(task, "0 0 1 0\n1", "0 0 1 0\n7");
    task = replaced(task, "0 1 0 2\n1", "0 1 0 2\n0");
    return replaced(task, "0 1 2 1\n1", "0 1 2 1\n2");
}

TEST_CASE("the cost of a plan is the sum of the costs of its operators") {
    Planning task(with_costs("1"));
    CHECK(task.said().empty());
    CHECK(task.plan() == "drive b a, load a, drive a b, unload b");
    CHECK(task.cost == 14);
}

TEST_CASE("without a metric there are no costs") {
    Planning task(with_costs("0"));
    CHECK(task.plan() == "drive b a, load a, drive a b, unload b");
    CHECK_FALSE(task.cost.has_value());
    for (const Edge& edge : task.problem->network().edges) CHECK(edge.outcome.cost == 1);
}

TEST_CASE("negative costs are mistakes, unless there is no metric") {
    CHECK(Planning(replaced(with_costs("1"), "0 1 2 1\n2", "0 1 2 1\n-2")).said() == "E048 at 66:1");
    CHECK(Planning(replaced(with_costs("0"), "0 1 2 1\n2", "0 1 2 1\n-2")).said().empty());
}

TEST_CASE("a file that ends early is an error wherever it ends") {
    for (std::size_t length = 0; length + 2 < delivery.size(); ++length) {
        CAPTURE(length);
        const Planning cut(delivery.substr(0, length));
        CHECK(cut.diagnostics.has_errors());
    }
}

TEST_CASE("the tasks of the collection can be read, but for those with axioms") {
    const auto folder = collected("planning");
    if (!folder) return;
    constexpr std::uintmax_t largest = 100'000;
    std::size_t read = 0;
    std::size_t refused = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
        if (entry.path().extension() != ".sas" || entry.file_size() > largest) continue;
        CAPTURE(entry.path().string());
        const Planning task(bytes_of(entry.path()));
        if (task.diagnostics.all().empty()) {
            CHECK(task.problem->network().edges.size() > 1);
            ++read;
            continue;
        }
        CHECK(task.diagnostics.all().front().code == Code::planning_axioms);
        ++refused;
    }
    CHECK(read > 10);
    CHECK(refused > 5);
}
