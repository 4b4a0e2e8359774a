// A self-contained page that shows the trace.
#include <nlohmann/json.hpp>

#include "render/page/page.hpp"

namespace crowfly {
namespace {

const Registered<TraceFormat> registered_html(
    trace_formats(),
    {{.name = "html",
      .description = "a page to step through it: automata, messages, time, variables; opens offline in any browser",
      .options = {},
      .properties = {}},
     [](const TraceReport& report) { return page_html(page_json(report)); },
     false,
     true});

}  // namespace
}  // namespace crowfly
