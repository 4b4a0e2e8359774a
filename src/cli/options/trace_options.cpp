#include "cli/options/trace_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/messages/diagnostic.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/interface/usage.hpp"
#include "render/results/report.hpp"
#include "render/trace.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

void take_file(const std::string& path, TraceConfig& config) {
    if (path == "-") {
        config.on_terminal = true;
        return;
    }
    if (report_format_of(path) != nullptr) {
        config.reports.push_back(path);
        return;
    }
    if (format_of(path) == nullptr) {
        throw UsageError("--trace", fmt::format("the suffix of `{}` is not one of a format; there are {}, {}", path,
                                                fmt::join(trace_formats().names(), ", "),
                                                fmt::join(report_formats().names(), ", ")));
    }
    config.trace_options.zones = config.trace_options.zones || format_of(path)->zones;
    config.files.push_back(path);
}

void take_delays(const std::string& name, TraceOptions& trace_options) {
    if (name == "earliest")
        trace_options.delays = Delays::earliest;
    else if (name == "latest")
        trace_options.delays = Delays::latest;
    else if (name == "integer")
        trace_options.delays = Delays::integer;
    else
        throw UsageError("--delays",
                         fmt::format("there are no `{}` delays; choose from earliest, latest, integer", name));
}

// The formats, for traces and for reports of all queries.
DescribedValues described_formats() {
    DescribedValues values;
    for (const TraceFormat& format : trace_formats().all()) values.push_back({"." + format.name, format.description});
    for (const ReportFormat& format : report_formats().all())
        values.push_back({"." + format.name, "all queries: " + format.description});
    return values;
}

DescribedValues described_delays() {
    return {{"earliest", "each delay is as short as possible"},
            {"latest", "each delay is as long as possible"},
            {"integer", "whole numbers, if there are any"}};
}

// The one that leads the way, at least for a part of it.
std::optional<HeuristicSpec> guiding_heuristic(const Settings& settings) {
    if (is_guided(settings)) return settings.guidance.heuristic;
    if (settings.search != automatic || settings.objective != Objective::any) return std::nullopt;
    HeuristicSpec takes_turns;
    takes_turns.name = "hU";
    return takes_turns;
}

// What the files of an answer are numbered by: nothing, the query, the trace, or both. Both are counted from 0.
std::string number_of(const Result& result, std::size_t query, std::size_t trace, bool several) {
    const std::string number = result.answers.size() > 1 ? fmt::format("-{}", query + 1) : "";
    return several ? fmt::format("{}-{}", number, trace + 1) : number;
}

template <class Visit>
void for_each_trace(Result& result, bool several, const Visit& visit) {
    for (std::size_t i = 0; i < result.answers.size(); ++i) {
        Answer& answer = result.answers[i];
        if (!answer.witness) continue;
        visit(answer, *answer.witness, number_of(result, i, 0, several));
        for (std::size_t k = 0; k < answer.more_witnesses.size(); ++k)
            visit(answer, answer.more_witnesses[k], number_of(result, i, k + 1, several));
    }
}

bool has_run(const Answer& answer, std::size_t trace) {
    if (!answer.witness) return false;
    if (trace == 0) return answer.witness->run != nullptr;
    return trace <= answer.more_witnesses.size() && answer.more_witnesses[trace - 1].run != nullptr;
}

// The names that this run might have given to traces and did not: one for each answer without a trace, and those under
// which there is a file of an earlier run.
std::vector<std::string> paths_without_trace(const TraceConfig& config, const Result& result) {
    std::vector<std::string> paths;
    const bool several = config.trace_options.traces > 1;
    for (const std::string& file : config.files) {
        const auto path = [&](std::size_t query, std::size_t trace) {
            return numbered_path(file, format_of(file)->name, number_of(result, query, trace, several));
        };
        for (std::size_t i = 0; i < result.answers.size(); ++i) {
            for (std::size_t k = 0; k < std::max<std::size_t>(config.trace_options.traces, 1); ++k) {
                const bool is_free = !has_run(result.answers[i], k);
                if (is_free && (k == 0 || is_regular_file(path(i, k)))) paths.push_back(path(i, k));
            }
        }
        const bool is_numbered = several || result.answers.size() > 1;
        if (is_numbered && is_regular_file(file)) paths.push_back(file);
    }
    return paths;
}

}  // namespace

void add_trace_options(CommandDeclaration& command, TraceConfig& config) {
    command.option("--trace",
                   [&config](const std::vector<std::string>& paths) {
                       for (const std::string& path : paths) take_file(path, config);
                   },
                   "Write the trace to a file, in the format of its suffix. May be repeated; - prints the trace",
                   {.name = "FILE", .described = described_formats, .one_a_time = true});
    command.option("--delays", [&config](const std::string& name) { take_delays(name, config.trace_options); },
                   "Choose the delays of a trace: earliest, latest or integer (default: earliest)",
                   {.name = "WHICH", .described = described_delays});
    command.flag("--strict", &config.trace_options.strict,
                 "Answer unknown if a verdict depends on a trace that could not be replayed");
    command.flag("--shorten", &config.trace_options.shorten,
                 "Remove unnecessary transitions from the traces of E<> and A[]");
    command.option(
        "--all-traces", &config.trace_options.traces,
        "Find this number of different traces, for E<> and A[]. Two traces differ in their last state or in the "
        "variables that change",
        {.name = "N", .range = NumberRange{1, 10'000}});
}

bool write_trace(const std::string& path, const TraceFormat& format, const TraceReport& report, Session& session) {
    std::string problem;
    const std::optional<std::string> text = written_as(format, report, problem);
    if (text) return write_file(path, *text, session);
    session.diagnostics.add(Code::usage, session.command_line,
                            fmt::format("no trace can be written to `{}`: {}", path, problem));
    return false;
}

bool write_traces(const TraceConfig& config, Problem& problem, Result& result, Session& session) {
    bool written = true;
    const model::Drawing drawing = problem.drawing();
    const bool annotated =
        std::ranges::any_of(config.files, [](const auto& file) { return format_of(file)->annotated; });
    const GanttChart gantt = annotated ? problem.gantt() : GanttChart{};
    const std::optional<HeuristicSpec> heuristic = guiding_heuristic(result.config.settings);
    const Answer* annotating = nullptr;
    std::shared_ptr<TaskCache> tasks;  // of that answer
    const auto annotated_run = [&](const Answer& answer, const Trace& run) {
        const auto guiding = answer.symbolic ? std::nullopt : heuristic;  // sets of states are not estimated by it
        return annotate(*result.network, *answer.asked, run, guiding, session.sources, tasks,
                        result.config.settings.guidance.kept.get());
    };
    for_each_trace(result, config.trace_options.traces > 1,
                   [&](const Answer& answer, Witness& trace, const std::string& number) {
                       if (!trace.run) return;
                       std::optional<Annotation> annotation;
                       if (std::exchange(annotating, &answer) != &answer) tasks = make_task_cache();
                       if (annotated && answer.asked) annotation = annotated_run(answer, *trace.run);
                       const TraceOrigin origin{
                           &drawing, &answer, shell_line(session.arguments), annotation ? &*annotation : nullptr,
                           &gantt,   &problem};
                       const TraceReport report{*result.network, session.sources, *trace.run,      result.model,
                                                result.sha256,   answer.query,    *answer.verdict, origin};
                       for (const std::string& file : config.files) {
                           const TraceFormat& format = *format_of(file);
                           const std::string path = numbered_path(file, format.name, number);
                           if (write_trace(path, format, report, session))
                               trace.files.push_back(path);
                           else
                               written = false;
                       }
                   });
    if (!result.dry_run && !result.answers.empty()) leave_without_trace(paths_without_trace(config, result), session);
    return written;
}

std::vector<std::string> files_named(const TraceConfig& config) {
    std::vector<std::string> files = config.files;
    files.insert(files.end(), config.reports.begin(), config.reports.end());
    return files;
}

bool write_reports(const TraceConfig& config, const Result& result, Session& session) {
    bool written = true;
    for (const std::string& file : config.reports) {
        const std::string text =
            report_format_of(file)->write({result, result.network, session.sources, session.diagnostics});
        written = write_file(file, text, session) && written;
    }
    return written;
}

}  // namespace crowfly
