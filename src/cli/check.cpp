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
#include "model/labels.hpp"
#include "render/result.hpp"

namespace crowfly {
namespace {

constexpr std::string_view no_search_yet = "this version reads and checks models; searching them comes next";

// Types the query, compiles it and finds its engine; what is in the way is told to `diagnostics`.
class Asking {
public:
    Asking(Loaded& model, bool dry_run) : model_(model), dry_run_(dry_run) {}

    Answer answer(const uppaal::Query& query, Diagnostics& diagnostics) {
        return answer(query.text, diagnostics, [&](Diagnostics& own) { return compile(query, own); });
    }

    // Can a state be reached where each of these labels is on some current location?
    Answer answer_reach(const std::string& labels, Span span, Diagnostics& diagnostics) {
        return answer("reach " + labels, diagnostics, [&](Diagnostics& own) -> std::optional<Query> {
            const std::optional<model::Query> typed = model::reach_query(model_.checker->model(), labels, span, own);
            return typed ? model_.compiler->compile(*typed, own) : std::nullopt;
        });
    }

private:
    template <class Compile>
    Answer answer(const std::string& text, Diagnostics& diagnostics, const Compile& compile) {
        Answer answer;
        answer.query = text;
        Diagnostics own;
        const std::optional<Query> compiled = compile(own);
        if (compiled) {
            answer.expected = compiled->expected;
            choose(*compiled, answer, own);
        }
        conclude(own, answer);
        diagnostics.append(own);
        return answer;
    }

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

    void choose(const Query& query, Answer& answer, Diagnostics& diagnostics) {
        Choice choice = choose_engine(model_.network(), query);
        if (choice.engine == nullptr) {
            const Obstacle& last = choice.refusals.back().why;
            diagnostics.add(last.code, last.span, last.reason);
        } else {
            answer.engine = choice.engine->name();
        }
        for (Refusal& refusal : choice.refusals) answer.passed.push_back({std::string(refusal.engine), std::move(refusal.why.reason)});
    }

    void conclude(const Diagnostics& own, Answer& answer) const {
        for (const Diagnostic& diagnostic : own.all()) {
            if (diagnostic.severity == Severity::error && answer.reason.empty()) answer.reason = diagnostic.message;
        }
        if (dry_run_) return;
        answer.verdict = own.has_errors() ? Verdict::error : Verdict::unknown;
        if (!own.has_errors()) answer.reason = no_search_yet;
    }

    Loaded& model_;
    bool dry_run_;
};

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
        check->add_option("--reach", reach_, "Ask whether locations with all these labels can be reached at once (TChecker models)")->type_name("LABELS");
        check->add_flag("--dry-run", result_.dry_run, "Check model and queries, say which engine would decide them, search nothing");
        add_output_options(*check, session);
        check->footer(
            "Examples:\n"
            "  crowfly check train-gate.xml                       the model's own queries\n"
            "  crowfly check train-gate.xml 'A[] not deadlock'    this one\n"
            "  crowfly check --dry-run train-gate.xml queries.q   are they all right?\n"
            "  crowfly check --reach cs1,cs2 fischer.tck          can both labels hold at once?");
        return check;
    }

    int run(Session& session) override {
        Loaded model;
        const bool sound = load_model(result_.model, session, model);
        if (model.has_document) note_document(model, session);
        if (!sound) return exit_code::bad_input;
        Asking asking(model, result_.dry_run);
        if (reach_) {
            const Span span = whole_of(session.sources.add("<--reach>", *reach_), *reach_);
            result_.answers.push_back(asking.answer_reach(*reach_, span, session.diagnostics));
        }
        const bool ask_stored = arguments_.empty() && !reach_;
        const std::vector<uppaal::Query> queries =
            ask_stored ? queries_stored(result_.model, model, session) : queries_asked(arguments_, session);
        if (queries.empty() && !reach_ && !session.diagnostics.has_errors()) report_no_queries(model, session);
        for (const uppaal::Query& query : queries) {
            note_options(query.options);
            result_.answers.push_back(asking.answer(query, session.diagnostics));
        }
        result_.complete = !result_.answers.empty();
        if (session.diagnostics.has_errors()) return exit_code::bad_input;
        return result_.dry_run ? exit_code::fine : exit_code::undecided;
    }

    std::string text(const TextStyle& style) const override { return result_.answers.empty() ? "" : result_text(result_, style); }
    std::string json(const Session& session) const override { return result_json(result_, session.diagnostics, session.sources); }

private:
    static Span whole_of(FileId file, const std::string& text) { return {file, 0, static_cast<std::uint32_t>(text.size())}; }

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
    std::optional<std::string> reach_;
    Result result_;
};

}  // namespace

std::unique_ptr<Command> check_command() { return std::make_unique<Check>(); }

}  // namespace crowfly
