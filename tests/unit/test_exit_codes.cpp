// With several queries the worst answer counts: a bug of ours, then an error, then one not as expected, then an
// undecided one.
#include <doctest/doctest.h>

#include "cli/queries/query_runner.hpp"

using namespace crowfly;

namespace {

Answer with(std::optional<Verdict> verdict, std::optional<bool> expected = std::nullopt) {
    Answer answer;
    answer.verdict = verdict;
    answer.expected = expected;
    return answer;
}

const Answer good = with(Verdict::satisfied);
const Answer good_no = with(Verdict::not_satisfied, false);
const Answer bad = with(Verdict::not_satisfied);
const Answer bad_yes = with(Verdict::satisfied, false);
const Answer unknown = with(Verdict::unknown);
const Answer maybe = with(Verdict::maybe);
const Answer broken = with(Verdict::error);
const Answer ours = [] {
    Answer answer = broken;
    answer.internal_error = true;
    return answer;
}();

}  // namespace

TEST_CASE("one answer") {
    CHECK(exit_of({good}) == exit_code::fine);
    CHECK(exit_of({good_no}) == exit_code::fine);
    CHECK(exit_of({bad}) == exit_code::not_as_expected);
    CHECK(exit_of({bad_yes}) == exit_code::not_as_expected);
    CHECK(exit_of({unknown}) == exit_code::undecided);
    CHECK(exit_of({maybe}) == exit_code::undecided);
    CHECK(exit_of({broken}) == exit_code::bad_input);
    CHECK(exit_of({ours}) == exit_code::our_bug);
}

TEST_CASE("several answers, in any order") {
    CHECK(exit_of({good, good_no, good}) == exit_code::fine);
    CHECK(exit_of({good, unknown, good}) == exit_code::undecided);
    CHECK(exit_of({unknown, bad, good}) == exit_code::not_as_expected);
    CHECK(exit_of({bad, maybe, good}) == exit_code::not_as_expected);
    CHECK(exit_of({bad, unknown, broken, good}) == exit_code::bad_input);
    CHECK(exit_of({broken, bad}) == exit_code::bad_input);
    CHECK(exit_of({good, broken, bad, ours, unknown}) == exit_code::our_bug);
}
