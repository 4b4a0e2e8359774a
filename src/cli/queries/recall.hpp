// A trace from a file, together with the model and the query it speaks of.
#pragma once

#include <optional>
#include <string>

#include "cli/files/load.hpp"
#include "cli/process/session.hpp"
#include "property/property.hpp"
#include "render/trace.hpp"
#include "trace/checker/replay.hpp"
#include "trace/formats/saved.hpp"
#include "trace/trace.hpp"

namespace crowfly {

struct Recalled {
    SavedTrace saved;
    Loaded model;
    std::string model_path;
    bool model_changed = false;     // since the trace was made
    std::optional<Property> query;  // nothing: the trace names none
    Trace trace;
    std::optional<Rejection> rejection;  // of an .xtr file: it is no run, so there is no trace
};

// From a .json file, or an .xtr file, which knows neither model nor delays. `model_path` empty: the model the trace
// names. False: the session knows why.
bool recall(const std::string& trace_path, const std::string& model_path, Session& session, Recalled& into);

// What is written of it in any format. It must outlive the report, and so must the session.
TraceReport report_of(const Recalled& recalled, const Session& session, const TraceOrigin& origin);

}  // namespace crowfly
