#include "render/trace.hpp"

#include <fmt/format.h>

#include "render/suffix.hpp"
#include "render/text.hpp"

namespace crowfly {

Registry<TraceFormat>& trace_formats() {
    static Registry<TraceFormat> registry;
    return registry;
}

std::optional<std::string> written_as(const TraceFormat& format, const TraceReport& report, std::string& problem) {
    if (format.why_not != nullptr) problem = format.why_not(report);
    if (!problem.empty()) return std::nullopt;
    return format.write(report);
}

const TraceFormat* format_of(std::string_view path) { return longest_suffix(trace_formats(), path); }

std::string duration_text(const Network& network, const Rational& duration) {
    if (network.clocks.size() == 1 && duration == Rational(0)) return "";
    return fmt::format(" in {} time unit{}", to_string(duration), duration == Rational(1) ? "" : "s");
}

std::string_view waiting_text(const Network& network) {
    return network.clocks.size() == 1 ? "no more step is taken" : "time passes without end";
}

std::string length_text(const Network& network, const Trace& trace) {
    const std::optional<std::int64_t> cost = cost_of(network, trace);
    const std::string costs = trace.costs ? fmt::format(", {} {}", trace.costs->of, trace.costs->total)
                              : cost      ? fmt::format(", cost {}", *cost)
                                          : "";
    return counted(trace.steps.size(), "step") + duration_text(network, trace.duration()) + costs;
}

}  // namespace crowfly
