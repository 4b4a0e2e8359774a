// crowfly verifyta: takes the command line of UPPAAL's verifyta and prints what it prints, so that scripts made for it
// run unchanged. As there, verdicts go to standard output and traces to standard error, and a violated query is no
// failure.
#include <fmt/format.h>

#include <algorithm>

#include "base/files/sha256.hpp"
#include "cli/files/load.hpp"
#include "cli/files/output.hpp"
#include "cli/files/queries.hpp"
#include "cli/interface/command.hpp"
#include "cli/options/verifyta_options.hpp"
#include "cli/process/console.hpp"
#include "cli/process/limit_guard.hpp"
#include "cli/queries/query_runner.hpp"
#include "render/results/result.hpp"
#include "render/trace.hpp"
#include "search/kernels/end_at_limits.hpp"

namespace crowfly {
namespace {

class Verifyta final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& verifyta =
            tool.command("verifyta", "Read the options and print the output of UPPAAL's verifyta");
        add_verifyta_options(verifyta, options_);
        verifyta.begin_section(question::output);
        verifyta.flag("--json", &session.output.json,
                      "Print one JSON document on standard output instead, as crowfly check does");
        verifyta.version("-v,--version");
        verifyta.version_text = verifyta_version();
        verifyta.essential = {"-t", "-o", "-n", "-r", "-f", "-q", "-u", "--json"};
        verifyta.examples = {"crowfly verifyta models/fischer_broken.xml", "crowfly verifyta -t1 models/train_gate.xml",
                             "crowfly verifyta -o1 -u models/fischer.xml",
                             "crowfly verifyta -t0 -f trace models/fischer_broken.xml"};
        verifyta.footer =
            "Called as `verifyta`, by a link of that name:\n"
            "  Usage: verifyta [OPTION]... MODEL QUERY\n\n"
            "Verdicts are printed on standard output, traces on standard error. Answers are always exact. The same "
            "seed\n"
            "gives the same search; the default is 1. Messages about mistakes are Crowfly's own.\n\n"
            "Exit codes: 0 every query is decided, 2 a mistake in the command line, the model or a query, 3 some "
            "undecided.";
        declaration_ = &verifyta;
        return verifyta;
    }

    int run(Session& session) override {
        if (const std::string why = unsupported(options_, declaration_->unknown); !why.empty()) {
            session.diagnostics.add(Code::usage, session.command_line, why, "see `crowfly verifyta --help`");
            return exit_code::bad_input;
        }
        if (asks_for_licence_only(options_, *declaration_)) {
            output_ = notes_text();
            return exit_code::fine;
        }
        if (options_.model.empty()) {
            session.diagnostics.add(Code::usage, session.command_line, "MODEL is required",
                                    "see `crowfly verifyta --help`");
            return exit_code::bad_input;
        }
        if (!session.output.json) silence_warnings(session.diagnostics);
        result_.config = config_of(options_);
        result_.model = options_.model;
        if (writes_traces() && !can_write({trace_path(1)}, session)) return exit_code::bad_input;
        bool sound = true;
        std::string limit;
        {
            const LimitGuard guard(result_.config.limits);
            end_at_limits(limit, [&] { sound = load_and_ask(session); });
        }
        if (!sound) return exit_code::bad_input;
        const bool is_undecided = !limit.empty() && result_.answers.empty();
        if (is_undecided) report_limit(limit, session);
        if (!limit.empty()) leave_rest_undecided(result_.answers, asked_, limit);
        result_.complete = !result_.answers.empty();
        if (is_undecided) return exit_code::undecided;
        const auto is_ours = [](const Answer& answer) { return answer.internal_error; };
        if (std::ranges::any_of(result_.answers, is_ours)) return exit_code::our_bug;
        if (session.diagnostics.has_errors()) return exit_code::bad_input;
        const auto is_open = [](const Answer& answer) { return answer.verdict == Verdict::unknown; };
        return std::any_of(result_.answers.begin(), result_.answers.end(), is_open) ? exit_code::undecided
                                                                                    : exit_code::fine;
    }

    std::string text(const TextStyle&) const override { return output_; }
    std::string json(const Session& session) const override {
        return result_json(result_, session.diagnostics, session.sources);
    }

private:
    // verifyta has no such warnings, and clients take every word on standard error for a failure.
    static void silence_warnings(Diagnostics& diagnostics) {
        for (const CodeInfo& info : all_codes()) {
            if (info.severity == Severity::warning) diagnostics.silence(info.code);
        }
    }

    // False: the model is not sound.
    bool load_and_ask(Session& session) {
        const bool sound = load_startable(options_.model, session, model_);
        if (model_.problem) result_.sha256 = sha256(session.sources.text(model_.file));
        if (!sound) {
            if (model_.problem) find_mistakes(model_, all_queries(session), session.diagnostics);
            return false;
        }
        if (!options_.quiet) output_ = verifyta::options_text(options_of(options_)) + notes_text();
        ask(session);
        return true;
    }

    std::vector<WrittenQuery> all_queries(Session& session) const {
        return options_.queries.empty() ? queries_stored(options_.model, model_, session)
                                        : queries_asked(options_.queries, model_, session);
    }

    // On standard output, beside the options, because standard error has only failures.
    std::string notes_text() const {
        std::string text;
        for (const std::string& note : without_effect(*declaration_)) text += fmt::format("  {}\n", note);
        return text;
    }

    void ask(Session& session) {
        const std::vector<WrittenQuery> queries = all_queries(session);
        for (const WrittenQuery& query : queries) asked_.push_back(query.text);
        const Limits& limits = result_.config.limits;
        SilentObserver observer;
        TraceOptions trace_options;
        trace_options.strict = options_.strict;
        trace_options.zones = options_.traces >= 0 && !options_.prefix.empty();  // .xtr files have them
        const auto leaves_out = [] { return true; };                             // as verifyta does
        QueryRunner runner(model_, {result_.config.settings, limits, observer, session.sources, false, trace_options,
                                    nullptr, nullptr, leaves_out});
        result_.answers.reserve(queries.size());
        for (const WrittenQuery& query : queries) {
            const verifyta::Asked asked{result_.answers.size() + 1, place_of(query, session), is_for_all(query.kind)};
            append_answer(result_.answers, query.text,
                          [&] { result_.answers.push_back(runner.answer(query, session.diagnostics)); });
            output_ += verifyta::verdict_text(asked, result_.answers.back());
            show_trace(asked, result_.answers.back(), session);
            if (options_.summary) output_ += verifyta::summary_text(result_.answers.back());
            say_so_far(session);
        }
    }

    // Whoever waits for many queries sees each verdict when it is there.
    void say_so_far(const Session& session) {
        if (session.output.json) return;
        write(Stream::out, output_);
        output_.clear();
    }

    static std::string place_of(const WrittenQuery& query, const Session& session) {
        if (!query.place.empty()) return query.place;
        return fmt::format("line {}", session.sources.position(query.span.file, query.span.begin).line);
    }

    bool writes_traces() const { return options_.traces >= 0 && !options_.prefix.empty(); }
    std::string trace_path(std::size_t number) const { return fmt::format("{}-{}.xtr", options_.prefix, number); }

    void show_trace(const verifyta::Asked& asked, const Answer& answer, Session& session) {
        const bool has_trace = answer.witness && answer.witness->run;
        if (!has_trace && writes_traces()) leave_without_trace({trace_path(asked.number)}, session);
        if (options_.traces < 0 || !has_trace) return;
        const TraceReport report{model_.network(), session.sources, *answer.witness->run, options_.model,
                                 result_.sha256,   answer.query,    *answer.verdict};
        if (options_.prefix.empty()) {
            output_ += verifyta::showing_text(asked);
            say_so_far(session);
            write(Stream::err, trace_formats().find("uppaal.txt")->write(report));
            return;
        }
        const std::string path = trace_path(asked.number);
        write(Stream::err, verifyta::writing_text(asked, path));
        write_file(path, trace_formats().find("xtr")->write(report), session);
    }

    const CommandDeclaration* declaration_ = nullptr;
    VerifytaOptions options_;
    Loaded model_;
    std::vector<std::string> asked_;  // the queries
    Result result_;
    std::string output_;
};

}  // namespace

std::unique_ptr<Command> verifyta_command() { return std::make_unique<Verifyta>(); }

}  // namespace crowfly
