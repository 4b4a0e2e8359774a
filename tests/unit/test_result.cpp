// What people and programs get to read of the answers.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "render/json.hpp"
#include "render/results/result.hpp"

using namespace crowfly;

namespace {

Answer with(std::optional<Verdict> verdict, std::optional<bool> expected = std::nullopt, std::string reason = "") {
    Answer answer;
    answer.query = "E<> P.a";
    answer.engine = "zone";
    answer.verdict = verdict;
    answer.expected = expected;
    answer.reason = std::move(reason);
    return answer;
}

Result of(std::vector<Answer> answers) {
    Result result;
    result.answers = std::move(answers);
    result.complete = true;
    return result;
}

// The lines below the query.
std::string shown(const Answer& answer, bool color = false) {
    const std::string text = result_text(of({answer}), {.color = color});
    const std::size_t begin = text.find('\n') + 1;
    return text.substr(begin, text.rfind("1 query") - begin);
}

const Answer good = with(Verdict::satisfied);
const Answer good_no = with(Verdict::not_satisfied, false);
const Answer bad = with(Verdict::not_satisfied);
const Answer unknown = with(Verdict::unknown, {}, "time limit");
const Answer broken = with(Verdict::error, {}, "no such thing");

Json json_of(const Result& result) { return Json::parse(result_json(result, {}, {})); }

}  // namespace

TEST_CASE("the closing line counts verdicts and says whether they are as expected") {
    CHECK(closing_line(of({good})) == "1 query: 1 satisfied; as expected\n");
    CHECK(closing_line(of({bad})) == "1 query: 1 not satisfied; not as expected\n");
    CHECK(closing_line(of({good, good_no, good})) == "3 queries: 2 satisfied, 1 not satisfied; all as expected\n");
    CHECK(closing_line(of({good, bad, unknown})) ==
          "3 queries: 1 satisfied, 1 not satisfied, 1 unknown; 1 not as expected\n");
    CHECK(closing_line(of({good, unknown})) == "2 queries: 1 satisfied, 1 unknown; 1 as expected\n");
    CHECK(closing_line(of({unknown, unknown})) == "2 queries: 2 unknown\n");
    CHECK(closing_line(of({with(Verdict::maybe), broken, broken})) == "3 queries: 1 maybe, 2 errors\n");
}

TEST_CASE("a run that a bug has ended is not called as expected") {
    Answer ours = with(Verdict::error, {}, "internal error: impossible");
    ours.internal_error = true;
    CHECK(closing_line(of({good, ours})) == "2 queries: 1 satisfied, 1 error; 1 ended by a bug in Crowfly\n");
    CHECK(closing_line(of({bad, ours, ours})) == "3 queries: 1 not satisfied, 2 errors; 2 ended by a bug in Crowfly\n");
    Result broken_off = of({good, good});
    broken_off.complete = false;
    CHECK(closing_line(broken_off) == "2 queries: 2 satisfied\n");
}

Answer unverified(Verdict verdict) {
    Answer answer = with(verdict);
    answer.unverified = true;
    answer.witness = Witness{};
    answer.witness->length = 12;
    answer.witness->remark = "no delays were worked out";
    return answer;
}

TEST_CASE("what was not replayed is called unverified, beside the verdict and in the closing line") {
    CHECK(shown(unverified(Verdict::satisfied)) ==
          "     satisfied, unverified (trace of 12 transitions)\n     no delays were worked out\n");
    CHECK(closing_line(of({unverified(Verdict::satisfied)})) == "1 query: 1 satisfied (unverified); as expected\n");
    CHECK(closing_line(of({unverified(Verdict::not_satisfied), bad, good})) ==
          "3 queries: 1 satisfied, 2 not satisfied (1 unverified); 2 not as expected\n");
    const Json json = json_of(of({unverified(Verdict::not_satisfied), bad}));
    CHECK(json["queries"][0]["unverified"] == true);
    CHECK(json["queries"][0]["trace"]["remark"] == "no delays were worked out");
    CHECK(json["queries"][1]["unverified"] == false);
}

TEST_CASE("a verdict with its reason, and the expectation where it differs") {
    CHECK(shown(good) == "     satisfied\n");
    CHECK(shown(bad) == "     not satisfied\n");
    CHECK(shown(good_no) == "     not satisfied\n");
    CHECK(shown(unknown) == "     unknown: time limit\n");
    CHECK(shown(with(Verdict::not_satisfied, true)) == "     not satisfied, expected satisfied\n");
    CHECK(shown(with(Verdict::satisfied, false)) == "     satisfied, expected not satisfied\n");
}

TEST_CASE("red is for what needs a look") {
    CHECK(shown(good, true).find("\x1b[32msatisfied") != std::string::npos);
    CHECK(shown(good_no, true).find("\x1b[32mnot satisfied") != std::string::npos);
    CHECK(shown(bad, true).find("\x1b[1;31mnot satisfied") != std::string::npos);
    CHECK(shown(broken, true).find("\x1b[1;31merror") != std::string::npos);
    CHECK(shown(unknown, true).find("\x1b[1;33munknown") != std::string::npos);
}

TEST_CASE("evidence: a trace, the fastest one, a lasso") {
    Answer answer = good;
    answer.witness = Witness{12, {}, {}, {}, {}, {}, {}};
    CHECK(shown(answer) == "     satisfied (trace of 12 transitions)\n");
    answer.witness = Witness{1, "37/2", {}, {}, {}, {}, {}};
    CHECK(shown(answer) == "     satisfied (trace of 1 transition in 37/2 time units)\n");
    answer.witness = Witness{1, ">5", {}, {}, {}, {}, {}};
    CHECK(shown(answer) == "     satisfied (trace of 1 transition in >5 time units)\n");
    answer.witness = Witness{7, {}, 3, {}, {}, {}, {}};
    CHECK(shown(answer) == "     satisfied (a lasso of 7 transitions, 3 of them its loop)\n");
}

TEST_CASE("values and statistics have lines of their own") {
    Answer answer = good;
    answer.measures = {{{}, "n", std::nullopt, "9"}, {{}, "x", "0", "<5"}};
    answer.statistics = Statistics{};
    answer.statistics->explored = 12;
    CHECK(shown(answer) ==
          "     satisfied\n"
          "     n: sup 9\n"
          "     x: inf 0, sup <5\n"
          "     explored 12, stored 0, <0.01 s, 0.0 MiB\n");
}

TEST_CASE("JSON: null where nothing is known") {
    const Json query = json_of(of({unknown}))["queries"][0];
    CHECK(query["verdict"] == "unknown");
    CHECK(query["reason"] == "time limit");
    for (const char* field : {"expected", "as_expected", "abstraction", "trace"}) {
        CAPTURE(field);
        CHECK(query[field].is_null());
    }
    CHECK(query["values"].empty());
    CHECK(query["stats"]["explored"] == 0);
    Answer planned = unknown;
    planned.verdict.reset();
    CHECK(json_of(of({planned}))["queries"][0]["stats"]["explored"] == 0);  // an object always
}

TEST_CASE("JSON: evidence, values and statistics") {
    Answer answer = good;
    answer.abstraction = "lu+";
    answer.witness = Witness{7, "37/2", 3, {}, {}, {}, {}};
    answer.measures = {{{}, "x", std::nullopt, "<5"}};
    answer.statistics = Statistics{};
    const Json query = json_of(of({answer}))["queries"][0];
    CHECK(query["trace"] == Json{{"length", 7},
                                 {"duration", "37/2"},
                                 {"loop", 3},
                                 {"shortened_from", nullptr},
                                 {"spliced", nullptr},
                                 {"remark", nullptr},
                                 {"file", nullptr},
                                 {"files", Json::array()}});
    CHECK(query["values"][0] == Json{{"expr", "x"}, {"inf", nullptr}, {"sup", "<5"}});
    CHECK(query["stats"]["explored"] == 0);
    CHECK(query["abstraction"] == "lu+");
}

TEST_CASE("JSON: what was asked for; a limit that is none is null") {
    Result result = of({good});
    const Json plain = json_of(result)["config"];
    CHECK(plain["search"] == "bfs");
    CHECK(plain["seed"] == 1);
    CHECK(plain["objective"] == "any");
    CHECK(plain["extrapolation"] == "auto");
    CHECK(plain["limits"] == Json{{"seconds", nullptr}, {"bytes", nullptr}, {"states", nullptr}});
    result.config.settings.objective = Objective::fastest;
    result.config.settings.extrapolation = Abstraction::lu_plus;
    result.config.settings.seed = 7;
    result.config.limits.seconds = 0.5;
    result.config.limits.states = 10;
    const Json asked = json_of(result)["config"];
    CHECK(asked["seed"] == 7);
    CHECK(asked["objective"] == "fastest");
    CHECK(asked["extrapolation"] == "lu+");
    CHECK(asked["limits"] == Json{{"seconds", 0.5}, {"bytes", nullptr}, {"states", 10}});
}
