// crowfly check: the queries of a model, each with its answer.
#include <fmt/format.h>

#include <algorithm>

#include "base/files/sha256.hpp"
#include "base/profile.hpp"
#include "cli/files/checkpoint_files.hpp"
#include "cli/files/heuristic_files.hpp"
#include "cli/files/load.hpp"
#include "cli/files/output.hpp"
#include "cli/files/queries.hpp"
#include "cli/interface/command.hpp"
#include "cli/interface/usage.hpp"
#include "cli/options/cost_options.hpp"
#include "cli/options/diagram_options.hpp"
#include "cli/options/rank_option.hpp"
#include "cli/options/search_options.hpp"
#include "cli/options/trace_options.hpp"
#include "cli/process/limit_guard.hpp"
#include "cli/queries/progress.hpp"
#include "cli/queries/query_runner.hpp"
#include "cli/queries/remarks.hpp"
#include "render/results/result.hpp"
#include "search/kernels/end_at_limits.hpp"
#include "search/methods/exploration_list.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

// A query about this very model, to show what one looks like.
std::string example_query(const Loaded& model) {
    const Network& network = model.network();
    const Process& process = network.processes.front();
    const std::uint32_t last = process.locations.count - 1;
    return model.queries().reachable(fmt::format("{}.{}", process.name, network.location(0, last).name));
}

class Check final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& check = tool.command("check", "Decide the queries of a model");
        add_model_argument(check, result_.model);
        check.argument(
            "QUERY", &arguments_,
            "Queries, or files of queries. Without any, the queries of the model or of the .q file beside it");
        check.option(
            "--reach", &reach_,
            "Ask whether locations with all these labels are reachable at once, in TChecker models. With '' all "
            "states are visited",
            {.name = "LABELS"});
        add_search_options(check, result_.config);
        check.begin_section(question::abstraction);
        heuristic_files_.declare(check);
        check.begin_section(question::end);
        checkpoint_files_.declare(check);
        check.begin_section(question::best);
        costs_.declare(check);
        check.begin_section(question::decision);
        diagrams_.declare(check);
        check.begin_section(question::work);
        ranks_.declare(check);
        check.settle = [this, &check, settle_options = check.settle] {
            costs_.settle(check, result_.config);
            settle_options();
            diagrams_.settle(result_.config);
            settle_heuristic_files();
            ranks_.settle(check, result_.model, result_.config);
            if (ranks_.is_follower()) {
                traces_.files.clear();
                traces_.reports.clear();
            }
            checkpoint_files_.settle(result_.config);
        };
        declare_output(check, session);
        check.essential = {"--trace",     "--shortest", "--fastest", "--search",
                           "--heuristic", "--time",     "--memory",  "--json"};
        check.examples = {
            "crowfly check models/fischer_broken.xml", "crowfly check models/train_gate.xml 'A[] not deadlock'",
            "crowfly check models/fischer_broken.xml 'E<> Contender(1).critical' --shortest --trace out.html",
            "crowfly check models/train_gate.xml --search astar --heuristic hL --time 60s"};
        check.footer =
            "Exit codes: 0 all as expected, 1 some not, 2 a mistake in the command line, the model or a query, 3 some "
            "undecided,\n70 a bug in Crowfly. Ctrl-C ends the search and prints the results so far; a second Ctrl-C "
            "ends at once.";
        return check;
    }

    int run(Session& session) override {
        for (const std::string& alias : result_.config.aliases)
            session.diagnostics.add(Code::option_alias, session.command_line, alias);
        return ranks_.end(answer_and_write(session));
    }

    std::string text(const TextStyle& style) const override {
        return result_.answers.empty() ? "" : result_text(result_, style);
    }
    std::string json(const Session& session) const override {
        return result_json(result_, session.diagnostics, session.sources);
    }

private:
    void declare_output(CommandDeclaration& check, Session& session) {
        check.begin_section(question::output);
        check.flag("--dry-run", &result_.dry_run,
                   "Read the model and the queries and name the engine of each, without a search");
        check.flag("--explain", &result_.explain, "Print how each query was searched");
        check.flag(
            "--samples", &result_.samples,
            "Add samples of each search to the JSON: seconds, explored and waiting states, best estimate and depth");
        check.flag("--profile", &profiles_,
                   "Print the time of the parts of each search: successors, zones, covering, table, heuristic");
        add_progress_option(check, progress_);
        check.begin_section(question::traces);
        add_trace_options(check, traces_);
        check.begin_section(question::output);
        check.flag("--all", &session.output.everything, "Print long lists and traces in full");
        add_output_options(check, session);
    }

    int answer_and_write(Session& session) {
        if (!can_write(files_named(traces_), session) || !heuristic_files_.can_save(session) ||
            !checkpoint_files_.can_save(session))
            return exit_code::bad_input;
        const int code = answer_queries(session);
        const bool saved = result_.dry_run || result_.answers.empty() || heuristic_files_.is_saved(session);
        const bool written = write_reports(traces_, result_, session) && saved && checkpoint_files_.are_written() &&
                             diagrams_.save(result_, session);
        return written || code != exit_code::fine ? code : exit_code::bad_input;
    }

    int answer_queries(Session& session) {
        bool sound = true;
        std::string limit;
        {
            LimitGuard guard(result_.config.limits);
            end_at_limits(limit, [&] { sound = load_and_ask(guard, session); });
        }
        if (!limit.empty()) {
            if (result_.answers.empty()) return leave_all_undecided(limit, session);
            leave_rest_undecided(result_.answers, asked_, limit);
        }
        if (!sound) return exit_code::bad_input;
        write_traces(traces_, *model_.problem, result_, session);
        result_.complete = !result_.answers.empty();
        const int code = exit_of(result_.answers);
        if (session.diagnostics.has_errors()) return code == exit_code::our_bug ? code : exit_code::bad_input;
        return result_.dry_run ? exit_code::fine : code;
    }

    // False: the model is not sound.
    bool load_and_ask(LimitGuard& guard, Session& session) {
        const bool sound = load_startable(result_.model, session, model_);
        if (model_.problem) note_document(model_, session);
        if (!sound) {
            if (model_.problem) find_mistakes(model_, all_queries(session), session.diagnostics);
            return false;
        }
        if (!heuristic_files_.open(session)) return false;
        if (!ranks_.is_on() && !checkpoint_files_.open(session)) return false;
        ranks_.open(checkpoint_files_, session);
        if (!result_.config.expression.empty()) {
            const auto expression = compile_expression(result_.config.expression, "--heuristic", model_, session);
            if (!expression) return false;
            result_.config.settings.guidance.expression = std::make_shared<const property::Measure>(*expression);
        }
        if (result_.config.settings.objective == Objective::cheapest) {
            result_.config.settings.costs = costs_.costs(model_, session);
            if (!result_.config.settings.costs) return false;
        }
        if (!diagrams_.open(model_, session, result_.config)) return false;
        result_.config.settings.guidance.kept = heuristic_files_.kept();
        result_.config.settings.checkpoints = checkpoint_files_.checkpoints();
        result_.network = &model_.network();
        result_.sources = &session.sources;
        result_.all_traces = traces_.on_terminal;
        const std::vector<WrittenQuery> queries = all_queries(session);
        if (queries.empty() && !reach_ && !session.diagnostics.has_errors()) report_no_queries(model_, session);
        if (!checkpoint_files_.suit(queries.size() + (reach_ ? 1 : 0), session)) return false;
        if (result_.config.settings.disk && queries.size() + (reach_ ? 1 : 0) > 1) {
            session.diagnostics.add(Code::usage, session.command_line,
                                    "--disk: a directory is for one query, and there are several",
                                    "name the query after the model");
            return false;
        }
        note_asked(queries);
        ask(queries, guard, session);
        return true;
    }

    void settle_heuristic_files() const {
        const Settings& settings = result_.config.settings;
        const bool has_list = !settings.guidance.list.name.empty();
        std::vector<HeuristicSpec> heuristics;
        if (has_list) heuristics = heuristics_of(settings.guidance.list);
        if (heuristics.empty() && is_guided(settings)) heuristics.push_back(settings.guidance.heuristic);
        const bool chooses_itself = result_.config.engine.name == "abstraction";
        heuristic_files_.settle(heuristics,
                                chooses_itself ? "`--engine abstraction` chooses its abstractions itself" : "");
    }

    std::vector<WrittenQuery> all_queries(Session& session) {
        const bool ask_stored = arguments_.empty() && !reach_;
        return ask_stored ? queries_stored(result_.model, model_, session) : queries_asked(arguments_, model_, session);
    }

    // In the order in which they are asked.
    void note_asked(const std::vector<WrittenQuery>& queries) {
        asked_.clear();
        if (reach_) asked_.push_back(reach_->empty() ? "reach ''" : "reach " + *reach_);
        for (const WrittenQuery& query : queries) asked_.push_back(query.text);
    }

    // A limit was reached before the first query was answered, such as while the model was read or compiled.
    int leave_all_undecided(const std::string& limit, Session& session) {
        report_limit(limit, session);
        const bool are_known = model_.problem || !arguments_.empty();
        if (asked_.empty()) note_asked(are_known ? all_queries(session) : std::vector<WrittenQuery>{});
        leave_rest_undecided(result_.answers, asked_, limit);
        result_.complete = !result_.answers.empty();
        return exit_code::undecided;
    }

    void ask(const std::vector<WrittenQuery>& queries, LimitGuard& guard, Session& session) {
        Limits limits;
        ProgressObserver observer = progress_on_stderr(progress_, session.output.json);
        SampleRecorder recorder(observer);
        const auto runner_with = [&](const Settings& settings, std::function<bool()> leaves_out = {}) {
            return QueryRunner(model_,
                               {settings, limits, recorder, session.sources, result_.dry_run, traces_.trace_options,
                                &heuristic_files_, &checkpoint_files_, std::move(leaves_out)});
        };
        const auto remark_input = [&](const WrittenQuery& query) {
            return RemarkInput{
                model_,
                query,
                session.sources,
                limits,
                guard.seconds_left(),
                {model_.network(), result_.config, traces_.trace_options, options_that_choose(session.arguments)}};
        };
        QueryRunner tester = runner_with(result_.config.settings);
        const auto suit_some = [&] {
            return std::ranges::any_of(queries, std::bind_front(&QueryRunner::suits, &tester));
        };
        QueryRunner runner = runner_with(result_.config.settings, suit_some);
        std::optional<Profiler> profiler;
        if (profiles_ && !result_.dry_run) profiler.emplace();
        const auto keep = [&](const WrittenQuery& query, Answer answer) {
            begin_phase(Phase::other);  // a limit may have ended another one
            if (profiler) answer.profile = profiler->take();
            if (answer.statistics) answer.samples = recorder.take(*answer.statistics);
            if (!result_.dry_run && !ranks_.is_follower()) add_remarks(remark_input(query), answer);
            if (profiler) profiler->take();  // what the remarks took
            result_.answers.push_back(std::move(answer));
            observer.end();
        };
        const std::size_t count = asked_.size();
        result_.answers.reserve(count);
        if (reach_) {
            const Span span = whole_of(session.sources.add("<--reach>", *reach_), *reach_);
            observer.begin(1, count);
            limits = guard.begin_query();
            const Settings settings = settings_for_labels();
            append_answer(result_.answers, asked_.front(), [&] {
                const WrittenQuery query = model_.problem->ask_labels(*reach_, span);
                keep(query, runner_with(settings).answer(query, session.diagnostics));
            });
        }
        for (const WrittenQuery& query : queries) {
            append_answer(result_.answers, query.text, [&] {
                note_options(query.options);
                observer.begin(result_.answers.size() + 1, count);
                limits = guard.begin_query();
                keep(query, runner.answer(query, session.diagnostics));
            });
        }
    }

    // Several strategies would prove at once that no labels are nowhere; all states are to be visited.
    Settings settings_for_labels() const {
        Settings settings = result_.config.settings;
        if (reach_->empty() && settings.search == automatic && settings.strategies.empty()) settings.search = "bfs";
        return settings;
    }

    static Span whole_of(FileId file, const std::string& text) {
        return {file, 0, static_cast<std::uint32_t>(text.size())};
    }

    void note_document(const Loaded& model, const Session& session) {
        result_.sha256 = sha256(session.sources.text(model.file));
        note_options(model.problem->origin().options);
    }

    void note_options(const std::vector<StoredOption>& options) {
        for (const StoredOption& option : options) {
            const Result::Option stored{option.key, option.value};
            const bool known =
                std::find(result_.options.begin(), result_.options.end(), stored) != result_.options.end();
            if (!known) result_.options.push_back(stored);
        }
    }

    void report_no_queries(const Loaded& model, Session& session) const {
        session.diagnostics.add(
            Code::no_queries, session.command_line,
            arguments_.empty() ? "the model has no queries and none is given" : "the files given hold no queries",
            "give one: " + shell_line({"check", result_.model, example_query(model)}));
    }

    std::vector<std::string> arguments_;
    std::optional<std::string> reach_;
    std::string progress_ = "auto";
    bool profiles_ = false;
    TraceConfig traces_;
    HeuristicFiles heuristic_files_;
    CheckpointFiles checkpoint_files_;
    CostOptions costs_;
    DiagramOptions diagrams_;
    RankOption ranks_;
    Loaded model_;
    std::vector<std::string> asked_;  // the queries, as answers name them
    Result result_;
};

}  // namespace

std::unique_ptr<Command> check_command() { return std::make_unique<Check>(); }

}  // namespace crowfly
