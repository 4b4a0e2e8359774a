// A trace in all its forms. The format of a file is told by its suffix; each format declares itself in a file of its own under
// render/traces/.
#pragma once

#include <string>
#include <string_view>

#include "base/registry.hpp"
#include "base/source.hpp"
#include "engine/answer.hpp"
#include "network/network.hpp"
#include "trace/trace.hpp"

namespace crowfly {

// A trace and what it belongs to.
struct TraceReport {
    const Network& network;
    const Sources& sources;
    const Trace& trace;
    std::string model;   // path as given
    std::string sha256;  // of its bytes
    std::string query;   // as written
    Verdict verdict = Verdict::satisfied;
};

struct TraceFormat : Declaration {  // its name is the suffix: "xtr", "uppaal.txt"
    std::string (*write)(const TraceReport& report) = nullptr;
};

Registry<TraceFormat>& trace_formats();

// The format of a file, by the longest suffix that fits; null if there is none.
const TraceFormat* format_of(std::string_view path);

}  // namespace crowfly
