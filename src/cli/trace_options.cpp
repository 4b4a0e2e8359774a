#include "cli/trace_options.hpp"

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "render/report.hpp"
#include "render/trace.hpp"

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
        throw CLI::ValidationError("--trace", fmt::format("the suffix of `{}` is not one of a format; there are {}, {}", path,
                                                          fmt::join(trace_formats().names(), ", "), fmt::join(report_formats().names(), ", ")));
    }
    config.wishes.zones = config.wishes.zones || format_of(path)->zones;
    config.files.push_back(path);
}

void take_delays(const std::string& name, TraceWishes& wishes) {
    if (name == "earliest") wishes.delays = Delays::earliest;
    else if (name == "latest") wishes.delays = Delays::latest;
    else if (name == "integer") wishes.delays = Delays::integer;
    else throw CLI::ValidationError("--delays", fmt::format("there are no `{}` delays; choose from earliest, latest, integer", name));
}

std::string trace_help() {
    std::string text = "Write the trace to a file, in the format of its suffix; may be repeated, - shows it here:";
    const auto add = [&](const Declaration& format) { text += fmt::format("\n  {:<11} {}", "." + format.name, format.description); };
    for (const TraceFormat& format : trace_formats().all()) add(format);
    text += "\nor all queries to one file:";
    for (const ReportFormat& format : report_formats().all()) add(format);
    return text;
}

// The one that leads the way, at least for a part of it.
std::optional<HeuristicSpec> guiding_heuristic(const Settings& settings) {
    if (is_guided(settings.order)) return settings.guidance.heuristic;
    if (!settings.turns) return std::nullopt;
    HeuristicSpec takes_turns;
    takes_turns.name = "hU";
    return takes_turns;
}

// Every trace of every answer, with what its file is numbered by: nothing, the query, the trace, or both.
template <class Visit>
void for_each_trace(Result& result, bool several, const Visit& visit) {
    for (std::size_t i = 0; i < result.answers.size(); ++i) {
        Answer& answer = result.answers[i];
        if (!answer.trace) continue;
        std::string number = result.answers.size() > 1 ? fmt::format("-{}", i + 1) : "";
        visit(answer, *answer.trace, several ? number + "-1" : number);
        for (std::size_t k = 0; k < answer.more_traces.size(); ++k) visit(answer, answer.more_traces[k], fmt::format("{}-{}", number, k + 2));
    }
}

}  // namespace

void add_trace_options(CLI::App& app, TraceConfig& config) {
    app.add_option_function<std::vector<std::string>>(
           "--trace",
           [&config](const std::vector<std::string>& paths) {
               for (const std::string& path : paths) take_file(path, config);
           },
           trace_help())
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option_function<std::string>("--delays", [&config](const std::string& name) { take_delays(name, config.wishes); },
                                         "Which delays a trace has: earliest, latest or integer (default: earliest)")
        ->type_name("WHICH");
    app.add_flag("--strict", config.wishes.strict,
                 "Answer unknown where a verdict rests on a trace that could not be replayed");
    app.add_flag("--shorten", config.wishes.shorten, "Leave out of the traces of E<> and A[] what is not needed");
    app.add_option("--all-traces", config.wishes.traces, "Look for so many different traces, of E<> and A[]: they end differently, or other things change on the way")
        ->check(CLI::Range(std::size_t{1}, std::size_t{10'000}))
        ->type_name("N");
}

bool write_traces(const TraceConfig& config, const model::Drawing& drawing, Result& result, Session& session) {
    bool written = true;
    for_each_trace(result, config.wishes.traces > 1, [&](const Answer& answer, Answer::Evidence& trace, const std::string& number) {
        if (!trace.run) return;
        const TraceReport report{*result.network, session.sources, *trace.run, result.model, result.sha256, answer.query, *answer.verdict,
                                 {&drawing, &answer, shell_line(session.arguments), guiding_heuristic(result.config.settings)}};
        for (const std::string& file : config.files) {
            const TraceFormat& format = *format_of(file);
            const std::string path = numbered_path(file, format.name, number);
            if (write_file(path, format.write(report), session)) trace.files.push_back(path);
            else written = false;
        }
    });
    return written;
}

bool write_reports(const TraceConfig& config, const Result& result, Session& session) {
    bool written = true;
    for (const std::string& file : config.reports) {
        const std::string text = report_format_of(file)->write({result, result.network, session.sources, session.diagnostics});
        written = write_file(file, text, session) && written;
    }
    return written;
}

}  // namespace crowfly
