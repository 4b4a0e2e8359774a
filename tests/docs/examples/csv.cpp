// A table of the edges of a trace: the time, the process, and where it went.
#include <fmt/format.h>

#include "render/trace.hpp"

namespace crowfly {
namespace {

std::string write_table(const TraceReport& report) {
    std::string text = "time,process,edge\n";
    for (const Step& step : report.trace.steps) {
        for (const Participant& one : step.move.firing.participants) {
            const Edge& edge = report.network.edges[one.edge];
            text += fmt::format("{},\"{}\",\"{}\"\n", to_string(step.state.time),
                                report.network.processes[edge.process].name, to_string(report.network, edge));
        }
    }
    return text;
}

TraceFormat table_format() {
    TraceFormat format;
    format.name = "csv";
    format.description = "a table of the edges taken, with times";
    format.write = write_table;
    return format;
}

const Registered<TraceFormat> registered_csv(trace_formats(), table_format());

}  // namespace
}  // namespace crowfly
