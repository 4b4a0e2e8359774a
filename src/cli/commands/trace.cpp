// crowfly trace: a saved trace, read again: the part of it that matters, with the values of expressions, or in another
// format.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "cli/files/output.hpp"
#include "cli/interface/command.hpp"
#include "cli/interface/usage.hpp"
#include "cli/options/trace_options.hpp"
#include "cli/queries/query_runner.hpp"
#include "cli/queries/recall.hpp"
#include "render/json.hpp"
#include "render/steps/trace_text.hpp"
#include "trace/checker/situation.hpp"
#include "trace/runs/retrace.hpp"

namespace crowfly {
namespace {

// "10..20", "10..", "..20", "10"
void take_range(const std::string& text, RunView& view) {
    const std::size_t dots = text.find("..");
    const auto number = [&](const std::string& digits) {
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos || digits.size() > 9) {
            throw UsageError("--steps", fmt::format("`{}` is not a range of steps; write for example 10..20", text));
        }
        return static_cast<std::size_t>(std::stoul(digits));
    };
    if (dots == std::string::npos) {
        view.first = view.last = number(text);
        return;
    }
    if (dots > 0) view.first = number(text.substr(0, dots));
    if (dots + 2 < text.size()) view.last = number(text.substr(dots + 2));
}

class ShowTrace final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& trace = tool.command("trace", "Print a saved trace, or convert it");
        trace.argument("TRACE", &path_, "A trace: a .json file of crowfly, or an .xtr file", {.required = true});
        trace.option("--model", &model_, "The model, if it is not at the path in the trace", {.name = "MODEL"});
        trace.begin_section(question::output);
        trace.option("--only", &view_.only, "Print only these variables, clocks and processes",
                     {.name = "NAMES", .separator = ','});
        trace.flag("--changed", &view_.only_changing, "Leave out steps that change none of the printed values");
        trace.option("--steps", [this](const std::string& text) { take_range(text, view_); },
                     "Print only these steps: 10..20, 10.., ..20", {.name = "RANGE"});
        trace.option("--eval", &expressions_,
                     "Print the value of an expression of the model along the trace. May be repeated",
                     {.name = "EXPR", .one_a_time = true});
        trace.flag("--states", &view_.whole_states, "Print the whole state after each step");
        trace.option("-o,--output", &files_, "Write the trace to a file, in the format of its suffix. May be repeated",
                     {.name = "FILE", .one_a_time = true});
        trace.flag("--all", &session.output.everything, "Print long lists and traces in full");
        add_output_options(trace, session);
        trace.essential = {"--output", "--only", "--steps", "--changed", "--eval", "--states", "--model", "--json"};
        trace.examples = {"crowfly simulate models/train_gate.xml --json >walk.json",
                          "crowfly trace walk.json --steps 5..10 --only Gate",
                          "crowfly trace walk.json --eval 'Gate.length * 2' --changed",
                          "crowfly trace walk.json -o walk.html"};
        return trace;
    }

    int run(Session& session) override {
        session_ = &session;
        for (const std::string& file : files_) {
            if (format_of(file) != nullptr) continue;
            session.diagnostics.add(Code::usage, session.command_line,
                                    fmt::format("the suffix of `{}` is not one of a format", file),
                                    fmt::format("there are {}", fmt::join(trace_formats().names(), ", ")));
            return exit_code::bad_input;
        }
        if (!can_write(files_, session)) return exit_code::bad_input;
        if (!recall(path_, model_, session, recalled_)) return exit_code::bad_input;
        if (!is_there(session)) return exit_code::bad_input;
        try {
            for (const std::string& expression : expressions_) {
                if (!watch(expression, session)) return exit_code::bad_input;
            }
            judge();
        } catch (const std::overflow_error&) {
            session.diagnostics.add(Code::bad_trace, session.command_line,
                                    "the clock values are fractions too long to compute with");
            return exit_code::bad_input;
        }
        if (recalled_.rejection) {
            session.diagnostics.add(Code::bad_trace, session.command_line,
                                    fmt::format("step {}: {}", recalled_.rejection->step, recalled_.rejection->reason));
            return exit_code::bad_input;
        }
        find_zones();
        drawing_ = recalled_.model.problem->drawing();
        gantt_ = recalled_.model.problem->gantt();
        if (recalled_.query) {
            answer_.asked = std::make_shared<const Property>(*recalled_.query);
            annotation_ = annotate(recalled_.model.network(), *recalled_.query, recalled_.trace, {}, session.sources);
        }
        done_ = true;
        for (const std::string& file : files_) {
            if (!write_trace(file, *format_of(file), report(), session)) return exit_code::bad_input;
        }
        return exit_code::fine;
    }

    std::string text(const TextStyle& style) const override {
        if (!done_) return "";
        return remarks_ + (files_.empty() ? trace_text(report(), style, view_) : "");
    }

    std::string json(const Session& session) const override {
        if (done_) return trace_formats().find("json")->write(report());
        return error_document(session.diagnostics, session.sources);
    }

private:
    TraceReport report() const {
        return report_of(recalled_, *session_,
                         {&drawing_, &answer_, shell_line(session_->arguments), annotation_ ? &*annotation_ : nullptr,
                          &gantt_, recalled_.model.problem.get()});
    }

    // Zones are not read but found again, so that they fit whatever was edited. What is no run has none.
    void find_zones() {
        const auto shows_zones = [](const std::string& file) { return format_of(file)->zones; };
        if (!session_->output.json && std::none_of(files_.begin(), files_.end(), shows_zones)) return;
        const Network& network = recalled_.model.network();
        if (network.clocks.size() == 1 || network.clocks.size() > most_clocks_shown || network.features.stopwatches)
            return;
        if (!recalled_.trace.zones.empty()) return;
        const std::optional<SymbolicPath> symbolic_path = retrace(network, recalled_.trace, nullptr);
        if (!symbolic_path) return;
        for (const SymbolicState& point : symbolic_path->states) recalled_.trace.zones.push_back(point.reached);
    }

    // What is asked to be shown.
    bool is_there(Session& session) const {
        const Network& network = recalled_.model.network();
        std::vector<std::string> names;
        for (const Slot& slot : network.slots) names.push_back(slot.name);
        for (const Clock& clock : network.clocks) names.push_back(clock.name);
        for (const std::string& only : view_.only) {
            const auto fits = [&](const std::string& name) { return belongs_to(name, only); };
            if (std::any_of(names.begin(), names.end(), fits)) continue;
            session.diagnostics.add(Code::usage, session.command_line,
                                    fmt::format("--only: there is no process, variable or clock `{}`", only),
                                    did_you_mean(only, names));
            return false;
        }
        const std::size_t steps = recalled_.trace.steps.size();
        if (view_.first <= steps && view_.first <= view_.last) return true;
        session.diagnostics.add(Code::usage, session.command_line,
                                fmt::format("--steps: the trace has steps 1 to {}", steps));
        return false;
    }

    // A trace is shown whatever it is, and called what it is.
    void judge() {
        if (recalled_.model_changed) remarks_ += "the model has changed since the trace was made\n";
        const std::optional<Rejection> wrong = replay(recalled_.model.network(), recalled_.trace, {});
        if (wrong)
            remarks_ += fmt::format("this is no run of the model: step {} is wrong, {}\n", wrong->step,
                                    printable(wrong->reason));
    }

    // What speaks of locations and clocks is a formula; integers, and a clock alone, are what `sup` asks for.
    bool watch(const std::string& expression, Session& session) {
        Diagnostics of_number, of_formula;
        RunView::Watched watched{expression, {}};
        const QueryLanguage& language = recalled_.model.queries();
        const std::optional<Property> formula = compile(language.reachable(expression), session, of_formula);
        const bool is_formula = formula && as_reach(*formula).formula.kind != Formula::Kind::discrete;
        const std::optional<Property> number =
            is_formula ? std::nullopt : compile(language.greatest(expression), session, of_number);
        if (is_formula) {
            for_each_state([&](Situation& at) {
                watched.values.emplace_back(at.holds(as_reach(*formula).formula) ? "true" : "false");
            });
        } else if (number && as_extremum(*number).measures.size() == 1) {
            for_each_state(
                [&](Situation& at) { watched.values.push_back(value(as_extremum(*number).measures[0], at)); });
        } else {
            session.diagnostics.append(of_formula.has_errors() ? of_formula : of_number);
            return false;
        }
        view_.watched.push_back(std::move(watched));
        return true;
    }

    std::optional<Property> compile(const std::string& text, Session& session, Diagnostics& own) {
        const FileId file = session.sources.add("<--eval>", text);
        const WrittenQuery parsed = recalled_.model.queries().parse({file, text, {}}, session.sources, own);
        if (own.has_errors()) return std::nullopt;
        std::optional<Property> query = compile_query(recalled_.model, parsed, own);
        return own.has_errors() ? std::nullopt : query;
    }

    template <class Visit>
    void for_each_state(const Visit& visit) {
        for (std::size_t i = 0; i <= recalled_.trace.steps.size(); ++i) {
            Situation at(recalled_.model.network(), recalled_.trace.state(i));
            visit(at);
        }
        if (recalled_.trace.rest == Rational(0)) return;
        Situation end(recalled_.model.network(), recalled_.trace.last());
        end.pass(recalled_.trace.rest);
        visit(end);
    }

    std::string value(const property::Measure& measure, Situation& at) const {
        if (measure.program) {
            const std::optional<std::int32_t> number = at.value(measure);
            return number ? std::to_string(*number) : "undefined";
        }
        return measure.clock == 0 ? std::to_string(measure.constant) : to_string(at.state().clocks[measure.clock]);
    }

    std::string path_, model_;
    std::vector<std::string> expressions_, files_;
    RunView view_;
    Recalled recalled_;
    model::Drawing drawing_;
    GanttChart gantt_;
    std::optional<Annotation> annotation_;
    Answer answer_;  // what is known of how the trace was found
    const Session* session_ = nullptr;
    std::string remarks_;
    bool done_ = false;
};

}  // namespace

std::unique_ptr<Command> trace_command() { return std::make_unique<ShowTrace>(); }

}  // namespace crowfly
