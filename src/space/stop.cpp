#include "space/stop.hpp"

#include <fmt/format.h>

namespace crowfly {
namespace {

// "the update of `Train(0): Safe -> Appr`"
std::string place(const Network& network, const Stop& stop) {
    const auto of_edge = [&](std::string_view part) {
        return fmt::format("the {} of `{}`", part, to_string(network, network.edges[stop.edge]));
    };
    switch (stop.part) {
        case Stop::Part::guard: return of_edge("guard");
        case Stop::Part::synchronisation: return of_edge("synchronisation");
        case Stop::Part::update: return of_edge("update");
        case Stop::Part::invariant:
            return fmt::format("the invariant of `{}.{}`", network.processes[stop.process].name,
                               network.location(stop.process, stop.location).name);
        case Stop::Part::before_update: return "`before_update`";
        case Stop::Part::after_update: return "`after_update`";
    }
    return "";
}

Span span_of(const Network& network, const Stop& stop) {
    if (!stop.fault.span.empty()) return stop.fault.span;
    if (stop.part == Stop::Part::invariant) return network.location(stop.process, stop.location).span;
    if (stop.part == Stop::Part::before_update || stop.part == Stop::Part::after_update) return {};
    return network.edges[stop.edge].span;
}

std::string detail(const Fault& fault) {
    switch (fault.kind) {
        case FaultKind::range:
            return fmt::format("{} is outside the range [{}, {}]", fault.value, fault.least, fault.greatest);
        case FaultKind::index:
            return fmt::format("there is no element {}, only [{}, {}]", fault.value, fault.least, fault.greatest);
        case FaultKind::shift:
        case FaultKind::negative_power:
        case FaultKind::negative_clock:
        case FaultKind::clock_rate: return fmt::format("{} ({})", to_string(fault.kind), fault.value);
        default: return std::string{to_string(fault.kind)};
    }
}

// "taken together: `A: a -> b`, `B: c -> d`", where more than one edge takes part.
std::string companions(const Network& network, const Stop& stop) {
    if (stop.edges.size() < 2) return {};
    std::string text = "taken together: ";
    for (std::size_t i = 0; i < stop.edges.size(); ++i) {
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", to_string(network, network.edges[stop.edges[i]]));
    }
    return text;
}

}  // namespace

Diagnostic to_diagnostic(const Network& network, const Stop& stop) {
    const std::string where = place(network, stop);
    const auto edge_name = [&] { return to_string(network, network.edges[stop.edge]); };
    Diagnostic diagnostic{Code::run_time_error, Severity::error, span_of(network, stop), {}, companions(network, stop)};
    if (stop.kind == Stop::Kind::too_many_selects) {
        diagnostic.code = Code::system_too_large;
        diagnostic.message = fmt::format("the selects of `{}` have too many values to try them all", edge_name());
        diagnostic.hint = "select from a smaller range";
    } else if (!stop.is_fault() && stop.obstacle >= 0) {
        const Obstacle& obstacle = network.obstacles[static_cast<std::size_t>(stop.obstacle)];
        diagnostic.code = obstacle.code;
        diagnostic.message = stop.part == Stop::Part::invariant
                                 ? fmt::format("{} cannot be handled: {}", where, obstacle.reason)
                                 : fmt::format("`{}` cannot be taken: {}", edge_name(), obstacle.reason);
        if (!obstacle.span.empty()) diagnostic.span = obstacle.span;
    } else {
        if (stop.fault.kind == FaultKind::clock_rate) diagnostic.code = Code::clock_rate;
        diagnostic.message = fmt::format("run-time error in {}: {}", where, detail(stop.fault));
    }
    return diagnostic;
}

}  // namespace crowfly
