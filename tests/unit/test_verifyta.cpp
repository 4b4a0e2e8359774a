// The sentences of verifyta that scripts look for.
#include <doctest/doctest.h>

#include "render/results/verifyta.hpp"

using namespace crowfly;
using namespace crowfly::verifyta;

namespace {

std::string line_of(Verdict verdict, bool for_all = false, std::string reason = "") {
    Answer answer;
    answer.verdict = verdict;
    answer.reason = std::move(reason);
    const std::string text = verdict_text({3, "line 5", for_all}, answer);
    const std::string head = "\nVerifying formula 3 at line 5\n";
    REQUIRE(text.starts_with(head));
    return text.substr(head.size());
}

}  // namespace

TEST_CASE("verdicts read as verifyta writes them") {
    CHECK(line_of(Verdict::satisfied) == " -- Formula is satisfied.\n");
    CHECK(line_of(Verdict::not_satisfied) == " -- Formula is NOT satisfied.\n");
    CHECK(line_of(Verdict::maybe) == " -- Formula MAY be satisfied.\n");
    CHECK(line_of(Verdict::maybe, true) == " -- Formula MAY NOT be satisfied.\n");
}

TEST_CASE("a verdict that rests on a trace that was not replayed says so in a line of its own") {
    Answer answer;
    answer.verdict = Verdict::not_satisfied;
    answer.unverified = true;
    answer.witness = Witness{};
    answer.witness->remark = "it is too long";
    CHECK(verdict_text({3, "line 5", true}, answer) ==
          "\nVerifying formula 3 at line 5\n -- Formula is NOT satisfied.\n -- Unverified: it is too long.\n");
}

TEST_CASE("no script takes an undecided query for a decided one") {
    for (const Verdict verdict : {Verdict::unknown, Verdict::error}) {
        const std::string line = line_of(verdict, false, "memory limit");
        CHECK(line.find("memory limit") != std::string::npos);
        CHECK(line.find("satisfied") == std::string::npos);
    }
}

TEST_CASE("traces are counter examples of what holds always, and examples of what is possible") {
    CHECK(showing_text({1, "", true}) == "Showing counter example.\n");
    CHECK(showing_text({1, "", false}) == "Showing example trace.\n");
    CHECK(writing_text({1, "", true}, "x-1.xtr") == "Writing counter example to x-1.xtr\n");
    CHECK(writing_text({1, "", false}, "x-1.xtr") == "Writing example trace to x-1.xtr\n");
}

TEST_CASE("suprema and infima show whether they are reached") {
    Answer answer;
    answer.verdict = Verdict::satisfied;
    answer.measures.push_back({{}, "x", "0", "<5"});
    answer.measures.push_back({{}, "y", ">1", "7"});
    const std::string text = verdict_text({1, "line 1", false}, answer);
    CHECK(text.ends_with("satisfied.\ninf: x >= 0\nsup: x < 5\ninf: y > 1\nsup: y <= 7\n"));
}
