#include "render/trace.hpp"

namespace crowfly {

Registry<TraceFormat>& trace_formats() {
    static Registry<TraceFormat> registry;
    return registry;
}

const TraceFormat* format_of(std::string_view path) {
    const TraceFormat* best = nullptr;
    for (const TraceFormat& format : trace_formats().all()) {
        const bool fits = path.size() > format.name.size() && path.ends_with(format.name) && path[path.size() - format.name.size() - 1] == '.';
        if (fits && (best == nullptr || format.name.size() > best->name.size())) best = &format;
    }
    return best;
}

}  // namespace crowfly
