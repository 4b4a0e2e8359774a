// How a run ends when something goes wrong that is not the user's doing, and how command lines are read back.
#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

#include "cli/app.hpp"
#include "cli/interface/usage.hpp"

using namespace crowfly;

TEST_CASE("an exception nobody expected is our bug, with the command to repeat it") {
    Session session({"check", "my model.xml", "E<> P.a"});
    CHECK(run_guarded(session, []() -> int { throw std::logic_error("index 7 of 3"); }) == exit_code::our_bug);
    REQUIRE(session.diagnostics.all().size() == 1);
    const Diagnostic& diagnostic = session.diagnostics.all()[0];
    CHECK(diagnostic.code == Code::internal_error);
    CHECK(diagnostic.message.find("index 7 of 3; this is a bug in Crowfly") == 0);
    CHECK(diagnostic.message.find("crowfly check 'my model.xml' 'E<> P.a'") != std::string::npos);
}

TEST_CASE("something thrown that is no exception is our bug too") {
    Session session({"info"});
    CHECK(run_guarded(session, []() -> int { throw 7; }) == exit_code::our_bug);
}

TEST_CASE("the end of memory decides nothing") {
    Session session({"info"});
    CHECK(run_guarded(session, []() -> int { throw std::bad_alloc(); }) == exit_code::undecided);
    CHECK(session.diagnostics.has_errors());
}

TEST_CASE("a command that ends by itself keeps its exit code") {
    Session session({"info"});
    CHECK(run_guarded(session, [] { return exit_code::not_as_expected; }) == exit_code::not_as_expected);
    CHECK_FALSE(session.diagnostics.has_errors());
}

TEST_CASE("command lines can be pasted into a shell") {
    CHECK(shell_line({"info", "a.xml"}) == "crowfly info a.xml");
    CHECK(shell_line({"check", "it's.xml", ""}) == "crowfly check 'it'\\''s.xml' ''");
}

TEST_CASE("--json counts before -- only") {
    CHECK(wants_json({"check", "--json"}));
    CHECK_FALSE(wants_json({"check", "--", "--json"}));
}
