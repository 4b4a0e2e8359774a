#include "cli/queries/query_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>

#include "base/alarm.hpp"
#include "base/messages/source_text.hpp"
#include "base/version.hpp"
#include "cli/files/checkpoint_files.hpp"
#include "cli/files/heuristic_files.hpp"
#include "engine/fault_trace.hpp"
#include "render/text.hpp"
#include "search/kernels/end_at_limits.hpp"

namespace crowfly {
namespace {

// An error of the query is its verdict, except in a dry run, which has none.
void conclude(const Diagnostics& own, bool dry_run, Answer& answer) {
    for (const Diagnostic& diagnostic : own.all()) {
        if (diagnostic.severity == Severity::error && answer.reason.empty()) answer.reason = diagnostic.message;
    }
    if (!dry_run && own.has_errors()) answer.verdict = Verdict::error;
}

// The searches keep the limits themselves. Where one is reached in another place, what is known of the query stays.
void leave_undecided(std::string reason, Answer& answer) {
    answer.verdict = Verdict::unknown;
    answer.reason = std::move(reason);
}

}  // namespace

Answer QueryRunner::answer(const WrittenQuery& query, Diagnostics& diagnostics) {
    Answer answer;
    answer.query = query.text;
    fitted_.reset();
    if (is_interrupted()) {
        leave_undecided(interrupted_reason, answer);
        return answer;
    }
    Diagnostics own;
    try {
        const std::optional<Property> compiled = compile_query(model_, query, own);
        if (compiled) {
            answer.asked = std::make_shared<const Property>(*compiled);
            answer.expected = compiled->expected;
            fit(*compiled);
            const Engine* engine = choose(*compiled, answer, own);
            if (engine != nullptr && is_sound(*engine, *compiled, own) && !options_.dry_run)
                decide(*engine, *compiled, answer, own);
        }
    } catch (const UnfitHeuristic& unfit) {
        options_.heuristic_files->report(unfit, query.span, own);
    } catch (const UnfitCheckpoint& unfit) {
        options_.checkpoint_files->report(unfit, query.span, own);
    } catch (const LimitReached& limit) {
        leave_undecided(limit.what(), answer);
    } catch (const std::bad_alloc&) {
        leave_undecided(memory_limit_reason, answer);
    } catch (const std::exception& bug) {  // of ours: the other queries still get their turn
        answer.verdict = Verdict::error;
        answer.internal_error = true;
        answer.reason = fmt::format("internal error: {}", bug.what());
        own.add(Code::internal_error, query.span, answer.reason,
                fmt::format("this is a bug in Crowfly {}, please report it with the model and this query; "
                            "other queries are not affected",
                            version));
    }
    conclude(own, options_.dry_run, answer);
    if (fitted_) answer.note = fitted_->left_out + (answer.note.empty() ? "" : "; ") + answer.note;
    diagnostics.append(own);
    return answer;
}

void QueryRunner::fit(const Property& query) {
    if (!options_.leaves_out || why_unsuited(question(query)).empty() || !options_.leaves_out()) return;
    FittedOptions fitted = fit_options(question(query));
    if (!fitted.left_out.empty()) fitted_ = std::move(fitted);
}

bool QueryRunner::suits(const WrittenQuery& query) {
    Diagnostics ignored;  // its own turn comes
    const std::optional<Property> compiled = compile_query(model_, query, ignored);
    return compiled && why_unsuited(question(*compiled)).empty();
}

bool can_be_asked(const WrittenQuery& query, Diagnostics& diagnostics) {
    if (query.is_query()) return true;
    diagnostics.add(
        Code::bad_query, query.span,
        query.text.empty() ? "the query is empty" : fmt::format("`{}` is not a query", shortened(query.text, 60)),
        query.hint);
    return false;
}

std::optional<Property> compile_query(Loaded& model, const WrittenQuery& query, Diagnostics& diagnostics) {
    return can_be_asked(query, diagnostics) ? model.problem->compile(query, diagnostics) : std::nullopt;
}

void find_mistakes(Loaded& model, const std::vector<WrittenQuery>& queries, Diagnostics& diagnostics) {
    for (const WrittenQuery& query : queries) {
        Diagnostics own;
        if (can_be_asked(query, own)) model.problem->find_mistakes(query, own);
        diagnostics.append(own);
    }
}

const Engine* QueryRunner::choose(const Property& query, Answer& answer, Diagnostics& diagnostics) {
    const std::string& asked_for = question(query).settings.engine;
    Choice choice = choose_engine(model_.network(), query, asked_for);
    if (choice.engine == nullptr) {
        const Obstacle& last = choice.refusals.back().why;
        const bool another_can = choose_engine(model_.network(), query).engine != nullptr;
        if (another_can)
            diagnostics.add(last.code, last.span,
                            fmt::format("engine `{}` cannot decide `{}`: {}", asked_for, answer.query, last.reason),
                            "leave out --engine, or write --engine auto, to have one chosen that can");
        else
            diagnostics.add(last.code, last.span, last.reason);
    } else {
        answer.engine = choice.name;
    }
    for (Refusal& refusal : choice.refusals)
        answer.passed.push_back({std::string(refusal.engine), std::move(refusal.why.reason)});
    return choice.engine;
}

Question QueryRunner::question(const Property& query) const {
    return {model_.network(),
            query,
            fitted_ ? fitted_->settings : options_.settings,
            options_.limits,
            options_.observer,
            fitted_ ? fitted_->trace_options : options_.trace_options};
}

bool QueryRunner::is_sound(const Engine& engine, const Property& query, Diagnostics& diagnostics) const {
    const std::string why = engine.unsound(question(query));
    if (why.empty()) return true;
    diagnostics.add(Code::unsound_option, query.span, why,
                    "without the option a setting that suits the query is chosen");
    return false;
}

void QueryRunner::decide(const Engine& engine, const Property& query, Answer& answer, Diagnostics& diagnostics) {
    Answer decided = engine.decide(question(query));
    decided.query = std::move(answer.query);
    decided.engine = std::move(answer.engine);
    decided.passed = std::move(answer.passed);
    decided.expected = answer.expected;
    decided.asked = std::move(answer.asked);
    answer = std::move(decided);
    for (Answer::Measure& value : answer.measures) value.expression = source_text(options_.sources, value.span);
    if (!answer.stop) return;
    add_fault_trace(question(query), answer);
    const Diagnostic problem = to_diagnostic(model_.network(), answer.stop);
    diagnostics.add(problem.code, problem.span, problem.message, problem.hint);
}

bool QueryRunner::is_interrupted() const {
    const std::atomic<bool>* flag = options_.limits.interrupted;
    return flag != nullptr && flag->load(std::memory_order_relaxed);
}

void append_answer(std::vector<Answer>& answers, const std::string& query, const std::function<void()>& part) {
    const std::size_t before = answers.size();
    std::string limit;
    end_at_limits(limit, part);
    if (answers.size() > before) return;
    Answer undecided;
    undecided.query = query;
    leave_undecided(std::move(limit), undecided);
    answers.push_back(std::move(undecided));
}

void leave_rest_undecided(std::vector<Answer>& answers, const std::vector<std::string>& queries,
                          const std::string& limit) {
    while (answers.size() < queries.size()) {
        const std::string& query = queries[answers.size()];
        Answer& answer = answers.emplace_back();
        answer.query = query;
        leave_undecided(limit, answer);
    }
}

int exit_of(const std::vector<Answer>& answers) {
    const auto some = [&](const auto& is) { return std::any_of(answers.begin(), answers.end(), is); };
    if (some([](const Answer& a) { return a.internal_error; })) return exit_code::our_bug;
    if (some([](const Answer& a) { return a.verdict == Verdict::error; })) return exit_code::bad_input;
    if (some([](const Answer& a) { return a.as_expected() == false; })) return exit_code::not_as_expected;
    if (some([](const Answer& a) { return !a.as_expected(); })) return exit_code::undecided;
    return exit_code::fine;
}

}  // namespace crowfly
