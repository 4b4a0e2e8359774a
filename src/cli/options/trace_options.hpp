// What becomes of traces: which delays they get, and the files they are written to.
#pragma once

#include <string>
#include <vector>

#include "cli/interface/declaration.hpp"
#include "cli/process/session.hpp"
#include "engine/engine.hpp"
#include "frontend/problem.hpp"
#include "render/results/result.hpp"
#include "render/trace.hpp"

namespace crowfly {

struct TraceConfig {
    TraceOptions trace_options;
    std::vector<std::string> files;    // the format of each is told by its suffix
    std::vector<std::string> reports;  // those whose format holds all queries
    bool on_terminal = false;          // `-` was among them
};

void add_trace_options(CommandDeclaration& command, TraceConfig& config);

// The files of traces and of reports, as they were named; those of traces may get numbers.
std::vector<std::string> files_named(const TraceConfig& config);

// Writes every trace of the result to every file, and notes the names in the result. With several queries each trace
// has a number in its name. Traces of an earlier run do not stay under a name of this one. False: something could not
// be written.
// False: the session knows why.
bool write_trace(const std::string& path, const TraceFormat& format, const TraceReport& report, Session& session);
bool write_traces(const TraceConfig& config, Problem& problem, Result& result, Session& session);

// The files that hold all queries; also where the model has mistakes and there are no answers.
bool write_reports(const TraceConfig& config, const Result& result, Session& session);

}  // namespace crowfly
