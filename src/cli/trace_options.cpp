#include "cli/trace_options.hpp"

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "cli/output.hpp"
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
    for (const TraceFormat& format : trace_formats().all()) text += fmt::format("\n  {:<11} {}", "." + format.name, format.description);
    text += "\nor all queries to one file:";
    for (const ReportFormat& format : report_formats().all()) text += fmt::format("\n  {:<11} {}", "." + format.name, format.description);
    return text;
}

bool write_reports(const TraceConfig& config, const Result& result, Session& session) {
    bool written = true;
    for (const std::string& file : config.reports) {
        const std::string text = report_format_of(file)->write({result, result.network, session.sources, session.diagnostics});
        written = write_file(file, text, session) && written;
    }
    return written;
}

// Once per query, not once per file.
std::string path_for(const std::string& path, const TraceFormat& format, std::size_t number, std::size_t queries) {
    return queries > 1 ? numbered_path(path, format.name, number) : path;
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
}

bool write_traces(const TraceConfig& config, Result& result, Session& session) {
    bool written = true;
    for (std::size_t i = 0; i < result.answers.size(); ++i) {
        Answer& answer = result.answers[i];
        if (!answer.trace || !answer.trace->run) continue;
        const TraceReport report{*result.network, session.sources, *answer.trace->run, result.model, result.sha256, answer.query, *answer.verdict};
        for (const std::string& file : config.files) {
            const TraceFormat& format = *format_of(file);
            const std::string path = path_for(file, format, i + 1, result.answers.size());
            if (write_file(path, format.write(report), session)) answer.trace->files.push_back(path);
            else written = false;
        }
    }
    return write_reports(config, result, session) && written;
}

}  // namespace crowfly
