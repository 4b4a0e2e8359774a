// One page that shows a model and a trace of it, and needs nothing else: the viewer of web/ with the data it shows
// (schema crowfly-page/1).
#pragma once

#include <string>

#include "render/json.hpp"
#include "render/trace.hpp"

namespace crowfly {

// Its parts.
Json page_model_json(const Network& network, const model::Drawing* drawing, const std::string& path,
                     const std::string& sha256);
Json page_trace_json(const Network& network, const Trace& trace, const Sources& sources);
Json page_firing_json(const Network& network, const Firing& firing,
                      const Sources& sources);  // channel, broadcast and edges of a step

Json page_query_json(const TraceReport& report);  // the query, and which parts of it hold along the trace

Json page_structure_json(const Network& network);

Json page_json(const TraceReport& report);
// Without a trace: what the model is made of.
Json page_json(const Network& network, const model::Drawing* drawing, const std::string& path,
               const std::string& sha256, const std::string& command);

// The viewer, filled in. Names in the data cannot end the element they stand in. What is large is compressed.
std::string page_html(const Json& data);

}  // namespace crowfly
