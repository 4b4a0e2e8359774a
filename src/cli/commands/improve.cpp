// crowfly improve: a shorter trace than a given one, wherever that came from.
#include <fmt/format.h>

#include "base/overloaded.hpp"
#include "cli/files/output.hpp"
#include "cli/interface/command.hpp"
#include "cli/interface/usage.hpp"
#include "cli/options/search_options.hpp"
#include "cli/process/limit_guard.hpp"
#include "cli/queries/recall.hpp"
#include "network/analyses/distinction.hpp"
#include "render/json.hpp"
#include "render/steps/trace_text.hpp"
#include "render/text.hpp"
#include "trace/checker/replay.hpp"
#include "trace/checker/situation.hpp"
#include "trace/witnesses/witness_maker.hpp"

namespace crowfly {
namespace {

constexpr double seconds_if_not_given = 10;

class Improve final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& improve =
            tool.command("improve", "Search a shorter trace, or lasso, that proves the same as a saved one");
        add_model_argument(improve, model_);
        improve.argument("TRACE", &path_, "A trace: a .json file of crowfly, or an .xtr file", {.required = true});
        improve.begin_section(question::output);
        improve.option("-o,--output", &file_, "Write the trace to this file, in the format of its suffix",
                       {.name = "FILE"});
        improve.flag("--all", &session.output.everything, "Print long lists and traces in full");
        add_output_options(improve, session);
        add_limit_options(improve, limits_);
        improve.essential = {"--output", "--time", "--memory", "--states", "--all", "--json"};
        improve.examples = {
            "crowfly simulate models/fischer_broken.xml --json >walk.json",
            "crowfly check models/fischer_broken.xml 'E<> Contender(1).critical' --search dfs --trace long.json",
            "crowfly improve models/fischer_broken.xml long.json -o short.json",
            "crowfly improve models/fischer_broken.xml long.json --time 10s --json"};
        improve.footer =
            "Exit codes: 0 the trace is as good or better, 1 it shows nothing of the model, 2 it or the model cannot "
            "be read.";
        return improve;
    }

    int run(Session& session) override {
        session_ = &session;
        if (!is_writable()) return exit_code::bad_input;
        if (!recall(path_, model_, session, recalled_)) return exit_code::bad_input;
        if (!recalled_.query) {
            session.diagnostics.add(Code::bad_trace, session.command_line,
                                    "the trace does not say which query it is of",
                                    "traces that `crowfly check --trace out.json` writes do");
            return exit_code::bad_input;
        }
        const Network& network = recalled_.model.network();
        const Distinction compared(network, slots_read(*recalled_.query));
        if (rejects(Claim{&*recalled_.query, &compared.slots})) return exit_code::not_as_expected;
        drawing_ = recalled_.model.problem->drawing();
        gantt_ = recalled_.model.problem->gantt();
        answer_.asked = std::make_shared<const Property>(*recalled_.query);
        improve(compared);
        if (!file_.empty() && !write_file(file_, format_of(file_)->write(report()), session))
            return exit_code::bad_input;
        return exit_code::fine;
    }

    std::string text(const TextStyle& style) const override {
        if (!done_) return remarks_;
        return remarks_ + (file_.empty() ? trace_text(report(), style, {}) : "");
    }

    std::string json(const Session& session) const override {
        if (done_) return trace_formats().find("json")->write(report());
        return error_document(session.diagnostics, session.sources);
    }

private:
    bool is_writable() {
        if (file_.empty()) return true;
        if (format_of(file_) != nullptr) return can_write({file_}, *session_);
        session_->diagnostics.add(Code::usage, session_->command_line,
                                  fmt::format("the suffix of `{}` is not one of a format", file_),
                                  fmt::format("there are {}", fmt::join(trace_formats().names(), ", ")));
        return false;
    }

    // What is no run cannot become a better one.
    bool rejects(const Claim& claim) {
        const std::optional<Rejection> wrong =
            recalled_.rejection ? recalled_.rejection : replay(recalled_.model.network(), recalled_.trace, claim);
        if (!wrong) return false;
        remarks_ =
            fmt::format("the trace does not show its query: step {}, {}\n", wrong->step, printable(wrong->reason));
        session_->diagnostics.add(Code::bad_trace, session_->command_line,
                                  fmt::format("step {}: {}", wrong->step, wrong->reason),
                                  "`crowfly replay` says the same of it");
        return true;
    }

    // As often as it becomes shorter.
    void improve(const Distinction& compared) {
        if (limits_.seconds == Limits{}.seconds) limits_.seconds = seconds_if_not_given;
        LimitGuard guard(limits_);
        const std::size_t before = recalled_.trace.steps.size();
        while (const std::shared_ptr<const Trace> shorter = shorter_trace(guard.begin_query(), compared)) {
            recalled_.trace = *shorter;
        }
        const std::size_t after = recalled_.trace.steps.size();
        remarks_ = after < before ? fmt::format("{} instead of {}\n", counted(after, "transition"), before)
                                  : fmt::format("no shorter trace was found than the one with {}\n",
                                                counted(before, "transition"));
        done_ = true;
    }

    std::shared_ptr<const Trace> shorter_trace(const Limits& limits, const Distinction& compared) const {
        TraceOptions options;
        options.shorten = true;
        options.shortening = std::numeric_limits<std::uint64_t>::max() / 4;
        options.thorough = true;
        SilentObserver quiet;
        WitnessMaker make({recalled_.model.network(), *recalled_.query, options, limits, quiet, &compared}, {});
        const Witness witness =
            std::visit(Overloaded{[&](const property::Reach&) { return make.state(path(), firings()); },
                                  [&](const property::Run& asked) { return shorter_run(make, asked.trigger); },
                                  [](const property::Extremum&) { return Witness{}; }},  // no trace shows it
                       recalled_.query->asks);
        const bool is_shorter = witness.run && witness.run->steps.size() < recalled_.trace.steps.size();
        return is_shorter ? witness.run : nullptr;
    }

    // Where a trace says that one thing does not lead to another, the first has happened in some state before the loop.
    Witness shorter_run(WitnessMaker& make, const std::optional<Formula>& trigger) const {
        const Trace& trace = recalled_.trace;
        MaximalRun run{path(), {}, {}};
        if (trace.ending == Trace::Ending::lasso) run.loop = trace.steps.size() - trace.loop;
        if (!trigger) return make.run(run);
        const std::size_t last = run.loop ? trace.loop : trace.steps.size();
        for (std::size_t state = last + 1; state-- > 0;) {
            if (!Situation(recalled_.model.network(), trace.state(state)).holds(*trigger)) continue;
            run.trigger = state;
            if (Witness witness = make.run(run); witness.run) return witness;
        }
        return {};
    }

    Path path() const {
        Path path{recalled_.trace.initial.slots};
        for (const Step& step : recalled_.trace.steps) path.push_back(step.state.slots);
        return path;
    }

    std::vector<Firing> firings() const {
        std::vector<Firing> firings;
        for (const Step& step : recalled_.trace.steps) firings.push_back(step.move.firing);
        return firings;
    }

    TraceReport report() const {
        return report_of(
            recalled_, *session_,
            {&drawing_, &answer_, shell_line(session_->arguments), nullptr, &gantt_, recalled_.model.problem.get()});
    }

    std::string model_, path_, file_;
    Limits limits_;
    Session* session_ = nullptr;
    Recalled recalled_;
    std::string remarks_;
    bool done_ = false;
    model::Drawing drawing_;
    GanttChart gantt_;
    Answer answer_;
};

}  // namespace

std::unique_ptr<Command> improve_command() { return std::make_unique<Improve>(); }

}  // namespace crowfly
