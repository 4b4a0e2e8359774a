// crowfly check: the queries of a model, each with its answer.
#include <fmt/format.h>

#include <algorithm>

#include "base/sha256.hpp"
#include "cli/command.hpp"
#include "cli/load.hpp"
#include "cli/queries.hpp"
#include "cli/usage.hpp"
#include "engine/answer.hpp"
#include "engine/engine.hpp"
#include "render/result.hpp"

namespace crowfly {
namespace {

class Unwatched final : public Observer {
    void progress(const Statistics&) override {}
};

// Types the query, compiles it, finds its engine and has it decided; what is in the way is told to `diagnostics`.
class Asking {
public:
    Asking(Loaded& model, bool dry_run) : model_(model), dry_run_(dry_run) {}

    Answer answer(const uppaal::Query& query, Diagnostics& diagnostics) {
        Answer answer;
        answer.query = query.text;
        Diagnostics own;
        const std::optional<Query> compiled = compile(query, own);
        if (compiled) {
            answer.expected = compiled->expected;
            const Engine* engine = choose(*compiled, answer, own);
            if (engine != nullptr && !dry_run_) decide(*engine, *compiled, answer, own);
        }
        conclude(own, answer);
        diagnostics.append(own);
        return answer;
    }

private:
    std::optional<Query> compile(const uppaal::Query& query, Diagnostics& diagnostics) {
        if (!is_query(query)) {
            diagnostics.add(Code::bad_query, query.span, query.text.empty() ? "the query is empty" : fmt::format("`{}` is not a query", query.text),
                            "queries look like `E<> Gate.Occ`, `A[] not deadlock` or `p --> q`");
            return std::nullopt;
        }
        diagnostics.append(query.diagnostics);
        if (diagnostics.has_errors()) return std::nullopt;
        const std::optional<model::Query> typed = model_.checker->check_query(query, diagnostics);
        if (!typed) return std::nullopt;
        return model_.compiler->compile(*typed, diagnostics);
    }

    const Engine* choose(const Query& query, Answer& answer, Diagnostics& diagnostics) {
        Choice choice = choose_engine(model_.network(), query);
        if (choice.engine == nullptr) {
            const Obstacle& last = choice.refusals.back().why;
            diagnostics.add(last.code, last.span, last.reason);
        } else {
            answer.engine = choice.engine->name();
        }
        for (Refusal& refusal : choice.refusals) answer.passed.push_back({std::string(refusal.engine), std::move(refusal.why.reason)});
        return choice.engine;
    }

    void decide(const Engine& engine, const Query& query, Answer& answer, Diagnostics& diagnostics) {
        Unwatched observer;
        Answer decided = engine.decide({model_.network(), query, settings_, limits_, observer});
        decided.query = std::move(answer.query);
        decided.engine = std::move(answer.engine);
        decided.passed = std::move(answer.passed);
        decided.expected = answer.expected;
        answer = std::move(decided);
        if (!answer.stop) return;
        const Diagnostic problem = to_diagnostic(model_.network(), answer.stop);
        diagnostics.add(problem.code, problem.span, problem.message, problem.hint);
    }

    void conclude(const Diagnostics& own, Answer& answer) const {
        for (const Diagnostic& diagnostic : own.all()) {
            if (diagnostic.severity == Severity::error && answer.reason.empty()) answer.reason = diagnostic.message;
        }
        if (!dry_run_ && own.has_errors()) answer.verdict = Verdict::error;
    }

    Loaded& model_;
    bool dry_run_;
    Settings settings_;
    Limits limits_;
};

// The first of bad input, not as expected, undecided that occurs.
int exit_of(const std::vector<Answer>& answers) {
    const auto some = [&](const auto& is) { return std::any_of(answers.begin(), answers.end(), is); };
    if (some([](const Answer& a) { return a.verdict == Verdict::error; })) return exit_code::bad_input;
    if (some([](const Answer& a) { return a.as_expected() == false; })) return exit_code::not_as_expected;
    if (some([](const Answer& a) { return !a.as_expected(); })) return exit_code::undecided;
    return exit_code::fine;
}

// A query about this very model, to show what one looks like.
std::string example_query(const Network& network) {
    const Process& process = network.processes.front();
    const std::uint32_t last = process.locations.count - 1;
    return fmt::format("E<> {}.{}", process.name, network.location(0, last).name);
}

class Check final : public Command {
public:
    CLI::App* declare(CLI::App& app, Session& session) override {
        CLI::App* check = app.add_subcommand("check", "Decide the queries of a model");
        add_model_argument(*check, result_.model);
        check->add_option("QUERY", arguments_, "Queries, or files of them; without any, those of the model or of the .q file beside it")
            ->take_all()
            ->type_name("");
        check->add_flag("--dry-run", result_.dry_run, "Check model and queries, say which engine would decide them, search nothing");
        add_output_options(*check, session);
        check->footer(
            "Examples:\n"
            "  crowfly check train-gate.xml                       the model's own queries\n"
            "  crowfly check train-gate.xml 'A[] not deadlock'    this one\n"
            "  crowfly check --dry-run train-gate.xml queries.q   are they all right?");
        return check;
    }

    int run(Session& session) override {
        Loaded model;
        const bool sound = load_model(result_.model, session, model);
        if (model.has_document) note_document(model, session);
        if (!sound) return exit_code::bad_input;
        const std::vector<uppaal::Query> queries =
            arguments_.empty() ? queries_stored(result_.model, model, session) : queries_asked(arguments_, session);
        if (queries.empty() && !session.diagnostics.has_errors()) report_no_queries(model, session);
        Asking asking(model, result_.dry_run);
        for (const uppaal::Query& query : queries) {
            note_options(query.options);
            result_.answers.push_back(asking.answer(query, session.diagnostics));
        }
        result_.complete = !queries.empty();
        if (session.diagnostics.has_errors()) return exit_code::bad_input;
        return result_.dry_run ? exit_code::fine : exit_of(result_.answers);
    }

    std::string text(const TextStyle& style) const override { return result_.answers.empty() ? "" : result_text(result_, style); }
    std::string json(const Session& session) const override { return result_json(result_, session.diagnostics, session.sources); }

private:
    void note_document(const Loaded& model, const Session& session) {
        result_.sha256 = sha256(session.sources.text(model.file));
        note_options(model.document.options);
    }

    void note_options(const std::vector<uppaal::Option>& options) {
        for (const uppaal::Option& option : options) {
            const Result::Option stored{option.key, option.value};
            const bool known = std::find(result_.options.begin(), result_.options.end(), stored) != result_.options.end();
            if (!known) result_.options.push_back(stored);
        }
    }

    void report_no_queries(const Loaded& model, Session& session) const {
        session.diagnostics.add(Code::no_queries, session.command_line,
                                arguments_.empty() ? "the model has no queries and none is given" : "the files given hold no queries",
                                "give one: " + shell_line({"check", result_.model, example_query(model.network())}));
    }

    std::vector<std::string> arguments_;
    Result result_;
};

}  // namespace

std::unique_ptr<Command> check_command() { return std::make_unique<Check>(); }

}  // namespace crowfly
