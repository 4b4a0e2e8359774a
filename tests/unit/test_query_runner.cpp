// What becomes of a query whose search does not end as it should. The observer, which every search calls, is how the
// tests get in.
#include <doctest/doctest.h>

#include <atomic>
#include <functional>
#include <new>
#include <stdexcept>

#include "base/alarm.hpp"
#include "cli/app.hpp"
#include "cli/files/queries.hpp"
#include "cli/queries/query_runner.hpp"

using namespace crowfly;

namespace {

class Calling final : public Observer {
public:
    explicit Calling(std::function<void()> what) : what_(std::move(what)) {}
    void progress(const Statistics&) override { what_(); }

private:
    std::function<void()> what_;
};

// The queries of a model with some thousand states.
class Inquiry {
public:
    explicit Inquiry(const std::function<void()>& during) : observer_(during) {
        REQUIRE(load_model(CROWFLY_ROOT "/models/producer_consumer.xta", session_, model_));
        queries_ = queries_asked({"A[] Consumer.in_order", "E<> count == SIZE"}, model_, session_);
        limits_.interrupted = &interrupted_;
    }

    int ask() {
        QueryRunner runner(model_, {settings_, limits_, observer_, session_.sources});
        return run_guarded(session_, [&] {
            for (const WrittenQuery& query : queries_) answers_.push_back(runner.answer(query, session_.diagnostics));
            return exit_of(answers_);
        });
    }

    void interrupt() { interrupted_ = true; }
    const std::vector<Answer>& answers() const { return answers_; }
    const Diagnostics& diagnostics() const { return session_.diagnostics; }

private:
    Session session_{std::vector<std::string>{"check"}};
    Loaded model_;
    std::vector<WrittenQuery> queries_;
    Settings settings_;
    Limits limits_;
    std::atomic<bool> interrupted_ = false;
    Calling observer_;
    std::vector<Answer> answers_;
};

}  // namespace

TEST_CASE("a search that nobody disturbs decides") {
    Inquiry run([] {});
    CHECK(run.ask() == exit_code::fine);
    CHECK(run.answers()[0].verdict == Verdict::satisfied);
}

TEST_CASE("the end of memory is the end of one query; the others get their turn") {
    Inquiry run([] { throw std::bad_alloc(); });
    CHECK(run.ask() == exit_code::undecided);
    REQUIRE(run.answers().size() == 2);
    CHECK(run.answers()[0].verdict == Verdict::unknown);
    CHECK(run.answers()[0].reason == "memory limit");
    CHECK(run.answers()[0].engine == "zone");
    CHECK(run.answers()[1].verdict == Verdict::satisfied);
}

TEST_CASE("a bug in a search is ours; the other queries are answered, and nobody takes it for an answer") {
    Inquiry run([] { throw std::logic_error("impossible"); });
    CHECK(run.ask() == exit_code::our_bug);
    REQUIRE(run.answers().size() == 2);
    CHECK(run.answers()[0].verdict == Verdict::error);
    CHECK(run.answers()[0].internal_error);
    CHECK(run.answers()[0].reason == "internal error: impossible");
    CHECK(run.answers()[0].engine == "zone");
    CHECK_FALSE(run.answers()[0].as_expected().has_value());
    CHECK(run.answers()[1].verdict == Verdict::satisfied);
    CHECK_FALSE(run.answers()[1].internal_error);
    REQUIRE(run.diagnostics().all().size() == 1);
    CHECK(run.diagnostics().all()[0].code == Code::internal_error);
    CHECK(run.diagnostics().all()[0].message == "internal error: impossible");
    CHECK_FALSE(run.diagnostics().all()[0].span.empty());
}

TEST_CASE("after an interrupt the search ends, with its numbers, and the rest is not started") {
    Inquiry* running = nullptr;
    Inquiry run([&] { running->interrupt(); });
    running = &run;
    CHECK(run.ask() == exit_code::undecided);
    REQUIRE(run.answers().size() == 2);
    for (const Answer& answer : run.answers()) {
        CHECK(answer.verdict == Verdict::unknown);
        CHECK(answer.reason == "interrupted");
    }
    CHECK(run.answers()[0].statistics.has_value());
    CHECK_FALSE(run.answers()[1].statistics.has_value());
}

TEST_CASE("each query has one answer, wherever a limit is reached") {
    std::vector<Answer> answers;
    const auto decided = [&](const std::string& query) {
        Answer answer;
        answer.query = query;
        answer.verdict = Verdict::satisfied;
        answers.push_back(answer);
    };
    append_answer(answers, "before", [&] { throw std::bad_alloc(); });
    append_answer(answers, "decided", [&] { decided("decided"); });
    append_answer(answers, "after", [&] {
        decided("after");
        throw LimitReached(time_limit_reason);
    });
    leave_rest_undecided(answers, {"before", "decided", "after", "not asked", "nor this"}, "memory limit");
    leave_rest_undecided(answers, {"before", "decided", "after", "not asked", "nor this"}, "memory limit");
    std::string all;
    for (const Answer& answer : answers)
        all += answer.query + (answer.verdict == Verdict::satisfied ? " satisfied; " : " " + answer.reason + "; ");
    CHECK(all ==
          "before memory limit; decided satisfied; after satisfied; not asked memory limit; nor this memory limit; ");
}
