// The formats of traces. The suffix of a file names its format; each format registers itself from a file of its own in
// render/traces/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/messages/source.hpp"
#include "base/plugins/registry.hpp"
#include "engine/annotation.hpp"
#include "engine/answer.hpp"
#include "frontend/problem.hpp"
#include "model/drawing.hpp"
#include "network/network.hpp"
#include "property/gantt.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// Where a trace comes from, shown by pages alone.
struct TraceOrigin {
    const model::Drawing* drawing = nullptr;  // of the model; null: there is none
    const Answer* answer = nullptr;           // null: the trace was read from a file
    std::string command;                      // the command line that found it
    const Annotation* annotation = nullptr;   // what holds in its states; null: not computed
    const GanttChart* gantt = nullptr;        // that the model declares; null: none
    const Problem* problem = nullptr;         // that the network is of; null: what circuits put out is left out
};

// A trace with its model and its query.
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
    bool annotated = false;  // it shows what holds in each state, and the heuristic estimate
    // Why this trace cannot be written, or "". Null: every trace can.
    std::string (*why_not)(const TraceReport& report) = nullptr;
};

Registry<TraceFormat>& trace_formats();

// The text of a trace. Nothing: `problem` says why this format cannot hold it.
std::optional<std::string> written_as(const TraceFormat& format, const TraceReport& report, std::string& problem);

// The format of a file, by the longest matching suffix; null if there is none.
const TraceFormat* format_of(std::string_view path);

// " in 7/2 time units"; "" in a model without clocks, where no time passes.
std::string duration_text(const Network& network, const Rational& duration);

// How a run goes on in which nothing but time happens any more.
std::string_view waiting_text(const Network& network);

std::string length_text(const Network& network, const Trace& trace);  // "4 steps in 7/2 time units, cost 12"

}  // namespace crowfly
