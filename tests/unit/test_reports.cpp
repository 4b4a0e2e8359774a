// Whole runs for other programs: SARIF and JUnit.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <pugixml.hpp>

#include "render/json.hpp"
#include "render/results/report.hpp"
#include "unit/traces.hpp"

using namespace crowfly;

namespace {

const char* const counter =
    "int g; clock x;\nprocess P() { state a; init a; trans a -> a\n{ guard x >= 1; assign g = g + 1, x = 0; }; "
    "}\nsystem P;";

Answer answer_of(std::optional<Verdict> verdict, std::string query = "A[] g < 3", std::string reason = "") {
    Answer answer;
    answer.query = std::move(query);
    answer.verdict = verdict;
    answer.reason = std::move(reason);
    return answer;
}

struct Reported {
    Reported() : model(counter) {
        result.model = "dir name/test.xta";
        result.sha256 = "abc";
    }

    void add(Answer answer, std::size_t steps = 0) {
        if (steps > 0) {
            Witness evidence;
            evidence.length = steps;
            evidence.run = std::make_shared<Trace>(random_trace(model.network(), 1, steps));
            answer.witness = std::move(evidence);
        }
        result.answers.push_back(std::move(answer));
    }

    std::string written(const std::string& format) const {
        const ReportFormat* found = report_formats().find(format);
        REQUIRE(found != nullptr);
        return found->write({result, &model.network(), model.sources, model.diagnostics});
    }

    Json sarif() const { return Json::parse(written("sarif"))["runs"][0]; }

    pugi::xml_document junit() const {
        pugi::xml_document document;
        REQUIRE(document.load_string(written("junit.xml").c_str()));
        return document;
    }

    Modelled model;
    Result result;
};

}  // namespace

TEST_CASE("the report of a file is told by its suffix") {
    REQUIRE(report_format_of("out.sarif") != nullptr);
    CHECK(report_format_of("out.sarif")->name == "sarif");
    REQUIRE(report_format_of("out.junit.xml") != nullptr);
    CHECK(report_format_of("out.junit.xml")->name == "junit.xml");
    CHECK(report_format_of("out.xml") == nullptr);
    CHECK(report_format_of(".sarif") == nullptr);
}

TEST_CASE("sarif has a rule and a result per query, and only what fails has a level") {
    Reported run;
    run.add(answer_of(Verdict::satisfied));
    run.add(answer_of(Verdict::not_satisfied, "A[] g < 2"));
    run.add(answer_of(Verdict::unknown, "A[] g < 1", "time limit"));
    run.add(answer_of(Verdict::maybe));
    run.add(answer_of(Verdict::error, "A[] h", "no such thing"));
    const Json json = run.sarif();
    CHECK(json["tool"]["driver"]["rules"].size() == 5);
    CHECK(json["tool"]["driver"]["rules"][1]["shortDescription"]["text"] == "A[] g < 2");
    const char* const kinds[] = {"pass", "fail", "open", "review", "fail"};
    for (std::size_t i = 0; i < 5; ++i) {
        const Json& result = json["results"][i];
        CHECK(result["ruleIndex"] == i);
        CHECK(result["ruleId"] == json["tool"]["driver"]["rules"][i]["id"]);
        CHECK(result["kind"] == kinds[i]);
        CHECK(result["level"] == (result["kind"] == "fail" ? "error" : "none"));
    }
    CHECK(json["results"][2]["message"]["text"] == "A[] g < 1: unknown: time limit");
    CHECK(json["artifacts"][0]["location"]["uri"] == "dir%20name/test.xta");
}

TEST_CASE("sarif's code flow points at the edges taken, in order") {
    Reported run;
    run.add(answer_of(Verdict::not_satisfied), 3);
    const Json json = run.sarif();
    const Json& steps = json["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    REQUIRE(steps.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(steps[i]["executionOrder"] == i + 1);
        const Json& place = steps[i]["location"]["physicalLocation"];
        CHECK(place["artifactLocation"]["uri"] == "test.xta");
        CHECK(place["region"]["startLine"] == 2);
        CHECK(place["region"]["startColumn"] == 38);
        CHECK(place["region"]["endLine"] == 3);
        CHECK(steps[i]["state"]["g"]["text"] == std::to_string(i + 1));
    }
    CHECK(steps[0]["location"]["message"]["text"].get<std::string>().ends_with("P: a -> a"));
    CHECK(json["results"][0]["locations"][0]["physicalLocation"] == steps[2]["location"]["physicalLocation"]);
}

TEST_CASE("sarif tells mistakes of the model as notifications") {
    Reported run;
    run.model.diagnostics.add(Code::unknown_name, {FileId{0}, 4, 5}, "unknown name `g`");
    const Json invocation = run.sarif()["invocations"][0];
    CHECK(invocation["executionSuccessful"] == false);
    const Json& note = invocation["toolConfigurationNotifications"][0];
    CHECK(note["message"]["text"] == "unknown name `g`");
    CHECK(note["level"] == "error");
    CHECK(note["locations"][0]["physicalLocation"]["region"]["startColumn"] == 5);
}

TEST_CASE("junit has a test case per query: failed, skipped, in error or none of these") {
    Reported run;
    run.add(answer_of(Verdict::satisfied));
    run.add(answer_of(Verdict::not_satisfied, "A[] g < 2"), 2);
    run.add(answer_of(Verdict::unknown, "A[] g < 1", "time limit"));
    run.add(answer_of(Verdict::error, "A[] h", "no such thing"));
    const pugi::xml_document document = run.junit();
    const pugi::xml_node suite = document.child("testsuites").child("testsuite");
    CHECK(suite.attribute("tests").as_int() == 4);
    CHECK(suite.attribute("failures").as_int() == 1);
    CHECK(suite.attribute("skipped").as_int() == 1);
    CHECK(suite.attribute("errors").as_int() == 1);
    pugi::xml_node test = suite.child("testcase");
    CHECK(!test.first_child());
    test = test.next_sibling();
    CHECK(test.attribute("name").as_string() == std::string("A[] g < 2"));
    CHECK(test.child("failure").attribute("message").as_string() == std::string("not satisfied"));
    CHECK(std::string(test.child("failure").text().get()).find('P') != std::string::npos);
    test = test.next_sibling();
    CHECK(test.child("skipped").attribute("message").as_string() == std::string("unknown: time limit"));
    test = test.next_sibling();
    CHECK(test.child("error").attribute("message").as_string() == std::string("error: no such thing"));
}

TEST_CASE("junit counts what failed, what was skipped and what is in error") {
    Reported run;
    for (int i = 0; i < 3; ++i) run.add(answer_of(Verdict::not_satisfied));
    for (int i = 0; i < 2; ++i) run.add(answer_of(Verdict::error));
    run.add(answer_of(Verdict::unknown));
    const pugi::xml_document document = run.junit();
    const pugi::xml_node suite = document.child("testsuites").child("testsuite");
    CHECK(suite.attribute("tests").as_int() == 6);
    CHECK(suite.attribute("failures").as_int() == 3);
    CHECK(suite.attribute("errors").as_int() == 2);
    CHECK(suite.attribute("skipped").as_int() == 1);
}

TEST_CASE("an expected violation passes") {
    Reported run;
    Answer answer = answer_of(Verdict::not_satisfied);
    answer.expected = false;
    run.add(answer, 2);
    CHECK(run.sarif()["results"][0]["kind"] == "pass");
    CHECK(!run.junit().child("testsuites").child("testsuite").child("testcase").first_child());
}

TEST_CASE("control characters and broken bytes survive neither report") {
    Reported run;
    run.add(answer_of(Verdict::unknown, "a\x01<\xff", "\x1b[31m"));
    const std::string name =
        run.junit().child("testsuites").child("testsuite").child("testcase").attribute("name").as_string();
    CHECK(name == "a�<�");
    CHECK(run.written("junit.xml").find('\x1b') == std::string::npos);
    CHECK(run.sarif()["results"].size() == 1);
}

TEST_CASE("what was not replayed is called unverified in both reports, whether it was expected or not") {
    Reported run;
    for (const Verdict verdict : {Verdict::satisfied, Verdict::not_satisfied}) {
        Answer answer = answer_of(verdict);
        answer.unverified = true;
        answer.witness = Witness{};
        answer.witness->remark = "it is too long";
        run.add(std::move(answer));
    }
    run.add(answer_of(Verdict::not_satisfied));
    const Json sarif = run.sarif();
    CHECK(sarif["results"][0]["message"]["text"] == "A[] g < 3: satisfied, unverified");
    CHECK(sarif["results"][0]["properties"]["unverified"] == true);
    CHECK(sarif["results"][1]["properties"]["remark"] == "it is too long");
    CHECK_FALSE(sarif["results"][2].contains("properties"));
    const pugi::xml_document junit = run.junit();
    pugi::xml_node test = junit.child("testsuites").child("testsuite").child("testcase");
    CHECK(std::string(test.child("system-out").text().get()) == "satisfied, unverified: it is too long");
    test = test.next_sibling("testcase");
    CHECK(std::string(test.child("failure").attribute("message").value()) == "not satisfied, unverified");
    CHECK(std::string(test.child("system-out").text().get()) == "not satisfied, unverified: it is too long");
    CHECK_FALSE(test.next_sibling("testcase").child("system-out"));
}
