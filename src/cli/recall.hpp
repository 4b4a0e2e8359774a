// A trace from a file, together with the model and the query it speaks of.
#pragma once

#include <optional>
#include <string>

#include "cli/load.hpp"
#include "cli/session.hpp"
#include "network/formula.hpp"
#include "trace/saved.hpp"
#include "trace/trace.hpp"

namespace crowfly {

struct Recalled {
    SavedTrace saved;
    Loaded model;
    std::string model_path;
    bool model_changed = false;  // since the trace was made
    std::optional<Query> query;  // nothing: the trace names none
    Trace trace;
};

// `model_path` empty: the model the trace names. False: the session knows why.
bool recall(const std::string& trace_path, const std::string& model_path, Session& session, Recalled& into);

}  // namespace crowfly
