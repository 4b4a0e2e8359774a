#include "render/trace.hpp"

#include "render/suffix.hpp"

namespace crowfly {

Registry<TraceFormat>& trace_formats() {
    static Registry<TraceFormat> registry;
    return registry;
}

const TraceFormat* format_of(std::string_view path) { return longest_suffix(trace_formats(), path); }

}  // namespace crowfly
