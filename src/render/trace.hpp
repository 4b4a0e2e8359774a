// A trace in all its forms. The format of a file is told by its suffix; each format declares itself in a file of its
// own under render/traces/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/registry.hpp"
#include "base/source.hpp"
#include "engine/annotation.hpp"
#include "engine/answer.hpp"
#include "model/drawing.hpp"
#include "network/network.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// Where a trace comes from, which only pages show.
struct TraceOrigin {
    const model::Drawing* drawing = nullptr;  // of the model; null: there is none
    const Answer* answer = nullptr;           // null: it was read from a file
    std::string command;                      // that found it
    const Annotation* annotation = nullptr;   // what holds along it; null: nobody has looked
};

// A trace and what it belongs to.
struct TraceReport {
    const Network& network;
    const Sources& sources;
    const Trace& trace;
    std::string model;   // path as given
    std::string sha256;  // of its bytes
    std::string query;   // as written
    Verdict verdict = Verdict::satisfied;
    TraceOrigin origin = {};
};

struct TraceFormat : Declaration {  // its name is the suffix: "xtr", "uppaal.txt"
    std::string (*write)(const TraceReport& report) = nullptr;
    bool zones = false;      // it shows the symbolic states along the trace
    bool annotated = false;  // it shows what holds in each state, and how far a heuristic thinks it is from the goal
};

Registry<TraceFormat>& trace_formats();

// The format of a file, by the longest suffix that fits; null if there is none.
const TraceFormat* format_of(std::string_view path);

}  // namespace crowfly
