// A self-contained page that shows a model and a trace: the viewer of web/ with its data (schema crowfly-page/1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "property/gantt.hpp"
#include "render/json.hpp"
#include "render/trace.hpp"

namespace crowfly {

// The parts of the data.
Json page_model_json(const Network& network, const model::Drawing* drawing, const std::string& path,
                     const std::string& sha256);
// `chart`: what the model declares; null: nothing.
Json page_trace_json(const Network& network, const Trace& trace, const Sources& sources, const GanttChart* chart);
// The slots of each state, the initial one first.
std::vector<std::vector<std::int32_t>> slots_along(const Trace& trace);
// What a circuit puts out in each state of the trace; empty for other problems. Null: the problem is not known.
Json page_outputs_json(const Problem* problem, const Trace& trace);
// Its Gantt charts: the one that the model declares, and that of resources.
Json page_gantt_json(const Network& network, const Trace& trace, const GanttChart* chart);
// Channel, broadcast and edges of a step.
Json page_firing_json(const Network& network, const Firing& firing, const Sources& sources);

Json page_query_json(const TraceReport& report);  // the query, and which parts of it hold along the trace

Json page_structure_json(const Network& network);

Json page_json(const TraceReport& report);
// The page of a model without a trace.
Json page_json(const Network& network, const model::Drawing* drawing, const std::string& path,
               const std::string& sha256, const std::string& command);

// The viewer with the data. Names in the data cannot end the element that contains it. Large data is compressed.
std::string page_html(const Json& data);

}  // namespace crowfly
